/** Markdown as a terminal shows it: paragraphs and list items broken between words, code and tables as they are. */
export function wrapMarkdown(markdown: string, width = 90): string {
  return joinLines(markdown)
    .flatMap((block) => (block.verbatim ? [block.text] : breakLine(block.text, width)))
    .join('\n')
}

interface Block {
  text: string
  /** Code, a table, a heading or an empty line: its line breaks matter. */
  readonly verbatim: boolean
}

function joinLines(markdown: string): Block[] {
  const blocks: Block[] = []
  let fenced = false
  for (const line of markdown.trim().split('\n')) {
    const fence = /^\s*(```|~~~)/.test(line)
    const verbatim = fenced || fence || /^\s*($|[|#>])/.test(line)
    if (fence) fenced = !fenced
    const last = blocks.at(-1)
    const continues = !verbatim && last?.verbatim === false && !/^\s*([-*+]|\d+\.) /.test(line)
    if (continues) last.text += ` ${line.trim()}`
    else blocks.push({ text: line, verbatim })
  }
  return blocks
}

function breakLine(line: string, width: number): string[] {
  const start = /^\s*(?:[-*+] |\d+\. )?/.exec(line)![0]
  const lines: string[] = []
  let current = start
  for (const word of line.slice(start.length).split(' ')) {
    if (current.trim() !== '' && current.length + word.length > width) {
      lines.push(current.trimEnd())
      current = ' '.repeat(start.length)
    }
    current += `${word} `
  }
  return [...lines, current.trimEnd()]
}

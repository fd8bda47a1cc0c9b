import { Parser, type Node } from 'commonmark'

/** A Markdown document as a reader sees it. */
export interface Rendered {
  /** Types of its nodes in order, nested ones behind their parents: what no text may change. */
  readonly shape: readonly string[]
  /** Everything that is read, with a line break between blocks. */
  readonly text: string
  readonly links: readonly string[]
}

/** Reads Markdown by the reference implementation of CommonMark. */
export function readMarkdown(markdown: string): Rendered {
  const shape: string[] = []
  const links: string[] = []
  let text = ''
  const walker = new Parser().parse(markdown).walker()
  for (let event = walker.next(); event; event = walker.next()) {
    if (!event.entering) continue
    const { node } = event
    if (node.type !== 'text') shape.push(kindOf(node))
    else if (shape.at(-1) !== 'text') shape.push('text')
    if (node.type === 'link') links.push(node.destination ?? '')
    if (BLOCKS.has(node.type)) text += '\n'
    text += node.literal ?? ''
  }
  return { shape, text, links }
}

const BLOCKS: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'item',
  'code_block',
  'html_block',
  'thematic_break',
])

function kindOf(node: Node): string {
  if (node.type === 'heading') return `heading ${node.level}`
  return node.type === 'list' ? `list ${node.listType}` : node.type
}

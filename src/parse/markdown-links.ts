/** A link or image of a Markdown text, with the place of its destination. */
export interface MarkdownLink {
  /** The destination as written, without angle brackets. */
  readonly destination: string
  /** Line and column from 1, columns in UTF-16 units. */
  readonly line: number
  readonly column: number
}

/** The inline links, images and link definitions of a Markdown text (CommonMark 4.7, 6.3), leaving out code and comments. */
export function markdownLinks(text: string): MarkdownLink[] {
  const visible = blankCode(text)
  return [INLINE, DEFINITION].flatMap((pattern) => {
    let line = 1
    let lineStart = 0
    return [...visible.matchAll(pattern)].map((match) => {
      const part = match.groups?.['bare'] === undefined ? 'angled' : 'bare'
      const [start] = match.indices?.groups?.[part] ?? [match.index]
      for (
        let end = visible.indexOf('\n', lineStart);
        end >= 0 && end < start;
        end = visible.indexOf('\n', lineStart)
      ) {
        line += 1
        lineStart = end + 1
      }
      return { destination: match.groups?.[part] ?? '', line, column: start - lineStart + 1 }
    })
  })
}

/** The text with the characters of fenced code, code spans and comments replaced by spaces, so that positions hold. */
function blankCode(text: string): string {
  const blank = (match: string): string => match.replace(/[^\n]/g, ' ')
  return text.replace(FENCED, blank).replace(COMMENT, blank).replace(SPAN, blank)
}

// A fence may stand in a list item or a quotation; an unclosed one runs to the end of the text.
const FENCED =
  /^[ \t>*+\-\d.)]*?(?<fence>`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t>]*\k<fence>[`~]*[ \t]*\r?$|(?![\s\S]))|(?![\s\S]))/gm
const COMMENT = /<!--[\s\S]*?(?:-->|(?![\s\S]))/g
const SPAN = /(?<!`)(?<ticks>`+)(?!`)(?:(?!\n[ \t]*\n)[\s\S])*?(?<!`)\k<ticks>(?!`)/g
const DESTINATION = String.raw`(?:<(?<angled>[^<>\n]*)>|(?<bare>[^\s<()][^\s()]*(?:\([^\s()]*\)[^\s()]*)*))`
// A title is bounded so that no text makes the search slow.
const INLINE = new RegExp(
  String.raw`\]\([ \t]*${DESTINATION}(?:\s+(?:"[^"]{0,300}"|'[^']{0,300}'|\([^)]{0,300}\)))?\s*\)`,
  'dg',
)
const DEFINITION = new RegExp(String.raw`^ {0,3}\[[^\]\n]+\]:[ \t]*${DESTINATION}`, 'dgm')

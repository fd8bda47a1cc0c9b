/**
 * A text as Markdown that says exactly that: on one line, without a mark-up of its own (CommonMark 0.31 and tables,
 * strikethrough and the like of GitHub's flavour). It may stand at the start of a line.
 */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(MARKS, '\\$&')
    .replace(LINE_START, '\\$&')
    .replace(/^(\d{1,9})(?=[.)](?: |$))/, '$1\\')
}

/** A text as a code span, its characters as they are. */
export function markdownCode(text: string): string {
  const line = oneLine(text)
  if (line === '') return ''
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^`|`$/.test(line) ? ' ' : ''
  return `${fence}${pad}${line}${pad}${fence}`
}

/**
 * A link.
 *
 * @param label Markdown without a link in it.
 * @param url An absolute URL in the URL standard's form.
 */
export function markdownLink(label: string, url: string): string {
  return `[${label}](${url.replace(/[()<>\\`\s]/g, encode).replace(/&(?=#?\w+;)/g, '&amp;')})`
}

/** What means something anywhere in a line: escapes, code, emphasis, brackets, mark-up, tables, entities, headings' ends. */
const MARKS = /[\\`*[\]<>~|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)|(?<= )#(?=#*$)/gu

/** What begins a heading, a list or a rule, or underlines the line before. */
const LINE_START = /^(?:[-+](?= |$)|-(?=[- ]*$)|=(?==*$)|#(?=#*(?: |$)))/

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function encode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

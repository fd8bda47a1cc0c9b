/** A scalar member of a mapping, with the range of its value. */
export interface Member {
  readonly key: string
  readonly value: string
  readonly start: number
}

/** A mapping as a text writes it, with the key it stands under where that is known. */
export interface Mapping {
  readonly key: string
  readonly parent?: Mapping
  readonly members: readonly Member[]
}

/**
 * The mappings that stand in a text of any kind: JSON, YAML, the front matter and code blocks of Markdown, object literals
 * of a script. Each is read by its braces and by the indentation of its lines, so that one may come twice. Linear in the
 * length of the text.
 */
export function readMappings(text: string): Mapping[] {
  return [...readBraces(text), ...readLines(text)].flatMap((mapping) => [mapping, ...readValues(mapping, 3)])
}

/** Data that stands as text inside a value: JSON in JSON. */
function readValues(mapping: Mapping, depth: number): Mapping[] {
  if (depth === 0) return []
  return mapping.members
    .filter(({ value }) => value.includes('{') && value.includes(':'))
    .flatMap(({ value, start }) => readBraces(value, start))
    .flatMap((inner) => [inner, ...readValues(inner, depth - 1)])
}

interface OpenMapping extends Mapping {
  readonly members: Member[]
  readonly indent: number
}

const KEY = String.raw`(["']?)([A-Za-z_][\w.-]{0,80}) {0,2}\1[ \t]{0,8}([:=])[ \t]{0,8}`
const VALUE = String.raw`(?:"([^"\n]{0,8192})"|'([^'\n]{0,8192})'|([^\s"'{}[\],#|>&*!][^\n{},]{0,8191})?)`
const BRACE_TOKEN = new RegExp(String.raw`[{}]|(?<![\w.-])${KEY}(?:\n[ \t]{0,40})?${VALUE}|"[^"\n]{0,2000}"`, 'g')
const LINE_KEY = new RegExp(String.raw`${KEY}${VALUE}`, 'y')

function readBraces(text: string, offset = 0): Mapping[] {
  const found: Mapping[] = []
  const stack: OpenMapping[] = []
  let key = ''
  if (!text.includes('{')) return found
  for (const match of text.matchAll(BRACE_TOKEN)) {
    const top = stack.at(-1)
    if (match[0] === '{') {
      const mapping = open(key, top, 0)
      stack.push(mapping)
      found.push(mapping)
      key = ''
    } else if (match[0] === '}') {
      stack.pop()
      key = ''
    } else if (match[2] !== undefined) {
      key = match[2]
      // An assignment may open a mapping but is no member of one.
      if (top !== undefined && match[3] === ':') add(top, match, key, offset)
    }
  }
  return found
}

function readLines(text: string): Mapping[] {
  const found: Mapping[] = []
  const stack: OpenMapping[] = []
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    LINE_PREFIX.lastIndex = start
    const prefix = LINE_PREFIX.exec(text)![0]
    const at = start + prefix.length
    if (at < end) {
      const indent = prefix.length
      LINE_KEY.lastIndex = at
      const match = LINE_KEY.exec(text)
      // A new item of a list, or a line that is no member, ends the mapping of its column.
      const ends = prefix.includes('-') || match === null
      while (stack.length > 0 && (stack.at(-1)!.indent > indent || (ends && stack.at(-1)!.indent === indent)))
        stack.pop()
      if (match !== null && match[3] === ':') {
        let top = stack.at(-1)
        if (top === undefined || top.indent < indent) {
          top = open(top?.members.at(-1)?.key ?? '', top, indent)
          stack.push(top)
          found.push(top)
        }
        add(top, match, match[2]!, 0)
      }
    }
    start = end + 1
  }
  return found
}

const LINE_PREFIX = /[ \t]*(?:- +)*/y

function open(key: string, parent: OpenMapping | undefined, indent: number): OpenMapping {
  return { key, indent, members: [], ...(parent === undefined ? {} : { parent }) }
}

function add(mapping: OpenMapping, match: RegExpExecArray, key: string, offset: number): void {
  const written = match[4] ?? match[5] ?? match[6] ?? ''
  const value = written.trim()
  const tail = match[4] === undefined && match[5] === undefined ? 0 : 1
  const start = offset + match.index + match[0].length - tail - written.length + written.indexOf(value)
  mapping.members.push({ key, value, start })
}

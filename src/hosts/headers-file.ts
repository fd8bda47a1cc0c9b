import { compareText } from '../json.ts'

/** The headers of one path pattern in a `_headers` file. */
export interface HeaderBlock {
  /** Path pattern in the platform's own syntax. */
  readonly path: string
  /** Lines `Name: value`, or what the platform has in their place, in their order. */
  readonly lines: readonly string[]
}

/** A `_headers` file, the format that Netlify made and Cloudflare took over: a path, then indented headers. */
export function renderHeadersFile(blocks: readonly HeaderBlock[]): string {
  return blocks
    .filter(({ lines }) => lines.length > 0)
    .map(({ path, lines }) => [path, ...lines.map((line) => `  ${line}`)].map(assertLine).join('\n'))
    .map((block) => `${block}\n`)
    .join('')
}

/** The blocks of a `_headers` file that somebody wrote by hand; comments are left out. */
export function parseHeadersFile(text: string): HeaderBlock[] {
  const blocks: Array<{ path: string; lines: string[] }> = []
  for (const line of text.split(/\r?\n/)) {
    const content = line.trim()
    if (content === '' || content.startsWith('#')) continue
    if (/^\s/.test(line) && blocks.length > 0) blocks.at(-1)!.lines.push(content)
    else blocks.push({ path: content, lines: [] })
  }
  return blocks
}

/** Something that a publisher's rules and ours both decide. */
export interface RuleClash {
  readonly path: string
  /** What is decided, as a message names it. */
  readonly rule: string
  /** Line of the publisher's rule. */
  readonly line: number
}

/** Headers that a publisher's `_headers` and ours both set for a path, in the order of the publisher's lines. */
export function headerClashes(own: string, ours: string): RuleClash[] {
  const set = new Map(
    parseHeadersFile(ours).map(({ path, lines }) => [path, new Set(lines.flatMap((line) => headerName(line) ?? []))]),
  )
  let path = ''
  return own.split(/\r?\n/).flatMap((line, i): RuleClash[] => {
    const content = line.trim()
    if (content === '' || content.startsWith('#')) return []
    if (!/^\s/.test(line)) path = content
    const name = /^\s/.test(line) ? headerName(content) : undefined
    return name !== undefined && set.get(path)?.has(name)
      ? [{ path, rule: `\`${content.split(':')[0]!.trim()}\``, line: i + 1 }]
      : []
  })
}

/** Lines of a publisher's `_redirects` for the same requests as lines of ours. */
export function redirectClashes(own: string, ours: string): RuleClash[] {
  const sources = new Set(ours.split('\n').flatMap((line) => redirectSource(line) ?? []))
  return own.split(/\r?\n/).flatMap((line, i): RuleClash[] => {
    const source = redirectSource(line)
    return source !== undefined && sources.has(source) ? [{ path: source, rule: 'the answer', line: i + 1 }] : []
  })
}

function headerName(line: string): string | undefined {
  return /^([^\s:!]+)\s*:/.exec(line)?.[1]?.toLowerCase()
}

/** The path of a line with the query that it asks for. */
function redirectSource(line: string): string | undefined {
  const [path, ...rest] = line
    .replace(/(^|\s)#.*$/, '')
    .trim()
    .split(/\s+/)
  if (path === undefined || rest.length === 0) return undefined
  const target = rest.findIndex((token) => /^(?:\/|[a-z]+:\/\/)/i.test(token))
  return [path, ...rest.slice(0, Math.max(target, 0)).toSorted(compareText)].join(' ')
}

const BEGIN = '# Signpost: made by the build, replaced by the next one.'
const END = '# Signpost: end.'

/**
 * A publisher's text with our rules, marked so that a later build finds them again. Headers of ours come last, to stand
 * beside what theirs say; redirects come first, since the first that matches decides and a `/*` of an app would take all.
 */
export function joinRules(own: string, ours: string, kind: 'headers' | 'redirects'): string {
  const rest = own.trim() === '' ? '' : `${own.replace(/^(?:[ \t]*\r?\n)+/, '').trimEnd()}\n`
  const block = `${BEGIN}\n${ours}${END}\n`
  if (rest === '') return block
  return kind === 'headers' ? `${rest}\n${block}` : `${block}\n${rest}`
}

/** A publisher's text without the rules that an earlier build put behind it. */
export function withoutOurs(text: string): string {
  const begin = text.indexOf(BEGIN)
  if (begin < 0) return text
  const end = text.indexOf(END, begin)
  return text.slice(0, begin) + (end < 0 ? '' : text.slice(end + END.length).replace(/^\r?\n/, ''))
}

function assertLine(line: string): string {
  if (/[\r\n\0]/.test(line)) throw new TypeError(`A rule cannot hold ${JSON.stringify(line)}`)
  return line
}

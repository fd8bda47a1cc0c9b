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

/** A path and a header that two `_headers` files both set. */
export interface HeaderClash {
  readonly path: string
  readonly header: string
}

/** What two `_headers` files both set, each once, sorted. */
export function headerClashes(one: string, other: string): HeaderClash[] {
  const names = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => /^([^\s:!]+)\s*:/.exec(line)?.[1]?.toLowerCase() ?? [])
  const first = new Map<string, Set<string>>()
  for (const { path, lines } of parseHeadersFile(one)) first.set(path, new Set([...(first.get(path) ?? []), ...names(lines)]))
  const clashes = parseHeadersFile(other).flatMap(({ path, lines }) =>
    names(lines).flatMap((header) => (first.get(path)?.has(header) ? [{ path, header }] : [])),
  )
  const seen = new Set<string>()
  return clashes
    .filter(({ path, header }) => !seen.has(`${path} ${header}`) && seen.add(`${path} ${header}`))
    .toSorted((a, b) => compareText(a.path, b.path) || compareText(a.header, b.header))
}

/** Sources of a `_redirects` file with what comes between source and target, so that lines for the same requests are equal. */
export function redirectSources(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const tokens = line.replace(/(^|\s)#.*$/, '').trim().split(/\s+/)
    if (tokens.length < 2) return []
    const conditions = tokens.slice(1).filter((token) => /^[\w-]+=/.test(token) && !/^(Language|Country|Role|Cookie|Domain|Sign)=/.test(token))
    return [[tokens[0], ...conditions.toSorted(compareText)].join(' ')]
  })
}

const BEGIN = '# Signpost: made by the build, replaced by the next one.'
const END = '# Signpost: end.'

/** A publisher's text with our rules behind it, marked so that a later build finds them again. */
export function joinRules(own: string, ours: string): string {
  const rest = withoutOurs(own).trimEnd()
  return rest === '' ? ours : `${rest}\n\n${BEGIN}\n${ours}${END}\n`
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

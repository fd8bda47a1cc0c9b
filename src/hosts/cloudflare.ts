import { PAGE, type Headers } from '../headers.ts'
import { urlPath } from '../site.ts'
import { renderHeadersFile, type HeaderBlock } from './headers-file.ts'
import type { ConfigLimit, HostFile } from './host.ts'
import { layeredRules, matchesPattern, type Pattern, type PatternValue } from './patterns.ts'
import { sameMediaType, type HostedFile, type SiteRules } from './site-rules.ts'
import { usualType } from './usual-types.ts'

/** Bounds of the `_headers` parser that Pages and Workers share. */
export const HEADERS_LIMIT: ConfigLimit = { rules: 100, line: 2000 }

/** Bytes of a file: Pages and Workers refuse a larger one. */
export const FILE_BYTES: number = 25 * 1024 * 1024

/** Files per deployment. */
export const FILES = 20_000

/**
 * `_headers` as Pages and Workers read it: all rules that match are applied in their order, and a header that two of them
 * set is joined with a comma, unless the later one detaches it first (`! Name`).
 */
export function headersFile(site: SiteRules, options: HeadersOptions = {}): HostFile {
  const { isWorker = false } = options
  const blocks = headerBlocks(site, isWorker ? (cachesArchives(site) ? 'files' : 'none') : 'patterns')
  return {
    path: '_headers',
    body: renderHeadersFile(blocks),
    placement: 'site',
    rules: blocks.length,
    merge: 'headers',
  }
}

/** A path as Workers spell it: a request for another spelling is redirected to it. */
export function canonicalPath(path: string): string {
  return `/${path.split('/').map(encodeURIComponent).join('/')}`
}

/** How `_headers` is written. */
export interface HeadersOptions {
  /**
   * Workers apply rules to missing paths too, so exceptions from the usual `Cache-Control` are about single files, not
   * endings. @default false
   */
  readonly isWorker?: boolean
}

/** Whether there are rules enough to name every file that has a cache class of its own. */
export function cachesArchives(site: SiteRules): boolean {
  return headerBlocks(site, 'files').length <= HEADERS_LIMIT.rules!
}

/** Requests that the platform cannot answer from its files: type filters, and preflights of Agent Cards. */
export function scriptPaths(site: SiteRules): string[] {
  const cards = site.view === 'private' ? [] : site.files.filter(({ path }) => path.endsWith('agent-card.json'))
  const folders = cards.some(({ path }) => path.startsWith('agents/')) ? ['/agents/*'] : []
  const roots = cards.filter(({ path }) => path.startsWith('.well-known/')).map(({ path }) => urlPath(path))
  return [...site.routes.map(({ path }) => urlPath(path)), ...roots, ...folders]
}

/** A module worker for those requests; everything else, and every body, comes from the files. */
export function workerScript(site: SiteRules): string {
  const routes = Object.fromEntries(
    site.routes.map(({ path, parameter, values, otherwise }) => [
      urlPath(path),
      {
        parameter,
        values: Object.fromEntries(Object.entries(values).map(([value, target]) => [value, urlPath(target)])),
        otherwise: urlPath(otherwise),
      },
    ]),
  )
  return `// Answers ?type= with the filtered index, and the preflight of an Agent Card. Made by Signpost.
const routes = ${JSON.stringify(routes, null, 2)}
const preflight = ${JSON.stringify(site.preflight, null, 2)}

export default {
  async fetch(request, env) {
    const url = new URL(request.url)
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflight })
    const route = Object.hasOwn(routes, url.pathname) ? routes[url.pathname] : undefined
    const value = route && url.searchParams.get(route.parameter)
    if (!value) return env.ASSETS.fetch(request)
    const target = Object.hasOwn(route.values, value) ? route.values[value] : route.otherwise
    return env.ASSETS.fetch(new Request(new URL(target, url), request))
  },
}
`
}

/** @param cache How exceptions from the usual `Cache-Control` are told. */
function headerBlocks(site: SiteRules, cache: 'patterns' | 'files' | 'none'): HeaderBlock[] {
  const { files, publisher } = site
  const names = [...new Set(files.flatMap(({ headers }) => Object.keys(headers)))]
  const layers = names.map((name) => ({ name, ...layeredRules(files, publisher, (file) => valueOf(name, file)) }))
  const blocks = new Map<string, string[]>()
  const add = ({ pattern, value }: PatternValue, lines: (value: string) => string[]): void => {
    for (const path of pathsOf(pattern, cache !== 'patterns'))
      blocks.set(path, [...(blocks.get(path) ?? []), ...lines(value)])
  }
  // A publisher's own rules come first: what they say about our paths is taken back.
  const detached = site.ownRules.includes('_headers')
  const set =
    (name: string) =>
    (value: string): string[] =>
      value === '' ? [] : [...(detached ? [`! ${name}`] : []), `${name}: ${value}`]
  const replace =
    (name: string) =>
    (value: string): string[] => [`! ${name}`, ...(value === '' ? [] : [`${name}: ${value}`])]
  for (const { name, base } of layers) for (const rule of base) add(rule, set(name))
  const published = files.some(({ path }) => path === PAGE)
  if (!published && site.pageLink !== undefined)
    add({ pattern: { kind: 'file', path: PAGE }, value: site.pageLink }, set('Link'))
  const bases = new Map([...blocks].filter(([, lines]) => lines.length > 0))
  blocks.clear()
  for (const { name, exceptions } of layers) {
    const single = name === 'Cache-Control' && cache !== 'patterns'
    const rules = single ? (cache === 'none' ? [] : singleFiles(exceptions, files)) : exceptions
    for (const rule of rules) add(rule, replace(name))
  }
  const merged = [...bases].map(([path, lines]) => ({ path, lines }))
  return [...merged, ...[...blocks].map(([path, lines]) => ({ path, lines }))]
}

function singleFiles(rules: readonly PatternValue[], files: readonly HostedFile[]): PatternValue[] {
  return rules.flatMap(({ pattern, value }) =>
    files
      .filter(({ path }) => matchesPattern(pattern, path))
      .map(({ path }): PatternValue => ({ pattern: { kind: 'file', path }, value })),
  )
}

function valueOf(name: string, { path, headers, mediaType }: HostedFile): string {
  const value = headers[name as keyof Headers] ?? ''
  if (name !== 'Content-Type') return value
  const usual = usualType(path)
  return usual !== undefined && sameMediaType(usual, mediaType) ? '' : value
}

function pathsOf(pattern: Pattern, isWorker: boolean): string[] {
  if (pattern.kind === 'folder') return [`${urlPath(pattern.folder)}*`]
  if (pattern.kind === 'ending') return [`${urlPath(pattern.folder)}*${pattern.ending}`]
  // The page is answered at the root; a request for its file is redirected there.
  if (pattern.path === PAGE) return ['/']
  return [isWorker ? canonicalPath(pattern.path) : urlPath(pattern.path)]
}

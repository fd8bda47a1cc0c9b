import type { Config } from '../config.ts'
import {
  headerRules,
  PAGE,
  preflightHeaders,
  responseHeaders,
  ROUTES,
  SITE_FOLDERS,
  type Headers,
  type PathFacts,
  type RouteRule,
} from '../headers.ts'
import { compareText } from '../json.ts'
import { headLinks } from '../page/links.ts'
import type { Site } from '../site.ts'

/** A published path with the headers of its answer. */
export interface HostedFile extends PathFacts {
  /** Bytes. */
  readonly size: number
  /** Of a 200 answer, but for ETag and Content-Length; an attachment is called by the last segment of its URL. */
  readonly headers: Headers
}

/** Everything a host has to know of one view of a site. */
export interface SiteRules {
  readonly view: Site['view']
  /** https origin without a trailing slash. */
  readonly origin: string
  /** Sorted by path. */
  readonly files: readonly HostedFile[]
  /** Routes of paths that are published. */
  readonly routes: readonly RouteRule[]
  /** Headers of the answer to OPTIONS. */
  readonly preflight: Headers
  /** `Link` of the page, also where the page is the publisher's. */
  readonly pageLink: string | undefined
  /** Folders at the root of the site that hold only published documents, each with its trailing slash. */
  readonly folders: readonly string[]
  /** Paths of the publisher's own files that are answered to somebody, sorted. */
  readonly publisher: readonly string[]
  /** Files of rules that the publisher has and that ours are merged with: `_headers`, `_redirects`. */
  readonly ownRules: readonly string[]
}

/** The rules of one view of a site beside a publisher's own files. */
export function createSiteRules(
  site: Site,
  cache: Config['cache'],
  publisher: readonly string[],
  ownRules: readonly string[] = [],
): SiteRules {
  const { view, origin, artifacts } = site
  const published = new Map(artifacts.map((artifact) => [artifact.path, artifact]))
  const rules = headerRules({ view, cache, links: headLinks(published) })
  const policy = rules.find(({ to }) => typeof to === 'object' && 'active' in to)!
  const sandboxed = new Set(artifacts.filter(({ active }) => active).map(({ path }) => skillsFolder(path)))
  const files = artifacts.map(({ path, mediaType, cache: cacheClass, active, body }): HostedFile => {
    const facts: PathFacts = { path, mediaType, cache: cacheClass, ...(active ? { active } : {}) }
    const headers = responseHeaders(facts, rules)
    const sandbox = sandboxed.has(skillsFolder(path)) ? { [policy.name]: policy.value } : {}
    const disposition = active ? { 'Content-Disposition': 'attachment' } : {}
    return { ...facts, size: body.length, headers: { ...headers, ...sandbox, ...disposition } }
  })
  return {
    view,
    origin,
    files: files.toSorted((a, b) => compareText(a.path, b.path)),
    routes: ROUTES.filter(({ path }) => published.has(path)),
    preflight: preflightHeaders(view),
    pageLink: rules.find(
      ({ to, name }) => name === 'Link' && typeof to === 'object' && 'path' in to && to.path === PAGE,
    )?.value,
    folders: SITE_FOLDERS.filter((folder) => files.some(({ path }) => path.startsWith(folder))),
    publisher: publisher.filter((path) => !published.has(path)).toSorted(compareText),
    ownRules,
  }
}

/**
 * The folder that gets a sandboxing policy as a whole for an active file in it: platforms serve `demo.html` also as `demo`
 * and `index.html` as its folder, where a rule for the file's own name would not be heard.
 */
function skillsFolder(path: string): string {
  return path.split('/').slice(0, 2).join('/')
}

/** Whether two media types mean the same: charset is without meaning for JSON (RFC 8259, section 11). */
export function sameMediaType(a: string, b: string): boolean {
  const normal = (type: string): string => {
    const [essence = '', ...parameters] = type
      .toLowerCase()
      .split(';')
      .map((part) => part.trim())
    return /[/+]json$/.test(essence) ? essence : [essence, ...parameters].join(';')
  }
  return normal(a) === normal(b)
}

/** The ending of a path's last segment, with its dot, in lower case; empty where there is none. */
export function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot).toLowerCase() : ''
}

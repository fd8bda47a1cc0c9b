import type { CapabilityType } from './catalog.ts'
import type { Config } from './config.ts'
import type { HeadLink } from './page/links.ts'
import type { CacheClass, Site } from './site.ts'

/** What a response depends on: the path's own part of an artifact. */
export interface PathFacts {
  /** Decoded URL path without the leading slash. */
  readonly path: string
  readonly mediaType: string
  readonly cache: CacheClass
  /** Would run as a page or script of the provider's origin. */
  readonly active?: boolean
}

/** The paths a header is sent on: every one, one cache class, active content, or a single path. */
export type Selector = 'all' | { readonly cache: CacheClass } | { readonly active: true } | { readonly path: string }

/** A header that is the same on every path it applies to. */
export interface HeaderRule {
  readonly to: Selector
  readonly name: string
  readonly value: string
}

/** What the header rules of a site follow from. */
export interface HeaderContext {
  readonly view: Site['view']
  readonly cache: Config['cache']
  /** The discovery documents that the page points to. */
  readonly links: readonly HeadLink[]
}

/** A path whose answer depends on a query parameter. */
export interface RouteRule {
  readonly path: string
  readonly parameter: string
  /** Path that answers each value; matched exactly, after percent-decoding. */
  readonly values: Readonly<Record<string, string>>
  /** Path that answers any other value. */
  readonly otherwise: string
}

/** Response headers by name. */
export type Headers = Readonly<Record<string, string>>

/** Path of the directory for people, served at the root. */
export const PAGE = 'index.html'

/** Methods that a published path answers. */
export const METHODS = 'GET, HEAD, OPTIONS'

/** URL folders that hold nothing but published documents: what is missing below them is missing, never an app's route. */
export const SITE_FOLDERS: readonly string[] = [
  '.well-known/',
  'agents/',
  'catalogs/',
  'registry/',
  'servers/',
  'skills/',
]

/** The `?type=` filter of the Skill Index and of the registry's list (Skill Sharing 5.4 and 5.6). */
export const ROUTES: readonly RouteRule[] = ['.well-known/skill-sharing', 'registry/skills'].map(typeRoute)

/** The header rules of a site, in the order in which they are sent; of two rules with one name the later wins. */
export function headerRules(context: HeaderContext): HeaderRule[] {
  const all = (name: string, value: string): HeaderRule => ({ to: 'all', name, value })
  const { links } = context
  const access = [all('Access-Control-Allow-Origin', '*'), all('Access-Control-Expose-Headers', 'ETag')]
  return [
    ...(context.view === 'private'
      ? [all('Cache-Control', 'private, no-store')]
      : [...cacheRules(context.cache), ...access]),
    all('X-Content-Type-Options', 'nosniff'),
    { to: { active: true }, name: 'Content-Security-Policy', value: "sandbox; default-src 'none'" },
    ...(links.length > 0 ? [{ to: { path: PAGE }, name: 'Link', value: links.map(linkValue).join(', ') }] : []),
    ...links.filter(({ rel }) => rel === 'api-catalog').map(catalogLink),
  ]
}

/**
 * The headers of a 200 answer to GET, but for ETag and Content-Length.
 *
 * @throws {TypeError} where a value cannot stand in a header field (RFC 9110, section 5.5).
 */
export function responseHeaders(facts: PathFacts, rules: readonly HeaderRule[]): Headers {
  const headers: Record<string, string> = { 'Content-Type': facts.mediaType }
  for (const rule of rules) if (selects(rule.to, facts)) headers[rule.name] = rule.value
  if (facts.active) headers['Content-Disposition'] = attachment(facts.path.slice(facts.path.lastIndexOf('/') + 1))
  for (const [name, value] of Object.entries(headers)) assertFieldValue(name, value)
  return headers
}

/** The headers of a 204 answer to OPTIONS: A2A clients send `A2A-Version`, which makes browsers ask first. */
export function preflightHeaders(view: Site['view']): Headers {
  const allow = { Allow: METHODS }
  if (view === 'private') return { ...allow, 'Cache-Control': 'private, no-store' }
  return {
    ...allow,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': 'A2A-Version, A2A-Extensions, Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
  }
}

/**
 * The path that answers a request for `path` with this query: the first value of the parameter counts, and none or an
 * empty one means the path itself.
 *
 * @param query without the leading `?`.
 */
export function routePath(path: string, query: string, routes: readonly RouteRule[] = ROUTES): string {
  const route = routes.find((r) => r.path === path)
  const value = route && new URLSearchParams(query).get(route.parameter)
  if (!route || !value) return path
  return Object.hasOwn(route.values, value) ? route.values[value]! : route.otherwise
}

/** `attachment` with a file name (RFC 6266): an ASCII form for old clients, and the exact one where they differ. */
export function attachment(name: string): string {
  const ascii = name.replace(/[^ -~]|["\\%]/gu, '_')
  const exact = encodeURIComponent(name).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${exact}`}`
}

function typeRoute(path: string): RouteRule {
  const types = ['plugin', 'api', 'knowledge', 'task'] as const satisfies readonly CapabilityType[]
  return {
    path,
    parameter: 'type',
    values: Object.fromEntries(types.map((type) => [type, `${path}.${type}.json`])),
    otherwise: `${path}.none.json`,
  }
}

function cacheRules(cache: Config['cache']): HeaderRule[] {
  const rule = (name: CacheClass, directive: string): HeaderRule => ({
    to: { cache: name },
    name: 'Cache-Control',
    value: `public, max-age=${cache[name]}, ${directive}`,
  })
  return [rule('discovery', 'must-revalidate'), rule('keys', 'must-revalidate'), rule('immutable', 'immutable')]
}

function selects(selector: Selector, facts: PathFacts): boolean {
  if (selector === 'all') return true
  if ('cache' in selector) return selector.cache === facts.cache
  if ('path' in selector) return selector.path === facts.path
  return facts.active === true
}

/** A request for the headers of the API catalog is answered with its relation (RFC 9727, section 2). */
function catalogLink({ href, rel }: HeadLink): HeaderRule {
  return { to: { path: href.slice(1) }, name: 'Link', value: `<${href}>; rel="${rel}"` }
}

function linkValue(link: HeadLink): string {
  return `<${link.href}>; rel="${link.rel}"; type="${link.type}"`
}

function assertFieldValue(name: string, value: string): void {
  if (!/^[\t -~\u00A0-\u00FF]*$/.test(value)) throw new TypeError(`${name} cannot hold ${JSON.stringify(value)}`)
}

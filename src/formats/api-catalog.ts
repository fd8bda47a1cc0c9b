import type { Definition } from '../catalog.ts'
import { compareText, isObject, serializeJson, type JsonValue } from '../json.ts'
import { urlPath, type Artifact } from '../site.ts'
import { toUri } from '../uri.ts'
import { parseUrl } from '../url.ts'
import type { Format, FormatContext } from './format.ts'

const PATH = '.well-known/api-catalog'

/** A link set in JSON that follows the profile of API catalogs (RFC 9264, section 4.2; RFC 9727, section 4.2). */
const MEDIA_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'

/** The API catalog: what has an API description, with links to the description, the documentation and our own documents. */
export const apiCatalog = {
  name: 'api-catalog',
  summary: 'The APIs behind skills and agents with their descriptions, for clients and gateways that look for APIs.',
  specifications: [
    { title: 'API Catalog', version: 'RFC 9727', date: '2025-06-01', url: 'https://www.rfc-editor.org/info/rfc9727' },
    { title: 'Linkset', version: 'RFC 9264', date: '2022-07-01', url: 'https://www.rfc-editor.org/info/rfc9264' },
  ],
  paths: [PATH],
  generate(context) {
    const { catalog, origin } = context
    const listed = [...catalog.agents, ...catalog.servers, ...catalog.skills].filter((d) => d.listed)
    const described = listed.flatMap((d) => (d.openapi === undefined ? [] : [apiOf(d, d.openapi, context)]))
    if (described.length === 0) return []
    const apis = mergeByAnchor(described)
    const items = apis.map(({ anchor, title }): Link => ({ href: anchor, title }))
    const linkset = [{ anchor: origin + urlPath(PATH), item: items }, ...apis.map(linkContext)]
    const from = [...new Set(apis.flatMap((api) => api.from))].toSorted(compareText)
    const body = serializeJson({ linkset })
    return [{ path: PATH, body, mediaType: MEDIA_TYPE, cache: 'discovery', from, format: 'api-catalog' }]
  },
} satisfies Format

/** A target object of a link set (RFC 9264, section 4.2.3). */
interface Link {
  readonly href: string
  readonly type?: string
  readonly title?: string
}

/** An API with the links of RFC 8631. */
interface Api {
  /** URL that the API answers at. */
  readonly anchor: string
  readonly title: string
  readonly descriptions: readonly Link[]
  readonly documentation: readonly Link[]
  readonly metadata: readonly Link[]
  readonly from: readonly string[]
}

function apiOf(definition: Definition, openapi: string, { origin, published }: FormatContext): Api {
  const own = ownDocument(definition)
  const metadata = published.get(own)
  const documentation = documentationOf(definition, { origin, published })
  const type = descriptionType(openapi)
  return {
    anchor: endpointOf(definition) ?? (metadata === undefined ? toUri(openapi) : origin + urlPath(own)),
    title: titleOf(definition),
    descriptions: [{ href: toUri(openapi), ...(type === undefined ? {} : { type }) }],
    documentation: documentation === undefined ? [] : [documentation],
    metadata: metadata === undefined ? [] : [{ href: origin + urlPath(own), type: bareType(metadata) }],
    from: [definition.document.file],
  }
}

/** Definitions that are served at one URL are one API. */
function mergeByAnchor(apis: readonly Api[]): Api[] {
  const merged = new Map<string, Api>()
  for (const api of apis) {
    const before = merged.get(api.anchor)
    merged.set(api.anchor, before === undefined ? api : join(before, api))
  }
  return [...merged.values()]
}

function join(one: Api, other: Api): Api {
  return {
    ...one,
    descriptions: distinct([...one.descriptions, ...other.descriptions]),
    documentation: distinct([...one.documentation, ...other.documentation]),
    metadata: distinct([...one.metadata, ...other.metadata]),
    from: [...one.from, ...other.from],
  }
}

function distinct(links: readonly Link[]): Link[] {
  return [...new Map(links.map((link) => [link.href, link])).values()]
}

function linkContext({ anchor, descriptions, documentation, metadata }: Api): object {
  return {
    anchor,
    'service-desc': descriptions,
    ...(documentation.length > 0 ? { 'service-doc': documentation } : {}),
    ...(metadata.length > 0 ? { 'service-meta': metadata } : {}),
  }
}

function ownDocument({ kind, slug }: Definition): string {
  if (kind === 'skill') return `skills/${slug}/descriptor.json`
  return kind === 'agent' ? `agents/${slug}/agent-card.json` : `servers/${slug}/server-card.json`
}

/** The URL that a definition says it answers at; a template in braces is none. */
function endpointOf(definition: Definition): string | undefined {
  if (definition.kind === 'skill') return absolute(definition.endpoint?.['url'])
  return firstUrl(definition.card[definition.kind === 'agent' ? 'supportedInterfaces' : 'remotes'])
}

function firstUrl(entries: JsonValue | undefined): string | undefined {
  const [first]: readonly JsonValue[] = Array.isArray(entries) ? entries : []
  return first !== undefined && isObject(first) ? absolute(first['url']) : undefined
}

function documentationOf(
  definition: Definition,
  { origin, published }: Pick<FormatContext, 'origin' | 'published'>,
): Link | undefined {
  const member = { skill: undefined, agent: 'documentationUrl', 'mcp-server': 'websiteUrl' }[definition.kind]
  const given = definition.kind === 'skill' ? definition.documentationUrl : definition.card[member ?? '']
  const url = absolute(given)
  if (url !== undefined) return { href: url }
  const path = `skills/${definition.slug}/documentation.md`
  const page = definition.kind === 'skill' ? published.get(path) : undefined
  return page === undefined ? undefined : { href: origin + urlPath(path), type: bareType(page) }
}

function titleOf(definition: Definition): string {
  if (definition.kind === 'skill') return definition.title
  const title = definition.card['title'] ?? definition.card['name']
  return typeof title === 'string' && title !== '' ? title : definition.name
}

/** A hint (RFC 9264, section 4.2.4.1), given only where the ending leaves no doubt. */
function descriptionType(url: string): string | undefined {
  const { pathname } = new URL(url)
  if (/\.json$/i.test(pathname)) return 'application/json'
  return /\.ya?ml$/i.test(pathname) ? 'application/yaml' : undefined
}

function bareType({ mediaType }: Artifact): string {
  return mediaType.replace(/;.*/s, '').trim()
}

function absolute(url: JsonValue | undefined): string | undefined {
  return typeof url === 'string' && parseUrl(url) !== undefined && !/[{}]/.test(url) ? toUri(url) : undefined
}

import { createHash } from 'node:crypto'
import semver from 'semver'
import { compareText, isObject, type JsonObject, type JsonValue } from '../json.ts'
import { parseTarget, type SiteResponse } from '../serve.ts'
import { publisherOf } from '../sign/identity.ts'
import { nesting, parseJson } from '../verify/json-text.ts'
import { preflight, refuse, resource, result } from './answers.ts'
import type { RegistryContent, RegistryEntry } from './entries.ts'
import { countFacet, parseFacets } from './facets.ts'
import { matchesFilter, parseFilter, type Filter } from './filter.ts'
import { pageOf } from './page.ts'
import { compareEntries, createSearchIndex, type Hit, type SearchIndex } from './search.ts'

/** URL folder that the registry API answers below. */
const REGISTRY_FOLDER = 'registry/'

/** Bytes of a request's body that are read; no question is longer. */
export const BODY_LIMIT = 64 * 1024

/** A registry over the entries of one site. */
export interface Registry {
  readonly content: RegistryContent
  readonly index: SearchIndex
  /** Tells one state of the entries from another. */
  readonly state: string
}

/** The part of an HTTP request that a registry's answer depends on. */
export interface RegistryRequest {
  readonly method: string
  /** Request target as received (RFC 9112, section 3.2). */
  readonly target: string
  readonly ifNoneMatch?: string | undefined
  /** Absent where there is none. */
  readonly body?: Uint8Array
  /** Whether the body is longer than is read. */
  readonly isTooLong?: boolean
}

/** A registry of these entries. */
export function createRegistry(content: RegistryContent): Registry {
  const state = createHash('sha256')
    .update(JSON.stringify(content.entries.map(({ entry }) => entry)))
    .digest('base64url')
  return { content, index: createSearchIndex(content.entries), state }
}

/** Whether the registry API has an answer for a request target: an app keeps every other one. */
export function isRegistryTarget(target: string): boolean {
  return /^\/?registry\/(?:search|explore|skills|agents(?:\/.*)?)$/s.test(parseTarget(target).raw)
}

/**
 * The answer of the ARD registry API (section "Registry API"): `POST /search`, `POST /explore`, `GET /agents`,
 * `GET /agents/{identifier}`, and Skill Sharing's `GET /skills?type=` (5.4), below `/registry/`; `undefined` for a target
 * outside of it.
 */
export function registryResponse(registry: Registry, request: RegistryRequest): SiteResponse | undefined {
  const { raw, query } = parseTarget(request.target)
  if (!raw.startsWith(REGISTRY_FOLDER)) return undefined
  const [name = '', ...rest] = raw.slice(REGISTRY_FOLDER.length).split('/')
  const isPost = name === 'search' || name === 'explore'
  if (!isPost && name !== 'skills' && name !== 'agents')
    return answer(request, refuse('NOT_FOUND', 'The registry has no such path.'))
  if (name !== 'agents' && rest.length > 0)
    return answer(request, refuse('NOT_FOUND', 'The registry has no such path.'))
  const methods = isPost ? 'POST, OPTIONS' : 'GET, HEAD, OPTIONS'
  if (request.method === 'OPTIONS') return preflight(methods)
  if (!methods.split(', ').includes(request.method))
    return refuse('INVALID_ARGUMENT', `This path answers ${methods}.`, { status: 405, headers: { Allow: methods } })
  if (isPost) return post(name === 'search' ? search : explore, registry, request)
  if (name === 'skills') return answer(request, listSkills(registry, query, request))
  return answer(
    request,
    rest.length === 0 ? listAgents(registry, query, request) : lookUp(registry, rest.join('/'), request),
  )
}

/** `POST /search` without the wrapping of HTTP: the response, or what is wrong with the request. */
function search({ content, index, state }: Registry, body: JsonObject): JsonObject | string {
  const question = parseQuestion(body, 'required')
  if (typeof question === 'string') return question
  const { federation = 'auto', pageSize, pageToken } = body
  if (!['auto', 'referrals', 'none'].includes(String(federation)) || typeof federation !== 'string')
    return '`federation` is one of auto, referrals and none.'
  const hits = matching(index.search(question.text!), question.filter)
  const page = pageOf(hits, { pageSize, pageToken }, { usual: 10, most: 100 }, [state, body['query']!])
  if (typeof page === 'string') return page
  const referrals = federation === 'none' ? [] : content.entries.map(({ entry }) => entry).filter(isRegistryEntry)
  return {
    results: page.items.map(({ entry: { entry, source }, score }) => ({ ...entry, score, source })),
    ...(referrals.length === 0 ? {} : { referrals }),
    ...token(page),
  }
}

/** `POST /explore` without the wrapping of HTTP: facets over everything that the query matches. */
function explore({ content, index }: Registry, body: JsonObject): JsonObject | string {
  const question = parseQuestion(body, 'optional')
  if (typeof question === 'string') return question
  const facets = parseFacets(body['resultType'])
  if (typeof facets === 'string') return facets
  const all = question.text === undefined ? content.entries : index.search(question.text).map(({ entry }) => entry)
  const matched = all.map(({ entry }) => entry).filter((entry) => matchesFilter(entry, question.filter))
  return {
    resultType: 'facets',
    facets: Object.fromEntries(facets.map((facet) => [facet.field, countFacet(matched, facet)])),
  }
}

function listAgents({ content, state }: Registry, query: string, { ifNoneMatch }: RegistryRequest): SiteResponse {
  const parameters = new URLSearchParams(query)
  const size = parameters.get('pageSize')
  const filter = filterParameter(parameters.get('filter'))
  const order = orderOf(parameters.get('orderBy'))
  if (typeof filter === 'string') return refuse('INVALID_ARGUMENT', filter)
  if (typeof order === 'string') return refuse('INVALID_ARGUMENT', order)
  const matched = content.entries.filter(({ entry }) => matchesFilter(entry, filter)).toSorted(order)
  const request = {
    pageSize: size === null ? undefined : /^\d{1,9}$/.test(size) ? Number(size) : size,
    pageToken: parameters.get('pageToken') ?? undefined,
  }
  const page = pageOf(matched, request, { usual: 20, most: 100 }, [
    state,
    parameters.get('filter'),
    parameters.get('orderBy'),
  ])
  if (typeof page === 'string') return refuse('INVALID_ARGUMENT', page)
  return resource({ items: page.items.map(({ entry }) => entry), ...token(page) }, ifNoneMatch)
}

function lookUp({ content }: Registry, segment: string, { ifNoneMatch }: RegistryRequest): SiteResponse {
  let identifier: string
  try {
    identifier = decodeURIComponent(segment)
  } catch {
    return refuse('INVALID_ARGUMENT', 'The identifier in the path is not percent-encoded as UTF-8.')
  }
  if (publisherOf(identifier) === undefined)
    return refuse(
      'INVALID_ARGUMENT',
      'The path holds no identifier: urn:air:PUBLISHER:NAME, percent-encoded once, as one segment.',
    )
  const versions = content.entries.filter((entry) => entry.identifier === identifier).toSorted(byVersion)
  const newest = versions.at(-1)
  return newest === undefined
    ? refuse('NOT_FOUND', 'There is no entry with this identifier.')
    : resource(newest.entry, ifNoneMatch)
}

/** References to skills in the form of index entries; the first value of `type` counts, an empty one means all. */
function listSkills({ content }: Registry, query: string, { ifNoneMatch }: RegistryRequest): SiteResponse {
  const type = new URLSearchParams(query).get('type')
  return resource(
    type ? content.skills.filter((skill) => skill['capability_type'] === type) : content.skills,
    ifNoneMatch,
  )
}

type Operation = (registry: Registry, body: JsonObject) => JsonObject | string

function post(operation: Operation, registry: Registry, { body, isTooLong }: RegistryRequest): SiteResponse {
  if (isTooLong === true || (body?.byteLength ?? 0) > BODY_LIMIT)
    return refuse('INVALID_ARGUMENT', `The body is longer than the ${BODY_LIMIT} bytes that are read.`, { status: 413 })
  const value = parseBody(body)
  if (typeof value === 'string') return refuse('INVALID_ARGUMENT', value)
  const outcome = operation(registry, value)
  return typeof outcome === 'string' ? refuse('INVALID_ARGUMENT', outcome) : result(outcome)
}

function parseBody(body: Uint8Array = new Uint8Array()): JsonObject | string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return 'The body is not UTF-8.'
  }
  if (nesting(text) > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`
  const value = parseJson(text)
  return isObject(value) ? value : 'The body has to be a JSON object.'
}

interface Question {
  readonly text?: string
  readonly filter: Filter
}

function parseQuestion({ query }: JsonObject, text: 'required' | 'optional'): Question | string {
  if (query === undefined && text === 'optional') return { filter: new Map() }
  if (!isObject(query)) return '`query` has to be an object.'
  const asked = query['text']
  if (asked === undefined ? text === 'required' : typeof asked !== 'string' || asked.trim() === '')
    return '`query.text` has to be a text that is not empty.'
  const filter = parseFilter(query['filter'])
  if (typeof filter === 'string') return filter
  return { filter, ...(typeof asked === 'string' ? { text: asked } : {}) }
}

function filterParameter(text: string | null): Filter | string {
  if (text === null || text === '') return new Map()
  const value = parseJson(text)
  return isObject(value) ? parseFilter(value) : '`filter` is a JSON object of term paths, as in a search request.'
}

const ORDERS: readonly string[] = ['identifier', 'displayName', 'type', 'version', 'updatedAt']

/** The order that `orderBy` asks for: `FIELD`, `FIELD asc` or `FIELD desc`. Ties are ordered by identifier. */
function orderOf(text: string | null): ((a: RegistryEntry, b: RegistryEntry) => number) | string {
  if (text === null || text === '') return compareEntries
  const [field = '', direction = 'asc', ...rest] = text.trim().split(/\s+/)
  if (!ORDERS.includes(field) || !['asc', 'desc'].includes(direction) || rest.length > 0)
    return `\`orderBy\` is one of ${ORDERS.join(', ')}, with asc or desc behind it.`
  const sign = direction === 'desc' ? -1 : 1
  return (a, b) =>
    sign * compareText(String(a.entry[field] ?? ''), String(b.entry[field] ?? '')) || compareEntries(a, b)
}

const MAX_DEPTH = 32

function byVersion(a: RegistryEntry, b: RegistryEntry): number {
  const [one, other] = [a, b].map(({ entry }) => semver.valid(String(entry['version'])))
  if (one && other) return semver.compare(one, other)
  return compareEntries(a, b)
}

function isRegistryEntry(entry: JsonObject): boolean {
  const type: JsonValue | undefined = entry['type'] ?? entry['mediaType']
  return type === 'application/ai-registry+json' || type === 'application/ai-registry'
}

function matching(hits: readonly Hit[], filter: Filter): Hit[] {
  return hits.filter(({ entry: { entry } }) => matchesFilter(entry, filter))
}

function token({ pageToken }: { readonly pageToken?: string }): JsonObject {
  return pageToken === undefined ? {} : { pageToken }
}

/** HEAD is GET without the body. */
function answer({ method }: RegistryRequest, response: SiteResponse): SiteResponse {
  if (method !== 'HEAD') return response
  const { body: _, ...head } = response
  return head
}

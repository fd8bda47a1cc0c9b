import { isObject, type JsonObject, type JsonValue } from '../../json.ts'
import type { Crawl } from '../crawl.ts'
import type { Kind, SiteDocument } from '../document.ts'
import { kindOfType } from '../kinds.ts'
import { byMember } from './change.ts'

/** What a site offers, for comparison: URLs of its own without their origin. */
export interface Snapshot {
  /** Skill Descriptors, or entries of the Skill Index where there is none, by id. */
  readonly skills: ReadonlyMap<string, Offer>
  readonly agents: ReadonlyMap<string, Offer>
  readonly servers: ReadonlyMap<string, Offer>
  readonly tools: ReadonlyMap<string, Offer>
  /** Entries of the Agent Skills index by name. */
  readonly agentSkills: ReadonlyMap<string, Offer>
  /** Entries of catalogs by identifier. */
  readonly entries: ReadonlyMap<string, Offer>
}

/** A document, or an entry of one. */
export interface Offer {
  readonly json: JsonObject
  /** Path on the site, with a leading slash. */
  readonly path: string
  /** The same for all documents that have the same bytes. */
  readonly same: string
}

/**
 * The snapshot of a site that was read.
 *
 * @param origins Those of both sites: a preview of a site names its own and the other's.
 */
export function createSnapshot({ documents }: Crawl, origins: readonly string[]): Snapshot {
  const own = documents.filter(({ foreign, pointer, path }) => !foreign && pointer === '' && path !== undefined)
  const offers = (kind: Kind): Offer[] =>
    own.filter((document) => document.kind === kind).flatMap((document) => offerOf(document, origins))
  const byPath = (kind: Kind): Map<string, Offer> => new Map(offers(kind).map((offer) => [offer.path, offer]))
  const listed = (kind: Kind, list: string, member: string): Map<string, Offer> => {
    const named = new Map<string, Offer>()
    for (const offer of offers(kind))
      for (const [name, json] of byMember(offer.json[list], member))
        if (!named.has(name)) named.set(name, { ...offer, json })
    return named
  }
  const indexed = listed('skill-index', 'skills', 'id')
  const described = new Map(
    offers('skill-descriptor').flatMap((offer): [string, Offer][] =>
      typeof offer.json['id'] === 'string' ? [[offer.json['id'], offer]] : [],
    ),
  )
  return {
    skills: new Map([...indexed, ...described]),
    agents: byPath('agent-card'),
    servers: byPath('server-card'),
    tools: byPath('toolspec'),
    agentSkills: listed('agent-skills-index', 'skills', 'name'),
    entries: listed('catalog', 'entries', 'identifier'),
  }
}

/** Whether an entry of a catalog says nothing that the document it points at does not. */
export function hasOwnDocument({ json }: Offer, { agents, servers, skills, agentSkills }: Snapshot): boolean {
  const { url } = json
  if (typeof url !== 'string') return false
  const kind = kindOfType(json['type'] ?? json['mediaType'])
  if (agents.has(url) || servers.has(url)) return true
  if ([...skills.values()].some(({ path }) => path === url)) return true
  return (
    (kind === 'skill-md' || kind === 'archive') &&
    [...agentSkills.values()].some(({ json: skill }) => skill['url'] === url)
  )
}

/** Whether an entry is a catalog of the same site. */
export function isOwnCatalog({ json: { type, mediaType, url, data } }: Offer): boolean {
  return (
    kindOfType(type ?? mediaType) === 'catalog' &&
    (data !== undefined || (typeof url === 'string' && url.startsWith('/')))
  )
}

function offerOf(document: SiteDocument, origins: readonly string[]): Offer[] {
  const { json, path, copyOf } = document
  if (!isObject(json)) return []
  return [{ json: withoutOrigin(json, origins) as JsonObject, path: `/${path!}`, same: (copyOf ?? document).url }]
}

/** Two sites may differ in their origins, and an archive in the digest of its name: neither is a change of its own. */
function withoutOrigin(value: JsonValue, origins: readonly string[]): JsonValue {
  if (typeof value === 'string') {
    const origin = origins.find((start) => value === start || value.startsWith(`${start}/`))
    const own = origin === undefined ? value : value.slice(origin.length) || '/'
    return own.startsWith('/.well-known/agent-skills/') ? own.replace(/-[0-9a-f]{12}\.zip$/, '.zip') : own
  }
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => withoutOrigin(item, origins))
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutOrigin(item, origins)]))
    : value
}

/** The document at a path below the folder of another: where a server's tools are listed. */
export function besides(offers: ReadonlyMap<string, Offer>, { path }: Offer): Offer | undefined {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return [...offers.values()].find(
    (offer) => offer.path.startsWith(folder) && !offer.path.slice(folder.length).includes('/'),
  )
}

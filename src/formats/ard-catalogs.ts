import { formatOptions, type Config } from '../config.ts'
import { compareText, serializeJson, type JsonObject } from '../json.ts'
import { parseUrl } from '../url.ts'
import { urlPath, type Artifact } from '../site.ts'
import { createEntry } from './ard-entry.ts'
import { CATALOG_TYPE, isKnownType } from './ard-media-types.ts'
import type { Resource } from './ard-resources.ts'
import { hostTrust } from './ard-trust.ts'
import type { FormatContext } from './format.ts'

/** The manifest of a view with the catalogs that are nested in it, at whatever depth. */
export interface Catalogs {
  readonly document: JsonObject
  readonly nested: readonly Artifact[]
}

/** Nested catalogs by name, and what they hold. A part of one that outgrew `splitAt` has a number behind its name. */
const TITLES = {
  agents: 'Agents',
  servers: 'MCP servers',
  'agent-skills': 'Agent Skills',
  skills: 'Skill Descriptors',
  resources: 'Further resources',
} as const

type CatalogName = keyof typeof TITLES

/** Names of nested catalogs, the last segment of their identifiers. */
export const CATALOG_NAMES: readonly CatalogName[] = ['agents', 'servers', 'agent-skills', 'skills', 'resources']

/** Identifier of a nested catalog. */
export function catalogUrn(publisher: string, name: string): string {
  return `urn:air:${publisher}:catalog:${name}`
}

/**
 * Lays resources out in catalogs.
 *
 * Skill Descriptors have no media type that consumers know, so they are listed in a nested catalog, unless their author
 * gave them one. A catalog with more than `splitAt` entries holds nested catalogs in their place.
 */
export async function createCatalogs(resources: readonly Resource[], context: FormatContext): Promise<Catalogs> {
  const { splitAt } = formatOptions(context.config, 'ard')
  const limit = typeof splitAt === 'number' ? splitAt : DEFAULT_SPLIT
  const build: Build = { context, limit, host: await createHost(context), nested: [] }
  const isDescriptor = ({ kind, type }: Resource): boolean => kind === 'descriptor' && !isKnownType(type)
  const descriptors = await nest('skills', resources.filter(isDescriptor), build)
  const others = resources.filter((resource) => !isDescriptor(resource))
  const members =
    others.length + descriptors.length <= limit
      ? [...others, ...descriptors]
      : [...(await nestByKind(others, build)), ...descriptors]
  return { document: await createDocument(members, build), nested: build.nested }
}

/** Registries take at most 10,000 entries; a reader that wants one entry fetches no more than this. */
const DEFAULT_SPLIT = 1000

interface Build {
  readonly context: FormatContext
  readonly limit: number
  readonly host: JsonObject
  /** Artifacts made so far. */
  readonly nested: Artifact[]
}

async function nestByKind(resources: readonly Resource[], build: Build): Promise<Resource[]> {
  const names = { agent: 'agents', server: 'servers', skill: 'agent-skills', descriptor: 'resources' } as const
  const members: Resource[] = []
  for (const [kind, name] of Object.entries(names)) {
    members.push(
      ...(await nest(
        name,
        resources.filter((resource) => resource.kind === kind),
        build,
      )),
    )
  }
  return members
}

/** The resources as one nested catalog, or as none if there are none. */
async function nest(name: CatalogName, resources: readonly Resource[], build: Build): Promise<Resource[]> {
  if (resources.length === 0) return []
  const { limit } = build
  if (resources.length <= limit) return [await createNested(name, TITLES[name], resources, build)]
  const parts: Resource[] = []
  const count = Math.ceil(resources.length / limit)
  for (let i = 0; i < count; i++) {
    const title = `${TITLES[name]}, part ${i + 1} of ${count}`
    parts.push(await createNested(`${name}-${i + 1}`, title, resources.slice(i * limit, (i + 1) * limit), build))
  }
  return [await createNested(name, TITLES[name], parts, build)]
}

async function createNested(
  name: string,
  title: string,
  members: readonly Resource[],
  build: Build,
): Promise<Resource> {
  const { config, origin } = build.context
  const path = `catalogs/${name}.json`
  const from = [...new Set(members.flatMap((member) => member.from))].toSorted(compareText)
  const body = serializeJson(await createDocument(members, build))
  build.nested.push({ path, body, mediaType: CATALOG_TYPE, cache: 'discovery', from, format: 'ard' })
  return {
    kind: 'descriptor',
    identifier: catalogUrn(config.publisher, name),
    displayName: `${config.provider.name}: ${title}`,
    type: CATALOG_TYPE,
    source: { url: origin + urlPath(path), body },
    description: `A catalog of ${members.length === 1 ? 'one entry' : `${members.length} entries`} (${title}).`,
    tags: [],
    capabilities: [],
    representativeQueries: borrowQueries(members),
    metadata: {},
    attestations: [],
    from,
  }
}

/** Root of a catalog: these three members and no others, since strict readers refuse any (Lighthouse, `ard-schema`). */
async function createDocument(resources: readonly Resource[], { context, host }: Build): Promise<JsonObject> {
  return {
    specVersion: '1.0',
    host,
    entries: await Promise.all(resources.map((resource) => createEntry(resource, context))),
  }
}

/** Who publishes (AI Catalog, host). */
async function createHost(context: FormatContext): Promise<JsonObject> {
  const { name, documentationUrl, logoUrl } = context.config.provider
  return {
    displayName: name,
    identifier: hostIdentifier(context.config),
    ...(isUrl(documentationUrl) ? { documentationUrl } : {}),
    ...(isUrl(logoUrl) ? { logoUrl } : {}),
    ...(await hostTrust(context)),
  }
}

/** The DID of the publisher where its document is published, else its domain. */
function hostIdentifier({ trust, publisher }: Config): string {
  return trust !== false && trust.identity.startsWith('did:') ? trust.identity : publisher
}

function isUrl(text: string | undefined): text is string {
  return text !== undefined && parseUrl(text) !== undefined
}

/** Queries of the members in turn, so that a search for any of them leads here: the first of each, then the second. */
function borrowQueries(members: readonly Resource[]): string[] {
  const seen = new Map<string, string>()
  for (let turn = 0; turn < MOST_QUERIES && seen.size < MOST_QUERIES; turn++) {
    for (const { representativeQueries } of members) {
      const query = representativeQueries[turn]
      const key = query?.trim().toLowerCase()
      if (key !== undefined && seen.size < MOST_QUERIES && !seen.has(key)) seen.set(key, query!)
    }
  }
  return [...seen.values()]
}

/** ARD 4.2. */
const MOST_QUERIES = 5

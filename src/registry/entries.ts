import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { CATALOG_TYPE } from '../formats/ard-media-types.ts'
import { parseJson } from '../verify/json-text.ts'

/** An entry of a site with the catalog that lists it. */
export interface RegistryEntry {
  /** As the catalog has it. */
  readonly entry: JsonObject
  readonly identifier: string
  /** URL of the catalog. */
  readonly source: string
  /** Whether it is a catalog whose members are here too: it is looked up, and its members are what is searched for. */
  readonly isOpened: boolean
}

/** What a registry of one site answers from. */
export interface RegistryContent {
  /** In the order of the manifest, members of a nested catalog behind it. */
  readonly entries: readonly RegistryEntry[]
  /** Entries of the Skill Index. */
  readonly skills: readonly JsonObject[]
}

/** A site as a registry reads it. */
export interface RegistrySource {
  /** Origin of its URLs. */
  readonly origin: string
  /** The bytes at a decoded path without the leading slash. */
  read(path: string): Promise<Uint8Array | undefined> | Uint8Array | undefined
}

/** Reads the manifest of a site with the catalogs nested in it, as a registry that ingests the site does, and its Skill Index. */
export async function readRegistry(source: RegistrySource): Promise<RegistryContent> {
  const root = ROOTS.map((path) => `${source.origin}/${path}`)
  const entries: RegistryEntry[] = []
  const seen = new Set<string>(root)
  for (const url of root) {
    const catalog = await readJson(source, url)
    if (!isObject(catalog)) continue
    await addEntries(catalog, { url, depth: 0, source, seen, entries })
    break
  }
  const index = await readJson(source, `${source.origin}/.well-known/skill-sharing`)
  return { entries, skills: isObject(index) ? objects(index['skills']) : [] }
}

const ROOTS = ['.well-known/ard.json', '.well-known/ai-catalog.json']

/** Catalogs within catalogs that readers follow (ARD, nesting). */
const DEPTH = 4

interface Ingestion {
  readonly url: string
  readonly depth: number
  readonly source: RegistrySource
  readonly seen: Set<string>
  readonly entries: RegistryEntry[]
}

async function addEntries(catalog: JsonObject, ingestion: Ingestion): Promise<void> {
  const { url, depth, source, seen, entries } = ingestion
  for (const entry of objects(catalog['entries'])) {
    const { identifier } = entry
    if (typeof identifier !== 'string') continue
    const nested = depth < DEPTH ? await openCatalog(entry, source, seen) : undefined
    entries.push({ entry, identifier, source: url, isOpened: nested !== undefined })
    if (nested !== undefined)
      await addEntries(nested.catalog, { ...ingestion, url: nested.url ?? url, depth: depth + 1 })
  }
}

/** The catalog that an entry holds, or points at on the same site. */
async function openCatalog(
  entry: JsonObject,
  source: RegistrySource,
  seen: Set<string>,
): Promise<{ readonly catalog: JsonObject; readonly url?: string } | undefined> {
  const { type, mediaType, data, url } = entry
  if ((type ?? mediaType) !== CATALOG_TYPE) return undefined
  if (isObject(data)) return { catalog: data }
  if (typeof url !== 'string' || seen.has(url)) return undefined
  seen.add(url)
  const catalog = await readJson(source, url)
  return isObject(catalog) ? { catalog, url } : undefined
}

async function readJson({ origin, read }: RegistrySource, url: string): Promise<JsonValue | undefined> {
  if (!URL.canParse(url) || new URL(url).origin !== origin) return undefined
  const path = decode(new URL(url).pathname.slice(1))
  const bytes = path === undefined ? undefined : await read(path)
  return bytes === undefined ? undefined : parseJson(new TextDecoder().decode(bytes))
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject) : []
}

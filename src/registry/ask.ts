import { compareText, isObject, type JsonObject, type JsonValue } from '../json.ts'
import { textOf } from '../verify/document.ts'
import { parseJson } from '../verify/json-text.ts'
import type { Fetched } from '../verify/readers.ts'

/** A discovery service as a client asks it. */
export interface DiscoveryService {
  /** URL of its API, with a trailing slash. */
  readonly url: string
  post(path: string, body: unknown): Promise<Fetched>
  get(path: string): Promise<Fetched>
}

/** What is asked. */
export interface Question {
  readonly text: string
  /** Results that each service is asked for. */
  readonly limit: number
  /** Opens a service that another refers to; absent: referrals are not followed. */
  readonly follow?: (url: string) => DiscoveryService
}

/** An entry that services found. */
export interface FoundEntry {
  readonly identifier: string
  /** The entry without what the services added to it. */
  readonly entry: JsonObject
  /** Where each has it in its results, and how relevant it finds it: nothing else than that. */
  readonly ranks: readonly { readonly service: string; readonly rank: number; readonly score: number | null }[]
}

/** What came of a question to several services. */
export interface Findings {
  /** Merged: what is far up at several services first. */
  readonly found: readonly FoundEntry[]
  readonly asked: readonly string[]
  /** Services without an answer. `reason` completes "It …". */
  readonly failed: readonly { readonly url: string; readonly reason: string }[]
  /** Results without an identifier, by service. */
  readonly invalid: ReadonlyMap<string, number>
  /** Services that others refer to and that were not asked. */
  readonly referrals: readonly string[]
}

/** Asks services the same question and merges what they find; each is asked once. */
export async function askServices(services: readonly DiscoveryService[], question: Question): Promise<Findings> {
  const merged = new Map<string, { entry: JsonObject; ranks: FoundEntry['ranks'][number][]; from: DiscoveryService }>()
  const failed: { url: string; reason: string }[] = []
  const invalid = new Map<string, number>()
  const referrals = new Set<string>()
  const asked: string[] = []
  const queue = services.map((service) => ({ service, depth: 0 }))
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { service, depth } = next
    if (asked.includes(service.url)) continue
    asked.push(service.url)
    const response = await askOne(service, question)
    if ('reason' in response) {
      failed.push({ url: service.url, reason: response.reason })
      continue
    }
    const { results, refers } = response
    const named = results.filter((result) => typeof result['identifier'] === 'string')
    if (named.length < results.length) invalid.set(service.url, results.length - named.length)
    for (const [i, { score, source: _, ...entry }] of named.slice(0, question.limit).entries()) {
      const key = keyOf(entry)
      const known = merged.get(key) ?? { entry, ranks: [], from: service }
      if (!known.ranks.some((rank) => rank.service === service.url))
        known.ranks.push({ service: service.url, rank: i + 1, score: typeof score === 'number' ? score : null })
      merged.set(key, known)
    }
    for (const url of refers) {
      if (question.follow === undefined || depth >= MAX_DEPTH || asked.length + queue.length >= MAX_SERVICES)
        referrals.add(url)
      else queue.push({ service: question.follow(url), depth: depth + 1 })
    }
  }
  const ordered = [...merged.values()].toSorted(
    (a, b) => standing(b.ranks) - standing(a.ranks) || compareText(keyOf(a.entry), keyOf(b.entry)),
  )
  const found: FoundEntry[] = []
  for (const { entry, ranks, from } of ordered) {
    const complete = isComplete(entry) ? entry : await lookUp(from, entry)
    found.push({ identifier: String(entry['identifier']), entry: complete, ranks })
  }
  return {
    found,
    asked,
    failed,
    invalid,
    referrals: [...referrals].filter((url) => !asked.includes(url)).toSorted(compareText),
  }
}

/** Services that one question may reach, and how far referrals lead from those that were named. */
const MAX_SERVICES = 10
const MAX_DEPTH = 2

const REGISTRY_TYPES: readonly unknown[] = ['application/ai-registry+json', 'application/ai-registry']

async function askOne(
  service: DiscoveryService,
  { text, limit, follow }: Question,
): Promise<{ results: JsonObject[]; refers: string[] } | { reason: string }> {
  const answer = await service.post('search', {
    query: { text },
    federation: follow === undefined ? 'none' : 'referrals',
    pageSize: limit,
  })
  const body = jsonOf(answer)
  if (answer.status !== 200)
    return { reason: answer.failure?.reason ?? `answers with status ${answer.status}${messageOf(body)}` }
  if (!isObject(body) || !Array.isArray(body['results']))
    return { reason: 'answers with something that is no list of results' }
  const refers = list(body['referrals'])
    .filter((entry) => REGISTRY_TYPES.includes(entry['type'] ?? entry['mediaType']))
    .map(({ url }) => url)
  return {
    results: list(body['results']),
    refers: refers.filter((url) => typeof url === 'string' && URL.canParse(url)) as string[],
  }
}

/** Only the identifier is guaranteed in a result; the service that gave it has the rest. */
async function lookUp(service: DiscoveryService, entry: JsonObject): Promise<JsonObject> {
  const found = jsonOf(await service.get(`agents/${encodeURIComponent(String(entry['identifier']))}`))
  return isObject(found) && found['identifier'] === entry['identifier'] ? found : entry
}

function isComplete({ url, data }: JsonObject): boolean {
  return url !== undefined || data !== undefined
}

/** Two entries with one identifier are two hits where they do not point at the same: one of them may be a forgery. */
function keyOf({ identifier, url, data, trustManifest }: JsonObject): string {
  return JSON.stringify([identifier, url ?? data ?? null, trustManifest ?? null])
}

/** Reciprocal rank fusion: scores of different services have nothing in common, places in a list have. */
function standing(ranks: FoundEntry['ranks']): number {
  return ranks.reduce((sum, { rank }) => sum + 1 / (60 + rank), 0)
}

function jsonOf(answer: Fetched): JsonValue | undefined {
  const text = textOf({ fetched: answer })
  return text === undefined ? undefined : parseJson(text)
}

function messageOf(body: JsonValue | undefined): string {
  return isObject(body) && typeof body['message'] === 'string' ? `: ${body['message'].slice(0, 200)}` : ''
}

function list(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject) : []
}

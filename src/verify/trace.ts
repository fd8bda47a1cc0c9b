import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/rules/rule.ts'
import { cardForm, declaredInterfaces, generationOf } from '../formats/agent-interfaces.ts'
import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { createSearchIndex } from '../registry/search.ts'
import { textOf } from './document.ts'
import { parseJson } from './json-text.ts'
import { kindOfType } from './kinds.ts'
import { each } from './links.ts'
import type { Fetched, SiteReader, Web } from './readers.ts'

/** One request of a trace with what matters of its answer. Headers that were given for an origin are no part of it. */
interface Hop extends JsonObject {
  /** Counts from 1. */
  readonly hop: number
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** `status` is 0 where nobody answered; the others are null where a server sends none. */
  readonly response: { readonly status: number; readonly etag: string | null; readonly cacheControl: string | null }
}

/** A skill that a query finds. */
interface TraceHit extends JsonObject {
  /** Of the agent. */
  readonly name: string
  readonly cardUrl: string
  readonly matchedTags: readonly string[]
  readonly skillId: string
}

/** The way from a query to the skill that a client calls: a fixture for reviews. */
export interface Trace extends JsonObject {
  readonly kind: 'discovery-trace'
  readonly note: string
  readonly query: JsonObject
  readonly strategy: Strategy
  /** What was found, the best first. */
  readonly hits: readonly TraceHit[]
  /** What a client would call; null where nothing that was found can be. */
  readonly selected: {
    readonly skillId: string
    readonly preferredInterface: {
      readonly url: string
      readonly protocolBinding: string
      readonly protocolVersion: string
    }
    readonly next: 'message/send'
  } | null
  readonly hops: readonly Hop[]
}

/** How cards are found. */
type Strategy = 'well-known' | 'curated-registry' | 'direct'

/** What is asked, and whom. */
export interface TraceOptions {
  /** Origin that the site stands for. */
  readonly base: URL
  readonly tags: readonly string[]
  readonly text?: string
  /** Bindings that the client speaks. @default JSONRPC and HTTP+JSON, as the SDKs do */
  readonly bindings?: readonly string[]
  /** Path and query of one card, which is all that is looked at. */
  readonly card?: string
  /** A registry that is asked first. */
  readonly registry?: Registry
  /** Asked for cards on other hosts; absent: nobody is. */
  readonly web?: Web
}

/** The part of a discovery service that a trace asks. */
interface Registry {
  readonly url: string
  post(path: string, body: unknown): Promise<Fetched>
}

/** The trace of a query over a site, and what is to be said about it. */
export async function traceDiscovery(
  reader: SiteReader,
  options: TraceOptions,
): Promise<{ trace: Trace; diagnostics: Diagnostic[] }> {
  const { base, tags, text, registry, card } = options
  const visit = createVisit(reader, options)
  const asked = registry === undefined ? undefined : await askRegistry(registry, options, visit)
  const strategy = card !== undefined ? 'direct' : asked?.cards === undefined ? 'well-known' : 'curated-registry'
  const cards =
    asked?.cards ??
    (card === undefined ? await wellKnownCards(visit, base) : await readCards([new URL(card, base).href], visit))
  const hits = findHits(cards, options)
  const { selected, chosen, passed } = select(hits, options)
  const trace: Trace = {
    kind: 'discovery-trace',
    note: noteOf(
      { strategy, cards, hits, selected, chosen, isDown: asked !== undefined && asked.cards === undefined },
      options,
    ),
    query: { tags, ...(text === undefined ? {} : { text }) },
    strategy,
    hits: hits.map(({ card: { name, url }, matchedTags, skillId }) => ({ name, cardUrl: url, matchedTags, skillId })),
    selected,
    hops: visit.hops,
  }
  return { trace, diagnostics: [...(asked?.diagnostics ?? []), ...judge(cards, hits, passed, chosen, options)] }
}

/** Media types by which a registry knows Agent Cards. */
const CARD_TYPES = ['application/a2a-agent-card+json', 'application/agent-card+json']

/** Cards that are read at most: a client asks no more of one site. */
const MAX_CARDS = 100

interface Card {
  readonly url: string
  readonly name: string
  readonly json: JsonObject
}

interface Hit {
  readonly card: Card
  readonly skill: JsonObject
  readonly skillId: string
  readonly matchedTags: readonly string[]
}

interface Visit {
  readonly hops: readonly Hop[]
  get(url: string): Promise<JsonValue | undefined>
  note(method: string, url: string, requestHeaders: Hop['requestHeaders'], answer: Fetched | undefined): void
}

function createVisit(reader: SiteReader, { base, web }: TraceOptions): Visit {
  const hops: Hop[] = []
  const note: Visit['note'] = (method, url, requestHeaders, answer) => {
    const { status = 404, headers = {} } = answer ?? {}
    const response = { status, etag: headers['etag'] ?? null, cacheControl: headers['cache-control'] ?? null }
    hops.push({ hop: hops.length + 1, method, url, requestHeaders, response })
  }
  return {
    hops,
    note,
    async get(url) {
      const { origin, pathname, search } = new URL(url)
      const isOwn = origin === base.origin
      if (!isOwn && web === undefined) return undefined
      const headers: Record<string, string> = isOwn
        ? { accept: 'application/json', 'a2a-version': '1.0' }
        : { accept: '*/*' }
      const answer = isOwn ? await reader.get(pathname + search, { headers }) : await web!.get(url)
      note('GET', url, headers, answer)
      const body = answer?.status === 200 ? textOf({ fetched: answer }) : undefined
      return body === undefined ? undefined : parseJson(body)
    },
  }
}

async function wellKnownCards(visit: Visit, base: URL): Promise<Card[]> {
  const root = new URL('/.well-known/agent-card.json', base).href
  const cards = await readCards([root], visit)
  for (const path of ['/.well-known/ard.json', '/.well-known/ai-catalog.json']) {
    const catalog = await visit.get(new URL(path, base).href)
    if (isObject(catalog))
      return [
        ...cards,
        ...(await entryCards(
          each(catalog['entries'], '').map(([entry]) => entry),
          visit,
          cards,
        )),
      ]
  }
  return cards
}

/** The cards that entries point at, or hold. */
async function entryCards(entries: readonly JsonObject[], visit: Visit, known: readonly Card[] = []): Promise<Card[]> {
  const listed = entries.filter(({ type, mediaType }) => kindOfType(type ?? mediaType) === 'agent-card')
  const cards: Card[] = []
  for (const { url, data, identifier } of listed.slice(0, MAX_CARDS)) {
    const isFetched = typeof url === 'string' && URL.canParse(url) && /^https?:/.test(url)
    const found = isObject(data) ? [cardOf(String(identifier), data)] : isFetched ? await readCards([url], visit) : []
    // The primary agent's card lies at the well-known URI and at its own: it is one agent.
    cards.push(
      ...found.filter(
        (card) => ![...known, ...cards].some((other) => JSON.stringify(other.json) === JSON.stringify(card.json)),
      ),
    )
  }
  return cards
}

async function readCards(urls: readonly string[], visit: Visit): Promise<Card[]> {
  const cards: Card[] = []
  for (const url of urls) {
    const json = await visit.get(url)
    if (isObject(json)) cards.push(cardOf(url, json))
  }
  return cards
}

function cardOf(url: string, json: JsonObject): Card {
  return { url, json, name: typeof json['name'] === 'string' ? json['name'] : '' }
}

/** What a registry finds; no cards where it does not answer as one does. */
async function askRegistry(
  registry: Registry,
  { tags, text }: TraceOptions,
  visit: Visit,
): Promise<{ cards?: Card[]; diagnostics: Diagnostic[] }> {
  const filter = { type: CARD_TYPES, ...(tags.length === 0 ? {} : { tags }) }
  const answer = await registry.post('search', { query: { text: text ?? tags.join(' '), filter }, pageSize: 50 })
  const url = new URL('search', registry.url).href
  visit.note('POST', url, { accept: 'application/json', 'content-type': 'application/json' }, answer)
  const body = answer.status === 200 ? textOf({ fetched: answer }) : undefined
  const json = body === undefined ? undefined : parseJson(body)
  if (!isObject(json) || !Array.isArray(json['results'])) {
    const reason =
      answer.failure?.reason ?? (answer.status === 200 ? 'gives no results' : `answers with status ${answer.status}`)
    return { diagnostics: [diagnose('TRACE_REGISTRY_DOWN', { url }, { url: registry.url, reason })] }
  }
  return {
    cards: await entryCards(
      each(json['results'], '').map(([entry]) => entry),
      visit,
    ),
    diagnostics: [],
  }
}

/** Skills with the tags, and about the text, of a query: more tags first, then by the text, then as they were found. */
function findHits(cards: readonly Card[], { tags, text }: TraceOptions): Hit[] {
  const wanted = tags.map((tag) => [tag, tag.toLowerCase()] as const)
  const hits = cards.flatMap((card) =>
    each(card.json['skills'], '').flatMap(([skill]): Hit[] => {
      if (typeof skill['id'] !== 'string') return []
      const own = new Set((Array.isArray(skill['tags']) ? skill['tags'] : []).map((tag) => String(tag).toLowerCase()))
      const matchedTags = wanted.filter(([, folded]) => own.has(folded)).map(([tag]) => tag)
      return tags.length > 0 && matchedTags.length === 0 ? [] : [{ card, skill, skillId: skill['id'], matchedTags }]
    }),
  )
  const scores = text === undefined ? undefined : scoresOf(hits, text)
  const relevant = scores === undefined || tags.length > 0 ? hits : hits.filter((hit) => scores.has(hit))
  return relevant.toSorted(
    (a, b) => b.matchedTags.length - a.matchedTags.length || (scores?.get(b) ?? 0) - (scores?.get(a) ?? 0),
  )
}

function scoresOf(hits: readonly Hit[], text: string): ReadonlyMap<Hit, number> {
  const entries = hits.map(({ skill, card }, i) => {
    const { name, description = '', tags = [], examples = [] } = skill
    const entry: JsonObject = { displayName: name ?? card.name, description, tags, representativeQueries: examples }
    return { entry, identifier: String(i), source: '', isOpened: false }
  })
  return new Map(
    createSearchIndex(entries)
      .search(text)
      .map(({ entry, score }) => [hits[Number(entry.identifier)]!, score]),
  )
}

interface Selection {
  readonly selected: Trace['selected']
  readonly chosen?: Hit
  /** Better hits that the client has no way to call. */
  readonly passed: readonly Hit[]
}

function select(hits: readonly Hit[], options: TraceOptions): Selection {
  const passed: Hit[] = []
  for (const hit of hits) {
    const preferredInterface = preferred(hit.card.json, options)
    if (preferredInterface !== undefined)
      return { selected: { skillId: hit.skillId, preferredInterface, next: 'message/send' }, chosen: hit, passed }
    passed.push(hit)
  }
  return { selected: null, passed }
}

const BINDINGS = ['JSONRPC', 'HTTP+JSON']

/** The first interface that the client speaks, of 1.0 before 0.3 (A2A 1.0, 5.2: the order is the agent's preference). */
function preferred(
  card: JsonObject,
  { bindings = BINDINGS }: TraceOptions,
): NonNullable<Trace['selected']>['preferredInterface'] | undefined {
  const usable = declaredInterfaces(card).filter(
    ({ url, binding }) => typeof url === 'string' && bindings.includes(String(binding)),
  )
  const found = ['1.0', '0.3']
    .map((generation) => usable.find(({ version }) => generationOf(version) === generation))
    .find((item) => item !== undefined)
  return found === undefined
    ? undefined
    : { url: String(found.url), protocolBinding: String(found.binding), protocolVersion: String(found.version) }
}

interface Outcome {
  readonly strategy: Strategy
  readonly cards: readonly Card[]
  readonly hits: readonly Hit[]
  readonly selected: Trace['selected']
  readonly chosen: Hit | undefined
  readonly isDown: boolean
}

function noteOf(
  { strategy, cards, hits, selected, chosen, isDown }: Outcome,
  { base, tags, text, registry, card }: TraceOptions,
): string {
  const where = {
    'well-known': `at the well-known URIs of ${base.origin}`,
    'curated-registry': `in the registry ${registry?.url ?? ''}`,
    direct: `in the card ${new URL(card ?? '/', base).href}`,
  }[strategy]
  const what = [
    ...(tags.length === 0 ? [] : [`tagged ${tags.map(show).join(' or ')}`]),
    ...(text === undefined ? [] : [`about ${show(text)}`]),
  ].join(' and ')
  const fallback = isDown ? `The registry ${registry!.url} did not answer. ` : ''
  const found = `${fallback}Looked ${where} for a skill${what === '' ? '' : ` ${what}`}: found ${hits.length} in ${cards.length} card${cards.length === 1 ? '' : 's'}.`
  if (selected === null || chosen === undefined) return `${found} None was selected.`
  const { protocolBinding, protocolVersion } = selected.preferredInterface
  return `${found} Selected ${show(selected.skillId)} of ${show(chosen.card.name)} over ${protocolBinding} ${protocolVersion}.`
}

/** Members that only cards before 1.0 have. */
const OLD_MEMBERS = [
  'url',
  'preferredTransport',
  'additionalInterfaces',
  'protocolVersion',
  'security',
  'supportsAuthenticatedExtendedCard',
]

function judge(
  cards: readonly Card[],
  hits: readonly Hit[],
  passed: readonly Hit[],
  chosen: Hit | undefined,
  options: TraceOptions,
): Diagnostic[] {
  const { base, bindings = BINDINGS, tags, text } = options
  const found = [...new Set(hits.map(({ card }) => card))]
  const old = found
    .filter(({ json }) => json['supportedInterfaces'] !== undefined && cardForm(json) === '1.0')
    .flatMap(({ url, json }) => {
      const names = OLD_MEMBERS.filter((name) => name in json)
      return names.length === 0
        ? []
        : [diagnose('TRACE_OLD_MEMBER', { url, pointer: `/${names[0]!}` }, { members: names })]
    })
  const silent = [...new Set(passed.map(({ card }) => card))].map(({ url, json, name }) =>
    diagnose(
      'TRACE_NO_BINDING',
      { url },
      {
        name,
        client: bindings,
        agent: declaredInterfaces(json).map(({ binding, version }) => `${String(binding)} ${String(version)}`),
      },
    ),
  )
  const streaming =
    chosen === undefined
      ? undefined
      : isObject(chosen.card.json['capabilities'])
        ? chosen.card.json['capabilities']['streaming']
        : undefined
  return [
    ...(cards.length === 0 ? [diagnose('TRACE_NO_CARD', { url: base.href }, {})] : []),
    ...(cards.length > 0 && hits.length === 0
      ? [
          diagnose(
            'TRACE_NO_HIT',
            { url: base.href },
            { tags, ...(text === undefined ? {} : { text }), known: knownTags(cards) },
          ),
        ]
      : []),
    ...old,
    ...silent,
    ...(hits.length > 0 && chosen === undefined
      ? [diagnose('TRACE_NOT_SELECTED', { url: base.href }, { count: hits.length })]
      : []),
    ...(chosen !== undefined && streaming !== true
      ? [
          diagnose(
            'TRACE_NO_STREAMING',
            { url: chosen.card.url, pointer: '/capabilities/streaming' },
            { name: chosen.card.name },
          ),
        ]
      : []),
  ]
}

function knownTags(cards: readonly Card[]): string[] {
  const tags = cards.flatMap(({ json }) =>
    each(json['skills'], '').flatMap(([skill]) => (Array.isArray(skill['tags']) ? skill['tags'] : [])),
  )
  return [...new Set(tags.filter((tag) => typeof tag === 'string'))].toSorted()
}

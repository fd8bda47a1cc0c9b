import type { Agent, Catalog } from '../catalog.ts'
import { formatOptions, type Config } from '../config.ts'
import { compareText, isObject, serializeJson, type JsonObject, type JsonValue } from '../json.ts'
import { agentCardSchema } from '../schemas/agent-card.ts'
import { agentCardV03Schema } from '../schemas/agent-card-v03.ts'
import type { Artifact } from '../site.ts'
import { cardToV03, unionCard } from './agent-card-v03.ts'
import { generationOf, objects, type CardForm, type Generation } from './agent-interfaces.ts'
import { withoutPatch } from './agent-interfaces-check.ts'
import { referencedFiles, resolveSkillEntries } from './agent-skill-entries.ts'
import { canonicalMembers } from './canonical-members.ts'
import type { Format, FormatContext } from './format.ts'

const WELL_KNOWN = '.well-known/agent-card.json'

/** Path of the primary agent's card up to A2A 0.2. */
const LEGACY = '.well-known/agent.json'

/** Agent Cards: the primary agent's at the well-known URI, every agent's below its own path, 0.3 where it is spoken. */
export const agentCard: Format = {
  name: 'agent-card',
  summary: 'The Agent Card of every A2A agent, and that of the primary one at the well-known URI.',
  specifications: [
    { title: 'Agent2Agent (A2A) Protocol', version: '1.0.1', date: '2026-05-26', url: 'https://a2a-protocol.org/latest/specification/' },
    { title: 'Agent2Agent (A2A) Protocol', version: '0.3.0', date: '2025-07-30', url: 'https://a2a-protocol.org/v0.3.0/specification/' },
  ],
  paths: [WELL_KNOWN, 'agents/SLUG/agent-card.json', `agents/SLUG/${WELL_KNOWN}`, 'agents/SLUG/agent-card.v0.3.json', LEGACY, 'agents/SLUG/extended-agent-card.json'],
  generate(context) {
    const { catalog, config } = context
    const { agent: primary } = primaryAgent(catalog.agents)
    const root = primary === undefined ? [] : [WELL_KNOWN, ...(formatOptions(config, 'agent-card')['legacyPath'] === true ? [LEGACY] : [])]
    return [...root.map((path) => artifact(path, primary!, discoveryCard(primary!, context), catalog)), ...catalog.agents.flatMap((agent) => agentArtifacts(agent, context))]
  },
}

/** How `createAgentCard` writes a card. */
export interface CardOptions {
  /** @default 1.0, or 0.3 for an agent that speaks only that */
  readonly form?: CardForm
  /** The card for authenticated clients, with what `extended` adds. @default false */
  readonly extended?: boolean
}

/**
 * The Agent Card of an agent, unsigned: members in the order of the specification, references resolved, defaults left out
 * but for `capabilities.streaming` and `pushNotifications`, so that every canonical form of the card is the same.
 *
 * @throws {TypeError} for a form of which the agent has no interface.
 */
export function createAgentCard(agent: Agent, catalog: Pick<Catalog, 'skills'>, config: Pick<Config, 'provider'>, { form, extended = false }: CardOptions = {}): JsonObject {
  const members = completeMembers(agent, catalog, config, extended)
  const chosen = form ?? nativeForm(agent)
  if (chosen === '0.3') return writeV03(members)
  const card = writeV1(members, chosen === 'hybrid' ? ['1.0', '0.3'] : ['1.0'])
  return chosen === 'hybrid' ? unionCard(card, writeV03(members)) : card
}

/** The generations an agent has interfaces of. */
export function generations(agent: Pick<Agent, 'card'>): ReadonlySet<Generation> {
  return new Set(objects(agent.card['supportedInterfaces'], '').flatMap(([entry]) => generationOf(entry['protocolVersion']) ?? []))
}

/**
 * The agent whose card is served at the well-known URI: the one marked `primary: true`, or the only one that is not
 * marked `false`. Private agents are asked only where no other agent takes the place, so both views agree.
 *
 * @returns `conflict`: the agents between which a mark must decide.
 */
export function primaryAgent(agents: readonly Agent[]): { readonly agent?: Agent; readonly conflict?: readonly Agent[] } {
  const seen = choosePrimary(agents.filter((agent) => agent.access !== 'private'))
  if (seen.agent !== undefined || seen.conflict !== undefined) return seen
  return choosePrimary(agents.filter((agent) => agent.access === 'private'))
}

function choosePrimary(agents: readonly Agent[]): ReturnType<typeof primaryAgent> {
  const marked = agents.filter((agent) => agent.primary === true)
  const candidates = marked.length > 0 ? marked : agents.filter((agent) => agent.primary === undefined)
  const [agent] = candidates
  if (agent === undefined) return {}
  return candidates.length === 1 ? { agent } : { conflict: candidates }
}

function agentArtifacts(agent: Agent, context: FormatContext): Artifact[] {
  const { catalog, config, view } = context
  const folder = `agents/${agent.slug}`
  const spoken = generations(agent)
  return [
    artifact(`${folder}/agent-card.json`, agent, createAgentCard(agent, catalog, config), catalog),
    artifact(`${folder}/${WELL_KNOWN}`, agent, discoveryCard(agent, context), catalog),
    ...(spoken.has('0.3') ? [artifact(`${folder}/agent-card.v0.3.json`, agent, createAgentCard(agent, catalog, config, { form: '0.3' }), catalog)] : []),
    ...(view === 'private' && agent.extended !== undefined
      ? [artifact(`${folder}/extended-agent-card.json`, agent, createAgentCard(agent, catalog, config, { extended: true }), catalog)]
      : []),
  ]
}

/** The card at a well-known path, where SDKs of both generations look: a union of both where that is asked for. */
function discoveryCard(agent: Agent, { catalog, config }: FormatContext): JsonObject {
  const hybrid = formatOptions(config, 'agent-card')['hybrid'] === true && generations(agent).size === 2
  return createAgentCard(agent, catalog, config, hybrid ? { form: 'hybrid' } : {})
}

function artifact(path: string, agent: Agent, card: JsonObject, catalog: Catalog): Artifact {
  const entries = [...agent.skills, ...(agent.extended?.skills ?? [])]
  const from = [...new Set([agent.document.file, ...referencedFiles(entries, catalog)])].toSorted(compareText)
  return { path, body: serializeJson(card), mediaType: 'application/json; charset=utf-8', cache: 'discovery', from, format: 'agent-card' }
}

function nativeForm(agent: Agent): Generation {
  return generations(agent).has('1.0') ? '1.0' : '0.3'
}

function completeMembers(agent: Agent, catalog: Pick<Catalog, 'skills'>, config: Pick<Config, 'provider'>, extended: boolean): JsonObject {
  const more = extended ? agent.extended : undefined
  const { name, url, organization } = config.provider
  const skills = addSkills(resolveSkillEntries(agent.skills, catalog), resolveSkillEntries(more?.skills ?? [], catalog))
  const card = addMembers(agent.card, more?.card ?? {})
  return { ...card, provider: card['provider'] ?? { url, organization: organization ?? name }, skills }
}

/** What an extended card says is added to a card, or replaces: objects member by member, anything else whole. */
export function addMembers(card: JsonObject, more: JsonObject): JsonObject {
  const merged = Object.entries(more).map(([key, value]): [string, JsonValue] => {
    const before = card[key]
    return [key, isObject(before) && isObject(value) ? { ...before, ...value } : value]
  })
  return { ...card, ...Object.fromEntries(merged) }
}

function addSkills(skills: readonly JsonObject[], more: readonly JsonObject[]): JsonObject[] {
  const replaced = new Set(more.map((skill) => skill['id']))
  return [...skills.filter((skill) => !replaced.has(skill['id'])), ...more]
}

function writeV1(members: JsonObject, versions: readonly Generation[]): JsonObject {
  const interfaces = objects(members['supportedInterfaces'], '').map(([entry]) => entry)
  const supportedInterfaces = versions.flatMap((version) =>
    interfaces.filter((i) => generationOf(i['protocolVersion']) === version).map((i) => ({ ...i, protocolVersion: withoutPatch(String(i['protocolVersion'])) })),
  )
  if (supportedInterfaces.length === 0) throw new TypeError('A 1.0 card needs an interface of A2A 1.0')
  return withAbilities(canonicalMembers({ ...members, supportedInterfaces }, agentCardSchema) as JsonObject)
}

function writeV03(members: JsonObject): JsonObject {
  return withAbilities(canonicalMembers(cardToV03(members), agentCardV03Schema) as JsonObject)
}

/** An empty `capabilities` has no form that all verifiers agree on, so two of its members are always written. */
function withAbilities(card: JsonObject): JsonObject {
  const { streaming = false, pushNotifications = false, ...rest } = isObject(card['capabilities']) ? card['capabilities'] : {}
  return { ...card, capabilities: { streaming, pushNotifications, ...rest } }
}

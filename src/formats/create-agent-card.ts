import type { Agent, Catalog } from '../catalog.ts'
import type { Config } from '../config.ts'
import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { agentCardSchema } from '../schemas/agent-card.ts'
import { agentCardV03Schema } from '../schemas/agent-card-v03.ts'
import { cardToV03, unionCard } from './agent-card-v03.ts'
import { generationOf, objects, type CardForm, type Generation } from './agent-interfaces.ts'
import { withoutPatch } from './agent-interfaces-check.ts'
import { resolveSkillEntries } from './agent-skill-entries.ts'
import { canonicalMembers } from './canonical-members.ts'

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
export function createAgentCard(
  agent: Agent,
  catalog: Pick<Catalog, 'skills'>,
  config: Pick<Config, 'provider'>,
  { form, extended = false }: CardOptions = {},
): JsonObject {
  const members = completeMembers(agent, catalog, config, extended)
  const chosen = form ?? nativeForm(agent)
  if (chosen === '0.3') return writeV03(members)
  const card = writeV1(members, chosen === 'hybrid' ? ['1.0', '0.3'] : ['1.0'])
  return chosen === 'hybrid' ? unionCard(card, writeV03(members)) : card
}

/** The generations an agent has interfaces of. */
export function generations(agent: Pick<Agent, 'card'>): ReadonlySet<Generation> {
  return new Set(
    objects(agent.card['supportedInterfaces'], '').flatMap(([entry]) => generationOf(entry['protocolVersion']) ?? []),
  )
}

function nativeForm(agent: Agent): Generation {
  return generations(agent).has('1.0') ? '1.0' : '0.3'
}

function completeMembers(
  agent: Agent,
  catalog: Pick<Catalog, 'skills'>,
  config: Pick<Config, 'provider'>,
  extended: boolean,
): JsonObject {
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
    interfaces
      .filter((i) => generationOf(i['protocolVersion']) === version)
      .map((i) => ({ ...i, protocolVersion: withoutPatch(String(i['protocolVersion'])) })),
  )
  if (supportedInterfaces.length === 0) throw new TypeError('A 1.0 card needs an interface of A2A 1.0')
  return withAbilities(canonicalMembers({ ...members, supportedInterfaces }, agentCardSchema) as JsonObject)
}

function writeV03(members: JsonObject): JsonObject {
  return withAbilities(canonicalMembers(cardToV03(members), agentCardV03Schema) as JsonObject)
}

/** An empty `capabilities` has no form that all verifiers agree on, so two of its members are always written. */
function withAbilities(card: JsonObject): JsonObject {
  const {
    streaming = false,
    pushNotifications = false,
    ...rest
  } = isObject(card['capabilities']) ? card['capabilities'] : {}
  return { ...card, capabilities: { streaming, pushNotifications, ...rest } }
}

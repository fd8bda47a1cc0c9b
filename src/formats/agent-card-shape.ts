import { problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import { schemeWrappers } from '../schemas/agent-card.ts'
import { cardForm, generationOf, objects, type CardForm } from './agent-interfaces.ts'
import { cardFromV03 } from './agent-card-v03.ts'
import { camelCaseMembers } from './agent-card-names.ts'
import { requirementsFromV03, requirementsToV03, schemeFromV03, schemeToV03 } from './agent-security-v03.ts'
import { maskUrl, memberName } from './endpoint-url.ts'

/** A card's members of the wrong generation, and the card as it would be without these mistakes. */
export interface CardShape {
  readonly form: CardForm
  readonly problems: readonly Problem[]
  /** The card in the form it should have, for all other checks: one mistake, one finding. */
  readonly card: JsonObject
  /** JSON Pointers of `card` whose values stand elsewhere in the source: new to old. */
  readonly moved: ReadonlyMap<string, string>
}

/**
 * Finds members that do not belong into a card of its generation: those of an older or newer version, snake_case names,
 * security in the other version's form. Each comes with its rewrite.
 *
 * @param form The card's form where the card alone does not tell. @default that of `cardForm`
 */
export function cardShape(written: JsonObject, { form: given }: { readonly form?: CardForm } = {}): CardShape {
  const names = camelCaseMembers(written)
  const form = given ?? cardForm(names.card)
  const repair: Repair = { form, card: { ...names.card }, problems: [...names.problems], moved: new Map(names.moved) }
  if (form === '1.0') repairV1(repair)
  if (form === '0.3') repairV03(repair)
  return repair
}

interface Repair {
  readonly form: CardForm
  card: Record<string, JsonValue>
  problems: Problem[]
  moved: Map<string, string>
}

const ENDPOINT_MEMBERS: readonly string[] = ['url', 'preferredTransport', 'additionalInterfaces', 'protocolVersion']

function repairV1(repair: Repair): void {
  repairEndpoints(repair)
  repairOwner(repair, repair.card, '', 'security', 'securityRequirements')
  repairFlag(repair, 'supportsAuthenticatedExtendedCard')
  repairFlag(repair, 'supportsExtendedAgentCard')
  repairAuthentication(repair)
  repairSchemes(repair)
  repairSkills(repair, (skill, at) => {
    repairOwner(repair, skill, at, 'security', 'securityRequirements')
    const requirements = repairRequirements(repair, skill['securityRequirements'], `${at}/securityRequirements`)
    if (requirements !== undefined) skill['securityRequirements'] = requirements
  })
  const requirements = repairRequirements(repair, repair.card['securityRequirements'], '/securityRequirements')
  if (requirements !== undefined) repair.card['securityRequirements'] = requirements
  repairMisplaced(repair)
}

function repairEndpoints({ card, problems, moved }: Repair): void {
  const old = ENDPOINT_MEMBERS.filter((member) => card[member] !== undefined)
  if (old.length === 0) return
  const spoken = generationOf(card['protocolVersion'])
  const { supportedInterfaces } = cardFromV03({ ...pick(card, ENDPOINT_MEMBERS), protocolVersion: spoken ?? '1.0' })
  const missing = !Array.isArray(card['supportedInterfaces']) || card['supportedInterfaces'].length === 0
  const rewrite = supportedInterfaces && missing ? `supportedInterfaces: ${inline(supportedInterfaces)}` : undefined
  for (const member of old) {
    problems.push(problem('AGENT_V03_MEMBER', pointerToken(member), { member, generation: '0.3', ...(rewrite ? { rewrite } : {}) }, 'key'))
    if (member !== 'url') delete card[member]
  }
  if (supportedInterfaces && missing) {
    card['supportedInterfaces'] = supportedInterfaces
    moved.set('/supportedInterfaces', '/url')
  }
  delete card['url']
}

/** A requirement list under the other generation's name. */
function repairOwner({ problems, moved }: Repair, owner: Record<string, JsonValue>, at: string, from: string, to: string): void {
  const value = owner[from]
  if (value === undefined) return
  const toV1 = to === 'securityRequirements'
  const converted = toV1 ? requirementsFromV03(value) : requirementsToV03(value)
  const args = { member: memberName(`${at}/${from}`), rewrite: `${to}: ${inline(converted)}` }
  problems.push(toV1 ? problem('AGENT_V03_MEMBER', `${at}/${from}`, { ...args, generation: '0.3' }, 'key') : problem('AGENT_V1_MEMBER', `${at}/${from}`, args, 'key'))
  if (owner[to] === undefined && Array.isArray(value)) {
    owner[to] = converted
    moved.set(`${at}/${to}`, `${at}/${from}`)
  }
  delete owner[from]
}

function repairFlag({ card, problems }: Repair, member: string): void {
  if (card[member] === undefined) return
  problems.push(problem('AGENT_V03_MEMBER', pointerToken(member), { member, generation: '0.3', rewrite: `capabilities: {extendedAgentCard: ${inline(card[member])}}` }, 'key'))
  delete card[member]
}

/** `authentication: {schemes: [...]}` of the first versions. */
function repairAuthentication({ card, problems }: Repair): void {
  const { authentication } = card
  if (authentication === undefined) return
  const named = isObject(authentication) && Array.isArray(authentication['schemes']) ? (authentication['schemes'] as readonly JsonValue[]) : []
  const names = named.filter((name): name is string => typeof name === 'string' && /^[A-Za-z]+$/.test(name))
  const schemes = Object.fromEntries(names.map((name) => [name.toLowerCase(), { httpAuthSecurityScheme: { scheme: name[0]!.toUpperCase() + name.slice(1) } }]))
  const rewrite = names.length === 0 ? undefined : `securitySchemes: ${inline(schemes)}, securityRequirements: ${inline(Object.keys(schemes).map((name) => ({ schemes: { [name]: { list: [] } } })))}`
  problems.push(problem('AGENT_V03_MEMBER', '/authentication', { member: 'authentication', generation: '0.2', ...(rewrite ? { rewrite } : {}) }, 'key'))
  delete card['authentication']
}

function repairSchemes({ card, problems, moved }: Repair): void {
  const schemes = card['securitySchemes']
  if (!isObject(schemes)) return
  card['securitySchemes'] = Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => {
      if (!isObject(scheme) || scheme['type'] === undefined || Object.keys(scheme).some((key) => key in schemeWrappers)) return [name, scheme]
      const at = `/securitySchemes${pointerToken(name)}`
      const converted = schemeFromV03(scheme)
      problems.push(problem('AGENT_SECURITY_SCHEME_FLAT', at, { name, ...(converted ? { rewrite: `${name}: ${inline(converted)}` } : {}) }, 'key'))
      for (const wrapper of Object.keys(converted ?? {})) moved.set(at + pointerToken(wrapper), at)
      // An unknown `type` is this one mistake; mutual TLS is the scheme that nothing else is required of.
      return [name, converted ?? { mtlsSecurityScheme: {} }]
    }),
  )
}

/** Requirements in the form of 0.3, or half of it, under the name of 1.0. */
function repairRequirements({ problems }: Repair, list: JsonValue | undefined, at: string): JsonValue | undefined {
  if (!Array.isArray(list)) return list
  return (list as readonly JsonValue[]).map((entry, i): JsonValue => {
    if (!isObject(entry)) return entry
    const { schemes, ...others } = entry
    const flat = schemes === undefined ? Object.entries(others).filter(([, scopes]) => Array.isArray(scopes)) : []
    const short = isObject(schemes) ? Object.entries(schemes).filter(([, scopes]) => Array.isArray(scopes)) : []
    if (flat.length === 0 && short.length === 0) return entry
    const all = Object.entries(isObject(schemes) ? schemes : others).map(([name, scopes]): [string, JsonValue] => [name, Array.isArray(scopes) ? { list: scopes } : scopes])
    const fixed = { schemes: Object.fromEntries(all) }
    const pointer = at + pointerToken(i)
    problems.push(problem('AGENT_REQUIREMENT_SHAPE', pointer, { member: memberName(pointer), rewrite: inline(fixed) }))
    return fixed
  })
}

const PARAMS = 'Put it into the `params` of an entry of `capabilities.extensions`, or remove it.'
const MISPLACED: Readonly<Record<string, string>> = {
  extensions: 'Move it to `capabilities.extensions`.',
  metadata: PARAMS,
  protocolVersions: 'Give each entry of `supportedInterfaces` its `protocolVersion`.',
  id: PARAMS,
}

function repairMisplaced({ card, problems }: Repair): void {
  for (const [member, place] of Object.entries(MISPLACED)) {
    if (card[member] === undefined) continue
    problems.push(problem('AGENT_MEMBER_MISPLACED', pointerToken(member), { member, place }, 'key'))
    delete card[member]
  }
  const { capabilities, supportedInterfaces } = card
  const speaksV03 = objects(supportedInterfaces, '').some(([entry]) => generationOf(entry['protocolVersion']) === '0.3')
  if (!isObject(capabilities) || capabilities['stateTransitionHistory'] === undefined) return
  const { stateTransitionHistory: _, ...rest } = capabilities
  card['capabilities'] = rest
  const place = speaksV03 ? 'Remove it; a 0.3 card of its own may hold it.' : 'Remove it.'
  problems.push(problem('AGENT_MEMBER_MISPLACED', '/capabilities/stateTransitionHistory', { member: 'capabilities.stateTransitionHistory', place }, 'key'))
}

function repairV03(repair: Repair): void {
  const { card, problems, moved } = repair
  repairOwner(repair, card, '', 'securityRequirements', 'security')
  repairAuthentication(repair)
  repairSkills(repair, (skill, at) => repairOwner(repair, skill, at, 'securityRequirements', 'security'))
  const { capabilities, securitySchemes } = card
  if (isObject(capabilities) && capabilities['extendedAgentCard'] !== undefined) {
    const { extendedAgentCard, ...rest } = capabilities
    card['capabilities'] = rest
    const rewrite = `supportsAuthenticatedExtendedCard: ${inline(extendedAgentCard!)}`
    problems.push(problem('AGENT_V1_MEMBER', '/capabilities/extendedAgentCard', { member: 'capabilities.extendedAgentCard', rewrite }, 'key'))
  }
  if (!isObject(securitySchemes)) return
  card['securitySchemes'] = Object.fromEntries(
    Object.entries(securitySchemes).map(([name, scheme]) => {
      const wrapper = isObject(scheme) && scheme['type'] === undefined ? Object.keys(scheme).find((key) => key in schemeWrappers) : undefined
      if (wrapper === undefined) return [name, scheme]
      const at = `/securitySchemes${pointerToken(name)}`
      const flat = schemeToV03(scheme as JsonObject)
      problems.push(problem('AGENT_V1_MEMBER', at + pointerToken(wrapper), { member: wrapper, rewrite: `${name}: ${inline(flat)}` }, 'key'))
      moved.set(at, at + pointerToken(wrapper))
      return [name, flat]
    }),
  )
}

function repairSkills({ card }: Repair, change: (skill: Record<string, JsonValue>, at: string) => void): void {
  if (!Array.isArray(card['skills'])) return
  card['skills'] = (card['skills'] as readonly JsonValue[]).map((skill, i) => {
    if (!isObject(skill)) return skill
    const copy = { ...skill }
    change(copy, `/skills/${i}`)
    return copy
  })
}

function pick(object: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(members.flatMap((m): [string, JsonValue][] => (object[m] === undefined ? [] : [[m, object[m]]])))
}

/** A value as it can be pasted into YAML and JSON, without credentials in its URLs. */
function inline(value: JsonValue): string {
  return JSON.stringify(value, (_, v: unknown) => (typeof v === 'string' && v.includes('//') ? maskUrl(v) : v))
}

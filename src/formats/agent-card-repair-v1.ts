import { problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import { schemeWrappers } from '../schemas/agent-security.ts'
import { inline, repairAuthentication, repairOwner, repairSkills, type Repair } from './agent-card-repair.ts'
import { cardFromV03 } from './agent-card-v03.ts'
import { generationOf, objects } from './agent-interfaces.ts'
import { schemeFromV03 } from './agent-security-v03.ts'
import { memberName } from '../json.ts'

const ENDPOINT_MEMBERS: readonly string[] = ['url', 'preferredTransport', 'additionalInterfaces', 'protocolVersion']

/** Puts a 1.0 card right that holds members or forms of older versions, or members in places where 1.0 has none. */
export function repairV1(repair: Repair): void {
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
  // One mistake, although it takes several members to make it.
  problems.push(
    problem(
      'AGENT_V03_MEMBER',
      pointerToken(old[0]!),
      { members: old, generation: '0.3', ...(rewrite ? { rewrite } : {}) },
      'key',
    ),
  )
  for (const member of old) delete card[member]
  if (supportedInterfaces === undefined || !missing) return
  card['supportedInterfaces'] = supportedInterfaces
  moved.set('/supportedInterfaces', '/url')
}

function repairFlag({ card, problems }: Repair, member: string): void {
  if (card[member] === undefined) return
  problems.push(
    problem(
      'AGENT_V03_MEMBER',
      pointerToken(member),
      { members: [member], generation: '0.3', rewrite: `capabilities: {extendedAgentCard: ${inline(card[member])}}` },
      'key',
    ),
  )
  delete card[member]
}

function repairSchemes({ card, problems, moved }: Repair): void {
  const schemes = card['securitySchemes']
  if (!isObject(schemes)) return
  card['securitySchemes'] = Object.fromEntries(
    Object.entries(schemes).map(([name, scheme]) => {
      if (!isObject(scheme) || scheme['type'] === undefined || Object.keys(scheme).some((key) => key in schemeWrappers))
        return [name, scheme]
      const at = `/securitySchemes${pointerToken(name)}`
      const converted = schemeFromV03(scheme)
      problems.push(
        problem(
          'AGENT_SECURITY_SCHEME_FLAT',
          at,
          { name, ...(converted ? { rewrite: `${name}: ${inline(converted)}` } : {}) },
          'key',
        ),
      )
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
    const all = Object.entries(isObject(schemes) ? schemes : others).map(([name, scopes]): [string, JsonValue] => [
      name,
      Array.isArray(scopes) ? { list: scopes } : scopes,
    ])
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
  problems.push(
    problem(
      'AGENT_MEMBER_MISPLACED',
      '/capabilities/stateTransitionHistory',
      { member: 'capabilities.stateTransitionHistory', place },
      'key',
    ),
  )
}

function pick(object: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(
    members.flatMap((m): [string, JsonValue][] => (object[m] === undefined ? [] : [[m, object[m]]])),
  )
}

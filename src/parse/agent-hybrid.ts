import { isDeepStrictEqual } from 'node:util'
import { problem, type Problem } from '../diagnostics/problem.ts'
import { cardToV03 } from '../formats/agent-card-v03.ts'
import { objects } from '../formats/agent-interfaces.ts'
import { schemeFromV03, schemeToV03 } from '../formats/agent-security-v03.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import { schemeWrappers } from '../schemas/agent-security.ts'

const V03_MEMBERS = [
  'protocolVersion',
  'url',
  'preferredTransport',
  'additionalInterfaces',
  'security',
  'supportsAuthenticatedExtendedCard',
] as const

/**
 * The 1.0 members of a card that holds those of 0.3 too, as servers of both versions send it. The 0.3 members must repeat
 * what the others say: they are written anew from those.
 */
export function hybridAsV1(hybrid: JsonObject): { card: JsonObject; problems: readonly Problem[] } {
  const card = withoutV03(hybrid)
  const derived = cardToV03(card)
  const members = V03_MEMBERS.filter(
    (member) =>
      member !== 'protocolVersion' && hybrid[member] !== undefined && !agrees(member, hybrid[member], derived[member]),
  )
  const security = requirementsOf(hybrid).filter(
    ([pointer, said]) => pointer !== '/security' && !agrees('security', said, requirementsAt(derived, pointer)),
  )
  return {
    card,
    problems: [
      ...members.map((member) => mismatch(pointerToken(member), member, derived[member])),
      ...security.map(([pointer]) => mismatch(pointer, 'security', requirementsAt(derived, pointer))),
      ...schemeMismatches(hybrid),
    ],
  }
}

function mismatch(pointer: string, member: string, derived: JsonValue | undefined): Problem {
  return problem(
    'AGENT_HYBRID_MISMATCH',
    pointer,
    { member, ...(derived === undefined ? {} : { derived: JSON.stringify(derived) }) },
    'key',
  )
}

function agrees(member: string, said: JsonValue, derived: JsonValue | undefined): boolean {
  if (member === 'supportsAuthenticatedExtendedCard') return said === (derived ?? false)
  if (member !== 'additionalInterfaces') return isDeepStrictEqual(said, derived ?? [])
  const known = new Set(objects(derived, '').map(([entry]) => JSON.stringify([entry['url'], entry['transport']])))
  return objects(said, '').every(([entry]) => known.has(JSON.stringify([entry['url'], entry['transport']])))
}

function requirementsOf(card: JsonObject): [string, JsonValue][] {
  return objects(card['skills'], '/skills').flatMap(([skill, at]): [string, JsonValue][] =>
    skill['security'] === undefined ? [] : [[`${at}/security`, skill['security']]],
  )
}

function requirementsAt(card: JsonObject, pointer: string): JsonValue | undefined {
  return objects(card['skills'], '/skills').find(([, at]) => `${at}/security` === pointer)?.[0]['security']
}

function schemeMismatches({ securitySchemes }: JsonObject): Problem[] {
  if (!isObject(securitySchemes)) return []
  return Object.entries(securitySchemes).flatMap(([name, scheme]) => {
    if (!isObject(scheme) || scheme['type'] === undefined || !hasWrapper(scheme)) return []
    const flat = Object.fromEntries(Object.entries(scheme).filter(([key]) => !(key in schemeWrappers)))
    const derived = schemeToV03(scheme)
    return isDeepStrictEqual(flat, derived) ? [] : [mismatch(`/securitySchemes${pointerToken(name)}`, name, derived)]
  })
}

function withoutV03(hybrid: JsonObject): JsonObject {
  const { capabilities, securitySchemes, skills } = hybrid
  const { stateTransitionHistory: _, ...abilities } = isObject(capabilities) ? capabilities : {}
  return {
    ...Object.fromEntries(
      Object.entries(hybrid).filter(([member]) => !(V03_MEMBERS as readonly string[]).includes(member)),
    ),
    ...(isObject(capabilities) ? { capabilities: abilities } : {}),
    ...(isObject(securitySchemes)
      ? {
          securitySchemes: Object.fromEntries(
            Object.entries(securitySchemes).map(([name, scheme]) => [
              name,
              isObject(scheme) ? schemeAsV1(scheme) : scheme,
            ]),
          ),
        }
      : {}),
    ...(Array.isArray(skills)
      ? { skills: (skills as readonly JsonValue[]).map((skill) => (isObject(skill) ? withoutSecurity(skill) : skill)) }
      : {}),
  }
}

function schemeAsV1(scheme: JsonObject): JsonObject {
  if (!hasWrapper(scheme)) return schemeFromV03(scheme) ?? scheme
  return Object.fromEntries(Object.entries(scheme).filter(([key]) => key in schemeWrappers))
}

function hasWrapper(scheme: JsonObject): boolean {
  return Object.keys(scheme).some((key) => key in schemeWrappers)
}

function withoutSecurity({ security: _, ...skill }: JsonObject): JsonObject {
  return skill
}

import { problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import { generationOf, objects } from './agent-interfaces.ts'
import { requirementsFromV03, requirementsToV03, schemeFromV03, schemeToV03 } from './agent-security-v03.ts'

/** What a 0.3 card says when its `protocolVersion` is absent (JSON Schema of v0.3.0). */
const DEFAULT_VERSION = '0.3.0'

/**
 * The 0.3 members of a card: the mapping that the SDKs' compatibility layers use, for the 0.3 interfaces alone, because
 * an endpoint of 1.0 speaks other methods.
 *
 * @param card A2A 1.0 AgentCard members with at least one interface of 0.3.
 * @throws {TypeError} for a card without one.
 */
export function cardToV03(card: JsonObject): JsonObject {
  const { supportedInterfaces, capabilities, securitySchemes, securityRequirements, skills, ...rest } = card
  const interfaces = objects(supportedInterfaces, '')
    .map(([entry]) => entry)
    .filter((entry) => generationOf(entry['protocolVersion']) === '0.3')
  const [main] = interfaces
  if (main === undefined) throw new TypeError('A 0.3 card needs an interface of A2A 0.3')
  const { extendedAgentCard, ...abilities } = isObject(capabilities) ? capabilities : {}
  return {
    protocolVersion: /^0\.3\.\d+$/.test(String(main['protocolVersion'])) ? main['protocolVersion']! : DEFAULT_VERSION,
    url: main['url'] ?? '',
    preferredTransport: main['protocolBinding'] ?? '',
    // A2A 0.3, section 5.6: all endpoints with their transports, the main one too.
    ...(interfaces.length > 1
      ? {
          additionalInterfaces: interfaces.map((i) => ({ url: i['url'] ?? '', transport: i['protocolBinding'] ?? '' })),
        }
      : {}),
    ...rest,
    capabilities: abilities,
    ...(isObject(securitySchemes) ? { securitySchemes: mapMembers(securitySchemes, schemeToV03) } : {}),
    ...(securityRequirements === undefined ? {} : { security: requirementsToV03(securityRequirements) }),
    ...(Array.isArray(skills)
      ? { skills: (skills as readonly JsonValue[]).map((s) => (isObject(s) ? skillToV03(s) : s)) }
      : {}),
    ...(extendedAgentCard === undefined ? {} : { supportsAuthenticatedExtendedCard: extendedAgentCard }),
  }
}

/**
 * A 0.3 card in 1.0 members, losslessly for `cardToV03`: `capabilities.stateTransitionHistory` and several OAuth flows in
 * one scheme stay, which a card written as 1.0 could not hold.
 */
export function cardFromV03(card: JsonObject): JsonObject {
  const {
    protocolVersion,
    url,
    preferredTransport,
    additionalInterfaces,
    capabilities,
    securitySchemes,
    security,
    skills,
    supportsAuthenticatedExtendedCard,
    ...rest
  } = card
  const version = typeof protocolVersion === 'string' ? protocolVersion : DEFAULT_VERSION
  const main = { url: url ?? '', protocolBinding: preferredTransport ?? 'JSONRPC', protocolVersion: version }
  const others = objects(additionalInterfaces, '')
    .map(([entry]) => ({
      url: entry['url'] ?? '',
      protocolBinding: entry['transport'] ?? '',
      protocolVersion: version,
    }))
    .filter((entry) => entry.url !== main.url || entry.protocolBinding !== main.protocolBinding)
  return {
    ...rest,
    ...(url === undefined ? {} : { supportedInterfaces: [main, ...others] }),
    ...(isObject(capabilities) || supportsAuthenticatedExtendedCard !== undefined
      ? {
          capabilities: {
            ...(isObject(capabilities) ? capabilities : {}),
            ...(supportsAuthenticatedExtendedCard === undefined
              ? {}
              : { extendedAgentCard: supportsAuthenticatedExtendedCard }),
          },
        }
      : {}),
    ...(isObject(securitySchemes)
      ? { securitySchemes: mapMembers(securitySchemes, (s) => schemeFromV03(s) ?? {}) }
      : {}),
    ...(security === undefined ? {} : { securityRequirements: requirementsFromV03(security) }),
    ...(Array.isArray(skills)
      ? { skills: (skills as readonly JsonValue[]).map((s) => (isObject(s) ? skillFromV03(s) : s)) }
      : {}),
  }
}

/**
 * One card for clients of both versions (the union that servers of both versions send): 0.3 members, then what 1.0 adds;
 * every security scheme in both forms, `type` first.
 *
 * @param card The card in the form of 1.0, with its interfaces of both versions.
 * @param old The same card in the form of 0.3.
 */
export function unionCard(card: JsonObject, old: JsonObject): JsonObject {
  return merge(old, card)
}

/** What a 1.0 card says that the 0.3 card beside it cannot. */
export function lostInV03(card: JsonObject): Problem[] {
  const tenants = objects(card['supportedInterfaces'], '/supportedInterfaces').flatMap(([entry, at]) =>
    generationOf(entry['protocolVersion']) === '0.3' && entry['tenant']
      ? [problem('AGENT_V03_LOST', `${at}/tenant`, { member: 'tenant', reason: 'A2A 0.3 has no tenants' }, 'key')]
      : [],
  )
  const schemes = isObject(card['securitySchemes']) ? Object.entries(card['securitySchemes']) : []
  return [...tenants, ...schemes.flatMap(([name, scheme]) => lostFlows(name, scheme))]
}

function lostFlows(name: string, scheme: JsonValue): Problem[] {
  const oauth = isObject(scheme) ? scheme['oauth2SecurityScheme'] : undefined
  const flows = isObject(oauth) && isObject(oauth['flows']) ? oauth['flows'] : {}
  const at = `/securitySchemes${pointerToken(name)}/oauth2SecurityScheme/flows`
  const code = flows['authorizationCode']
  return [
    ...(flows['deviceCode'] !== undefined && Object.keys(flows).length === 1
      ? [problem('AGENT_V03_NO_FLOW', `${at}/deviceCode`, { name }, 'key')]
      : []),
    ...(isObject(code) && code['pkceRequired'] === true
      ? [
          problem(
            'AGENT_V03_LOST',
            `${at}/authorizationCode/pkceRequired`,
            { member: 'pkceRequired', reason: 'A2A 0.3 has no flag for PKCE' },
            'key',
          ),
        ]
      : []),
  ]
}

function skillToV03({ securityRequirements, ...skill }: JsonObject): JsonObject {
  return securityRequirements === undefined ? skill : { ...skill, security: requirementsToV03(securityRequirements) }
}

function skillFromV03({ security, ...skill }: JsonObject): JsonObject {
  return security === undefined ? skill : { ...skill, securityRequirements: requirementsFromV03(security) }
}

function mapMembers(object: JsonObject, change: (value: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, isObject(value) ? change(value) : value]),
  )
}

/** Members of both, those of the first in front; lists of the same length item by item. */
function merge(first: JsonValue, second: JsonValue): JsonObject
function merge(first: JsonValue, second: JsonValue): JsonValue {
  if (isObject(first) && isObject(second)) {
    const shared = Object.entries(first).map(([key, value]): [string, JsonValue] => [
      key,
      key in second ? merge(value, second[key]!) : value,
    ])
    return {
      ...Object.fromEntries(shared),
      ...Object.fromEntries(Object.entries(second).filter(([key]) => !(key in first))),
    }
  }
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length)
    return first.map((item: JsonValue, i) => merge(item, second[i]))
  return first
}

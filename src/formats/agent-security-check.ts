import { closest } from '../diagnostics/closest.ts'
import { problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import { schemeWrappers } from '../schemas/agent-security.ts'
import { cardForm, objects } from './agent-interfaces.ts'
import { checkUrl } from '../url-check.ts'
import { memberName } from '../json.ts'

const KINDS: readonly string[] = Object.keys(schemeWrappers)

/** Checks a card's security schemes and every requirement that names one, its skills' too, in either generation's form. */
export function checkSecurity(card: JsonObject, development: boolean): Problem[] {
  const schemes = isObject(card['securitySchemes']) ? Object.entries(card['securitySchemes']) : []
  const form = cardForm(card)
  return [
    ...schemes.flatMap(([name, scheme]) => {
      if (!isObject(scheme)) return []
      const pointer = `/securitySchemes${pointerToken(name)}`
      return [
        ...(form === '0.3'
          ? checkFlatFlows(name, scheme, pointer)
          : checkKind(name, scheme, pointer, form === 'hybrid')),
        ...checkUrls(scheme, pointer, development),
      ]
    }),
    ...checkRequirements(
      card,
      '',
      schemes.map(([name]) => name),
    ),
    ...objects(card['skills'], '/skills').flatMap(([skill, pointer]) =>
      checkRequirements(
        skill,
        pointer,
        schemes.map(([name]) => name),
      ),
    ),
  ]
}

function checkKind(name: string, scheme: JsonObject, pointer: string, hybrid: boolean): Problem[] {
  const kinds = Object.keys(scheme).filter((key) => KINDS.includes(key))
  if (kinds.length !== 1) {
    const [other] = Object.keys(scheme)
    const suggestion = kinds.length === 0 && other !== undefined && !hybrid ? closest(other, KINDS) : undefined
    return [
      problem(
        'AGENT_SECURITY_SCHEME',
        pointer,
        { name, kinds, known: KINDS, ...(suggestion ? { suggestion } : {}) },
        'key',
      ),
    ]
  }
  const wrapper = scheme[kinds[0]!]
  if (kinds[0] !== 'oauth2SecurityScheme' || !isObject(wrapper) || !isObject(wrapper['flows'])) return []
  const flows = Object.keys(wrapper['flows'])
  const at = `${pointer}/oauth2SecurityScheme/flows`
  if (flows.length !== 1) return [problem('AGENT_OAUTH_FLOWS', at, { name, flows }, 'key')]
  return deprecated(flows, at)
}

function checkFlatFlows(name: string, scheme: JsonObject, pointer: string): Problem[] {
  if (scheme['type'] !== 'oauth2' || !isObject(scheme['flows']) || Object.keys(scheme['flows']).length > 0) return []
  return [problem('AGENT_OAUTH_FLOWS', `${pointer}/flows`, { name, flows: [] }, 'key')]
}

function deprecated(flows: readonly string[], pointer: string): Problem[] {
  return flows
    .filter((f) => f === 'implicit' || f === 'password')
    .map((flow) => problem('AGENT_OAUTH_DEPRECATED', pointer + pointerToken(flow), { flow }, 'key'))
}

/** URLs of authorization servers, wherever in the scheme they stand. */
function checkUrls(value: JsonObject, pointer: string, development: boolean): Problem[] {
  return Object.entries(value).flatMap(([key, member]) => {
    const at = pointer + pointerToken(key)
    if (key === 'scopes') return []
    if (isObject(member)) return checkUrls(member, at, development)
    if (typeof member !== 'string' || member === '' || !key.endsWith('Url')) return []
    return checkUrl(member, at, { development })
  })
}

function checkRequirements(owner: JsonObject, pointer: string, declared: readonly string[]): Problem[] {
  const wrapped = objects(owner['securityRequirements'], `${pointer}/securityRequirements`).flatMap(([entry, at]) =>
    checkNames(entry['schemes'] ?? {}, `${at}/schemes`, at, declared),
  )
  const flat = objects(owner['security'], `${pointer}/security`).flatMap(([entry, at]) =>
    checkNames(entry, at, at, declared),
  )
  return [...wrapped, ...flat]
}

function checkNames(schemes: JsonValue, pointer: string, entry: string, declared: readonly string[]): Problem[] {
  if (!isObject(schemes)) return []
  const names = Object.keys(schemes)
  if (names.length === 0) return [problem('AGENT_REQUIREMENT_EMPTY', entry, { member: memberName(entry) })]
  return names
    .filter((name) => !declared.includes(name))
    .map((name) => {
      const suggestion = closest(name, declared)
      return problem(
        'AGENT_REQUIREMENT_UNDECLARED',
        pointer + pointerToken(name),
        { name, declared, ...(suggestion ? { suggestion } : {}) },
        'key',
      )
    })
}

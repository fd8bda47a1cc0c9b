import type { Agent, Catalog } from '../catalog.ts'
import { formatOptions, type Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { locate, problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, memberName, pointerToken, pointerTokens, type JsonObject, type JsonValue } from '../json.ts'
import { agentCardMessage, type Presence, type Shape } from '../sign/agent-card-message.ts'
import { createAgentCard, generations } from './create-agent-card.ts'

/**
 * Findings about agents whose cards verifiers read in different ways, so that one signature does not serve all of them.
 * Only for builds that sign.
 */
export function checkAgentSignatures(
  catalog: Pick<Catalog, 'agents' | 'skills'>,
  config: Pick<Config, 'provider' | 'formats'>,
): Diagnostic[] {
  if (config.formats['agent-card'] === false) return []
  return catalog.agents.flatMap((agent) => {
    if (!generations(agent).has('1.0')) return []
    const problems = portabilityProblems(createAgentCard(agent, catalog, config))
    const known = new Set(problems.map((p) => JSON.stringify(p)))
    const more =
      agent.extended === undefined
        ? []
        : portabilityProblems(createAgentCard(agent, catalog, config, { extended: true }))
    const isHybrid = formatOptions(config, 'agent-card')['hybrid'] === true && generations(agent).has('0.3')
    return [
      ...problems.map((p) => locate({ ...p, pointer: sourcePointer(p.pointer, agent) }, agent.document)),
      ...more
        .filter((p) => !known.has(JSON.stringify(p)))
        .map((p) => locate({ ...p, pointer: `/extended${p.pointer}` }, agent.document)),
      ...(isHybrid ? [diagnose('SIGNATURE_HYBRID', agent.document.at('', 'key'), {})] : []),
    ]
  })
}

/**
 * The members of a 1.0 card that keep it out of the portable profile: what the readings of the card treat differently
 * (A2A 1.0, 8.4.1 against the SDKs and RFC 8785), and what old canonicalisers write differently. Pointers are the card's.
 */
export function portabilityProblems(card: JsonObject): Problem[] {
  const { signatures: _, ...unsigned } = card
  return [...emptyMembers(unsigned, agentCardMessage, '', 'required'), ...foreignText(unsigned), ...numbers(unsigned)]
}

const REQUIREMENT = /\/securityRequirements\/\d+\/schemes\/[^/]+(?=(?:\/list)?$)/
const MUTUAL_TLS = /\/mtlsSecurityScheme(?:\/description)?$/

/** Members without content, whose presence the readings decide differently. */
function emptyMembers(value: JsonValue, shape: Shape, pointer: string, presence: Presence): Problem[] {
  if (isEmpty(value)) return [emptyProblem(value, pointer, presence)]
  if (presence === 'implicit' && (value === false || value === 0)) return [emptyProblem(value, pointer, presence)]
  if (Array.isArray(value)) {
    const items = typeof shape === 'object' && 'list' in shape ? shape.list : 'json'
    return (value as readonly JsonValue[]).flatMap((item, i) =>
      emptyMembers(item, items, pointer + pointerToken(i), 'required'),
    )
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, member]) => {
    const at = pointer + pointerToken(key)
    if (typeof shape === 'object' && 'members' in shape) {
      const known = Object.hasOwn(shape.members, key) ? shape.members[key] : undefined
      return known === undefined ? [] : emptyMembers(member, known[1], at, known[0])
    }
    return emptyMembers(member, typeof shape === 'object' && 'map' in shape ? shape.map : 'json', at, 'required')
  })
}

function emptyProblem(value: JsonValue, pointer: string, presence: Presence): Problem {
  const requirement = REQUIREMENT.exec(pointer)
  const at =
    requirement === null
      ? pointer.replace(MUTUAL_TLS, '/mtlsSecurityScheme')
      : pointer.slice(0, requirement.index + requirement[0].length)
  const member = memberName(at)
  if (requirement !== null)
    return problem('SIGNATURE_NOT_COVERED', at, { member, what: 'a requirement without scopes' })
  if (MUTUAL_TLS.test(pointer)) return problem('SIGNATURE_NOT_COVERED', at, { member, what: 'an empty scheme' })
  const specification = presence === 'implicit' || (value === null && !isFreeJson(pointer)) ? 'removes it' : 'keeps it'
  return problem('SIGNATURE_NOT_PORTABLE', at, { member, sdk: 'remove it', specification, received: 'keep it' })
}

/** The first text outside of ASCII, as a key or a value. */
function foreignText(card: JsonObject): Problem[] {
  const at = findFirst(
    card,
    '',
    (value, key) => (typeof value === 'string' && NOT_ASCII.test(value)) || NOT_ASCII.test(key),
  )
  return at === undefined
    ? []
    : [problem('SIGNATURE_NOT_ASCII', at, { member: memberName(at), what: 'characters outside of ASCII' })]
}

/** The first number; only the `params` of an extension can hold any. */
function numbers(card: JsonObject): Problem[] {
  const at = findFirst(card, '', (value) => typeof value === 'number')
  return at === undefined ? [] : [problem('SIGNATURE_NOT_ASCII', at, { member: memberName(at), what: 'a number' })]
}

const NOT_ASCII = /[^\0-\x7F]/

function findFirst(
  value: JsonValue,
  pointer: string,
  matches: (value: JsonValue, key: string) => boolean,
): string | undefined {
  const entries = Array.isArray(value)
    ? [...(value as readonly JsonValue[]).entries()]
    : isObject(value)
      ? Object.entries(value)
      : []
  for (const [key, member] of entries) {
    const at = pointer + pointerToken(key)
    const found = matches(member, String(key)) ? at : findFirst(member, at, matches)
    if (found !== undefined) return found
  }
  return undefined
}

/** Where a member of the card was written: entries of `skills` stand where the definition has them. */
function sourcePointer(pointer: string, { skills }: Agent): string {
  const [first, index, ...rest] = pointerTokens(pointer)
  const entry = first === 'skills' && index !== undefined ? skills[Number(index)] : undefined
  return entry === undefined ? pointer : entry.pointer + rest.map(pointerToken).join('')
}

function isFreeJson(pointer: string): boolean {
  return /^\/capabilities\/extensions\/\d+\/params\//.test(pointer)
}

function isEmpty(value: JsonValue): boolean {
  if (value === '' || value === null) return true
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
}

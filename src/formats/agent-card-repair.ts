import { problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, type JsonValue } from '../json.ts'
import type { CardForm } from './agent-interfaces.ts'
import { requirementsFromV03, requirementsToV03 } from './agent-security-v03.ts'
import { maskUrl } from '../url.ts'
import { memberName } from '../json.ts'

/** A card that is being put right, with what was found and where its values stood. */
export interface Repair {
  readonly form: CardForm
  card: Record<string, JsonValue>
  problems: Problem[]
  moved: Map<string, string>
}

/** A requirement list under the other generation's name. */
export function repairOwner(
  { problems, moved }: Repair,
  owner: Record<string, JsonValue>,
  at: string,
  from: string,
  to: string,
): void {
  const value = owner[from]
  if (value === undefined) return
  const toV1 = to === 'securityRequirements'
  const converted = toV1 ? requirementsFromV03(value) : requirementsToV03(value)
  const pointer = `${at}/${from}`
  const [member, rewrite] = [memberName(pointer), `${to}: ${inline(converted)}`]
  problems.push(
    toV1
      ? problem('AGENT_V03_MEMBER', pointer, { members: [member], generation: '0.3', rewrite }, 'key')
      : problem('AGENT_V1_MEMBER', pointer, { member, rewrite }, 'key'),
  )
  if (owner[to] === undefined && Array.isArray(value)) {
    owner[to] = converted
    moved.set(`${at}/${to}`, pointer)
  }
  delete owner[from]
}

/** `authentication: {schemes: [...]}` of the first versions, which neither generation knows. */
export function repairAuthentication({ card, problems }: Repair): void {
  const { authentication } = card
  if (authentication === undefined) return
  const named =
    isObject(authentication) && Array.isArray(authentication['schemes'])
      ? (authentication['schemes'] as readonly JsonValue[])
      : []
  const names = named.filter((name): name is string => typeof name === 'string' && /^[A-Za-z]+$/.test(name))
  const schemes = Object.fromEntries(
    names.map((name) => [
      name.toLowerCase(),
      { httpAuthSecurityScheme: { scheme: name[0]!.toUpperCase() + name.slice(1) } },
    ]),
  )
  const rewrite =
    names.length === 0
      ? undefined
      : `securitySchemes: ${inline(schemes)}, securityRequirements: ${inline(Object.keys(schemes).map((name) => ({ schemes: { [name]: { list: [] } } })))}`
  problems.push(
    problem(
      'AGENT_V03_MEMBER',
      '/authentication',
      { members: ['authentication'], generation: '0.2', ...(rewrite ? { rewrite } : {}) },
      'key',
    ),
  )
  delete card['authentication']
}

/** Applies a repair to a copy of every skill. */
export function repairSkills({ card }: Repair, change: (skill: Record<string, JsonValue>, at: string) => void): void {
  if (!Array.isArray(card['skills'])) return
  card['skills'] = (card['skills'] as readonly JsonValue[]).map((skill, i) => {
    if (!isObject(skill)) return skill
    const copy = { ...skill }
    change(copy, `/skills/${i}`)
    return copy
  })
}

/** A value as it can be pasted into YAML and JSON, without credentials in its URLs. */
export function inline(value: JsonValue): string {
  return JSON.stringify(value, (_, v: unknown) => (typeof v === 'string' && v.includes('//') ? maskUrl(v) : v))
}

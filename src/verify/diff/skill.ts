import { isObject, type JsonObject, type JsonValue } from '../../json.ts'
import {
  byMember,
  change,
  compareKeyed,
  compareSet,
  compareValue,
  sameJson,
  textsOf,
  withoutProse,
  type Change,
} from './change.ts'
import { compareOutputSchema, requirement } from './schema.ts'

/** What became of a skill: a Skill Descriptor, or the entry of an index where there is none (Skill Sharing 4 and 5.2). */
export function compareSkill(was: JsonObject, now: JsonObject): Change[] {
  return [
    ...compareAccess(was['access'], now['access']),
    ...compareValue('breaking', 'capability_type', was['capability_type'], now['capability_type']),
    ...compareEndpoint(was['endpoint'], now['endpoint']),
    ...compareInputs(was['inputs'], now['inputs']),
    ...compareOutputSchema(was['output'], now['output']),
    ...compareAuth(was['auth'], now['auth']),
    ...compareTags(was['tags'], now['tags']),
    ...['name', 'description', 'documentation_url'].flatMap((member) =>
      compareValue('compatible', member, was[member], now[member]),
    ),
  ]
}

/** What became of tags: whoever looks for one that is gone finds other skills, and everything else goes on. */
export function compareTags(was: JsonValue | undefined, now: JsonValue | undefined): Change[] {
  return compareSet('tag', textsOf(was), textsOf(now), { removed: 'compatible', added: 'compatible' })
}

const STRICTNESS: readonly unknown[] = ['public', 'restricted', 'private']

function compareAccess(was: JsonValue | undefined, now: JsonValue | undefined): Change[] {
  const isStricter = STRICTNESS.indexOf(now) > STRICTNESS.indexOf(was)
  return compareValue(isStricter ? 'breaking' : 'compatible', 'access', was, now)
}

function compareEndpoint(was: JsonValue | undefined, now: JsonValue | undefined): Change[] {
  const [old, current] = [was, now].map((endpoint) => (isObject(endpoint) ? endpoint : {}))
  const names = [...new Set([...Object.keys(old!), ...Object.keys(current!)])]
  return names.flatMap((name) => {
    const isNew = old![name] === undefined && !['url', 'method'].includes(name)
    return compareValue(isNew ? 'compatible' : 'breaking', `endpoint ${name}`, old![name], current![name])
  })
}

function compareInputs(was: JsonValue | undefined, now: JsonValue | undefined): Change[] {
  return compareKeyed(byMember(was, 'name'), byMember(now, 'name'), {
    removed: (_, name) => [change('breaking', 'input', 'removed', { name })],
    added: (input, name) =>
      input['required'] === true
        ? [change('breaking', 'required input', 'added', { name })]
        : [change('compatible', 'input', 'added', { name })],
    both: (a, b, name) => [
      ...requirement(a['required'] === true, b['required'] === true, 'input', name),
      ...compareValue('breaking', 'type of the input', a['type'], b['type'], name),
      ...compareRest(a, b, name),
    ],
  })
}

function compareRest(was: JsonObject, now: JsonObject, name: string): Change[] {
  const [old, current] = [was, now].map(
    ({ required: _r, type: _t, example: _e, examples: _es, default: _d, ...rest }) => rest,
  )
  if (!sameJson(withoutProse(old), withoutProse(current)))
    return [change('breaking', 'what the input may be', 'changed', { name })]
  return sameJson(was, now) || sameJson(old, current)
    ? []
    : [change('compatible', 'description of the input', 'changed', { name })]
}

function compareAuth(was: JsonValue | undefined, now: JsonValue | undefined): Change[] {
  const [old, current] = [was, now].map((auth) => (isObject(auth) ? withoutProse(auth)! : { type: 'none' }))
  if (sameJson(old, current)) return []
  const isOpen = isObject(current) && current['type'] === 'none'
  return compareValue(isOpen ? 'compatible' : 'breaking', 'auth', old, current)
}

import { isObject, type JsonObject, type JsonValue } from '../../json.ts'
import { change, compareKeyed, compareValue, members, sameJson, textsOf, withoutProse, type Change } from './change.ts'

/** How deep the schemas of one are compared; what lies below is compared as a whole. */
const DEPTH = 8

/** What became of the JSON Schema of what clients send: whatever asks for more, or takes less, breaks them. */
export function compareInputSchema(
  was: JsonValue | undefined,
  now: JsonValue | undefined,
  member = 'input',
  path = '',
  depth = 0,
): Change[] {
  if (sameJson(withoutProse(was), withoutProse(now))) return prose(was, now, member, path)
  if (!isObject(was) || !isObject(now) || depth > DEPTH)
    return [change('breaking', `${member} schema`, 'changed', named(path))]
  const required = [was, now].map((schema) => textsOf(schema['required']))
  return [
    ...compareValue('breaking', `${member} type`, was['type'], now['type'], path || undefined),
    ...compareKeyed(members(was['properties']), members(now['properties']), {
      removed: (_, name) => [change('breaking', member, 'removed', named(path, name))],
      added: (_, name) => [
        change(
          required[1]!.includes(name) ? 'breaking' : 'compatible',
          required[1]!.includes(name) ? `required ${member}` : member,
          'added',
          named(path, name),
        ),
      ],
      both: (a, b, name) => [
        ...requirement(required[0]!.includes(name), required[1]!.includes(name), member, join(path, name)),
        ...compareInputSchema(a, b, member, join(path, name), depth + 1),
      ],
    }),
    ...compareItems(was, now, (a, b) => compareInputSchema(a, b, member, `${path}[]`, depth + 1)),
    ...(sameJson(withoutProse(rest(was)), withoutProse(rest(now)))
      ? []
      : [change('breaking', `${member} schema`, 'changed', named(path))]),
  ]
}

/** What became of the JSON Schema of what clients get: whatever they may rely on no more breaks them. */
export function compareOutputSchema(
  was: JsonValue | undefined,
  now: JsonValue | undefined,
  member = 'output',
  path = '',
  depth = 0,
): Change[] {
  if (sameJson(withoutProse(was), withoutProse(now))) return prose(was, now, member, path)
  if (!isObject(was) || !isObject(now) || depth > DEPTH)
    return [
      change(isObject(now) || !isObject(was) ? 'compatible' : 'breaking', `${member} schema`, 'changed', named(path)),
    ]
  const [before, after] = [was, now].map((schema) => textsOf(schema['required']))
  return [
    ...compareValue('breaking', `${member} type`, was['type'], now['type'], path || undefined),
    ...compareKeyed(members(was['properties']), members(now['properties']), {
      removed: (_, name) => [change('breaking', member, 'removed', named(path, name))],
      added: (_, name) => [change('compatible', member, 'added', named(path, name))],
      both: (a, b, name) => [
        ...(before!.includes(name) && !after!.includes(name)
          ? [change('breaking', `${member} that was always there`, 'removed', named(path, name))]
          : []),
        ...compareOutputSchema(a, b, member, join(path, name), depth + 1),
      ],
    }),
    ...compareItems(was, now, (a, b) => compareOutputSchema(a, b, member, `${path}[]`, depth + 1)),
    ...(sameJson(withoutProse(rest(was)), withoutProse(rest(now)))
      ? []
      : [change('compatible', `${member} schema`, 'changed', named(path))]),
  ]
}

/** Whether something has to be given, before and after. */
export function requirement(was: boolean, now: boolean, member: string, name: string): Change[] {
  if (was === now) return []
  const [before, after] = [was, now].map((isRequired) => (isRequired ? 'required' : 'optional'))
  return [change(now ? 'breaking' : 'compatible', member, 'changed', { name, was: before, now: after })]
}

function compareItems(
  was: JsonObject,
  now: JsonObject,
  compare: (a: JsonValue | undefined, b: JsonValue | undefined) => Change[],
): Change[] {
  const [a, b] = [was['items'], now['items']]
  return a === undefined && b === undefined ? [] : compare(a, b)
}

/** What has no comparison of its own. */
function rest({ type: _t, properties: _p, required: _r, items: _i, ...others }: JsonObject): JsonObject {
  const { examples: _e, default: _d, ...meant } = others
  return meant
}

function prose(was: JsonValue | undefined, now: JsonValue | undefined, member: string, path: string): Change[] {
  return sameJson(was, now) ? [] : [change('compatible', `description of the ${member}`, 'changed', named(path))]
}

function named(path: string, name?: string): { readonly name?: string } {
  const whole = name === undefined ? path : join(path, name)
  return whole === '' ? {} : { name: whole }
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

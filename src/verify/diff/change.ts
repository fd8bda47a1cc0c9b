import { compareText, isObject, type JsonObject, type JsonValue } from '../../json.ts'

/** Whether a client that works today still works afterwards. */
export type Impact = 'breaking' | 'compatible'

/** One difference between two states of a resource. */
export interface Change extends JsonObject {
  readonly impact: Impact
  /** What changed, in the specification's words: `interface`, `input`, `endpoint url`. */
  readonly member: string
  readonly verb: 'added' | 'removed' | 'changed'
}

/** What a difference is about. */
export interface Detail {
  /** Which one of several, as the publisher calls it. */
  readonly name?: string | undefined
  readonly was?: JsonValue | undefined
  readonly now?: JsonValue | undefined
}

/** A difference. */
export function change(impact: Impact, member: string, verb: Change['verb'], { name, was, now }: Detail = {}): Change {
  return {
    impact,
    member,
    ...(name === undefined ? {} : { name }),
    verb,
    ...(was === undefined ? {} : { was }),
    ...(now === undefined ? {} : { now }),
  }
}

/** The difference between two values of a member, if there is one. */
export function compareValue(
  impact: Impact,
  member: string,
  was: JsonValue | undefined,
  now: JsonValue | undefined,
  name?: string,
): Change[] {
  if (sameJson(was, now)) return []
  const verb = was === undefined ? 'added' : now === undefined ? 'removed' : 'changed'
  return [change(impact, member, verb, { name, was, now })]
}

/** What two lists of texts have not in common. */
export function compareSet(
  member: string,
  was: readonly string[],
  now: readonly string[],
  impact: { readonly removed: Impact; readonly added: Impact },
): Change[] {
  return [
    ...missingIn(was, now).map((name) => change(impact.removed, member, 'removed', { name })),
    ...missingIn(now, was).map((name) => change(impact.added, member, 'added', { name })),
  ]
}

/** How things that have names are compared. */
export interface KeyedRules<T> {
  removed(item: T, name: string): Change[]
  added(item: T, name: string): Change[]
  both(was: T, now: T, name: string): Change[]
}

/** Compares things by their names, in the order of those. */
export function compareKeyed<T>(
  was: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  rules: KeyedRules<T>,
): Change[] {
  const names = [...new Set([...was.keys(), ...now.keys()])].toSorted(compareText)
  return names.flatMap((name) => {
    const [old, current] = [was.get(name), now.get(name)]
    if (old === undefined) return rules.added(current!, name)
    return current === undefined ? rules.removed(old, name) : rules.both(old, current, name)
  })
}

/** The objects of a list by the text of one of their members; of two with one name the first counts. */
export function byMember(list: JsonValue | undefined, member: string): Map<string, JsonObject> {
  const named = new Map<string, JsonObject>()
  for (const item of objectsOf(list)) {
    const name = item[member]
    if (typeof name === 'string' && !named.has(name)) named.set(name, item)
  }
  return named
}

/** The members of an object that are objects, by their names. */
export function members(value: JsonValue | undefined): Map<string, JsonObject> {
  return new Map(
    Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  )
}

/** The objects of a list. */
export function objectsOf(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? (list as readonly JsonValue[]).filter(isObject) : []
}

/** The texts of a list. */
export function textsOf(list: JsonValue | undefined): string[] {
  return Array.isArray(list) ? (list as readonly JsonValue[]).filter((item) => typeof item === 'string') : []
}

/** An object without what only people read. */
export function withoutProse(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item) => withoutProse(item)!)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => !(PROSE.has(key) && typeof item === 'string'))
      .map(([key, item]) => [key, withoutProse(item)!]),
  )
}

/** Whether two values are the same, whatever the order of members. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return sorted(a) === sorted(b)
}

const PROSE: ReadonlySet<string> = new Set(['description', 'title', '$comment'])

function sorted(value: JsonValue | undefined): string {
  return (
    JSON.stringify(value, (_key, item: unknown) =>
      isObject(item) ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => compareText(a, b))) : item,
    ) ?? ''
  )
}

function missingIn(list: readonly string[], other: readonly string[]): string[] {
  return [...new Set(list)].filter((item) => !other.includes(item)).toSorted(compareText)
}

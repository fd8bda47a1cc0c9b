import type { ErrorObject, ValidateFunction } from 'ajv'
import { closest } from './diagnostics/closest.ts'
import { isObject, pointerToken, valueAt, type JsonObject, type JsonValue } from './json.ts'

/** An unknown key that is meant as a member that is missing. */
export interface MisspeltMember {
  readonly key: string
  readonly member: string
  /** JSON Pointer of the mapping. */
  readonly parent: string
}

/** The misspelt members of a document. */
export interface MisspeltMembers {
  readonly members: readonly MisspeltMember[]
  /** Whether a violation is there only because of one. */
  explain(error: ErrorObject): boolean
  /** The document with every one under its right name. */
  repair(value: JsonObject): JsonObject
}

/** Finds unknown keys without which nothing would be missing: one mistake, although two rules see it. */
export function findMisspeltMembers(
  errors: readonly ErrorObject[],
  value: JsonObject,
  check: ValidateFunction,
): MisspeltMembers {
  const candidates = byParent(candidatesOf(errors, value))
  const left = candidates.size === 0 || check(rename(value, candidates)) ? [] : (check.errors ?? [])
  const [missing, still] = [missingMembers(errors), missingMembers(left)]
  const members: MisspeltMember[] = []
  const explained = new Set<string>()
  for (const [parent, keys] of candidates) {
    const solved = new Set([...(missing.get(parent) ?? [])].filter((member) => !still.get(parent)?.has(member)))
    const others = [...solved].filter((name) => ![...keys.values()].includes(name))
    for (const [key, member] of keys) {
      const own = solved.has(member) ? [member] : others
      if (own.length === 0) continue
      members.push({ key, member, parent })
      for (const name of [key, ...own]) explained.add(parent + pointerToken(name))
    }
  }
  return {
    members,
    explain: ({ instancePath, params }) =>
      explained.has(instancePath + pointerToken(String(params['additionalProperty'] ?? params['missingProperty']))),
    repair: (document) => rename(document, byParent(members)) as JsonObject,
  }
}

/** The known key that an unknown one stands for: one that it was called before, or the nearest. */
export function suggestKey(key: string, { parentSchema }: ErrorObject): string | undefined {
  const properties =
    (parentSchema?.['properties'] as Record<string, Readonly<Record<string, unknown>>> | undefined) ?? {}
  const former = Object.entries(properties).find(
    ([, schema]) => Array.isArray(schema['x-formerly']) && schema['x-formerly'].includes(key),
  )
  return former?.[0] ?? closest(key, Object.keys(properties))
}

function candidatesOf(errors: readonly ErrorObject[], value: JsonObject): MisspeltMember[] {
  const incomplete = missingMembers(errors)
  return errors.flatMap((error): MisspeltMember[] => {
    const { instancePath: parent, keyword, params } = error
    if (keyword !== 'additionalProperties' || !incomplete.has(parent)) return []
    const key = String(params['additionalProperty'])
    const member = suggestKey(key, error)
    const isFree = member !== undefined && valueAt(value, parent + pointerToken(member)) === undefined
    return isFree ? [{ key, member, parent }] : []
  })
}

/** By mapping: from wrong to right names, each right name once. */
type Renames = ReadonlyMap<string, ReadonlyMap<string, string>>

function byParent(members: readonly MisspeltMember[]): Renames {
  const renames = new Map<string, Map<string, string>>()
  const taken = new Set<string>()
  for (const { key, member, parent } of members) {
    const pointer = parent + pointerToken(member)
    if (taken.has(pointer)) continue
    taken.add(pointer)
    renames.set(parent, (renames.get(parent) ?? new Map<string, string>()).set(key, member))
  }
  return renames
}

function missingMembers(errors: readonly ErrorObject[]): ReadonlyMap<string, ReadonlySet<string>> {
  const missing = new Map<string, Set<string>>()
  for (const { keyword, instancePath, params } of errors) {
    if (keyword !== 'required') continue
    missing.set(instancePath, (missing.get(instancePath) ?? new Set<string>()).add(String(params['missingProperty'])))
  }
  return missing
}

function rename(value: JsonValue, renames: Renames, pointer = ''): JsonValue {
  if (renames.size === 0) return value
  if (Array.isArray(value)) return value.map((item: JsonValue, i) => rename(item, renames, pointer + pointerToken(i)))
  if (!isObject(value)) return value
  const names = renames.get(pointer)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      names?.get(key) ?? key,
      rename(item, renames, pointer + pointerToken(key)),
    ]),
  )
}

import type { ErrorObject, ValidateFunction } from 'ajv'
import { closest } from './diagnostics/closest.ts'
import { isObject, pointerToken, pointerTokens, valueAt, type JsonObject, type JsonValue } from './json.ts'

/** An unknown key that is meant as a member that is missing. */
export interface MisspeltMember {
  readonly key: string
  readonly member: string
  /** JSON Pointer of the mapping. */
  readonly parent: string
  /** What is missing in the mapping only because of it. */
  readonly missing: readonly string[]
}

/** Unknown keys without which nothing would be missing: one mistake, although two rules see it. */
export function misspeltMembers(
  errors: readonly ErrorObject[],
  value: JsonObject,
  check: ValidateFunction,
): MisspeltMember[] {
  const candidates = errors
    .filter((e) => e.keyword === 'additionalProperties')
    .flatMap((e): MisspeltMember[] => {
      const key = String(e.params['additionalProperty'])
      const member = suggestKey(key, e)
      const isFree = member !== undefined && valueAt(value, e.instancePath + pointerToken(member)) === undefined
      return isFree ? [{ key, member, parent: e.instancePath, missing: [] }] : []
    })
  if (candidates.length === 0 || check(candidates.reduce<JsonValue>(renamed, value))) {
    return candidates
      .map((c) => ({ ...c, missing: missingIn(errors, c.parent) }))
      .filter(({ missing }) => missing.length > 0)
  }
  const left = check.errors ?? []
  return candidates.flatMap((c) => {
    const still = missingIn(left, c.parent)
    const missing = missingIn(errors, c.parent).filter((member) => !still.includes(member))
    const own = missing.includes(c.member)
      ? [c.member]
      : missing.filter((member) => !candidates.some((other) => other.parent === c.parent && other.member === member))
    return own.length > 0 ? [{ ...c, missing: own }] : []
  })
}

function missingIn(errors: readonly ErrorObject[], parent: string): string[] {
  return errors
    .filter((e) => e.keyword === 'required' && e.instancePath === parent)
    .map((e) => String(e.params['missingProperty']))
}

/** A document with a misspelt key under its right name. */
export function renamed(
  value: JsonValue,
  { key, member, parent }: Pick<MisspeltMember, 'key' | 'member' | 'parent'>,
): JsonValue {
  const rename = (v: JsonValue, tokens: readonly string[]): JsonValue => {
    const [token, ...rest] = tokens
    if (Array.isArray(v)) return v.map((item: JsonValue, i) => (String(i) === token ? rename(item, rest) : item))
    if (!isObject(v)) return v
    return Object.fromEntries(
      Object.entries(v).map(([k, item]): [string, JsonValue] =>
        token === undefined ? [k === key ? member : k, item] : [k, k === token ? rename(item, rest) : item],
      ),
    )
  }
  return rename(value, pointerTokens(parent))
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

import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { publisherOf } from '../sign/identity.ts'

/** A value that a filter compares with: never a list or an object. */
export type Scalar = string | number | boolean | null

/** A checked filter: one of the values of every term has to be there. */
export type Filter = ReadonlyMap<string, readonly Scalar[]>

/**
 * The filter of a request: keys are term paths, values lists or single scalars (ARD, search request).
 *
 * @returns a text where it is none: what is wrong with it.
 */
export function parseFilter(value: JsonValue | undefined): Filter | string {
  if (value === undefined) return new Map()
  if (!isObject(value)) return '`filter` has to be an object of term paths.'
  const filter = new Map<string, readonly Scalar[]>()
  for (const [key, wanted] of Object.entries(value)) {
    const values = Array.isArray(wanted) ? (wanted as readonly JsonValue[]) : [wanted]
    if (key === '') return '`filter` has a key that names no term.'
    if (values.length === 0) return `\`filter\` has no value for ${JSON.stringify(key)}.`
    if (!values.every(isScalar))
      return `\`filter\` compares ${JSON.stringify(key)} with a list or an object; values are texts, numbers, true, false or null.`
    filter.set(key, values)
  }
  return filter
}

/** Whether an entry fits a filter: OR inside a term, AND between terms. */
export function matchesFilter(entry: JsonObject, filter: Filter): boolean {
  return [...filter].every(([path, wanted]) => {
    const values = valuesAt(entry, path)
    return wanted.some((value) =>
      values.includes(path === 'publisher' && typeof value === 'string' ? value.toLowerCase() : value),
    )
  })
}

/**
 * The scalars that an entry has at a term path: `publisher` is the domain in its identifier, elements of lists count one by
 * one, and a member may have dots in its name.
 */
export function valuesAt(entry: JsonObject, path: string): Scalar[] {
  if (path === 'publisher') {
    const publisher = typeof entry['identifier'] === 'string' ? publisherOf(entry['identifier']) : undefined
    return publisher === undefined ? [] : [publisher]
  }
  return [...new Set(walk(entry, path.split('.')))]
}

function walk(value: JsonValue | undefined, path: readonly string[]): Scalar[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap((item) => walk(item, path))
  if (path.length === 0) return isScalar(value) ? [value] : []
  if (!isObject(value)) return []
  return path.flatMap((_, i) => {
    const key = path.slice(0, i + 1).join('.')
    return Object.hasOwn(value, key) ? walk(value[key], path.slice(i + 1)) : []
  })
}

function isScalar(value: JsonValue): value is Scalar {
  return value === null || typeof value !== 'object'
}

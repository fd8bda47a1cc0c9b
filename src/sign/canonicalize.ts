/** Deeper than any document; a cycle ends here too. */
const MAX_DEPTH = 1_000

/** A lone surrogate: with the flag `u`, the two halves of a pair are one character. */
const LONE_SURROGATE = /\p{Cs}/u

/**
 * The canonical text of a JSON value (RFC 8785, JCS): members sorted by UTF-16 code units, no white space, numbers as
 * ECMAScript writes them.
 *
 * @throws {TypeError} for what is no I-JSON (RFC 7493): a lone surrogate, a number that is not finite, `undefined` and
 * other values outside of JSON, objects that are not plain, cycles.
 */
export function canonicalize(value: unknown): string {
  return write(value, 0)
}

/** The canonical text as UTF-8: what is signed and digested. */
export function canonicalBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(canonicalize(value))
}

function write(value: unknown, depth: number): string {
  if (typeof value === 'string') return writeString(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}`)
    return JSON.stringify(value)
  }
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') throw new TypeError(`JSON has no ${typeof value}`)
  if (depth === MAX_DEPTH)
    throw new TypeError(`The value is nested deeper than ${MAX_DEPTH} levels, or contains itself`)
  // By index: a hole in a list is `undefined`, which is no JSON.
  if (Array.isArray(value))
    return `[${Array.from({ length: value.length }, (_, i) => write(value[i], depth + 1)).join(',')}]`
  if (!isPlain(value)) throw new TypeError('JSON has plain objects only')
  const members = Object.keys(value).toSorted()
  return `{${members.map((key) => `${writeString(key)}:${write((value as Record<string, unknown>)[key], depth + 1)}`).join(',')}}`
}

/** JSON.stringify escapes exactly what RFC 8785, 3.2.2.2, asks for, but hides lone surrogates behind an escape. */
function writeString(text: string): string {
  if (LONE_SURROGATE.test(text)) throw new TypeError('A text holds half of a surrogate pair, which no UTF-8 can carry')
  return JSON.stringify(text)
}

/** An object of a literal or of JSON.parse, of whatever realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    (prototype === null || Object.getPrototypeOf(prototype) === null) &&
    Object.getOwnPropertySymbols(value).length === 0
  )
}

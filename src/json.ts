/** A JSON value (RFC 8259). */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}

/** Whether a value is a JSON object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The published form of a JSON document: UTF-8, LF, two-space indent, members in the order given, final newline. */
export function serializeJson(value: unknown): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`)
}

/** One reference token of a JSON Pointer, escaped (RFC 6901, section 3). */
export function pointerToken(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The unescaped reference tokens of a JSON Pointer (RFC 6901, section 4). */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The value that a JSON Pointer names; `undefined` where there is none. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  return pointerTokens(pointer).reduce<JsonValue | undefined>(
    (v, token) => (typeof v === 'object' && v !== null ? (v as JsonObject)[token] : undefined),
    value,
  )
}

/** A JSON Pointer as messages write a member: `remotes[0].url`. */
export function memberName(pointer: string): string {
  return pointerTokens(pointer).reduce(
    (name, token) => (/^\d+$/.test(token) ? `${name}[${token}]` : name ? `${name}.${token}` : token),
    '',
  )
}

/** Order by UTF-16 code units: the same in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

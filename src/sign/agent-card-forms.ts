import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { agentCardMessage, type Presence, type Shape } from './agent-card-message.ts'
import { canonicalize } from './canonicalize.ts'

/**
 * The ways in which verifiers read a card before they check its signature: as the A2A SDKs do, by the text of the
 * specification (A2A 1.0, 8.4.1), or as it was received.
 */
export type Reading = 'sdk' | 'specification' | 'received'

/** Every reading, the most common first. */
export const READINGS: readonly Reading[] = ['sdk', 'specification', 'received']

/**
 * The canonical text of a card in each reading, without its signatures.
 *
 * @throws {TypeError} for a card that has none, as by a lone surrogate.
 */
export function canonicalForms(card: JsonObject): Readonly<Record<Reading, string>> {
  const { signatures: _, ...unsigned } = card
  const message = readShape(unsigned, agentCardMessage)
  return {
    sdk: canonicalize(withoutEmpty(message) ?? {}),
    specification: canonicalize(message),
    received: canonicalize(unsigned),
  }
}

/** A value as its message holds it (ProtoJSON): no unknown members, no `null`, no default where presence is implicit. */
function readShape(value: JsonValue, shape: Shape): JsonValue {
  if (shape === 'scalar' || shape === 'json') return value
  if ('list' in shape) {
    return Array.isArray(value) ? (value as readonly JsonValue[]).map((item) => readShape(item, shape.list)) : value
  }
  if (!isObject(value)) return value
  if ('map' in shape) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, readShape(item, shape.map)]))
  }
  return Object.fromEntries(
    Object.entries(shape.members).flatMap(([name, [presence, member]]): [string, JsonValue][] => {
      const given = value[name] ?? value[snakeCase(name)]
      if (given === undefined || given === null) return []
      const read = readShape(given, member)
      return isPresent(read, presence) ? [[name, read]] : []
    }),
  )
}

function isPresent(value: JsonValue, presence: Presence): boolean {
  if (presence !== 'implicit') return true
  if (value === '' || value === false || value === 0) return false
  return Array.isArray(value) ? value.length > 0 : !isObject(value) || Object.keys(value).length > 0
}

/** A value as the SDKs reduce it: no empty text, list, object or `null` at any depth; `undefined` if nothing is left. */
function withoutEmpty(value: JsonValue): JsonValue | undefined {
  if (value === '' || value === null) return undefined
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map(withoutEmpty).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (!isObject(value)) return value
  const members = Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
    const kept = withoutEmpty(item)
    return kept === undefined ? [] : [[key, kept]]
  })
  return members.length > 0 ? Object.fromEntries(members) : undefined
}

/** The name of a member in a2a.proto, which ProtoJSON parsers accept as well. */
function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Schema } from '../validate.ts'

/**
 * A value with its members in the order of its schema, without unknown members, and without optional ones that hold a
 * default (ProtoJSON: `""`, `false`, `0`, empty lists and maps). REQUIRED members and sub-messages that are set stay.
 *
 * Objects without `properties` (maps, free JSON) keep their own order and all their members.
 */
export function canonicalMembers(value: JsonValue, schema: Schema): JsonValue {
  const items = schema['items']
  if (Array.isArray(value))
    return isSchema(items) ? (value as readonly JsonValue[]).map((item) => canonicalMembers(item, items)) : value
  if (!isObject(value)) return value
  const { properties, additionalProperties } = schema
  if (!isSchema(properties)) return isSchema(additionalProperties) ? mapMembers(value, additionalProperties) : value
  const required = Array.isArray(schema['required']) ? (schema['required'] as readonly string[]) : []
  return Object.fromEntries(
    Object.entries(properties as Readonly<Record<string, Schema>>).flatMap(([name, member]): [string, JsonValue][] => {
      const given = value[name]
      if (given === undefined) return []
      const written = canonicalMembers(given, member)
      return required.includes(name) || !isDefault(written, member) ? [[name, written]] : []
    }),
  )
}

function isDefault(value: JsonValue, schema: Schema): boolean {
  if (value === '' || value === false || value === 0 || value === null) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0 && schema['properties'] === undefined
}

function mapMembers(value: JsonObject, schema: Schema): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, canonicalMembers(member, schema)]))
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

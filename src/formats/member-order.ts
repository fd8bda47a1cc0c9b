import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Schema } from '../validate.ts'

/** A value with the members of its objects in the order of their schemas; others follow in their own order. */
export function inSchemaOrder(value: JsonValue, schema: Schema): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema
    return isSchema(items) ? value.map((item: JsonValue) => inSchemaOrder(item, items)) : value
  }
  if (!isObject(value)) return value
  const properties = isSchema(schema['properties']) ? schema['properties'] : {}
  const { additionalProperties } = schema
  const known = Object.keys(properties).filter((member) => Object.hasOwn(value, member))
  const others = Object.keys(value).filter((member) => !Object.hasOwn(properties, member))
  const ordered = [...known, ...others].map((member): [string, JsonValue] => {
    const memberSchema = Object.hasOwn(properties, member) ? properties[member] : additionalProperties
    return [member, isSchema(memberSchema) ? inSchemaOrder(value[member]!, memberSchema) : value[member]!]
  })
  return Object.fromEntries(ordered) satisfies JsonObject
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

import { isObject, type JsonObject, type JsonValue } from '../json.ts'

/** 0.3's `type` of each 1.0 wrapper. */
const TYPES: readonly (readonly [wrapper: string, type: string])[] = [
  ['apiKeySecurityScheme', 'apiKey'],
  ['httpAuthSecurityScheme', 'http'],
  ['oauth2SecurityScheme', 'oauth2'],
  ['openIdConnectSecurityScheme', 'openIdConnect'],
  ['mtlsSecurityScheme', 'mutualTLS'],
]

/** A 1.0 SecurityScheme in the form of 0.3: `type` in place of the wrapper. What 0.3 cannot say is left out. */
export function schemeToV03(scheme: JsonObject): JsonObject {
  const [wrapper, type] = TYPES.find(([name]) => isObject(scheme[name])) ?? []
  if (wrapper === undefined || type === undefined) return {}
  const { location, flows, ...rest } = scheme[wrapper] as JsonObject
  return {
    type,
    ...(location === undefined ? {} : { in: location }),
    ...(isObject(flows) ? { flows: flowsToV03(flows) } : {}),
    ...rest,
  }
}

/** A 0.3 SecurityScheme in the form of 1.0; several OAuth flows stay together. `undefined` for an unknown `type`. */
export function schemeFromV03(scheme: JsonObject): JsonObject | undefined {
  const [wrapper] = TYPES.find(([, type]) => type === scheme['type']) ?? []
  if (wrapper === undefined) return undefined
  const { type: _, in: location, ...rest } = scheme
  return { [wrapper]: { ...(location === undefined ? {} : { location }), ...rest } }
}

/** 1.0 requirements in the form of 0.3: `{NAME: [SCOPES]}`. */
export function requirementsToV03(requirements: JsonValue): JsonValue {
  return mapObjects(requirements, ({ schemes }) =>
    mapMembers(isObject(schemes) ? schemes : {}, (scopes) => (isObject(scopes) ? (scopes['list'] ?? []) : [])),
  )
}

/** 0.3 requirements in the form of 1.0: `{"schemes": {NAME: {"list": [SCOPES]}}}`. */
export function requirementsFromV03(requirements: JsonValue): JsonValue {
  return mapObjects(requirements, (names) => ({ schemes: mapMembers(names, (list) => ({ list })) }))
}

function flowsToV03(flows: JsonObject): JsonObject {
  const known = Object.entries(flows).filter(([name]) => name !== 'deviceCode')
  return Object.fromEntries(
    known.map(([name, flow]) => {
      if (!isObject(flow)) return [name, flow]
      const { pkceRequired: _, ...rest } = flow
      return [name, rest]
    }),
  )
}

function mapObjects(list: JsonValue, change: (item: JsonObject) => JsonObject): JsonValue {
  return Array.isArray(list)
    ? (list as readonly JsonValue[]).map((item) => (isObject(item) ? change(item) : item))
    : list
}

function mapMembers(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}

import { serializeJson, type JsonObject, type JsonValue } from '../json.ts'
import { entityTag, matchesEntityTag, type SiteResponse } from '../serve.ts'

/** Codes of the registry API's error envelope (ARD, registry API). */
export type ErrorCode = 'INVALID_ARGUMENT' | 'UNAUTHENTICATED' | 'NOT_FOUND' | 'RATE_LIMIT_EXCEEDED' | 'INTERNAL_ERROR'

/** An error as the API tells it. */
export function refuse(
  errorCode: ErrorCode,
  message: string,
  { status = STATUS[errorCode], headers = {} }: RefusalOptions = {},
): SiteResponse {
  return jsonResponse(status, { errorCode, message }, { 'Cache-Control': 'no-store', ...headers })
}

/** A result that is asked for by POST: nobody keeps it. */
export function result(value: JsonObject): SiteResponse {
  return jsonResponse(200, value, { 'Cache-Control': 'no-store' })
}

/** A resource with its entity tag: it may be kept, and has to be asked about before it is used. */
export function resource(value: JsonValue, ifNoneMatch: string | undefined): SiteResponse {
  const response = jsonResponse(200, value, { 'Cache-Control': 'no-cache' })
  const tag = entityTag(response.body!)
  const headers = { ...response.headers, ETag: tag }
  if (ifNoneMatch === undefined || !matchesEntityTag(ifNoneMatch, tag)) return { ...response, headers }
  const { 'Content-Type': _type, 'Content-Length': _length, ...kept } = headers as Record<string, string>
  return { status: 304, headers: kept }
}

/** The answer to a browser that asks whether it may. */
export function preflight(methods: string): SiteResponse {
  return {
    status: 204,
    headers: {
      Allow: methods,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
  }
}

/** How an error differs from the usual one of its code. */
export interface RefusalOptions {
  /** @default the status that the API gives to the code */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const STATUS: Readonly<Record<ErrorCode, number>> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
}

function jsonResponse(status: number, value: JsonValue, headers: Readonly<Record<string, string>>): SiteResponse {
  const body = serializeJson(value)
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(body.byteLength),
      'X-Content-Type-Options': 'nosniff',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag',
      ...headers,
    },
    body,
  }
}

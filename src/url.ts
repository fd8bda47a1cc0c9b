import { isObject, type JsonObject, type JsonValue } from './json.ts'

/** The parsed URL of a text that is an absolute one with a host, without white space, controls and backslashes (RFC 3986). */
export function parseUrl(text: string): URL | undefined {
  if (/[\s\\\p{Cc}]/u.test(text) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text) || !URL.canParse(text))
    return undefined
  const url = new URL(text)
  // The parser takes most characters for a host name; what has others than a name or an address is a placeholder.
  return /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/i.test(url.hostname) ? url : undefined
}

/** Whether a URL's host name is this machine's own (RFC 6761, section 6.3). */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}

/** Whether a URL, or what was meant as one, carries a user name or password. */
export function hasUserinfo(text: string): boolean {
  if (/^\s*(?:mailto|xmpp|sips?|acct):[^/]/i.test(text)) return false
  return /^\s*[a-z][a-z0-9+.-]*:[\\/]*[^\\/?#]*@/i.test(text) || /^[^\\/?#]*@/.test(text)
}

/** A URL, or what was meant as one, with everything before `@` hidden: for messages. */
export function maskUrl(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:(?=[\\/]))?[^]*@/i, (_, scheme: string | undefined) => `${scheme ?? ''}//…@`)
}

/** A document whose list of endpoints has URLs without an empty first segment. */
export function mendUrls(document: JsonObject, list: string): JsonObject {
  const entries = document[list]
  if (!Array.isArray(entries)) return document
  return { ...document, [list]: entries.map((entry) => mendEndpoint(entry)) }
}

/** An endpoint with the same; `url`, `status_url` and `result_url` of it are URLs. */
export function mendEndpoint<T extends JsonValue>(endpoint: T): T {
  if (!isObject(endpoint)) return endpoint
  return Object.fromEntries(
    Object.entries(endpoint).map(([key, value]) => [
      key,
      /(^|_)url$/.test(key) && typeof value === 'string' ? withoutEmptySegment(value) : value,
    ]),
  ) as T
}

/** Whether a text is the address of a gRPC endpoint: `host:port`. */
export function isHostPort(text: string): boolean {
  const match = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?):([0-9]{1,5})$/.exec(text)
  return match !== null && Number(match[1]) >= 1 && Number(match[1]) <= 65_535
}

/**
 * A URL without the empty segment behind its host that joining an origin and a path by hand leaves (`https://host//path`).
 * Servers treat the two differently, and nobody means the first.
 */
export function withoutEmptySegment(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)\/{2,}/i, '$1/')
}

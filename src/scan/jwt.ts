import type { Match } from './match.ts'
import { isPlaceholder } from './placeholder.ts'

/**
 * Signed JWTs (RFC 7519) that are not made to be published, as credentials and statements are, and are no well-known example.
 */
export function findJwts(text: string): Match[] {
  const matches: Match[] = []
  for (const match of text.matchAll(JWT)) {
    const header = decodeJson(match[1]!)
    const payload = decodeJson(match[2]!)
    if (header === undefined || payload === undefined || isPlaceholder(match[3]!)) continue
    const type = String(header['typ'] ?? 'JWT')
    if (!/^(?:application\/)?(?:(?:at\+|id\+|secevent\+|logout\+)?jwt|jws|jose)$/i.test(type)) continue
    if (!['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti'].some((claim) => claim in payload)) continue
    if (payload['sub'] === '1234567890' || payload['name'] === 'John Doe') continue
    matches.push({ start: match.index, end: match.index + match[0].length, kind: 'signed JWT' })
  }
  return matches
}

const JWT =
  /(?<![A-Za-z0-9_.-])(eyJ[A-Za-z0-9_-]{8,2048})\.(eyJ[A-Za-z0-9_-]{8,8192})\.([A-Za-z0-9_-]{16,2048})(?![A-Za-z0-9_-])/g

function decodeJson(segment: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(segment, 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { p256 } from '@noble/curves/nist.js'
import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { decodeBase64url, encodeBase64url } from './base64url.ts'
import { canonicalBytes } from './canonicalize.ts'

/** The algorithms that sign and verify; the first two are names of one (RFC 8037 and RFC 9864). */
export type SignatureAlgorithm = 'EdDSA' | 'Ed25519' | 'ES256'

/** A public key of a supported kind (RFC 7517), complete: these members and no others are published. */
export interface PublicJwk {
  readonly kty: 'OKP' | 'EC'
  readonly crv: 'Ed25519' | 'P-256'
  readonly x: string
  /** EC only. */
  readonly y?: string
  readonly kid: string
  readonly alg: SignatureAlgorithm
  readonly use: 'sig'
  /** Epoch seconds from which, and until which, the key is good: a convention of key sets. */
  readonly nbf?: number
  readonly exp?: number
}

/** A key pair. */
export interface PrivateJwk extends PublicJwk {
  readonly d: string
}

/** Why a key is refused. `problem` completes "The key …" and never holds key material. */
export interface JwkFault {
  readonly kind: 'symmetric' | 'unsupported' | 'invalid' | 'private' | 'public' | 'kid'
  readonly problem: string
}

/** A value as a public key, with defaults for `kid` (RFC 7638), `alg` and `use`. One that holds a private half is refused. */
export function readPublicJwk(value: unknown): { readonly jwk: PublicJwk } | { readonly fault: JwkFault } {
  return attempt(() => {
    const key = readKind(value)
    if (PRIVATE_MEMBERS.some((member) => key[member] !== undefined))
      refuse('private', 'holds the private half of a key')
    return readMembers(key, ['verify', 'sign'])
  })
}

/** A value as a key pair that signs, with the same defaults. */
export function readPrivateJwk(value: unknown): { readonly jwk: PrivateJwk } | { readonly fault: JwkFault } {
  return attempt(() => {
    const key = readKind(value)
    if (key['d'] === undefined) refuse('public', 'has no private half (`d`), so nothing can be signed with it')
    const jwk = readMembers(key, ['sign'])
    const d = coordinate(key, 'd')
    // A `kid` is published in every signature.
    if (jwk.kid.includes(d)) refuse('kid', 'has its secret in its `kid`, which is published')
    const secret = decodeBase64url(d)!
    if (jwk.crv === 'P-256' && !p256.utils.isValidSecretKey(secret))
      refuse('invalid', 'has a `d` that is no number of the curve')
    const point = jwk.crv === 'P-256' ? p256.getPublicKey(secret, false).subarray(1) : ed25519.getPublicKey(secret)
    if (
      encodeBase64url(point.subarray(0, 32)) !== jwk.x ||
      (jwk.y !== undefined && encodeBase64url(point.subarray(32)) !== jwk.y)
    ) {
      refuse('invalid', 'is no pair: its `d` belongs to another public key')
    }
    return { ...jwk, d }
  })
}

/** The public half of a key. */
export function publicHalf({ kty, crv, x, y, kid, alg, use, nbf, exp }: PublicJwk): PublicJwk {
  return {
    kty,
    crv,
    x,
    ...(y === undefined ? {} : { y }),
    kid,
    alg,
    use,
    ...(nbf === undefined ? {} : { nbf }),
    ...(exp === undefined ? {} : { exp }),
  }
}

/** The thumbprint of a key (RFC 7638, SHA-256, base64url). */
export function thumbprint({ kty, crv, x, y }: Pick<PublicJwk, 'kty' | 'crv' | 'x' | 'y'>): string {
  const members = { crv, kty, x, ...(y === undefined ? {} : { y }) }
  return createHash('sha256').update(canonicalBytes(members)).digest('base64url')
}

/** Members of JWKs that hold secrets (RFC 7518, 6.2.2, 6.3.2 and 6.4.1). */
const PRIVATE_MEMBERS: readonly string[] = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

const CURVES: Readonly<
  Record<string, { readonly kty: 'OKP' | 'EC'; readonly algorithms: readonly SignatureAlgorithm[] }>
> = {
  Ed25519: { kty: 'OKP', algorithms: ['EdDSA', 'Ed25519'] },
  'P-256': { kty: 'EC', algorithms: ['ES256'] },
}

class Refusal extends Error {
  readonly fault: JwkFault
  constructor(fault: JwkFault) {
    super(fault.kind)
    this.fault = fault
  }
}

function refuse(kind: JwkFault['kind'], problem: string): never {
  throw new Refusal({ kind, problem })
}

function attempt<T>(read: () => T): { readonly jwk: T } | { readonly fault: JwkFault } {
  try {
    return { jwk: read() }
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault }
    throw error
  }
}

/** The value, once its type, curve and algorithm are ones that are supported. */
function readKind(value: unknown): JsonObject {
  if (!isObject(value)) refuse('invalid', 'is no JSON object')
  const { kty, crv, alg } = value
  if (kty === 'oct' || (typeof alg === 'string' && alg.startsWith('HS'))) {
    refuse('symmetric', 'is symmetric: whoever can verify with it can sign with it')
  }
  if (kty === undefined) refuse('invalid', 'has no `kty`, so it is no JWK')
  if (kty === 'RSA') refuse('unsupported', 'is an RSA key')
  const curve = typeof crv === 'string' && Object.hasOwn(CURVES, crv) ? CURVES[crv] : undefined
  if (curve === undefined || curve.kty !== kty)
    refuse('unsupported', `has the type ${word(kty)} and the curve ${word(crv)}`)
  if (alg !== undefined && !curve.algorithms.includes(alg as SignatureAlgorithm)) {
    refuse('unsupported', `says \`alg\` ${word(alg)}, which is no algorithm for the curve ${word(crv)}`)
  }
  return value
}

function readMembers(key: JsonObject, operations: readonly string[]): PublicJwk {
  const { use, key_ops: allowed } = key
  if (use !== undefined && use !== 'sig') refuse('unsupported', `is for the use ${word(use)}, not for signatures`)
  if (
    allowed !== undefined &&
    !(Array.isArray(allowed) && allowed.some((operation) => operations.includes(operation as string)))
  ) {
    refuse('unsupported', 'has `key_ops` that do not allow signatures')
  }
  const { kty, crv } = key as JsonObject & Pick<PublicJwk, 'kty' | 'crv'>
  const x = coordinate(key, 'x')
  const y = crv === 'P-256' ? { y: coordinate(key, 'y') } : {}
  if (!isOnCurve(crv, x, y.y)) refuse('invalid', 'is no point of its curve that can be used')
  const alg = (key['alg'] ?? (crv === 'P-256' ? 'ES256' : 'EdDSA')) as SignatureAlgorithm
  const points = { kty, crv, x, ...y }
  return { ...points, kid: keyId(key['kid'], points), alg, use: 'sig', ...epoch(key, 'nbf'), ...epoch(key, 'exp') }
}

function keyId(kid: JsonValue | undefined, points: Pick<PublicJwk, 'kty' | 'crv' | 'x' | 'y'>): string {
  if (kid === undefined) return thumbprint(points)
  if (typeof kid !== 'string') return refuse('kid', 'has a `kid` that is no text')
  if (kid.trim() === '' || kid.length > 256)
    return refuse('kid', 'has a `kid` that is empty or longer than 256 characters')
  if (/[\p{C}\p{Z}]/u.test(kid)) return refuse('kid', 'has a `kid` with a space or an invisible character')
  return kid
}

/** A coordinate or secret of 32 bytes. */
function coordinate(key: JsonObject, member: 'x' | 'y' | 'd'): string {
  const value = key[member]
  if (typeof value !== 'string' || decodeBase64url(value)?.length !== 32)
    refuse('invalid', `has no \`${member}\` of 32 bytes in base64url`)
  return value
}

/** Neither off the curve nor of small order: with such a point a forged signature can verify. */
function isOnCurve(crv: PublicJwk['crv'], x: string, y: string | undefined): boolean {
  try {
    if (crv === 'Ed25519') return !ed25519.Point.fromBytes(decodeBase64url(x)!).isSmallOrder()
    p256.Point.fromBytes(Uint8Array.of(4, ...decodeBase64url(x)!, ...decodeBase64url(y!)!)).assertValidity()
    return true
  } catch {
    return false
  }
}

function epoch(key: JsonObject, member: 'nbf' | 'exp'): { readonly nbf?: number; readonly exp?: number } {
  const value = key[member]
  if (value === undefined) return {}
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0)
    return refuse('invalid', `has an \`${member}\` that is no number of seconds`)
  // The year 5138 in seconds; 1973 in milliseconds. A key that expired long ago would seem to be valid for ever.
  if (value > 100_000_000_000)
    return refuse('invalid', `has an \`${member}\` that must be milliseconds, and it counts seconds since 1970`)
  return { [member]: value }
}

/** A name as messages show it; what does not look like one is not shown: it could be a secret in the wrong place. */
function word(value: JsonValue | undefined): string {
  if (value === undefined) return '(none)'
  return typeof value === 'string' && /^[\w.+-]{1,16}$/.test(value) ? `\`${value}\`` : '(not shown)'
}

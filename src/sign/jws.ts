import { verify } from 'node:crypto'
import { show } from '../diagnostics/rules/rule.ts'
import { isObject, type JsonObject } from '../json.ts'
import { decodeBase64url, encodeBase64url } from './base64url.ts'
import type { PublicJwk, SignatureAlgorithm } from './jwk.ts'
import { createKeySet, type KeySet } from './key-set.ts'
import type { Signer } from './signer.ts'

/** A JWS without its payload, in the JSON form of an Agent Card's `signatures` entry (RFC 7515, 7.2.2 and appendix F). */
export interface DetachedSignature {
  /** Base64url of the protected header's JSON. */
  readonly protected: string
  readonly signature: string
}

/** How a payload is signed. */
export interface SignOptions {
  /** Members of the protected header behind `alg`, `typ` and `kid`. @default none */
  readonly header?: { readonly jku?: string }
  /**
   * The signatures that are published now, and the signer's public key. One of them is kept if it says the same and
   * verifies: a signer that draws random numbers would otherwise change a document that did not change.
   *
   * @default none
   */
  readonly previous?: { readonly signatures: readonly DetachedSignature[]; readonly key: PublicJwk } | undefined
}

/** The outcome of a verification. `problem` completes "The signature …". */
export type Verification =
  | { readonly ok: true; readonly alg: SignatureAlgorithm; readonly kid: string; readonly header: JsonObject }
  | { readonly ok: false; readonly reason: VerificationFailure; readonly problem: string }

/** Why a signature does not count. */
export type VerificationFailure =
  | 'malformed'
  | 'algorithm'
  | 'kid'
  | 'unknown-key'
  | 'refused-key'
  | 'expired'
  | 'signature'

/** Signs a payload; the payload itself is no part of the result. */
export async function signDetached(
  payload: Uint8Array,
  signer: Signer,
  { header = {}, previous }: SignOptions = {},
): Promise<DetachedSignature> {
  const protectedHeader = encodeText(JSON.stringify({ alg: signer.alg, typ: 'JOSE', kid: signer.kid, ...header }))
  if (previous !== undefined) {
    const keys = createKeySet([{ ids: [signer.kid], jwk: previous.key }])
    const kept = previous.signatures.find(
      (old) => old.protected === protectedHeader && verifyDetached(old, payload, keys).ok,
    )
    if (kept !== undefined) return kept
  }
  return {
    protected: protectedHeader,
    signature: encodeBase64url(await signer.sign(signingInput(protectedHeader, payload))),
  }
}

/**
 * Verifies a signature over a payload by the keys of a verifier.
 *
 * EdDSA with Ed25519 and ES256 count, nothing else: no HMAC, no `none`, no algorithm that does not fit the key. A critical
 * header extension is refused, `jku` and embedded keys are never looked at (RFC 7515, 4.1; RFC 8725, 3.1 and 3.2).
 *
 * @param now Epoch seconds, to refuse keys that are expired or not yet valid. @default their times are not looked at
 */
export function verifyDetached(
  signature: DetachedSignature,
  payload: Uint8Array,
  keys: KeySet,
  { now }: { readonly now?: number } = {},
): Verification {
  const header = parseHeader(signature.protected)
  const bytes = decodeBase64url(signature.signature)
  if (header === undefined) return failure('malformed', 'has a protected header that is no JSON object in base64url')
  if (bytes === undefined) return failure('malformed', 'is no base64url without padding')
  const { alg, kid } = header
  if (!isAlgorithm(alg))
    return failure(
      'algorithm',
      `uses the algorithm ${alg === undefined ? '(none)' : show(alg)}; only EdDSA and ES256 are accepted`,
    )
  if (header['crit'] !== undefined || header['b64'] !== undefined)
    return failure('malformed', 'asks for header extensions (`crit`, `b64`) that this procedure does not have')
  if (typeof kid !== 'string' || kid === '') return failure('kid', 'names no key (`kid`)')
  const [entry, ...others] = keys.find(kid)
  if (entry === undefined) return failure('unknown-key', `names the key ${show(kid)}, which the key set does not hold`)
  if (others.length > 0)
    return failure('refused-key', `names the key ${show(kid)}, which the key set holds more than once`)
  if ('fault' in entry) return failure('refused-key', `names the key ${show(kid)}, which ${entry.fault.problem}`)
  const { crv, nbf, exp } = entry.jwk
  if ((alg === 'ES256') !== (crv === 'P-256'))
    return failure('algorithm', `uses the algorithm \`${alg}\`, but its key ${show(kid)} is for ${crv}`)
  if (now !== undefined && exp !== undefined && exp <= now)
    return failure('expired', `is by the key ${show(kid)}, which has expired`)
  if (now !== undefined && nbf !== undefined && nbf > now)
    return failure('expired', `is by the key ${show(kid)}, which is not valid yet`)
  const input = signingInput(signature.protected, payload)
  const isGood =
    bytes.length === 64 &&
    (alg === 'ES256'
      ? verify('sha256', input, { key: entry.key(), dsaEncoding: 'ieee-p1363' }, bytes)
      : verify(null, input, entry.key(), bytes))
  return isGood
    ? { ok: true, alg, kid, header }
    : failure(
        'signature',
        `does not fit the content (one or the other was changed, or the key ${show(kid)} is another one)`,
      )
}

/** The compact serialisation with an empty payload segment: `header..signature` (RFC 7515, 7.1 and appendix F). */
export function toCompact({ protected: header, signature }: DetachedSignature): string {
  return `${header}..${signature}`
}

/** The signature in a compact serialisation; `undefined` unless it has two parts around an empty one. */
export function fromCompact(text: unknown): DetachedSignature | undefined {
  const [header, payload, signature, ...rest] = typeof text === 'string' ? text.split('.') : []
  return header && payload === '' && signature && rest.length === 0 ? { protected: header, signature } : undefined
}

function signingInput(header: string, payload: Uint8Array): Uint8Array {
  return new TextEncoder().encode(`${header}.${encodeBase64url(payload)}`)
}

function encodeText(text: string): string {
  return encodeBase64url(new TextEncoder().encode(text))
}

function parseHeader(text: string): JsonObject | undefined {
  const bytes = decodeBase64url(text)
  if (bytes === undefined) return undefined
  try {
    const header: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isObject(header) ? header : undefined
  } catch {
    return undefined
  }
}

function isAlgorithm(value: unknown): value is SignatureAlgorithm {
  return value === 'EdDSA' || value === 'Ed25519' || value === 'ES256'
}

function failure(reason: VerificationFailure, problem: string): Verification {
  return { ok: false, reason, problem }
}

import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto'
import canonicalize from 'canonicalize'

// A second verifier, written against the specifications alone: it shares no line with src/. `canonicalize` is the
// reference implementation of RFC 8785; the cryptography is OpenSSL's.

/** A JWS whose payload is elsewhere: compact with an empty middle, or in the form of an Agent Card's `signatures`. */
export type DetachedJws = string | { readonly protected: string; readonly signature: string }

/** A parsed JWK Set. */
export interface Jwks {
  readonly keys: readonly object[]
}

/** The UTF-8 bytes of a value in the JSON Canonicalization Scheme (RFC 8785). */
export function canonicalBytes(value: unknown): Buffer {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('no JSON')
  return Buffer.from(text, 'utf8')
}

/** Lower-case hex of the SHA-256 of bytes, as in a `sha256:` digest. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The protected header of a JWS. */
export function protectedHeader(jws: DetachedJws): { alg: string; kid: string; typ?: string; jku?: string } {
  return JSON.parse(Buffer.from(partsOf(jws)[0], 'base64url').toString('utf8'))
}

/** Whether a detached JWS signs a payload by a key of a JWK Set, found by `kid`. */
export function verifies(jws: DetachedJws, payload: Uint8Array, jwks: object): boolean {
  const [header, signature] = partsOf(jws)
  const { alg, kid } = protectedHeader(jws)
  const found = (jwks as { readonly keys: readonly JsonWebKey[] }).keys.filter((key) => key['kid'] === kid)
  const [jwk] = found
  if (jwk === undefined || found.length !== 1) return false
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const input = Buffer.from(`${header}.${Buffer.from(payload).toString('base64url')}`, 'ascii')
  const bytes = Buffer.from(signature, 'base64url')
  if (alg === 'EdDSA' && jwk.kty === 'OKP') return verify(null, input, key, bytes)
  if (alg === 'ES256' && jwk.crv === 'P-256') return verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, bytes)
  return false
}

/** Whether the `signature` of a trust manifest verifies: a detached JWS over the canonical form of its other members. */
export function verifiesTrustManifest(manifest: object, jwks: object): boolean {
  const { signature, ...signed } = manifest as { readonly signature?: unknown }
  return typeof signature === 'string' && verifies(signature, canonicalBytes(signed), jwks)
}

/** The key set in a DID document: each `publicKeyJwk` under the fragment of its verification method. */
export function jwksOfDid(document: object): Jwks {
  const { verificationMethod } = document as { verificationMethod: readonly { id: string; publicKeyJwk: object }[] }
  const keys = verificationMethod.map(({ id, publicKeyJwk }) => ({
    ...publicKeyJwk,
    kid: decodeURIComponent(id.slice(id.indexOf('#') + 1)),
  }))
  return { keys }
}

function partsOf(jws: DetachedJws): [header: string, signature: string] {
  if (typeof jws !== 'string') return [jws.protected, jws.signature]
  const parts = jws.split('.')
  if (parts.length !== 3 || parts[1] !== '') throw new Error('no detached JWS')
  return [parts[0]!, parts[2]!]
}

import { createPrivateKey, sign as signNatively } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { decodeBase64url, encodeBase64url } from './base64url.ts'
import type { PrivateJwk, SignatureAlgorithm } from './jwk.ts'

/** What signs: a local key, or a process or service that holds one. */
export interface Signer {
  readonly alg: SignatureAlgorithm
  readonly kid: string
  /** The signature over the given signing input: 64 bytes, for ES256 `r || s` (RFC 7518, 3.4). */
  sign(signingInput: Uint8Array): Promise<Uint8Array>
}

/** A signer with a local key. The same input always gives the same signature: RFC 8032, and for ES256 RFC 6979. */
export function createSigner(jwk: PrivateJwk): Signer {
  const { alg, kid } = jwk
  if (alg === 'ES256') {
    // WebCrypto and OpenSSL draw a random nonce: every build would give new bytes.
    const secret = decodeBase64url(jwk.d)!
    return { alg, kid, sign: async (input) => p256.sign(input, secret, { lowS: false, extraEntropy: false }) }
  }
  const { kty, crv, x, d } = jwk
  const key = createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' })
  return { alg, kid, sign: async (input) => new Uint8Array(signNatively(null, input, key)) }
}

/**
 * A signer that asks another one only once for the same input: documents with the same bytes keep the same signature in
 * one build, whatever signs.
 */
export function rememberSignatures(signer: Signer): Signer {
  const known = new Map<string, Promise<Uint8Array>>()
  return {
    alg: signer.alg,
    kid: signer.kid,
    sign(input) {
      const key = encodeBase64url(input)
      const signature = known.get(key) ?? signer.sign(input)
      known.set(key, signature)
      return signature
    },
  }
}

import { createHash } from 'node:crypto'
import { createKeys, type Keys } from '../src/sign/keys.ts'
import type { PrivateJwk } from '../src/sign/jwk.ts'

// Fixed pairs, so that bytes are the same in every run. Their private halves are computed, so that no file holds one.

/** An Ed25519 pair. */
export const ED25519: PrivateJwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '5f9pNNm-fNn03Cdr5f37RevH9zc_wgjeKZ6Yh3Z7Gzk',
  d: secret('ed25519'),
  kid: 'test-ed25519',
  alg: 'EdDSA',
  use: 'sig',
}

/** A P-256 pair. */
export const P256: PrivateJwk = {
  kty: 'EC',
  crv: 'P-256',
  x: '4PPZPtxEalV1i9Nt56EAQl3i4UkAKwcBnyWCG85_8nQ',
  y: 'h0CZf4beRBvQWJnWp_qqhtt4FNeRsprmwII9d-k1KNw',
  d: secret('p256'),
  kid: 'test-es256',
  alg: 'ES256',
  use: 'sig',
}

/** The keys of a build that signs with a pair. */
export function keysOf(...pairs: readonly PrivateJwk[]): Keys {
  return createKeys(pairs, [], {}).keys
}

function secret(name: string): string {
  return createHash('sha256').update(`signpost test key ${name}`).digest('base64url')
}

import { generateKeyPairSync } from 'node:crypto'
import { thumbprint, type PrivateJwk } from '../sign/jwk.ts'

/** A new key pair; its `kid` is the thumbprint behind the prefix. */
export function generateKey(
  alg: 'EdDSA' | 'ES256',
  { kidPrefix = '' }: { readonly kidPrefix?: string } = {},
): PrivateJwk {
  const { privateKey } =
    alg === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y, d } = privateKey.export({ format: 'jwk' }) as Pick<
    PrivateJwk,
    'kty' | 'crv' | 'x' | 'y' | 'd'
  >
  const points = { kty, crv, x, ...(y === undefined ? {} : { y }) }
  return { ...points, d, kid: `${kidPrefix}${thumbprint(points)}`, alg, use: 'sig' }
}

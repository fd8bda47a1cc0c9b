import { generateKeyPairSync } from 'node:crypto'
import { thumbprint, type PrivateJwk } from '../sign/jwk.ts'

/** A new key pair; its `kid` is the thumbprint behind the prefix, and never looks like a flag of a command line. */
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
  const kid = `${kidPrefix}${thumbprint(points)}`
  return kid.startsWith('-') ? generateKey(alg, { kidPrefix }) : { ...points, d, kid, alg, use: 'sig' }
}

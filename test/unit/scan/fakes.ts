import { generateKeyPairSync } from 'node:crypto'

export const BASE62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
export const HEX = '0123456789abcdef'
export const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
export const LOWER = 'abcdefghijklmnopqrstuvwxyz0123456789'
export const URL64 = `${BASE62}-_`

/** Characters drawn by a small generator: the same for the same seed, and in no file of the repository. */
export function draw(alphabet: string, length: number, seed = 1): string {
  let state = (seed * 2654435761) >>> 0
  let text = ''
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0
    text += alphabet[(state >>> 8) % alphabet.length]
  }
  // A digit and both cases, as nearly every real token has.
  return text
}

/** PEM blocks of real keys, made now. */
export function pem(
  kind: 'ed25519' | 'ec' | 'rsa',
  form: 'pkcs8' | 'pkcs1' | 'sec1' = 'pkcs8',
): { key: string; pub: string } {
  const options = {
    privateKeyEncoding: { format: 'pem', type: form },
    publicKeyEncoding: { format: 'pem', type: 'spki' },
  }
  const pair =
    kind === 'ed25519'
      ? generateKeyPairSync('ed25519', options as never)
      : kind === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256', ...options } as never)
        : generateKeyPairSync('rsa', { modulusLength: 2048, ...options } as never)
  return { key: String(pair.privateKey), pub: String(pair.publicKey) }
}

/** A private JWK, made now. */
export function jwk(kind: 'ed25519' | 'ec' | 'rsa'): Record<string, string> {
  const pair =
    kind === 'ed25519'
      ? generateKeyPairSync('ed25519')
      : kind === 'ec'
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return pair.privateKey.export({ format: 'jwk' }) as Record<string, string>
}

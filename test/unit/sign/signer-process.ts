import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { decodeBase64url, encodeBase64url } from '../../../src/sign/base64url.ts'
import type { PrivateJwk } from '../../../src/sign/jwk.ts'
import type { Signer } from '../../../src/sign/signer.ts'

/** A signer whose key is in another process. */
export interface ProcessSigner extends Signer {
  /** How often it was asked. */
  readonly asked: () => number
  readonly stop: () => void
}

/** Starts the process. */
export function startSigner(jwk: PrivateJwk): ProcessSigner {
  const { kty, crv, x, y, d, alg, kid } = jwk
  const key = JSON.stringify({ kty, crv, x, y, d })
  const script = fileURLToPath(new URL('./signer-process.mjs', import.meta.url))
  const child = spawn(process.execPath, [script], { env: { KEY: key }, stdio: ['pipe', 'pipe', 'inherit'] })
  const waiting: ((signature: Uint8Array) => void)[] = []
  let count = 0
  createInterface({ input: child.stdout }).on('line', (line) => waiting.shift()!(decodeBase64url(line)!))
  return {
    alg,
    kid,
    asked: () => count,
    sign: (input) =>
      new Promise((resolve) => {
        count += 1
        waiting.push(resolve)
        child.stdin.write(`${encodeBase64url(input)}\n`)
      }),
    stop: () => void child.stdin.end(),
  }
}

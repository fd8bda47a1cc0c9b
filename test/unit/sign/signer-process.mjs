// Signs what it is asked to, with a key that the asking process does not have: a stand-in for a key service. Each line of
// input is a signing input in base64url; each line of output is the signature, and ES256 draws a new nonce each time.
import { createPrivateKey, sign } from 'node:crypto'
import { createInterface } from 'node:readline'

const key = createPrivateKey({ key: JSON.parse(process.env.KEY), format: 'jwk' })

for await (const line of createInterface({ input: process.stdin })) {
  const input = Buffer.from(line, 'base64url')
  const signature =
    key.asymmetricKeyType === 'ed25519'
      ? sign(null, input, key)
      : sign('sha256', input, { key, dsaEncoding: 'ieee-p1363' })
  process.stdout.write(`${signature.toString('base64url')}\n`)
}

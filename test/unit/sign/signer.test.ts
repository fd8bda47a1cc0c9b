import { onTestFinished, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import { READINGS } from '../../../src/sign/agent-card-forms.ts'
import { signAgentCard, verifyAgentCard } from '../../../src/sign/agent-card.ts'
import { publicHalf, type PrivateJwk } from '../../../src/sign/jwk.ts'
import { fromCompact, signDetached, toCompact } from '../../../src/sign/jws.ts'
import { openJwkSet } from '../../../src/sign/key-set.ts'
import { keysOfSigner } from '../../../src/sign/keys.ts'
import { ED25519, keysOf, P256 } from '../../keys.ts'
import { agentYaml, buildFiles, document } from '../../site.ts'
import { startSigner, type ProcessSigner } from './signer-process.ts'

function start(jwk: PrivateJwk): ProcessSigner {
  const signer = startSigner(jwk)
  onTestFinished(signer.stop)
  return signer
}

const files = { 'agents/desk.yaml': agentYaml() }
const CARD = '.well-known/agent-card.json'

test('a key in another process signs a site, and is asked once for what is the same', async () => {
  const signer = start(P256)
  const result = await buildFiles(files, {}, { keys: keysOfSigner(signer, publicHalf(P256)) })
  const card: JsonObject = document(result, CARD)
  expect(verifyAgentCard(card, openJwkSet(document(result, '.well-known/jwks.json'))).readings).toEqual(READINGS)
  expect(document(result, 'agents/desk/agent-card.json')).toEqual(card)
  expect(result.signing).toBe('signed')
  expect(signer.asked()).toBeGreaterThan(0)
})

test('Ed25519 in another process gives the bytes of a local key', async () => {
  const local = await buildFiles(files, {}, { keys: keysOf(ED25519) })
  const other = await buildFiles(files, {}, { keys: keysOfSigner(start(ED25519), publicHalf(ED25519)) })
  expect(document(other, CARD)).toEqual(document(local, CARD))
})

test('a random signature is kept from build to build while the card is the same', async () => {
  const card: JsonObject = { name: 'Desk', supportedInterfaces: [{ url: 'https://acme.example/a2a' }] }
  const sign = (published?: JsonObject, changes: JsonObject = {}): Promise<JsonObject> =>
    signAgentCard(
      { ...card, ...changes },
      keysOfSigner(start(P256), publicHalf(P256)),
      undefined,
      published === undefined ? {} : { published },
    )
  const first = await sign()
  expect(await sign()).not.toEqual(first)
  expect(await sign(first)).toEqual(first)
  const changed = await sign(first, { name: 'Front desk' })
  expect(changed['signatures']).not.toEqual(first['signatures'])
  expect(verifyAgentCard(changed, openJwkSet({ keys: [publicHalf(P256)] })).readings).toEqual(READINGS)
})

test('the same for a compact signature, as a trust manifest holds it', async () => {
  const payload = new TextEncoder().encode('{}')
  const first = toCompact(await signDetached(payload, start(P256)))
  const previous = { signatures: [fromCompact(first)!], key: publicHalf(P256) }
  expect(toCompact(await signDetached(payload, start(P256), { previous }))).toBe(first)
})

test('a signer with a key of another name, or with a private key beside it, is a mistake of the caller', () => {
  const signer = { ...keysOf(P256).signer! }
  expect(() => keysOfSigner(signer, publicHalf(ED25519))).toThrow(TypeError)
  expect(() => keysOfSigner(signer, P256)).toThrow(TypeError)
  expect(() => keysOfSigner({ ...signer, alg: 'EdDSA' }, publicHalf(P256))).toThrow(TypeError)
})

test('a signer that fails makes the build fail, with its own reason', async () => {
  const signer = { alg: 'ES256', kid: P256.kid, sign: () => Promise.reject(new Error('the service said no')) } as const
  await expect(buildFiles(files, {}, { keys: keysOfSigner(signer, publicHalf(P256)) })).rejects.toThrow(
    'the service said no',
  )
})

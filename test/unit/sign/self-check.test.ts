import { expect, test } from 'vitest'
import { serializeJson, type JsonObject } from '../../../src/json.ts'
import { signAgentCard } from '../../../src/sign/agent-card.ts'
import { NO_KEYS, type Keys } from '../../../src/sign/keys.ts'
import { checkSignatures, JWKS_PATH } from '../../../src/sign/self-check.ts'
import type { Artifact } from '../../../src/site.ts'
import { ED25519, keysOf, P256 } from '../../keys.ts'

const card: JsonObject = {
  name: 'Desk',
  description: 'Answers.',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: false, pushNotifications: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'a', name: 'A', description: 'a', tags: ['t'] }],
}
const keys = keysOf(P256)

function artifact(path: string, document: JsonObject, format: string): Artifact {
  return {
    path,
    body: serializeJson(document),
    mediaType: 'application/json',
    cache: 'discovery',
    from: ['agents/desk.yaml'],
    format,
  }
}

function check(
  written: JsonObject,
  { published = keys, own = keys }: { published?: Keys | undefined; own?: Keys } = {},
): string[] {
  const set =
    published === undefined
      ? []
      : [artifact(JWKS_PATH, { keys: published.published.map((key) => ({ ...key })) }, 'keys')]
  const artifacts = [artifact('agents/desk/agent-card.json', written, 'agent-card'), ...set]
  return checkSignatures({ artifacts }, own).map((d) => `${d.code} ${d.file} ${d.message}`)
}

test('a signed card passes, one with a signature per reading as well, an unsigned build too', async () => {
  expect(check(await signAgentCard(card, keys, 'https://acme.example/jwks.json'))).toEqual([])
  expect(check(await signAgentCard({ ...card, 'x-hybrid': 1 }, keys, undefined))).toEqual([])
  expect(check(card, { own: NO_KEYS })).toEqual([])
})

test('a card that was changed after signing is found, and so is a key set without its key', async () => {
  const signed = await signAgentCard(card, keys, undefined)
  expect(check({ ...signed, version: '1.0.1' })[0]).toMatch(
    /^SIGNATURE_SELF_CHECK agents\/desk\.yaml .*does not fit the content/,
  )
  expect(check(signed, { published: keysOf(ED25519) })[0]).toContain('which the key set does not hold')
})

test('a card without the signature that the build should have made is found, for one reading as well', async () => {
  expect(check(card)[0]).toContain('missing for a way to read the card (sdk, specification, received)')
  const signed = await signAgentCard(card, keys, undefined)
  expect(check({ ...signed, 'x-hybrid': 1 })[0]).toContain('(received)')
})

test('a signer that signs with another key than it names is found', async () => {
  const other = keysOf({ ...ED25519, kid: 'mine' })
  const signer = { ...keysOf(P256).signer!, kid: 'mine', alg: 'EdDSA' as const }
  expect(
    check(await signAgentCard(card, { ...other, signer }, undefined), { published: other, own: other }),
  ).toHaveLength(1)
})

test('a card of A2A 0.3 needs no signature', () => {
  const { supportedInterfaces: _, ...v03 } = card
  expect(check({ ...v03, url: 'https://acme.example/a2a', protocolVersion: '0.3.0' })).toEqual([])
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import { canonicalForms, READINGS } from '../../../src/sign/agent-card-forms.ts'
import { signAgentCard, verifyAgentCard } from '../../../src/sign/agent-card.ts'
import type { DetachedSignature } from '../../../src/sign/jws.ts'
import { createKeys, NO_KEYS } from '../../../src/sign/keys.ts'
import { openJwkSet } from '../../../src/sign/key-set.ts'
import { ED25519, keysOf, P256 } from '../../keys.ts'
import { canonicalBytes, protectedHeader, verifies } from '../../verifier.ts'

interface Vector {
  readonly name: string
  readonly card: JsonObject
  readonly sdk: string
  readonly spec: string
  readonly raw: string
  readonly agree: boolean
}

const read = <T = JsonObject>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../data/a2a/${name}`, import.meta.url), 'utf8')) as T
const vectors = read<readonly Vector[]>('canonical-vectors.json')
const JKU = 'https://acme.example/.well-known/jwks.json'
const keys = keysOf(P256)
const published = { keys: keys.published.map((key) => ({ ...key })) }

const card: JsonObject = vectors[0]!.card
const signaturesOf = (signed: JsonObject): DetachedSignature[] => signed['signatures'] as unknown as DetachedSignature[]

test('there are 28 vectors, and in 11 all readings agree', () => {
  expect(vectors).toHaveLength(28)
  expect(vectors.filter(({ agree }) => agree)).toHaveLength(11)
})

test.each(vectors)('canonical forms: $name', ({ card, sdk, spec, raw, agree }) => {
  const forms = canonicalForms(card)
  expect(forms).toEqual({ sdk, specification: spec, received: raw })
  expect(new Set(Object.values(forms)).size === 1).toBe(agree)
})

test.each(vectors)(
  'a signed card verifies in every reading, by one signature where they agree: $name',
  async (vector) => {
    const whole = { ...card, ...vector.card }
    const signed = await signAgentCard(whole, keys, JKU)
    const forms = canonicalForms(whole)
    expect(signaturesOf(signed)).toHaveLength(new Set(Object.values(forms)).size)
    expect(verifyAgentCard(signed, openJwkSet(published)).readings).toEqual(READINGS)
    for (const text of Object.values(forms)) {
      expect(signaturesOf(signed).some((entry) => verifies(entry, Buffer.from(text), published))).toBe(true)
    }
  },
)

test('the worked example verifies, in every reading', () => {
  const { signatures, readings } = verifyAgentCard(read('agent-card.json'), openJwkSet(read('jwks.json')))
  expect(signatures).toMatchObject([{ outcome: { ok: true, alg: 'ES256', kid: 'test-es256-2026' } }])
  expect(readings).toEqual(READINGS)
  expect(canonicalForms(read('agent-card.unsigned.json')).sdk).toBe(
    readFileSync(new URL('../../data/a2a/agent-card.canonical.txt', import.meta.url), 'utf8').trimEnd(),
  )
})

describe('signing', () => {
  test('the protected header names algorithm, type, key and key set', async () => {
    const [entry] = signaturesOf(await signAgentCard(card, keysOf(ED25519), JKU))
    expect(protectedHeader(entry!)).toEqual({ alg: 'EdDSA', typ: 'JOSE', kid: ED25519.kid, jku: JKU })
    const [plain] = signaturesOf(await signAgentCard(card, keysOf(ED25519), undefined))
    expect(protectedHeader(plain!)).toEqual({ alg: 'EdDSA', typ: 'JOSE', kid: ED25519.kid })
  })

  test('old signatures are replaced, whoever made them, and stand last', async () => {
    const signed = await signAgentCard({ signatures: [{ protected: 'e30', signature: 'AA' }], ...card }, keys, JKU)
    expect(signaturesOf(signed)).toHaveLength(1)
    expect(Object.keys(signed).at(-1)).toBe('signatures')
    expect(await signAgentCard(signed, keys, JKU)).toEqual(signed)
  })

  test('an unsigned build and a card of A2A 0.3 carry no signature, an old one neither', async () => {
    const old = { ...card, signatures: [{ protected: 'e30', signature: 'AA' }] }
    expect(await signAgentCard(old, NO_KEYS, JKU)).toEqual(card)
    const { supportedInterfaces: _, ...v03 }: JsonObject = {
      ...old,
      url: 'https://x.example/a2a',
      protocolVersion: '0.3.0',
    }
    const { signatures: __, ...unsigned } = v03
    expect(await signAgentCard(v03, keys, JKU)).toEqual(unsigned)
  })

  test.each([ED25519, P256])('$alg: the same bytes each time', async (pair) => {
    const sign = async (): Promise<string> => JSON.stringify(await signAgentCard(card, keysOf(pair), JKU))
    expect(await sign()).toBe(await sign())
  })

  test('a rotated key keeps old signatures verifiable', async () => {
    const old = await signAgentCard(card, keysOf(P256), JKU)
    const { keys: rotated } = createKeys([ED25519], [{ jwk: keysOf(P256).published[0]!, isOver: false }], {})
    const set = openJwkSet({ keys: [...rotated.published] })
    for (const signed of [old, await signAgentCard(card, rotated, JKU)])
      expect(verifyAgentCard(signed, set).readings).toEqual(READINGS)
  })

  test('a signer that draws random numbers keeps the signatures of a card that did not change', async () => {
    let count = 0
    const once = (await signAgentCard(card, keys, JKU)) as JsonObject
    const signer = { alg: 'ES256', kid: P256.kid, sign: async () => new Uint8Array(64).fill(++count) } as const
    const random = { ...keys, signer }
    expect(await signAgentCard(card, random, JKU, { published: once })).toEqual(once)
    expect(count).toBe(0)
    await signAgentCard({ ...card, version: '2' }, random, JKU, { published: once })
    expect(count).toBe(1)
  })

  test('a text that no UTF-8 can carry is a TypeError', async () => {
    await expect(signAgentCard({ ...card, name: 'x\ud800' }, keys, JKU)).rejects.toThrow(TypeError)
  })
})

describe('verification', () => {
  test('any change that a reading covers is found in that reading', async () => {
    const signed = await signAgentCard(
      { ...card, securityRequirements: [{ schemes: { key: { list: [] } } }] },
      keys,
      JKU,
    )
    const set = openJwkSet(published)
    expect(verifyAgentCard({ ...signed, name: 'y' }, set).readings).toEqual([])
    expect(verifyAgentCard({ ...signed, 'x-more': 1 }, set).readings).toEqual(['sdk', 'specification'])
  })

  test('what the SDKs remove can be taken away: the rest is what their signature covers', async () => {
    const signed = await signAgentCard({ ...card, securityRequirements: [{ schemes: { key: {} } }] }, keys, JKU)
    const { securityRequirements: _, ...open } = signed
    expect(verifyAgentCard(open, openJwkSet(published)).readings).toEqual(READINGS)
  })

  test.each([[undefined], ['x'], [[]], [[null, 1, 'x', {}, { protected: 'e30' }, { protected: 1, signature: 2 }]]])(
    'signatures %j do not count and do not throw',
    (signatures) => {
      const { readings, signatures: entries } = verifyAgentCard(
        { ...card, ...(signatures === undefined ? {} : { signatures }) } as JsonObject,
        openJwkSet(published),
      )
      expect(readings).toEqual([])
      expect(entries.every(({ outcome }) => !outcome.ok)).toBe(true)
    },
  )

  test('the second canonicalisation agrees with ours on the received form', () => {
    for (const { card } of vectors) {
      const { signatures: _, ...unsigned } = card
      expect(canonicalForms(card).received).toBe(canonicalBytes(unsigned).toString('utf8'))
    }
  })
})

import {
  generateAgentCardSignature,
  canonicalizeAgentCard,
  verifyAgentCardSignature,
  type AgentCard,
} from '@a2a-js/sdk'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BuildResult } from '../../src/build.ts'
import type { JsonObject } from '../../src/json.ts'
import { canonicalForms, READINGS } from '../../src/sign/agent-card-forms.ts'
import { verifyAgentCard } from '../../src/sign/agent-card.ts'
import { createKeys, type Keys } from '../../src/sign/keys.ts'
import { openJwkSet } from '../../src/sign/key-set.ts'
import { ED25519, keysOf, P256 } from '../keys.ts'
import { agentYaml, artifact, buildFiles, document } from '../site.ts'
import { canonicalBytes, jwksOfDid, protectedHeader, verifies } from '../verifier.ts'

// The SDK tells the console about every entry that does not verify.
beforeEach(() => void vi.spyOn(console, 'debug').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const NOW = 1_800_000_000
const SCHEMES = {
  securitySchemes: {
    oauth: {
      oauth2SecurityScheme: {
        flows: { clientCredentials: { tokenUrl: 'https://acme.example/token', scopes: { read: 'Read' } } },
      },
    },
  },
  securityRequirements: [{ schemes: { oauth: { list: ['read'] } } }],
}
const SCOPELESS = {
  securitySchemes: { key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } } },
  securityRequirements: [{ schemes: { key: { list: [] } } }],
}
const endpoint = (protocolVersion: string): object => ({
  url: 'https://acme.example/a2a',
  protocolBinding: 'JSONRPC',
  protocolVersion,
})

function build(
  keys: Keys,
  agents: Readonly<Record<string, object>> = { desk: SCHEMES },
  options: object = {},
): Promise<BuildResult> {
  const files = Object.entries(agents).map(([name, members]) => [
    `agents/${name}.yaml`,
    agentYaml({ name, ...members }),
  ])
  return buildFiles(Object.fromEntries(files), options, { keys, now: NOW })
}

async function sdkVerifies(card: object, jwks: object): Promise<boolean> {
  const verify = verifyAgentCardSignature(
    async (kid) => (jwks as { keys: { kid: string }[] }).keys.find((key) => key.kid === kid) as never,
  )
  return verify(card as AgentCard).then(
    () => true,
    () => false,
  )
}

const CARDS = ['.well-known/agent-card.json', 'agents/desk/agent-card.json', 'agents/desk/.well-known/agent-card.json']

describe.each([ED25519, P256])('cards of a site signed with $alg', (pair) => {
  test('the SDK verifies them with the published key set, and a second verifier with the DID document', async () => {
    const result = await build(keysOf(pair))
    const jwks = document(result, '.well-known/jwks.json')
    for (const path of CARDS) {
      const card: JsonObject = document(result, path)
      const { signatures, ...unsigned } = card as { signatures: { protected: string; signature: string }[] }
      expect(signatures).toHaveLength(1)
      expect(protectedHeader(signatures[0]!)).toEqual({
        alg: pair.alg,
        typ: 'JOSE',
        kid: pair.kid,
        jku: 'https://acme.example/.well-known/jwks.json',
      })
      expect(await sdkVerifies(card, jwks)).toBe(true)
      expect(
        verifies(signatures[0]!, canonicalBytes(unsigned), jwksOfDid(document(result, '.well-known/did.json'))),
      ).toBe(true)
    }
  })

  test('the SDK rejects a card after any change of what it covers', async () => {
    const result = await build(keysOf(pair))
    const jwks = document(result, '.well-known/jwks.json')
    const card: JsonObject = document(result, CARDS[0]!)
    const changes = leaves(card).filter(([path]) => path[0] !== 'signatures')
    expect(changes.length).toBeGreaterThan(15)
    for (const [path, value] of changes)
      expect([path, await sdkVerifies(changed(card, path, value), jwks)]).toEqual([path, false])
    for (const [path] of changes)
      expect([path, await sdkVerifies(changed(card, path, undefined), jwks)]).toEqual([path, false])
  })

  test('two builds have the same bytes', async () => {
    const bytes = async (): Promise<unknown> =>
      (await build(keysOf(pair))).public!.artifacts.map(({ path, body }) => [
        path,
        Buffer.from(body).toString('latin1'),
      ])
    expect(await bytes()).toEqual(await bytes())
  })
})

test('our canonical form is the one of the SDK for what we publish', async () => {
  const result = await build(keysOf(P256), { desk: SCHEMES, other: { ...SCOPELESS, publish: { primary: false } } })
  for (const path of ['agents/desk/agent-card.json', 'agents/other/agent-card.json']) {
    const card: JsonObject = document(result, path)
    expect(canonicalForms(card).sdk).toBe(canonicalizeAgentCard(card as never))
  }
})

test('where the readings differ, a card has a signature for each, and all verify', async () => {
  const result = await build(keysOf(P256), { desk: SCOPELESS })
  const jwks = document(result, '.well-known/jwks.json')
  const card: JsonObject = document(result, CARDS[0]!)
  expect(card['signatures']).toHaveLength(2)
  expect(await sdkVerifies(card, jwks)).toBe(true)
  const { signatures, ...unsigned } = card as { signatures: { protected: string; signature: string }[] }
  expect(signatures.some((entry) => verifies(entry, canonicalBytes(unsigned), jwks))).toBe(true)
  expect(verifyAgentCard(card, openJwkSet(jwks)).readings).toEqual(READINGS)
  expect(result.diagnostics.map(({ code }) => code)).toContain('SIGNATURE_NOT_COVERED')
})

test('a hybrid card verifies in the SDK and as received; the pure 1.0 card beside it has one signature', async () => {
  const both = { supportedInterfaces: [endpoint('1.0'), endpoint('0.3')] }
  const result = await build(keysOf(P256), { desk: both }, { formats: { 'agent-card': { hybrid: true } } })
  const jwks = document(result, '.well-known/jwks.json')
  const hybrid: JsonObject = document(result, CARDS[0]!)
  expect(hybrid['url']).toBe('https://acme.example/a2a')
  expect(await sdkVerifies(hybrid, jwks)).toBe(true)
  expect(verifyAgentCard(hybrid, openJwkSet(jwks)).readings).toEqual(READINGS)
  const pure: JsonObject = document(result, CARDS[1]!)
  expect(pure['signatures']).toHaveLength(1)
})

test('a card of A2A 0.3 carries no signature', async () => {
  const result = await build(keysOf(P256), { desk: { supportedInterfaces: [endpoint('1.0'), endpoint('0.3')] } })
  expect(document(result, 'agents/desk/agent-card.v0.3.json')).not.toHaveProperty('signatures')
})

test('defaults that an author wrote are no part of the card, so that one signature serves every reading', async () => {
  const result = await build(keysOf(P256), {
    desk: {
      supportedInterfaces: [{ ...endpoint('1.0'), tenant: '' }],
      capabilities: {
        streaming: false,
        pushNotifications: false,
        extensions: [{ uri: 'https://acme.example/ext/cite/v1', description: 'Cites.', required: false }],
      },
      securitySchemes: {},
      securityRequirements: [],
      skills: [
        { id: 'cite', name: 'Cite', description: 'Finds a source.', tags: ['citing'], examples: [], inputModes: [] },
      ],
    },
  })
  const card: JsonObject = document(result, CARDS[0]!)
  expect(card['signatures']).toHaveLength(1)
  expect(card['capabilities']).toMatchObject({ streaming: false, pushNotifications: false })
  expect(verifyAgentCard(card, openJwkSet(document(result, '.well-known/jwks.json'))).readings).toEqual(READINGS)
})

test('signatures in a definition are replaced', async () => {
  const result = await build(keysOf(P256), { desk: { signatures: [{ protected: 'e30', signature: 'AA' }] } })
  const card: JsonObject = document(result, CARDS[0]!)
  expect(card['signatures']).toHaveLength(1)
  expect(await sdkVerifies(card, document(result, '.well-known/jwks.json'))).toBe(true)
})

test('a signature by the SDK over our card verifies here, and its own is what we would have made of it', async () => {
  const result = await build(keysOf(P256))
  const { signatures: _, ...card } = document(result, CARDS[0]!) as JsonObject
  const signed = await generateAgentCardSignature(P256 as never, { alg: 'ES256', kid: P256.kid, typ: 'JOSE' })(
    card as never,
  )
  expect(
    verifyAgentCard(
      JSON.parse(JSON.stringify(signed)) as JsonObject,
      openJwkSet(document(result, '.well-known/jwks.json')),
    ).readings,
  ).toEqual(READINGS)
})

test('a rotated key keeps cards verifiable that clients still hold', async () => {
  const before: JsonObject = document(await build(keysOf(P256)), CARDS[0]!)
  const rotated = createKeys([ED25519], [{ jwk: keysOf(P256).published[0]!, isOver: false }], {}).keys
  const result = await build(rotated)
  const jwks = document(result, '.well-known/jwks.json')
  expect(await sdkVerifies(before, jwks)).toBe(true)
  expect(await sdkVerifies(document(result, CARDS[0]!), jwks)).toBe(true)
})

test('an unsigned build has no signature and no key set', async () => {
  const result = await build(createKeys([], [], {}).keys)
  expect(document(result, CARDS[0]!)).not.toHaveProperty('signatures')
  for (const path of ['.well-known/jwks.json', '.well-known/did.json']) expect(artifact(result, path)).toBeUndefined()
})

test('no private half is in any file of a site', async () => {
  const result = await build(keysOf(P256, ED25519))
  for (const { body } of result.public!.artifacts) {
    for (const { d } of [P256, ED25519]) expect(Buffer.from(body).includes(d)).toBe(false)
  }
})

test('the SDK verifies the worked example', async () => {
  const read = (name: string): object =>
    JSON.parse(readFileSync(new URL(`../data/a2a/${name}`, import.meta.url), 'utf8')) as object
  expect(await sdkVerifies(read('agent-card.json'), read('jwks.json'))).toBe(true)
})

type Path = readonly (string | number)[]

/** Every text and flag of a document, with another value of its kind. */
function leaves(value: unknown, path: Path = []): [Path, unknown][] {
  if (typeof value === 'string') return [[path, `${value}x`]]
  if (typeof value === 'boolean') return [[path, !value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, member]) =>
    leaves(member, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** A copy of a document with another value at a path; `undefined` takes it out. */
function changed(document: object, path: Path, value: unknown): object {
  const copy = structuredClone(document)
  const below = (node: object, key: string | number): object => (node as Record<string, object>)[key]!
  const parent = path.slice(0, -1).reduce(below, copy) as Record<string, unknown>
  const last = path.at(-1)!
  if (value !== undefined) parent[last] = value
  else if (Array.isArray(parent)) parent.splice(Number(last), 1)
  else delete parent[last]
  return copy
}

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import { publicHalf } from '../../../src/sign/jwk.ts'
import { openJwkSet } from '../../../src/sign/key-set.ts'
import { createTrustManifest, digestOf, signTrustManifest, type TrustFacts } from '../../../src/sign/trust-manifest.ts'
import { checkHit, type HitPolicy } from '../../../src/verify/hit-trust.ts'
import type { Fetched } from '../../../src/verify/readers.ts'
import { artifact, agentYaml, buildFiles, document } from '../../site.ts'
import { ED25519, keysOf, P256 } from '../../keys.ts'

const URL_OF_CARD = 'https://acme.example/agents/desk/agent-card.json'
const REPORT = new TextEncoder().encode('report')

/** A site with one agent, and everything else that a consumer may fetch. */
async function world(): Promise<{ entry: JsonObject; files: Map<string, Uint8Array> }> {
  const result = await buildFiles(
    { 'agents/desk.yaml': agentYaml() },
    {
      trust: {
        attestations: [
          { type: 'SOC2', uri: 'https://audit.example/report', mediaType: 'application/pdf', digest: digestOf(REPORT) },
        ],
      },
    },
    { keys: keysOf(ED25519) },
  )
  const files = new Map(result.public!.artifacts.map(({ path, body }) => [`https://acme.example/${path}`, body]))
  files.set('https://audit.example/report', REPORT)
  expect(artifact(result, 'agents/desk/agent-card.json')).toBeDefined()
  return { entry: (document(result, '.well-known/ard.json')['entries'] as JsonObject[])[0]!, files }
}

function webOf(files: ReadonlyMap<string, Uint8Array>, change: Partial<Fetched> = {}): HitPolicy['web'] {
  return {
    async get(url) {
      const body = files.get(url)
      return {
        status: body === undefined ? 404 : 200,
        headers: {},
        body: body ?? new Uint8Array(),
        redirects: [],
        ...change,
      }
    },
  }
}

async function states(entry: JsonObject, policy: HitPolicy): Promise<string> {
  const { isUsable, steps } = await checkHit(entry, policy)
  const bad = steps.filter(({ state }) => state !== 'ok').map(({ step, state }) => `${step} ${state}`)
  expect(isUsable).toBe(bad.length === 0)
  for (const { state, problem } of steps) expect(problem === undefined).toBe(state === 'ok')
  return bad.join(', ') || 'usable'
}

/** An entry that holds its artifact, signed by a pair over these facts. */
async function signed(
  more: Partial<TrustFacts> = {},
  pair = ED25519,
  identifier = 'urn:air:acme.example:agent:held',
): Promise<JsonObject> {
  const data = { name: 'Held' }
  const { signer } = keysOf(pair)
  const manifest = createTrustManifest({
    identity: 'did:web:acme.example',
    source: { id: identifier, digest: digestOf(new TextEncoder().encode('{"name":"Held"}')) },
    ...more,
  })
  return {
    identifier,
    displayName: 'Held',
    type: 'application/a2a-agent-card+json',
    data,
    trustManifest: await signTrustManifest(manifest, signer!),
  }
}

test('what a build publishes is usable, by the keys of its domain and by given ones', async () => {
  const { entry, files } = await world()
  expect(await states(entry, { web: webOf(files) })).toBe('usable')
  const trusted = openJwkSet({ keys: [publicHalf(ED25519)] })
  files.delete('https://acme.example/.well-known/did.json')
  expect(await states(entry, { web: webOf(files), trusted })).toBe('usable')
  expect(await states(await signed(), { web: webOf(files), trusted })).toBe('usable')
})

describe('not usable', () => {
  test.each<[string, (entry: JsonObject) => JsonObject, string]>([
    [
      'without a manifest',
      ({ trustManifest: _, ...entry }) => entry,
      'identity failed, attestations unknown, signature unknown, artifact unknown',
    ],
    [
      'without a publisher',
      (entry) => ({ ...entry, identifier: 'desk' }),
      'publisher failed, identity unknown, attestations unknown, signature unknown, artifact unknown',
    ],
    [
      'of another publisher',
      (entry) => ({ ...entry, identifier: 'urn:air:evil.example:agent:desk' }),
      'identity failed',
    ],
    [
      'of a look-alike',
      (entry) => ({ ...entry, identifier: 'urn:air:evilacme.example:agent:desk' }),
      'identity failed',
    ],
    ['pointing elsewhere', (entry) => ({ ...entry, url: 'https://evil.example/card.json' }), 'artifact failed'],
    [
      'with a changed manifest',
      (entry) => ({ ...entry, trustManifest: { ...(entry['trustManifest'] as JsonObject), identityType: 'other' } }),
      'signature failed',
    ],
    [
      'without a signature',
      (entry) => ({
        ...entry,
        trustManifest: Object.fromEntries(
          Object.entries(entry['trustManifest'] as JsonObject).filter(([name]) => name !== 'signature'),
        ),
      }),
      'signature failed',
    ],
    [
      'with text that no signature can cover',
      (entry) => ({ ...entry, trustManifest: { ...(entry['trustManifest'] as JsonObject), note: '\uD800' } }),
      'signature failed',
    ],
  ])('an entry %s', async (_name, change, expected) => {
    const { entry, files } = await world()
    files.set('https://evil.example/card.json', new TextEncoder().encode('{}'))
    expect(await states(change(entry), { web: webOf(files) })).toBe(expected)
  })

  test.each<[string, string, Uint8Array | undefined, string]>([
    ['an artifact that was changed', URL_OF_CARD, new TextEncoder().encode('{}'), 'artifact failed'],
    ['an artifact that is gone', URL_OF_CARD, undefined, 'artifact unknown'],
    [
      'an attestation that is another document',
      'https://audit.example/report',
      new TextEncoder().encode('forged'),
      'attestations failed',
    ],
    ['an attestation that is gone', 'https://audit.example/report', undefined, 'attestations unknown'],
    ['keys that are gone', 'https://acme.example/.well-known/did.json', undefined, 'signature unknown'],
    [
      'keys that are no JSON',
      'https://acme.example/.well-known/did.json',
      new TextEncoder().encode('<html>'),
      'signature unknown',
    ],
    [
      'other keys',
      'https://acme.example/.well-known/did.json',
      new TextEncoder().encode('{"id":"did:web:acme.example","verificationMethod":[]}'),
      'signature failed',
    ],
  ])('%s', async (_name, url, body, expected) => {
    const { entry, files } = await world()
    if (body === undefined) files.delete(url)
    else files.set(url, body)
    expect(await states(entry, { web: webOf(files) })).toBe(expected)
  })

  test('keys that another host gives out', async () => {
    const { entry, files } = await world()
    expect(await states(entry, { web: webOf(files, { redirects: ['https://evil.example/did.json'] }) })).toBe(
      'signature unknown',
    )
  })

  test('a signature by a key that is not trusted, or has expired', async () => {
    const web = webOf(new Map())
    expect(await states(await signed({}, P256), { web, trusted: openJwkSet({ keys: [publicHalf(ED25519)] }) })).toBe(
      'signature failed',
    )
    const expired = openJwkSet({ keys: [{ ...publicHalf(ED25519), exp: 100 }] })
    expect(await states(await signed(), { web, trusted: expired, now: 200 })).toBe('signature failed')
    expect(await states(await signed(), { web, trusted: expired, now: 50 })).toBe('usable')
  })

  test('an identity whose keys no one can ask for', async () => {
    expect(await states(await signed({ identity: 'spiffe://acme.example/agent' }), { web: webOf(new Map()) })).toBe(
      'signature unknown',
    )
  })

  test('a manifest that vouches for no digest, or for too many documents to be read', async () => {
    const trusted = openJwkSet({ keys: [publicHalf(ED25519)] })
    expect(
      await states(await signed({ source: { id: 'urn:air:acme.example:agent:held' } }), {
        web: webOf(new Map()),
        trusted,
      }),
    ).toBe('artifact unknown')
    const attestations = Array.from({ length: 11 }, (_, i) => ({
      type: 'x',
      uri: `https://audit.example/${i}`,
      mediaType: 'text/plain',
    }))
    const asked: string[] = []
    const web = {
      get: async (url: string) => (
        asked.push(url),
        { status: 200, headers: {}, body: new Uint8Array(), redirects: [] }
      ),
    }
    expect([await states(await signed({ attestations }), { web, trusted }), asked.length]).toEqual([
      'attestations unknown',
      10,
    ])
  })
})

test('a score has no part in it', async () => {
  const entry = { ...(await signed({}, P256)), score: 100 }
  expect(await states(entry, { web: webOf(new Map()), trusted: openJwkSet({ keys: [] }) })).toBe('signature failed')
})

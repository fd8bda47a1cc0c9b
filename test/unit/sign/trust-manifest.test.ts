import { describe, expect, test } from 'vitest'
import { checkEntryTrust, type TrustEvidence } from '../../../src/sign/entry-trust.ts'
import { createKeySet } from '../../../src/sign/key-set.ts'
import { createSigner } from '../../../src/sign/signer.ts'
import {
  createTrustManifest,
  digestOf,
  signTrustManifest,
  TRUST_PROCEDURE,
  trustManifestPayload,
  verifyTrustManifest,
} from '../../../src/sign/trust-manifest.ts'
import { publicHalf } from '../../../src/sign/jwk.ts'
import { ED25519, P256 } from '../../keys.ts'
import { canonicalBytes, verifiesTrustManifest } from '../../verifier.ts'

const ARTIFACT = new TextEncoder().encode('{"name":"Desk"}\n')
const URL = 'https://acme.example/agents/desk/agent-card.json'
const facts = {
  identity: 'did:web:acme.example',
  attestations: [{ type: 'SOC2', uri: 'https://acme.example/soc2.pdf', mediaType: 'application/pdf' }],
  source: { id: URL, digest: digestOf(ARTIFACT) },
}
const keySet = createKeySet([ED25519, P256].map((jwk) => ({ ids: [jwk.kid], jwk: publicHalf(jwk) })))

describe('a trust manifest', () => {
  test('has the members of the v0.9 schema in a fixed order', () => {
    expect(JSON.stringify(createTrustManifest(facts))).toBe(
      JSON.stringify({
        identity: 'did:web:acme.example',
        identityType: 'did',
        trustSchema: { identifier: 'signpost-trust-manifest', version: '1', verificationMethods: ['did'] },
        attestations: facts.attestations,
        provenance: [{ relation: 'publishedFrom', sourceId: URL, sourceDigest: digestOf(ARTIFACT) }],
      }),
    )
    expect(createTrustManifest({ identity: 'spiffe://acme.example/x' })).toEqual({
      identity: 'spiffe://acme.example/x',
      identityType: 'spiffe',
      trustSchema: { ...TRUST_PROCEDURE, verificationMethods: ['x509'] },
    })
  })

  test.each([ED25519, P256])('is signed by $alg over its canonical form, the same each time', async (key) => {
    const manifest = createTrustManifest(facts)
    const signed = await signTrustManifest(manifest, createSigner(key))
    expect(await signTrustManifest(manifest, createSigner(key))).toEqual(signed)
    expect(Buffer.from(trustManifestPayload(signed))).toEqual(canonicalBytes(manifest))
    expect(verifiesTrustManifest(signed, { keys: [publicHalf(key)] })).toBe(true)
    expect(verifyTrustManifest(signed, keySet)).toMatchObject({ ok: true, kid: key.kid })
  })

  test('without a signer stays as it is', async () => {
    const manifest = createTrustManifest(facts)
    expect(await signTrustManifest(manifest, undefined)).toBe(manifest)
    expect(verifyTrustManifest(manifest, keySet)).toMatchObject({ ok: false, reason: 'malformed' })
  })
})

describe('the steps of a consumer', async () => {
  const trustManifest = await signTrustManifest(createTrustManifest(facts), createSigner(ED25519))
  const entry = { identifier: 'urn:air:acme.example:agent:desk', url: URL, trustManifest }
  const steps = (changed: object, evidence: Partial<TrustEvidence> = {}): string[] =>
    checkEntryTrust({ ...entry, ...changed } as never, { keys: keySet, artifact: ARTIFACT, ...evidence }).map(
      ({ step }) => step,
    )
  const manifest = (members: object): object => ({ trustManifest: { ...trustManifest, ...members } })

  test.each<[string, object, string[]]>([
    ['nothing', {}, []],
    ['the publisher', { identifier: 'urn:air:evil.example:agent:desk' }, ['identity']],
    ['an identifier without a publisher', { identifier: 'desk' }, ['publisher']],
    ['the identity', manifest({ identity: 'did:web:evil.example' }), ['identity', 'signature']],
    ['the URL', { url: 'https://evil.example/card.json' }, ['artifact']],
    [
      'the source',
      manifest({ provenance: [{ relation: 'publishedFrom', sourceId: 'https://evil.example/' }] }),
      ['signature', 'artifact'],
    ],
    ['no source', manifest({ provenance: [] }), ['signature', 'artifact']],
    [
      'another relation',
      manifest({ provenance: [{ relation: 'derivedFrom', sourceId: URL }] }),
      ['signature', 'artifact'],
    ],
    ['an embedded document', { url: undefined, data: { name: 'Desk' } }, ['artifact']],
    ['no trust manifest', { trustManifest: null }, ['identity']],
    ['no signature', manifest({ signature: undefined }), ['signature']],
    ['a signature that is none', manifest({ signature: 'x' }), ['signature']],
  ])('changed: %s', (_, changed, expected) =>
    expect(steps(JSON.parse(JSON.stringify({ ...entry, ...changed })))).toEqual(expected),
  )

  test('see other bytes, other keys and expired ones', () => {
    expect(steps({}, { artifact: new Uint8Array(2) })).toEqual(['artifact'])
    expect(steps({}, { keys: createKeySet([]) })).toEqual(['signature'])
    const expired = createKeySet([{ ids: [ED25519.kid], jwk: { ...publicHalf(ED25519), exp: 100 } }])
    expect(steps({}, { keys: expired, now: 99 })).toEqual([])
    expect(steps({}, { keys: expired, now: 100 })).toEqual(['signature'])
  })

  test('are the same for a manifest that nobody signed, but for the signature', async () => {
    const unsigned = { trustManifest: createTrustManifest(facts) }
    expect(steps(unsigned)).toEqual(['signature'])
    expect(steps(unsigned, { signed: false })).toEqual([])
    expect(steps({ ...unsigned, url: 'https://evil.example/' }, { signed: false })).toEqual(['artifact'])
  })

  test('take a subdomain by policy only', async () => {
    const own = await signTrustManifest(
      createTrustManifest({ ...facts, identity: 'did:web:api.acme.example' }),
      createSigner(P256),
    )
    expect(steps({ trustManifest: own })).toEqual(['identity'])
    expect(steps({ trustManifest: own }, { policy: { subdomains: true } })).toEqual([])
  })
})

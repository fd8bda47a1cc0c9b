import { beforeEach, describe, expect, test } from 'vitest'
import type { PrivateJwk } from '../../src/sign/jwk.ts'
import type { ArdEntry, ArdManifest } from '../ard.ts'
import { ED25519, P256, keysOf } from '../keys.ts'
import { agentYaml, buildFiles, skillMd, skillYaml } from '../site.ts'
import { canonicalBytes, jwksOfDid, protectedHeader, sha256, verifiesTrustManifest, type Jwks } from '../verifier.ts'

// A consumer that knows nothing but the published files: it takes the four steps of ARD and the digests that they lead to.

type Files = Map<string, Uint8Array>

interface DidDocument {
  id: string
  verificationMethod: Array<{ publicKeyJwk: object }>
  service: Array<{ serviceEndpoint: string }>
}

const DID = 'https://acme.example/.well-known/did.json'
const MANIFEST = 'https://acme.example/.well-known/ard.json'
const ATTESTATION = '%PDF-1.7 audit\n'
const definitions = {
  'agents/desk.yaml': agentYaml({
    publish: { primary: true },
    ard: {
      attestations: [
        {
          type: 'SOC2-Type2',
          uri: 'https://acme.example/soc2.pdf',
          digest: `sha256:${sha256(Buffer.from(ATTESTATION))}`,
        },
      ],
    },
  }),
  'agents/held.yaml': agentYaml({ name: 'Held', publish: { primary: false }, ard: { data: { name: 'Held', n: 1.5 } } }),
  'skills/parcel.yaml': skillYaml(),
  'skills/solo/SKILL.md': skillMd('solo'),
  'skills/band/SKILL.md': skillMd('band'),
  'skills/band/notes.md': 'Play.\n',
}

async function publish(key: PrivateJwk | undefined): Promise<Files> {
  const result = await buildFiles(definitions, { trust: {} }, { keys: key === undefined ? keysOf() : keysOf(key) })
  if (result.public === undefined) throw new Error(JSON.stringify(result.diagnostics))
  const files = new Map(result.public.artifacts.map(({ path, body }) => [`https://acme.example/${path}`, body]))
  return files.set('https://acme.example/soc2.pdf', Buffer.from(ATTESTATION))
}

/** A published document; what it is taken for is the caller's to know. */
function json<T>(files: Files, url: string): T {
  const body = files.get(url)
  if (body === undefined) throw new Error(`${url} is not there`)
  return JSON.parse(new TextDecoder().decode(body)) as T
}

/** The host of a did:web identity or URL, written without a look at src/. */
function domainOf(identity: string): string {
  if (identity.startsWith('did:web:')) return decodeURIComponent(identity.split(':')[2]!).split(':')[0]!.toLowerCase()
  return new URL(identity).hostname
}

function keysFor(files: Files, identity: string): Jwks {
  if (!identity.startsWith('did:web:')) return json(files, identity)
  const document = json<DidDocument>(files, `https://${domainOf(identity)}/.well-known/did.json`)
  if (document.id !== identity) throw new Error(`the DID document is that of ${document.id}`)
  return jwksOfDid(document)
}

/** The first step that fails; `undefined` where the entry can be used. */
function firstFailure(files: Files, entry: ArdEntry): string | undefined {
  try {
    const { identifier, trustManifest, url, data } = entry
    const publisher = /^urn:air:([^:]+):/.exec(identifier)?.[1]
    if (publisher === undefined) return '1 publisher'
    if (domainOf(trustManifest.identity) !== publisher) return '2 identity'
    for (const { uri, digest } of trustManifest.attestations ?? []) {
      const body = files.get(uri)
      if (body === undefined || (digest !== undefined && digest !== `sha256:${sha256(body)}`)) return '3 attestation'
    }
    if (!verifiesTrustManifest(trustManifest, keysFor(files, trustManifest.identity))) return '4 signature'
    const bytes = data === undefined ? files.get(url) : canonicalBytes(data)
    const origin = trustManifest.provenance?.find(({ relation }) => relation === 'publishedFrom')
    if (origin?.sourceId !== (data === undefined ? url : identifier)) return 'artifact: another URL'
    if (bytes === undefined || origin.sourceDigest !== `sha256:${sha256(bytes)}`) return 'artifact: other bytes'
    return undefined
  } catch (error) {
    return `error: ${String(error)}`
  }
}

/** Every entry of the manifest and of the catalogs nested in it. */
function allEntries(files: Files, url = MANIFEST): ArdEntry[] {
  return json<ArdManifest>(files, url).entries.flatMap((entry) =>
    entry.type === 'application/ai-catalog+json' ? [entry, ...allEntries(files, entry.url)] : [entry],
  )
}

describe.each([ED25519, P256])('signed by $alg', (key) => {
  let built: Promise<Files> | undefined
  let files: Files
  beforeEach(async () => {
    files = await (built ??= publish(key))
  })
  const entry = (name: string): ArdEntry =>
    structuredClone(allEntries(files).find(({ identifier }) => identifier.endsWith(`:${name}`))!)

  test('every entry at every depth passes', () => {
    const entries = allEntries(files)
    expect(entries.map(({ identifier }) => identifier)).toEqual([
      'urn:air:acme.example:agent:desk',
      'urn:air:acme.example:agent:held',
      'urn:air:acme.example:skill:band',
      'urn:air:acme.example:skill:solo',
      'urn:air:acme.example:catalog:skills',
      'urn:air:acme.example:descriptor:band',
      'urn:air:acme.example:descriptor:parcel',
      'urn:air:acme.example:descriptor:solo',
    ])
    for (const one of entries) expect([one.identifier, firstFailure(files, one)]).toEqual([one.identifier, undefined])
  })

  test('so does the host of every catalog, and its DID document leads back to the catalog', () => {
    for (const path of ['.well-known/ard.json', 'catalogs/skills.json']) {
      const { host } = json<ArdManifest>(files, `https://acme.example/${path}`)
      expect(host.identifier).toBe('did:web:acme.example')
      expect(verifiesTrustManifest(host.trustManifest, keysFor(files, host.trustManifest.identity))).toBe(true)
    }
    const urls = json<DidDocument>(files, DID).service.map(({ serviceEndpoint }) => new URL(serviceEndpoint))
    expect(urls.every(({ hostname }) => hostname === 'acme.example')).toBe(true)
    expect(files.has(urls[0]!.href)).toBe(true)
  })

  test('with the JWK Set alone, too', () => {
    for (const { trustManifest } of allEntries(files)) {
      expect(verifiesTrustManifest(trustManifest, json(files, 'https://acme.example/.well-known/jwks.json'))).toBe(true)
      expect(protectedHeader(trustManifest.signature!)).toEqual({ alg: key.alg, typ: 'JOSE', kid: key.kid })
    }
  })

  test.each<[string, (e: ArdEntry) => void, string]>([
    ['url', (e) => (e.url = 'https://acme.example/agents/held/agent-card.json'), 'artifact: another URL'],
    ['url on another host', (e) => (e.url = 'https://evil.example/agent-card.json'), 'artifact: another URL'],
    ['publisher', (e) => (e.identifier = 'urn:air:evil.example:agent:desk'), '2 identity'],
    [
      'publisher that looks alike',
      (e) => (e.identifier = 'urn:air:acme.example.evil.example:agent:desk'),
      '2 identity',
    ],
    ['identity', (e) => (e.trustManifest.identity = 'did:web:evil.example'), '2 identity'],
    [
      'publisher and identity',
      (e) => {
        e.identifier = 'urn:air:evil.example:agent:desk'
        e.trustManifest.identity = 'did:web:evil.example'
      },
      'error: Error: https://evil.example/.well-known/did.json is not there',
    ],
    [
      'identity of the same domain',
      (e) => (e.trustManifest.identity = 'https://acme.example/.well-known/jwks.json'),
      '4 signature',
    ],
    [
      'source',
      (e) => {
        e.url = 'https://acme.example/agents/held/agent-card.json'
        e.trustManifest.provenance![0]!.sourceId = e.url
      },
      '4 signature',
    ],
    ['digest', (e) => (e.trustManifest.provenance![0]!.sourceDigest = `sha256:${'0'.repeat(64)}`), '4 signature'],
    ['no provenance', (e) => delete e.trustManifest.provenance, '4 signature'],
    [
      'attested document',
      (e) => (e.trustManifest.attestations![0]!.uri = 'https://acme.example/robots.txt'),
      '3 attestation',
    ],
    ['no attestation', (e) => delete e.trustManifest.attestations, '4 signature'],
    ['digest of the attestation', (e) => delete e.trustManifest.attestations![0]!.digest, '4 signature'],
    ['procedure', (e) => (e.trustManifest.trustSchema.version = '2'), '4 signature'],
    [
      'a member more',
      (e) => Object.assign(e.trustManifest, { privacyPolicyUrl: 'https://acme.example/' }),
      '4 signature',
    ],
    ['no signature', (e) => delete e.trustManifest.signature, '4 signature'],
    [
      'signature of another entry',
      (e) => (e.trustManifest.signature = entry('solo').trustManifest.signature!),
      '4 signature',
    ],
    ['manifest of another entry', (e) => (e.trustManifest = entry('solo').trustManifest), 'artifact: another URL'],
    [
      'embedded instead',
      (e) => {
        delete (e as Partial<ArdEntry>).url
        e.data = {}
      },
      'artifact: another URL',
    ],
  ])('swapped %s is found', (_, change, step) => {
    const changed = entry('desk')
    expect(firstFailure(files, changed)).toBeUndefined()
    change(changed)
    expect(firstFailure(files, changed)).toBe(step)
  })

  test('swapped bytes of an artifact, of a nested catalog and of an attested document are found', () => {
    const swap = (url: string): Files => new Map(files).set(url, Buffer.from('{"name":"Evil"}'))
    for (const name of ['desk', 'solo', 'band', 'skills', 'parcel']) {
      const one = entry(name)
      expect(firstFailure(swap(one.url), one)).toBe('artifact: other bytes')
    }
    expect(firstFailure(swap('https://acme.example/soc2.pdf'), entry('desk'))).toBe('3 attestation')
  })

  test('a changed document in an entry is found, another order of its members is none', () => {
    const held = entry('held')
    expect(firstFailure(files, { ...held, data: { n: 1.5, name: 'Held' } })).toBeUndefined()
    expect(firstFailure(files, { ...held, data: { ...held.data, n: 2 } })).toBe('artifact: other bytes')
  })

  test('another key under the same name is found', () => {
    const did = json<DidDocument>(files, DID)
    const { d: _, ...other } = key === ED25519 ? { ...P256, kid: key.kid } : { ...ED25519, kid: key.kid }
    did.verificationMethod[0]!.publicKeyJwk = other
    const swapped = new Map(files).set(DID, Buffer.from(JSON.stringify(did)))
    expect(firstFailure(swapped, entry('desk'))).toBe('4 signature')
  })
})

test('an unsigned site passes up to the signature', async () => {
  const files = await publish(undefined)
  const entries = allEntries(files)
  expect(entries.length).toBeGreaterThan(5)
  for (const entry of entries) expect(firstFailure(files, entry)).toMatch(/^error: .*did\.json is not there/)
})

import { describe, expect, test } from 'vitest'
import type { BuildContext, BuildResult } from '../../../src/build.ts'
import type { SignpostOptions } from '../../../src/config.ts'
import type { JsonObject } from '../../../src/json.ts'
import { manifestOf, type ArdEntry } from '../../ard.ts'
import { ED25519, keysOf } from '../../keys.ts'
import { agentYaml, artifact, buildFiles, document, findings, skillMd, skillYaml } from '../../site.ts'

const SERVER = `kind: mcp-server
name: example.acme/tools
title: Acme Tools
version: 1.6.0
description: Tracks parcels.
remotes: [{ type: streamable-http, url: https://acme.example/mcp }]
tools: [{ name: find-drop-off, description: Finds a shop., inputSchema: { type: object } }, { ref: parcel }]
representativeQueries: [tools for parcels, find a drop-off point]
`

const QUERIES = '\nrepresentativeQueries: [explain it to me, what does it do]'

const files = {
  'agents/desk.yaml': agentYaml({
    skills: [{ ref: 'parcel' }, { id: 'greet', name: 'Greet', description: 'Greets.', tags: ['desk', 'parcels'] }],
  }),
  'agents/tools.yaml': SERVER,
  'skills/parcel.yaml': skillYaml({
    tags: ['parcels'],
    updated_at: '2026-02-03T04:05:06Z',
    inputSchema: { type: 'object' },
  }),
  'skills/solo/SKILL.md': skillMd('solo', `metadata: { access: public, version: "1.0.0" }${QUERIES}`),
  'skills/band/SKILL.md': skillMd('band', `metadata: { access: public, version: "1.0.0" }${QUERIES}`),
  'skills/band/notes.md': 'Play.\n',
}

/** A build without findings about trust, whose manifests are there but unsigned unless keys are given. */
function build(
  more: Partial<SignpostOptions> = {},
  context: Partial<BuildContext> = {},
  all: Record<string, string> = files,
): Promise<BuildResult> {
  return buildFiles(all, { trust: {}, ...more }, { keys: keysOf(), ...context })
}

const entries = (...[result, path, view]: Parameters<typeof manifestOf>): ArdEntry[] =>
  manifestOf(result, path, view).entries

const codes = ({ diagnostics }: BuildResult): string[] => diagnostics.map(({ code }) => code)

const names = (list: readonly ArdEntry[]): string[] =>
  list.map(({ identifier }) => identifier.replace(/^urn:air:acme\.example:/, ''))

describe('the manifest', () => {
  test('is the same bytes at both paths, and its root has three members', async () => {
    const result = await build()
    const [ard, catalog] = [artifact(result, '.well-known/ard.json')!, artifact(result, '.well-known/ai-catalog.json')!]
    expect(ard.body).toEqual(catalog.body)
    expect([ard.mediaType, catalog.mediaType]).toEqual(['application/json', 'application/ai-catalog+json'])
    expect(Object.keys(document(result, '.well-known/ard.json'))).toEqual(['specVersion', 'host', 'entries'])
  })

  test('has an entry for every agent, server and Agent Skill, and one for the catalog of descriptors', async () => {
    const result = await build()
    expect(
      entries(result).map(({ identifier, type, mediaType, url }) => [identifier, type, mediaType === type, url]),
    ).toEqual([
      [
        'urn:air:acme.example:agent:desk',
        'application/a2a-agent-card+json',
        true,
        'https://acme.example/agents/desk/agent-card.json',
      ],
      [
        'urn:air:acme.example:server:tools',
        'application/mcp-server-card+json',
        true,
        'https://acme.example/servers/tools/server-card.json',
      ],
      [
        'urn:air:acme.example:skill:band',
        'application/agent-skills+zip',
        true,
        expect.stringMatching(/^https:\/\/acme\.example\/\.well-known\/agent-skills\/band-[0-9a-f]{12}\.zip$/),
      ],
      [
        'urn:air:acme.example:skill:solo',
        'text/markdown; profile="urn:air:agent-skills"',
        true,
        'https://acme.example/.well-known/agent-skills/solo/SKILL.md',
      ],
      [
        'urn:air:acme.example:catalog:skills',
        'application/ai-catalog+json',
        true,
        'https://acme.example/catalogs/skills.json',
      ],
    ])
    expect(names(entries(result, 'catalogs/skills.json'))).toEqual([
      'descriptor:band',
      'descriptor:parcel',
      'descriptor:solo',
    ])
    expect(artifact(result, 'catalogs/skills.json')?.mediaType).toBe('application/ai-catalog+json')
  })

  test('every URL of it is published', async () => {
    const result = await build()
    const paths = new Set(result.public!.artifacts.map(({ path }) => `https://acme.example/${path}`))
    const urls = [...entries(result), ...entries(result, 'catalogs/skills.json')].map(({ url }) => url)
    expect(urls.filter((url) => !paths.has(url))).toEqual([])
  })

  test('says what a search needs: names, queries, tags, capabilities, version, time of the last change', async () => {
    const result = await build()
    const [desk, tools] = entries(result)
    expect(desk).toMatchObject({
      displayName: 'Desk',
      description: 'Answers questions at the front desk.',
      version: '1.0.0',
      representativeQueries: ['who is on duty', 'when do you open'],
      tags: ['parcels', 'desk'],
      capabilities: ['example.acme.parcel-v1', 'greet'],
    })
    expect(tools).toMatchObject({
      displayName: 'Acme Tools',
      capabilities: ['find-drop-off', 'parcel'],
      version: '1.6.0',
    })
    const parcel = entries(result, 'catalogs/skills.json')[1]
    expect(parcel).toMatchObject({
      tags: ['parcels'],
      updatedAt: '2026-02-03T04:05:06Z',
      metadata: { protocol: 'skill-sharing' },
    })
  })

  test.each([
    ['2026-02-03', false],
    ['2026-02-03T04:05Z', false],
    ['2026-02-03T04:05:06', false],
    ['2026-02-03T04:05:06Z', true],
    ['2026-02-03T04:05:06.789+02:00', true],
    ['2026-02-03T04:05:60Z', false],
  ])('a last change at %s is said: %s', async (updatedAt, said) => {
    const result = await build({}, {}, { 'skills/parcel.yaml': skillYaml({ updated_at: updatedAt }) })
    expect(entries(result, 'catalogs/skills.json')[0]!.updatedAt).toBe(said ? updatedAt : undefined)
  })

  test('the nested catalog borrows queries from its members, each in turn', async () => {
    const skill = (...representativeQueries: string[]): string => skillYaml({ representativeQueries })
    const result = await build(
      {},
      {},
      {
        'skills/a.yaml': skill('a one', 'a two', 'a three'),
        'skills/b.yaml': skill('b one', 'A TWO'),
        'skills/c.yaml': skill('c one', 'c two', 'c three'),
      },
    )
    expect(entries(result)[0]!.representativeQueries).toEqual(['a one', 'b one', 'c one', 'a two', 'c two'])
  })

  test('only lists what is to be found and what is published', async () => {
    const hidden = { publish: { listed: false } }
    const result = await build(
      { formats: { mcp: false } },
      {},
      {
        ...files,
        'agents/desk.yaml': agentYaml(hidden),
        'skills/parcel.yaml': skillYaml({ ...hidden, inputSchema: { type: 'object' } }),
      },
    )
    expect(names(entries(result))).toEqual(['skill:band', 'skill:solo', 'catalog:skills'])
    expect(names(entries(result, 'catalogs/skills.json'))).toEqual(['descriptor:band', 'descriptor:solo'])
    const unpublished = await build({ formats: { 'agent-skills': false, 'skill-sharing': false } })
    expect(names(entries(unpublished))).toEqual(['agent:desk', 'server:tools'])
    expect(artifact(unpublished, 'catalogs/skills.json')).toBeUndefined()
  })

  test('without definitions has no entries', async () => {
    expect(entries(await build({}, {}, {}))).toEqual([])
  })

  test('is off with `formats.ard: false`, and so is everything that leads to it', async () => {
    const result = await build({ formats: { ard: false } })
    const paths = result.public!.artifacts.map(({ path }) => path)
    expect(paths.filter((path) => /[/]ard\.json|ai-catalog|^catalogs|robots/.test(path))).toEqual([])
    expect(new TextDecoder().decode(artifact(result, 'index.html')!.body)).not.toContain('ld+json')
    expect(result.deploy).toEqual([])
  })
})

describe('the host', () => {
  test('is the provider, with the DID of the publisher', async () => {
    const provider = {
      name: 'Acme',
      documentationUrl: 'https://docs.acme.example',
      logoUrl: 'https://acme.example/logo.svg',
      contact: 'x@acme.example',
    }
    const { host } = manifestOf(await build({ provider }))
    expect(host).toEqual({
      displayName: 'Acme',
      identifier: 'did:web:acme.example',
      documentationUrl: 'https://docs.acme.example',
      logoUrl: 'https://acme.example/logo.svg',
      trustManifest: expect.objectContaining({ identity: 'did:web:acme.example' }),
    })
  })

  test('is named by its domain where no DID document is published', async () => {
    const { host } = manifestOf(await build({ trust: false }))
    expect(host).toEqual({ displayName: 'Acme', identifier: 'acme.example' })
  })
})

describe('the authenticated view', () => {
  const secret = {
    ...files,
    'skills/secret.yaml': skillYaml({ access: 'private', auth: { type: 'api_key' }, name: 'Margin table' }),
    'skills/held/SKILL.md': skillMd(
      'held',
      `metadata: { access: restricted, version: "1.0.0" }\nauth: { type: api_key }${QUERIES}`,
    ),
  }

  test('has everything, with its URLs on its own origin', async () => {
    const result = await build({ privateOrigin: 'https://partners.acme.example' }, {}, secret)
    const list = entries(result, '.well-known/ard.json', 'private')
    expect(names(list)).toEqual([
      'agent:desk',
      'server:tools',
      'skill:band',
      'skill:held',
      'skill:solo',
      'catalog:skills',
    ])
    expect(list.every(({ url }) => url.startsWith('https://partners.acme.example/'))).toBe(true)
    expect(names(entries(result, 'catalogs/skills.json', 'private'))).toContain('descriptor:secret')
    expect(new TextDecoder().decode(artifact(result, 'robots.txt', 'private')!.body)).toContain('Disallow: /\n')
  })

  test('of a restricted Agent Skill, the public one has the descriptor alone', async () => {
    const result = await build({}, {}, secret)
    expect(names(entries(result))).not.toContain('skill:held')
    expect(names(entries(result, 'catalogs/skills.json'))).toEqual([
      'descriptor:band',
      'descriptor:held',
      'descriptor:parcel',
      'descriptor:solo',
    ])
    for (const { body } of result.public!.artifacts)
      expect(new TextDecoder().decode(body)).not.toMatch(/secret|Margin table/)
  })
})

describe('overrides', () => {
  const one = (ard: JsonObject, more: Partial<SignpostOptions> = {}): Promise<BuildResult> =>
    build(more, {}, { 'agents/desk.yaml': agentYaml({ ard }) })

  test('replace members of the entry', async () => {
    const attestation = { type: 'SOC2-Type2', uri: 'https://acme.example/soc2.pdf', digest: `sha256:${'a'.repeat(64)}` }
    const result = await one({
      namespace: 'support:desk',
      url: 'https://cards.acme.example/desk.json',
      type: 'application/agent-card+json',
      capabilities: ['Greeting'],
      tags: ['desk'],
      metadata: { region: 'eu', tier: 2, beta: false, owner: null },
      attestations: [attestation],
    })
    expect(findings(result).filter((f) => !f.startsWith('suggestion'))).toEqual([])
    expect(entries(result)).toEqual([
      {
        identifier: 'urn:air:acme.example:support:desk:desk',
        displayName: 'Desk',
        type: 'application/agent-card+json',
        mediaType: 'application/agent-card+json',
        url: 'https://cards.acme.example/desk.json',
        description: 'Answers questions at the front desk.',
        representativeQueries: ['who is on duty', 'when do you open'],
        capabilities: ['Greeting'],
        tags: ['desk'],
        version: '1.0.0',
        metadata: { region: 'eu', tier: 2, beta: false, owner: null },
        trustManifest: {
          identity: 'did:web:acme.example',
          identityType: 'did',
          trustSchema: { identifier: 'signpost-trust-manifest', version: '1', verificationMethods: ['did'] },
          attestations: [{ ...attestation, type: 'SOC2-Type2', mediaType: 'application/pdf' }],
          provenance: [{ relation: 'publishedFrom', sourceId: 'https://cards.acme.example/desk.json' }],
        },
      },
    ])
  })

  test('embed a document', async () => {
    const entry = entries(await one({ data: { name: 'Desk' } }))[0]!
    expect([entry.url, entry.data]).toEqual([undefined, { name: 'Desk' }])
    expect(entry.trustManifest.provenance).toEqual([
      {
        relation: 'publishedFrom',
        sourceId: entry.identifier,
        sourceDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
    ])
  })

  test('that name a document of this site bind its bytes', async () => {
    const entry = entries(await one({ url: 'https://acme.example/.well-known/agent-card.json' }))[0]!
    expect(entry.trustManifest.provenance?.[0]?.sourceDigest).toMatch(/^sha256:/)
  })

  test('of an Agent Skill are those of its files; its descriptor has its own URL and type', async () => {
    const md = skillMd('solo', `metadata: { access: public, version: "1.0.0" }${QUERIES}`)
    const beside =
      'ard: { namespace: tools, type: application/agent-skills+gzip, url: "https://acme.example/solo.tar.gz", tags: [x] }\n'
    const result = await build({}, {}, { 'skills/solo/SKILL.md': md, 'skills/solo/skill.yaml': beside })
    expect(entries(result)[0]).toMatchObject({
      identifier: 'urn:air:acme.example:tools:solo',
      type: 'application/agent-skills+gzip',
      tags: ['x'],
    })
    expect(entries(result, 'catalogs/skills.json')[0]).toMatchObject({
      identifier: 'urn:air:acme.example:descriptor:solo',
      type: 'application/json',
      url: 'https://acme.example/skills/solo/descriptor.json',
      tags: ['x'],
    })
  })

  test('that give a skill a type which consumers know list it in the manifest itself', async () => {
    const ard = { type: 'application/mcp-server-card+json', url: 'https://acme.example/mcp/card.json' }
    const result = await build({}, {}, { 'skills/parcel.yaml': skillYaml({ ard }) })
    expect(names(entries(result))).toEqual(['descriptor:parcel'])
  })

  test('of media types for all entries of a kind', async () => {
    const mediaTypes = {
      agent: 'application/agent-card+json',
      archive: 'application/agent-skills+gzip',
      descriptor: 'application/json',
    }
    const result = await build({ formats: { ard: { mediaTypes } } })
    expect(
      entries(result)
        .map(({ type }) => type)
        .slice(0, 3),
    ).toEqual(['application/agent-card+json', 'application/mcp-server-card+json', 'application/agent-skills+gzip'])
  })
})

describe('findings', () => {
  test.each<[string, JsonObject, string[]]>([
    ['a type without a slash', { type: 'mcp' }, ['error ARD_TYPE /ard/type']],
    ['a type with two slashes', { type: 'a/b/c' }, ['error ARD_TYPE /ard/type']],
    ['a type with an open parameter', { type: 'text/markdown; profile="x' }, ['error ARD_TYPE /ard/type']],
    ['an unknown type', { type: 'application/x-acme-thing' }, ['suggestion ARD_TYPE_UNKNOWN /ard/type']],
    [
      'a known type with other white space',
      { type: 'text/markdown;profile="urn:air:agent-skills"' },
      ['suggestion ARD_TYPE_UNKNOWN /ard/type'],
    ],
    ['an old type', { type: 'application/mcp-server+json' }, ['warning ARD_TYPE_OLD /ard/type']],
    ['a known type', { type: 'application/mcp-server-card+json', url: 'https://acme.example/mcp/card.json' }, []],
    ['url and data', { url: 'https://acme.example/x', data: {} }, ['error ARD_SOURCE /ard/data']],
    ['a relative URL', { url: '/x' }, ['error URL_INVALID /ard/url']],
    ['plain http', { url: 'http://acme.example/x' }, ['error URL_NOT_HTTPS /ard/url']],
    ['nested metadata', { metadata: { a: { b: 1 } } }, ['error ARD_METADATA /ard/metadata/a']],
    ['a list in metadata', { metadata: { 'a/b': [] } }, ['error ARD_METADATA /ard/metadata/a~1b']],
    [
      'an attestation without a digest',
      { attestations: [{ type: 'SOC2', uri: 'https://a.example/x.pdf' }] },
      ['suggestion TRUST_ATTESTATION_DIGEST /ard/attestations/0/uri'],
    ],
    [
      'an attestation without a media type',
      { attestations: [{ type: 'SOC2', uri: 'https://a.example/x' }] },
      ['error TRUST_ATTESTATION /ard/attestations/0/uri'],
    ],
    [
      'an attestation on http',
      { attestations: [{ type: 'SOC2', uri: 'http://a.example/x.pdf' }] },
      ['error TRUST_ATTESTATION /ard/attestations/0/uri'],
    ],
    [
      'an attestation with credentials',
      { attestations: [{ type: 'SOC2', uri: 'https://u:p@a.example/x.pdf' }] },
      ['error URL_CREDENTIALS /ard/attestations/0/uri'],
    ],
  ])('%s', async (_, ard, expected) => {
    const { diagnostics } = await build({}, {}, { 'skills/parcel.yaml': skillYaml({ ard }) })
    expect(diagnostics.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`)).toEqual(expected)
  })

  test.each([
    ['https://evil.example/jwks.json', 'error TRUST_IDENTITY vite.config.ts::'],
    ['did:web:evilacme.example', 'error TRUST_IDENTITY vite.config.ts::'],
    ['did:web:api.acme.example', 'error TRUST_IDENTITY vite.config.ts::'],
    ['did:key:z6Mk', 'error TRUST_IDENTITY vite.config.ts::'],
    ['did:web:acme.example:agents', 'warning TRUST_IDENTITY_KEYS vite.config.ts::'],
    ['https://acme.example', 'warning TRUST_IDENTITY_KEYS vite.config.ts::'],
    ['spiffe://acme.example/agents', 'warning TRUST_IDENTITY_KEYS vite.config.ts::'],
    ['https://acme.example/.well-known/jwks.json', undefined],
    ['did:web:acme.example', undefined],
    ['did:web:ACME.example', undefined],
  ])('the identity %s: %s', async (identity, expected) => {
    const result = await build({ trust: { identity } })
    expect(findings(result).filter((f) => f.includes('TRUST_'))).toEqual(expected === undefined ? [] : [expected])
    if (expected?.startsWith('error') !== true) {
      expect(entries(result)[0]!.trustManifest).toMatchObject({ identity, identityType: identity.split(':')[0] })
    }
  })

  test('a subdomain is fine where the options allow it', async () => {
    const result = await build({ trust: { identity: 'did:web:api.acme.example', subdomains: true } })
    expect(findings(result).filter((f) => f.includes('TRUST_'))).toEqual([
      'warning TRUST_IDENTITY_KEYS vite.config.ts::',
    ])
  })

  test('an identifier that two resources would share', async () => {
    const md = skillMd('solo', `metadata: { access: public, version: "1.0.0" }${QUERIES}`)
    const twice = await build(
      {},
      {},
      { 'skills/solo/SKILL.md': md, 'skills/solo/skill.yaml': 'ard: { namespace: descriptor }\n' },
    )
    expect(codes(twice)).toContain('CATALOG_DUPLICATE_URN')
    for (const slug of ['skills', 'agents-2']) {
      const reserved = await build(
        {},
        {},
        { 'skills/x.yaml': skillYaml({ ard: { namespace: 'catalog' }, publish: { slug } }) },
      )
      expect(codes(reserved)).toContain('CATALOG_DUPLICATE_URN')
    }
    const free = await build(
      {},
      {},
      { 'skills/x.yaml': skillYaml({ ard: { namespace: 'catalog' }, publish: { slug: 'skills-x' } }) },
    )
    expect(free.public).toBeDefined()
  })

  test('media types and attestations of the options', async () => {
    const result = await build({
      formats: { ard: { mediaTypes: { agent: 'card' } } },
      trust: { attestations: [{ type: 'SOC2', uri: 'soc2.pdf' }] },
    })
    expect(
      result.diagnostics.filter(({ severity }) => severity === 'error').map(({ code, pointer }) => [code, pointer]),
    ).toEqual([
      ['ARD_TYPE', '/formats/ard/mediaTypes/agent'],
      ['TRUST_ATTESTATION', '/trust/attestations/0/uri'],
    ])
  })
})

describe('a catalog that outgrows `splitAt`', () => {
  const many = Object.fromEntries([
    ...Array.from({ length: 5 }, (_, i) => [
      `skills/s${i}.yaml`,
      skillYaml({ name: `Skill ${i}`, representativeQueries: [`first ${i}`, `second ${i}`] }),
    ]),
    ...Array.from({ length: 3 }, (_, i) => [
      `agents/a${i}.yaml`,
      agentYaml({ name: `Agent ${i}`, publish: { primary: false } }),
    ]),
  ])

  test('holds catalogs in its place, at most three deep', async () => {
    const result = await build({ formats: { ard: { splitAt: 2 } } }, {}, many)
    const tree = (path: string): unknown =>
      entries(result, path).map(({ identifier, type, url }) =>
        type === 'application/ai-catalog+json'
          ? { [identifier.replace(/.*catalog:/, '')]: tree(url.replace('https://acme.example/', '')) }
          : identifier.replace(/.*:/, ''),
      )
    expect(tree('.well-known/ard.json')).toEqual([
      { agents: [{ 'agents-1': ['a0', 'a1'] }, { 'agents-2': ['a2'] }] },
      { skills: [{ 'skills-1': ['s0', 's1'] }, { 'skills-2': ['s2', 's3'] }, { 'skills-3': ['s4'] }] },
    ])
  })

  test('is whole up to that size', async () => {
    const result = await build({ formats: { ard: { splitAt: 5 } } }, {}, many)
    expect(names(entries(result))).toEqual(['agent:a0', 'agent:a1', 'agent:a2', 'catalog:skills'])
    expect(entries(result, 'catalogs/skills.json')).toHaveLength(5)
  })
})

describe('trust data', () => {
  test('is in every catalog, for the host and each entry, signed where there is a key', async () => {
    const attestations = [
      {
        type: 'SOC2',
        uri: 'https://acme.example/soc2.pdf',
        mediaType: 'application/pdf',
        digest: `sha256:${'b'.repeat(64)}`,
      },
    ]
    for (const keys of [keysOf(), keysOf(ED25519)]) {
      const result = await build({ trust: { attestations } }, { keys })
      for (const path of ['.well-known/ard.json', 'catalogs/skills.json']) {
        const { host, entries: list } = manifestOf(result, path)
        for (const { trustManifest } of [host, ...list]) {
          expect(trustManifest.attestations).toEqual(attestations)
          expect(typeof trustManifest.signature).toBe(keys.signer === undefined ? 'undefined' : 'string')
        }
      }
    }
  })

  test('names the schema of the options in place of the procedure', async () => {
    const trustSchema = {
      identifier: 'urn:example:trust',
      version: '2.0',
      governanceUri: 'https://acme.example/trust',
      verificationMethods: ['did'],
    }
    const result = await build({ trust: { trustSchema } })
    expect(entries(result)[0]!.trustManifest.trustSchema).toEqual(trustSchema)
  })

  test('is nowhere with `trust: false`', async () => {
    const result = await build({ trust: false }, { keys: keysOf(ED25519) })
    for (const path of ['.well-known/ard.json', 'catalogs/skills.json'])
      expect(new TextDecoder().decode(artifact(result, path)!.body)).not.toContain('trustManifest')
  })

  test('is the same in two builds', async () => {
    const bodies = async (): Promise<unknown> =>
      (await build({}, { keys: keysOf(ED25519) })).public!.artifacts.map(({ path, body }) => [
        path,
        new TextDecoder().decode(body),
      ])
    expect(await bodies()).toEqual(await bodies())
  })
})

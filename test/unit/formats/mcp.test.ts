import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import { serverCardSchema } from '../../../src/schemas/server-card.ts'
import { toolspecSchema } from '../../../src/schemas/toolspec.ts'
import { schemaViolations } from '../../../src/validate.ts'
import { artifact, buildFiles, document, findings, skillYaml } from '../../site.ts'

const inputSchema = { type: 'object', properties: { n: { type: 'number', minimum: 0.5, default: false } } }

describe('the server card', () => {
  test('has the members of the definition in the order of the schema, and nothing of ours', async () => {
    const result = await buildFiles({
      'agents/depot.yaml': serverYaml({
        _meta: { 'example.acme/x': { b: 1, a: 2 } },
        remotes: [
          {
            variables: { tenant: { description: 'Tenant', default: 'main' } },
            url: 'https://acme.example/{tenant}/mcp',
            headers: [
              {
                value: 'Bearer {key}',
                variables: { key: { isSecret: true } },
                isRequired: false,
                name: 'Authorization',
              },
            ],
            type: 'streamable-http',
          },
        ],
        title: 'Depot',
        icons: [],
        websiteUrl: '',
        publish: { listed: true },
        access: 'public',
        $schema: './schemas/mcp-server.schema.json',
      }),
    })
    const card = document(result, 'servers/depot/server-card.json')
    expect(schemaViolations(card, serverCardSchema)).toEqual([])
    expect(card['$schema']).toBe('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json')
    expect(Object.keys(card)).toEqual(['$schema', 'name', 'title', 'version', 'description', 'remotes', '_meta'])
    const [remote] = card['remotes'] as readonly JsonObject[]
    expect(Object.keys(remote!)).toEqual(['type', 'url', 'headers', 'variables'])
    const [header] = remote!['headers'] as readonly JsonObject[]
    expect(Object.entries(header!).slice(0, 2)).toEqual([
      ['name', 'Authorization'],
      ['isRequired', false],
    ])
    expect(JSON.stringify(card['_meta'])).toBe('{"example.acme/x":{"b":1,"a":2}}')
  })

  test('is served under its own media type, from its definition', async () => {
    const result = await buildFiles({ 'agents/depot.yaml': serverYaml() })
    expect(artifact(result, 'servers/depot/server-card.json')).toMatchObject({
      mediaType: 'application/mcp-server-card+json',
      cache: 'discovery',
      from: ['agents/depot.yaml'],
      format: 'mcp',
    })
  })

  test('is refused without a remote, and nothing is published', async () => {
    for (const remotes of [undefined, []]) {
      const result = await buildFiles({ 'agents/depot.yaml': serverYaml({ remotes }) })
      expect(result.public).toBeUndefined()
      expect(findings(result).filter((f) => f.startsWith('error'))).toHaveLength(1)
    }
  })

  test('of any definition that has no error fits the schema', async () => {
    const text = fc.constantFrom(
      '',
      ' ',
      '1',
      'a b',
      'https://a.example/é',
      'https://exämple.org',
      'https://a.example/x?y',
    )
    const icon = fc.record({ src: text, sizes: fc.constantFrom([], ['48x48'], ['any'], ['big']) })
    const remote = fc.record({
      type: fc.constantFrom('streamable-http', 'sse', 'stdio'),
      url: fc.oneof(text, fc.constantFrom('https://acme.example/mcp', '{base}/mcp', 'https://acme.example/{x y}')),
      supportedProtocolVersions: fc.constantFrom([], ['2026-07-28']),
    })
    const member = fc.oneof(
      text.map((title) => ({ title })),
      text.map((websiteUrl) => ({ websiteUrl })),
      fc.constantFrom('1', 'v2', '', '^1.0.0', ' ').map((version) => ({ version })),
      fc
        .constantFrom('', ' ', 'x'.repeat(100), '🎉'.repeat(100), 'x'.repeat(101))
        .map((description) => ({ description })),
      fc.record({ url: text, source: text, subfolder: text }).map((repository) => ({ repository })),
      fc.array(icon, { maxLength: 2 }).map((icons) => ({ icons })),
      fc.array(remote, { maxLength: 2 }).map((remotes) => ({ remotes })),
    )
    let published = 0
    await fc.assert(
      fc.asyncProperty(member, async (given) => {
        const result = await buildFiles({ 'agents/depot.yaml': serverYaml(given) })
        if (result.public === undefined) return
        published++
        expect(schemaViolations(document(result, 'servers/depot/server-card.json'), serverCardSchema)).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(published).toBeGreaterThan(20)
  })
})

describe('the list of tools', () => {
  test('holds Tool objects, schemas as they were written', async () => {
    const result = await buildFiles({
      'skills/track.yaml': skillYaml({
        name: 'Track parcel',
        inputSchema,
        annotations: { readOnlyHint: true, destructiveHint: false },
      }),
      'agents/depot.yaml': serverYaml({
        tools: [
          { ref: 'track' },
          { ref: 'track', name: 'track_again', title: 'Again' },
          { name: 'list', inputSchema: { type: 'object', additionalProperties: false } },
        ],
      }),
    })
    const toolspec = document(result, 'servers/depot/toolspec.json')
    expect(schemaViolations(toolspec, toolspecSchema)).toEqual([])
    expect(toolspec).toEqual({
      tools: [
        {
          name: 'track',
          title: 'Track parcel',
          description: 'Tells where a parcel is.',
          inputSchema,
          annotations: { readOnlyHint: true, destructiveHint: false },
        },
        {
          name: 'track_again',
          title: 'Again',
          description: 'Tells where a parcel is.',
          inputSchema,
          annotations: { readOnlyHint: true, destructiveHint: false },
        },
        { name: 'list', inputSchema: { type: 'object', additionalProperties: false } },
      ],
    })
    expect(artifact(result, 'servers/depot/toolspec.json')).toMatchObject({
      mediaType: 'application/json',
      from: ['agents/depot.yaml', 'skills/track.yaml'],
    })
  })

  test('is not written for a server that describes none', async () => {
    const result = await buildFiles({ 'agents/depot.yaml': serverYaml({ tools: [] }) })
    expect(artifact(result, 'servers/depot/server-card.json')).toBeDefined()
    expect(artifact(result, 'servers/depot/toolspec.json')).toBeUndefined()
  })

  test('has no private tool in the public view', async () => {
    const result = await buildFiles({
      'skills/track.yaml': skillYaml({ inputSchema }),
      'skills/audit.yaml': skillYaml({
        name: 'Audit',
        access: 'private',
        auth: { type: 'api_key', header: 'X-Key' },
        inputSchema,
      }),
      'agents/depot.yaml': serverYaml({ tools: [{ ref: 'track' }, { ref: 'audit' }] }),
    })
    const names = (view: 'public' | 'private'): unknown[] =>
      (document(result, 'servers/depot/toolspec.json', view)['tools'] as JsonObject[]).map((t) => t['name'])
    expect(names('public')).toEqual(['track'])
    expect(names('private')).toEqual(['track', 'audit'])
  })

  test.each([
    [7999, undefined],
    [8000, 'suggestion MCP_TOOLSPEC_LARGE agents/depot.yaml:6:1'],
    [9999, 'suggestion MCP_TOOLSPEC_LARGE agents/depot.yaml:6:1'],
    [10_000, 'warning MCP_TOOLSPEC_TOO_LARGE agents/depot.yaml:6:1'],
  ])('of %d bytes: %s', async (bytes, finding) => {
    const tool = { name: 'fetch', description: '', inputSchema: { type: 'object' } }
    const description = 'x'.repeat(bytes - JSON.stringify({ tools: [tool] }).length)
    const result = await buildFiles({ 'agents/depot.yaml': serverYaml({ tools: [{ ...tool, description }] }) })
    expect(findings(result).filter((f) => f.includes('TOOLSPEC'))).toEqual(finding === undefined ? [] : [finding])
    expect(JSON.stringify(document(result, 'servers/depot/toolspec.json'))).toHaveLength(bytes)
  })
})

describe('the scanner paths', () => {
  const aliases = ['.well-known/mcp/server-card.json', '.well-known/mcp.json']
  const on = { formats: { mcp: { aliases: true } } }

  test('hold nothing unless asked for', async () => {
    const result = await buildFiles({ 'agents/depot.yaml': serverYaml() })
    expect(aliases.map((path) => artifact(result, path))).toEqual([undefined, undefined])
  })

  test('hold the bytes of the one server', async () => {
    const result = await buildFiles({ 'agents/depot.yaml': serverYaml() }, on)
    const card = artifact(result, 'servers/depot/server-card.json')
    expect(aliases.map((path) => artifact(result, path))).toEqual(aliases.map((path) => ({ ...card, path })))
  })

  test('hold the card of the primary one of several', async () => {
    const result = await buildFiles(
      {
        'agents/depot.yaml': serverYaml(),
        'agents/yard.yaml': serverYaml({ name: 'example.acme/yard', publish: { primary: true } }),
      },
      on,
    )
    expect(document(result, '.well-known/mcp.json')['name']).toBe('example.acme/yard')
  })

  test('are an error for several without a mark, which names them all', async () => {
    const files = { 'agents/depot.yaml': serverYaml(), 'agents/yard.yaml': serverYaml({ name: 'example.acme/yard' }) }
    const result = await buildFiles(files, on)
    expect(findings(result)).toContain('error MCP_ALIAS_SERVER agents/depot.yaml::')
    const message = result.diagnostics.find((d) => d.code === 'MCP_ALIAS_SERVER')!.message
    for (const file of Object.keys(files)) expect(message).toContain(file)
    expect((await buildFiles(files)).public).toBeDefined()
  })

  test('hold nothing where no server wants it, or the format is off', async () => {
    const none = await buildFiles({ 'agents/depot.yaml': serverYaml({ publish: { primary: false } }) }, on)
    expect(aliases.map((path) => artifact(none, path))).toEqual([undefined, undefined])
    const off = await buildFiles({ 'agents/depot.yaml': serverYaml() }, { formats: { mcp: false } })
    expect(off.public!.artifacts.filter((a) => a.format === 'mcp')).toEqual([])
  })

  test('never hold a private server in the public view', async () => {
    const result = await buildFiles(
      {
        'agents/depot.yaml': serverYaml({ access: 'private' }),
        'agents/yard.yaml': serverYaml({ name: 'example.acme/yard' }),
      },
      on,
    )
    for (const view of ['public', 'private'] as const) {
      expect(document(result, '.well-known/mcp.json', view)['name']).toBe('example.acme/yard')
    }
  })
})

function serverYaml(members: Readonly<Record<string, unknown>> = {}): string {
  const all = {
    kind: 'mcp-server',
    name: 'example.acme/depot',
    version: '1.0.0',
    description: 'Tells what is in the depot.',
    remotes: [{ type: 'streamable-http', url: 'https://acme.example/mcp' }],
    tools: undefined,
    representativeQueries: ['what is in the depot', 'is there room in the depot'],
    ...members,
  }
  return Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

import { describe, expect, it } from 'vitest'
import { parse, pointedAt, serverOf, short } from './agent-source.ts'

const server = {
  kind: 'mcp-server',
  name: 'example.acme/parcels',
  version: '1.2.0',
  description: 'Tracks parcels.',
  remotes: [{ type: 'streamable-http', url: 'https://acme.example/mcp' }],
  representativeQueries: ['where is my parcel', 'book a pickup'],
}

function serverYaml(members: Readonly<Record<string, unknown>> = {}): string {
  return Object.entries({ ...server, ...members })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

const remote = (members: object): Record<string, unknown> => ({
  remotes: [{ type: 'streamable-http', url: 'https://acme.example/mcp', ...members }],
})
const schema = { type: 'object', properties: {} }

describe('a server without mistakes', () => {
  it.each([
    ['a card', {}],
    ['a card recognised by its remotes', { kind: undefined }],
    [
      'a card with its schema',
      { kind: undefined, $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
    ],
    [
      'a secret header',
      remote({ headers: [{ name: 'X-Key', isSecret: true, isRequired: true, description: 'Key.' }] }),
    ],
    [
      'a secret in a template',
      remote({
        headers: [
          { name: 'Authorization', isSecret: true, value: 'Bearer {token}', variables: { token: { isSecret: true } } },
        ],
      }),
    ],
    [
      'variables in the URL',
      remote({ url: 'https://{tenant}.acme.example/mcp', variables: { tenant: { isRequired: true } } }),
    ],
    ['a URL that is a variable', remote({ url: '{base}/mcp', variables: { base: {} } })],
    ['a description of 100 code points', { description: '🚚'.repeat(100) }],
    ['tools and references', { tools: [{ ref: 'track' }, { name: 'find', inputSchema: schema }] }],
    ['metadata', { _meta: { 'com.example/x': null } }],
    ['a pre-release version', { version: '1.0.0-beta.1+build-5' }],
    ['a dated version', { version: '2025-11-25' }],
  ])('%s', (_, members) => {
    const { diagnostics, definition } = parse('agents/tools.yaml', serverYaml(members))
    expect(short(diagnostics)).toEqual([])
    expect(definition?.kind).toBe('mcp-server')
  })

  it('keeps schemas whole', () => {
    const inputSchema = {
      type: 'object',
      properties: { a: { type: ['string', 'null'], default: null, enum: ['x', null] }, n: { exclusiveMinimum: 0 } },
      additionalProperties: false,
    }
    const { tools } = serverOf(serverYaml({ tools: [{ name: 'a', inputSchema, outputSchema: { $ref: '#/$defs/x' } }] }))
    expect(tools).toEqual([
      { members: { name: 'a', inputSchema, outputSchema: { $ref: '#/$defs/x' } }, pointer: '/tools/0' },
    ])
  })

  it('holds the members of the card alone', () => {
    const { card } = serverOf(
      serverYaml({ $schema: './x', ard: {}, publish: { listed: false }, access: 'restricted', tools: [] }),
    )
    expect(Object.keys(card)).toEqual(['name', 'version', 'description', 'remotes'])
  })
})

describe('one mistake, one finding', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['a kind that does not exist', { kind: 'mcp' }, 'error DEFINITION_MEMBER_VALUE "mcp"'],
    ['no remotes', { remotes: undefined }, 'error DEFINITION_MEMBER_MISSING document 1:1'],
    ['empty remotes', { remotes: [] }, 'error DEFINITION_MEMBER_VALUE []'],
    ['a name without slash', { name: 'parcels' }, 'error MCP_NAME "parcels"'],
    ['a name with two slashes', { name: 'a.b/c/d' }, 'error MCP_NAME "a.b/c/d"'],
    ['a caret range', { version: '^1.2.0' }, 'error MCP_VERSION_RANGE "^1.2.0"'],
    ['a comparison', { version: '>=1.2.0' }, 'error MCP_VERSION_RANGE ">=1.2.0"'],
    ['a wildcard', { version: '1.x' }, 'error MCP_VERSION_RANGE "1.x"'],
    ['a hyphen range', { version: '1.0.0 - 2.0.0' }, 'error MCP_VERSION_RANGE "1.0.0 - 2.0.0"'],
    ['latest', { version: 'latest' }, 'error MCP_VERSION_RANGE "latest"'],
    ['a long description', { description: 'x'.repeat(101) }, 'error MCP_DESCRIPTION_LENGTH "xxxxxxxxxxxxxxxxxxxxxxx'],
    [
      "a registry's schema",
      { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
      'warning MCP_CARD_SCHEMA "https://static.modelcon',
    ],
    ['an unknown transport', remote({ type: 'stdio' }), 'error DEFINITION_MEMBER_VALUE "stdio"'],
    ['plain http', remote({ url: 'http://acme.example/mcp' }), 'error URL_NOT_HTTPS "http://acme.example/mcp'],
    [
      'http with a variable',
      remote({ url: 'http://{t}.acme.example', variables: { t: {} } }),
      'error URL_NOT_HTTPS "http://{t}.acme.example',
    ],
    ['a relative URL', remote({ url: '/mcp' }), 'error URL_INVALID "/mcp"'],
    [
      'credentials',
      remote({ url: 'https://u:Quay-41@acme.example/mcp' }),
      'error URL_CREDENTIALS "https://u:Quay-41@acme.',
    ],
    [
      'a variable that is not described',
      remote({ url: 'https://{t}.acme.example' }),
      'warning MCP_REMOTE_VARIABLE "https://{t}.acme.exampl',
    ],
    [
      'the value of a secret header',
      remote({ headers: [{ name: 'X-Key', isSecret: true, value: 'Quay-41' }] }),
      'error MCP_SECRET_VALUE "value"',
    ],
    [
      'the default of a secret variable',
      remote({ variables: { t: { isSecret: true, default: 'Quay-41' } } }),
      'error MCP_SECRET_VALUE "default"',
    ],
    [
      'choices of a secret',
      remote({ headers: [{ name: 'X-Key', isSecret: true, choices: ['Quay-41'] }] }),
      'error MCP_SECRET_VALUE "choices"',
    ],
    [
      'a secret beside a variable',
      remote({ headers: [{ name: 'X-Key', isSecret: true, value: 'Quay-41 {t}', variables: { t: {} } }] }),
      'error MCP_SECRET_VALUE "value"',
    ],
    [
      'a header name that would break a line',
      remote({ headers: [{ name: 'X-Key\r\nX-Other' }] }),
      'error DEFINITION_MEMBER_VALUE "X-Key\\r\\nX-Other"',
    ],
    ['a tool without schema', { tools: [{ name: 'a' }] }, 'error DEFINITION_MEMBER_MISSING {"name":"a"}'],
    ['an unknown member', { packages: [] }, 'warning DEFINITION_UNKNOWN_KEY packages'],
    ['a link that runs', { websiteUrl: 'javascript:alert(1)' }, 'error URL_INVALID "javascript:alert(1)"'],
  ])('%s', (_, members, expected) => {
    const text = serverYaml(members)
    const { diagnostics, definition } = parse('agents/tools.yaml', text)
    expect(diagnostics.map((d) => `${d.severity} ${d.code} ${pointedAt(d, text)}`)).toEqual([expected])
    expect(definition === undefined).toBe(expected.startsWith('error'))
    expect(JSON.stringify(diagnostics)).not.toContain('Quay-41')
  })

  it('recognises a card in JSON by its remotes, and says what it lacks', () => {
    const { ignored, diagnostics } = parse('agents/tools.json', '{"name": "a/b", "remotes": []}')
    expect(ignored).toBe(false)
    expect(diagnostics.filter((d) => d.code === 'DEFINITION_MEMBER_MISSING')).toHaveLength(2)
  })
})

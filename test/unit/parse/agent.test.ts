import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createAgentCard } from '../../../src/formats/create-agent-card.ts'
import { agentOf, card, cardYaml, catalogOf, configOf, parse, pointedAt, short } from './agent-source.ts'

const data = (name: string): string => readFileSync(new URL(`../../data/a2a/${name}`, import.meta.url), 'utf8')
const written = (text: string, path?: string): unknown => createAgentCard(agentOf(text, path), catalogOf(), configOf())

const v03 = {
  protocolVersion: '0.3.0',
  url: 'https://acme.example/a2a',
  preferredTransport: 'JSONRPC',
  supportedInterfaces: undefined,
}
const bearer = { securitySchemes: { bearer: { httpAuthSecurityScheme: { scheme: 'Bearer' } } } }
const requires = (...names: string[]): Record<string, unknown> => ({
  securityRequirements: names.map((n) => ({ schemes: { [n]: { list: [] } } })),
})
const interfaces = (
  ...all: readonly (readonly [url: string, binding?: string, version?: string])[]
): Record<string, unknown> => ({
  supportedInterfaces: all.map(([url, protocolBinding = 'JSONRPC', protocolVersion = '1.0']) => ({
    url,
    protocolBinding,
    protocolVersion,
  })),
})
const oauth = (flows: object): Record<string, unknown> => ({
  securitySchemes: { oauth: { oauth2SecurityScheme: { flows } } },
})
const client = { tokenUrl: 'https://login.acme.example/token', scopes: { read: 'Read' } }

describe('a definition without mistakes', () => {
  it.each([
    ['a card', {}],
    ['an empty capabilities object', { capabilities: {} }],
    [
      'defaults written out',
      {
        securitySchemes: {},
        securityRequirements: [],
        documentationUrl: '',
        skills: [{ id: 'a', name: 'A', description: 'A.', tags: ['t'], examples: [], inputModes: [] }],
      },
    ],
    [
      'a tenant',
      {
        supportedInterfaces: [
          { url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
        ],
      },
    ],
    ['a gRPC address', interfaces(['acme.example:443', 'GRPC'])],
    ['a gRPC address in IPv6', interfaces(['[2001:db8::1]:8443', 'GRPC'])],
    [
      'a binding named by a URI, with a scheme of its own',
      interfaces(['https://acme.example/a2a'], ['wss://acme.example/ws', 'https://acme.example/bindings/ws']),
    ],
    ['both generations', interfaces(['https://acme.example/a2a'], ['https://acme.example/old', 'JSONRPC', '0.3'])],
    ['two requirements', { ...bearer, ...requires('bearer', 'bearer') }],
    [
      'scopes',
      { ...oauth({ clientCredentials: client }), securityRequirements: [{ schemes: { oauth: { list: ['read'] } } }] },
    ],
    [
      'every kind of scheme',
      {
        securitySchemes: {
          key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
          http: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
          device: {
            oauth2SecurityScheme: {
              flows: { deviceCode: { ...client, deviceAuthorizationUrl: 'https://login.acme.example/device' } },
            },
          },
          oidc: {
            openIdConnectSecurityScheme: {
              openIdConnectUrl: 'https://login.acme.example/.well-known/openid-configuration',
            },
          },
          mtls: { mtlsSecurityScheme: {} },
        },
      },
    ],
    ['an icon as a data URL', { iconUrl: 'data:image/svg+xml,%3Csvg/%3E' }],
    ['signatures of an earlier card', { signatures: [{ protected: 'a', signature: 'b' }] }],
    ['a schema for the editor', { $schema: './agent.schema.json' }],
    ['a media type with parameters', { defaultInputModes: ['text/plain; charset=utf-8', 'image/*'] }],
  ])('%s', (_, members) => {
    const { diagnostics, definition } = parse('agents/geo.yaml', cardYaml(members))
    expect(short(diagnostics)).toEqual([])
    expect(definition?.kind).toBe('agent')
  })

  it('accepts the worked examples as they stand', () => {
    const { signatures: _, ...signed } = JSON.parse(data('agent-card.json'))
    expect(written(data('agent-card.json'), 'agents/docs.json')).toEqual(signed)
    expect(written(data('agent-card.unsigned.json'), 'agents/docs.json')).toEqual(
      JSON.parse(data('agent-card.unsigned.json')),
    )
    expect(written(data('agent-card.v03.json'), 'agents/docs.json')).toEqual(JSON.parse(data('agent-card.v03.json')))
  })

  it('accepts a hybrid card and writes it again', () => {
    const agent = agentOf(data('agent-card.hybrid.json'), 'agents/docs.json')
    expect(createAgentCard(agent, catalogOf(), configOf(), { form: 'hybrid' })).toEqual(
      JSON.parse(data('agent-card.hybrid.json')),
    )
  })

  it('keeps what only 0.3 can say', () => {
    const old = {
      ...v03,
      protocolVersion: '0.3.1',
      capabilities: { streaming: true, pushNotifications: false, stateTransitionHistory: true },
      securitySchemes: {
        oauth: {
          type: 'oauth2',
          flows: {
            clientCredentials: client,
            authorizationCode: { ...client, authorizationUrl: 'https://login.acme.example/authorize' },
          },
        },
      },
      security: [{ oauth: ['read'] }],
      skills: [{ id: 'a', name: 'A', description: 'A.', tags: ['t'], security: [{ oauth: [] }] }],
      provider: { organization: 'Acme', url: 'https://acme.example' },
    }
    const { representativeQueries: _, ...expected } = JSON.parse(JSON.stringify({ ...card, ...old }))
    expect(written(cardYaml(old))).toEqual(expected)
  })

  it('takes a 0.3 card without protocolVersion for one', () => {
    const { url } = written(cardYaml({ ...v03, protocolVersion: undefined, preferredTransport: undefined })) as {
      url: string
    }
    expect(url).toBe('https://acme.example/a2a')
  })

  it('keeps the written text of versions that YAML would retype', () => {
    const agent = agentOf(cardYaml({ version: undefined }) + 'version: 1.10\n')
    expect(agent.card['version']).toBe('1.10')
  })

  it('reads references with what stands beside them', () => {
    const agent = agentOf(cardYaml({ skills: [{ ref: 'parcel', name: 'Parcels' }, ...(card['skills'] as object[])] }))
    expect(agent.skills[0]).toEqual({ ref: 'parcel', members: { name: 'Parcels' }, pointer: '/skills/0' })
  })

  it('never reads the body of a Markdown file', () => {
    const agent = agentOf(`---\n${cardYaml()}---\n\nYou are the concierge. The code word is heron.\n`, 'agents/geo.md')
    expect(JSON.stringify(agent)).not.toContain('heron')
  })

  it('applies overrides before anything is checked', () => {
    const { definition, diagnostics, access } = parse(
      'agents/geo.yaml',
      cardYaml({ version: undefined, access: 'publc' }),
      {
        overrides: { geo: { access: 'restricted', version: '2.0.0' } },
      },
    )
    expect(short(diagnostics)).toEqual([])
    expect(access).toBe('restricted')
    expect(definition?.kind === 'agent' && definition.card['version']).toBe('2.0.0')
  })

  it('sets extendedAgentCard where there is an extended part, and says who must serve it', () => {
    const { definition, diagnostics } = parse(
      'agents/geo.yaml',
      cardYaml({ extended: { description: 'More.', skills: [{ ref: 'secret' }] } }),
    )
    expect(short(diagnostics)).toEqual(['suggestion AGENT_EXTENDED_CARD 10:1'])
    expect(definition).toMatchObject({
      card: { capabilities: { streaming: true, extendedAgentCard: true } },
      extended: { card: { description: 'More.' }, skills: [{ ref: 'secret', pointer: '/extended/skills/0' }] },
    })
  })
})

describe('a missing member', () => {
  it.each([
    ['capabilities', 'Add `capabilities`, for example `capabilities: { streaming: false }`.'],
    [
      'supportedInterfaces',
      'Add `supportedInterfaces`, for example `supportedInterfaces: [ { url: https://acme.example/a2a, protocolBinding: JSONRPC, protocolVersion: "1.0" } ]`.',
    ],
  ])('%s: the hint shows how it is written', (member, hint) => {
    expect(parse('agents/geo.yaml', cardYaml({ [member]: undefined })).diagnostics).toMatchObject([{ hint }])
  })
})

it.each([
  ['defaultInputModes', 'text/plain', 'Write it like `defaultInputModes: [ text/plain ]`.'],
  ['capabilities', 'streaming', 'Write it like `capabilities: { streaming: false }`.'],
  ['skills', ['triage'], 'Write it like `{ ref: opening-hours }`.'],
])('%s of another type: the hint shows how it is written', (member, value, hint) => {
  expect(parse('agents/geo.yaml', cardYaml({ [member]: value })).diagnostics).toMatchObject([{ hint }])
})

describe('one mistake, one finding', () => {
  const missing = [
    'name',
    'description',
    'version',
    'supportedInterfaces',
    'capabilities',
    'defaultInputModes',
    'defaultOutputModes',
    'skills',
  ]
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ...missing.map((member): [string, Record<string, unknown>, string] => [
      `without ${member}`,
      { [member]: undefined },
      'error DEFINITION_MEMBER_MISSING document 1:1',
    ]),
    ['an empty name', { name: '' }, 'error DEFINITION_MEMBER_VALUE ""'],
    ['no interfaces', { supportedInterfaces: [] }, 'error DEFINITION_MEMBER_VALUE []'],
    ['no modes', { defaultInputModes: [] }, 'error DEFINITION_MEMBER_VALUE []'],
    ['no skills', { skills: [] }, 'error DEFINITION_MEMBER_VALUE []'],
    ['capabilities as a list', { capabilities: ['streaming'] }, 'error DEFINITION_MEMBER_TYPE ["streaming"]'],
    ['skills as a mapping', { skills: { a: 1 } }, 'error DEFINITION_MEMBER_TYPE {"a":1}'],
    ['a flag as a text', { capabilities: { streaming: 'yes' } }, 'error DEFINITION_MEMBER_TYPE "yes"'],
    ['null as a value', { documentationUrl: null }, 'error DEFINITION_MEMBER_TYPE null'],
    [
      'null inside params',
      { capabilities: { extensions: [{ uri: 'https://acme.example/x', params: { a: null } }] } },
      'error AGENT_NULL null',
    ],
    [
      'a skill without tags',
      { skills: [{ id: 'a', name: 'A', description: 'A.' }] },
      'error DEFINITION_MEMBER_MISSING {"id":"a","name":"A","de',
    ],
    [
      'empty tags',
      { skills: [{ id: 'a', name: 'A', description: 'A.', tags: [] }] },
      'error DEFINITION_MEMBER_VALUE []',
    ],
    ['a skill that is a text', { skills: ['triage'] }, 'error DEFINITION_MEMBER_TYPE "triage"'],
    ['an unknown member', { stremaing: true }, 'warning DEFINITION_UNKNOWN_KEY stremaing'],
    ['an unknown kind', { kind: 'a2a-agnet' }, 'error DEFINITION_MEMBER_VALUE "a2a-agnet"'],
    ['half a provider', { provider: { organization: 'Acme' } }, 'error DEFINITION_MEMBER_MISSING provider'],
    ['a key of a coding tool', { model: 'opus' }, 'suggestion DEFINITION_FOREIGN_KEY model'],
    ['a look-alike of access', { visibility: 'private' }, 'error ACCESS_LOOKALIKE visibility'],
    ['a misspelt access', { access: 'pubic' }, 'error ACCESS_VALUE "pubic"'],
    ['one query', { representativeQueries: ['one'] }, 'error QUERIES_COUNT representativeQueries'],

    ['plain http', interfaces(['http://acme.example/a2a']), 'error URL_NOT_HTTPS "http://acme.example/a2a'],
    [
      'http on loopback in production',
      interfaces(['http://127.0.0.1:9/']),
      'error URL_NOT_HTTPS "http://127.0.0.1:9/"',
    ],
    ['a relative URL', interfaces(['/a2a']), 'error URL_INVALID "/a2a"'],
    ['a URL without scheme', interfaces(['acme.example:443']), 'error URL_INVALID "acme.example:443"'],
    [
      'credentials',
      interfaces(['https://bot:Quay-41@acme.example/a2a']),
      'error URL_CREDENTIALS "https://bot:Quay-41@acm',
    ],
    [
      'a gRPC endpoint with an https URL',
      interfaces(['https://acme.example:8443', 'GRPC']),
      'warning AGENT_GRPC_URL "https://acme.example:84',
    ],
    ['a gRPC endpoint without a port', interfaces(['acme.example', 'GRPC']), 'error AGENT_GRPC_ADDRESS "acme.example"'],
    [
      'a gRPC endpoint over http',
      interfaces(['http://acme.example:80', 'GRPC']),
      'error URL_NOT_HTTPS "http://acme.example:80"',
    ],
    [
      'no protocolVersion',
      { supportedInterfaces: [{ url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC' }] },
      'error DEFINITION_MEMBER_MISSING {"url":"https://acme.exa',
    ],
    [
      'a patch version',
      interfaces(['https://acme.example/a2a', 'JSONRPC', '1.0.0']),
      'warning AGENT_PROTOCOL_VERSION_PATCH "1.0.0"',
    ],
    [
      'a version without minor',
      interfaces(['https://acme.example/a2a', 'JSONRPC', '1']),
      'error AGENT_PROTOCOL_VERSION "1"',
    ],
    [
      'a version of tomorrow',
      interfaces(['https://acme.example/a2a', 'JSONRPC', '2.0']),
      'error AGENT_PROTOCOL_VERSION "2.0"',
    ],
    [
      'a binding in small letters',
      interfaces(['https://acme.example/a2a', 'jsonrpc']),
      'warning AGENT_PROTOCOL_BINDING "jsonrpc"',
    ],
    [
      'an endpoint twice',
      interfaces(['https://acme.example/a2a'], ['https://acme.example/b']),
      'warning AGENT_INTERFACE_DUPLICATE "JSONRPC"',
    ],
    [
      '0.3 before 1.0',
      interfaces(['https://acme.example/a2a', 'JSONRPC', '0.3'], ['https://acme.example/b']),
      'warning AGENT_INTERFACE_ORDER "0.3"',
    ],
    [
      'an endpoint elsewhere',
      interfaces(['https://agents.acme.example/a2a']),
      'suggestion AGENT_ENDPOINT_ORIGIN "https://agents.acme.exa',
    ],

    ['a scheme of no kind', { securitySchemes: { a: {} } }, 'error AGENT_SECURITY_SCHEME "a"'],
    [
      'a scheme of an unknown kind',
      { securitySchemes: { a: { httpSecurityScheme: { scheme: 'Bearer' } } } },
      'error AGENT_SECURITY_SCHEME "a"',
    ],
    [
      'a scheme of two kinds',
      { securitySchemes: { a: { httpAuthSecurityScheme: { scheme: 'Bearer' }, mtlsSecurityScheme: {} } } },
      'error AGENT_SECURITY_SCHEME "a"',
    ],
    [
      'a scheme in the form of 0.3',
      { securitySchemes: { a: { type: 'http', scheme: 'Bearer' } } },
      'error AGENT_SECURITY_SCHEME_FLAT "a"',
    ],
    [
      'an unknown scheme in the form of 0.3',
      { securitySchemes: { a: { type: 'bearer' } } },
      'error AGENT_SECURITY_SCHEME_FLAT "a"',
    ],
    [
      'two flows',
      oauth({
        clientCredentials: client,
        authorizationCode: { ...client, authorizationUrl: 'https://acme.example/a' },
      }),
      'error AGENT_OAUTH_FLOWS "flows"',
    ],
    ['no flow', oauth({}), 'error AGENT_OAUTH_FLOWS "flows"'],
    ['a deprecated flow', oauth({ password: client }), 'suggestion AGENT_OAUTH_DEPRECATED "password"'],
    [
      'a flow without scopes',
      oauth({ clientCredentials: { tokenUrl: 'https://acme.example/t' } }),
      'error DEFINITION_MEMBER_MISSING "clientCredentials"',
    ],
    [
      'a token endpoint over http',
      oauth({ clientCredentials: { ...client, tokenUrl: 'http://acme.example/t' } }),
      'error URL_NOT_HTTPS "http://acme.example/t"',
    ],
    [
      'a place where no key goes',
      { securitySchemes: { a: { apiKeySecurityScheme: { location: 'body', name: 'k' } } } },
      'error DEFINITION_MEMBER_VALUE "body"',
    ],
    [
      'a requirement of an undeclared scheme',
      { ...bearer, ...requires('baerer') },
      'error AGENT_REQUIREMENT_UNDECLARED "baerer"',
    ],
    [
      'a requirement in the form of 0.3',
      { ...bearer, securityRequirements: [{ bearer: [] }] },
      'error AGENT_REQUIREMENT_SHAPE {"bearer":[]}',
    ],
    [
      'a requirement without list',
      { ...bearer, securityRequirements: [{ schemes: { bearer: ['a'] } }] },
      'error AGENT_REQUIREMENT_SHAPE {"schemes":{"bearer":["a',
    ],
    ['an empty requirement', { ...bearer, securityRequirements: [{}] }, 'warning AGENT_REQUIREMENT_EMPTY {}'],
    [
      "a skill's requirement of an undeclared scheme",
      { skills: [{ id: 'a', name: 'A', description: 'A.', tags: ['t'], ...requires('x') }] },
      'error AGENT_REQUIREMENT_UNDECLARED "x"',
    ],

    [
      'endpoints in the form of 0.3',
      {
        supportedInterfaces: undefined,
        protocolVersion: '1.0',
        url: 'https://acme.example/a2a',
        preferredTransport: 'JSONRPC',
      },
      'error AGENT_V03_MEMBER url',
    ],
    ['a url beside supportedInterfaces', { url: 'https://acme.example/a2a' }, 'error AGENT_V03_MEMBER url'],
    ['a top-level protocolVersion', { protocolVersion: '1.0' }, 'error AGENT_V03_MEMBER protocolVersion'],
    ['security', { ...bearer, security: [{ bearer: [] }] }, 'error AGENT_V03_MEMBER security'],
    [
      "a skill's security",
      { ...bearer, skills: [{ id: 'a', name: 'A', description: 'A.', tags: ['t'], security: [{ bearer: [] }] }] },
      'error AGENT_V03_MEMBER "security"',
    ],
    [
      'supportsAuthenticatedExtendedCard',
      { supportsAuthenticatedExtendedCard: false },
      'error AGENT_V03_MEMBER supportsAuthenticatedExt',
    ],
    ['authentication', { authentication: { schemes: ['bearer'] } }, 'error AGENT_V03_MEMBER authentication'],
    ['extensions at the top', { extensions: [] }, 'warning AGENT_MEMBER_MISPLACED extensions'],
    [
      'stateTransitionHistory',
      { capabilities: { stateTransitionHistory: true } },
      'warning AGENT_MEMBER_MISPLACED "stateTransitionHistory"',
    ],
    [
      'snake_case at the top',
      { defaultInputModes: undefined, default_input_modes: ['text/plain'] },
      'error AGENT_SNAKE_CASE default_input_modes',
    ],
    [
      'snake_case inside',
      { capabilities: { push_notifications: true } },
      'error AGENT_SNAKE_CASE "push_notifications"',
    ],
    [
      'snake_case in a scheme',
      { securitySchemes: { my_key: { api_key_security_scheme: { location: 'header', name: 'X' } } } },
      'error AGENT_SNAKE_CASE "api_key_security_scheme',
    ],

    ['a mode that is a word', { defaultInputModes: ['text'] }, 'warning AGENT_MODE "text"'],
    [
      "a skill's mode that is a word",
      { skills: [{ id: 'a', name: 'A', description: 'A.', tags: ['t'], outputModes: ['json'] }] },
      'warning AGENT_MODE "json"',
    ],
    [
      'an extended card that only the server has',
      { capabilities: { extendedAgentCard: true } },
      'suggestion AGENT_EXTENDED_CARD "extendedAgentCard"',
    ],
    ['a link that is no URL', { documentationUrl: 'docs/index.html' }, 'error URL_INVALID "docs/index.html"'],
    ['a link that runs', { documentationUrl: 'javascript:alert(1)' }, 'error URL_INVALID "javascript:alert(1)"'],

    ['a 0.3 card with requirements of 1.0', { ...v03, ...requires() }, 'error AGENT_V1_MEMBER securityRequirements'],
    ['a 0.3 card with a scheme of 1.0', { ...v03, ...bearer }, 'error AGENT_V1_MEMBER "httpAuthSecurityScheme"'],
    [
      'a 0.3 card with extendedAgentCard',
      { ...v03, capabilities: { extendedAgentCard: false } },
      'error AGENT_V1_MEMBER "extendedAgentCard"',
    ],
    ['a 0.2 card', { ...v03, protocolVersion: '0.2.5' }, 'error AGENT_PROTOCOL_VERSION "0.2.5"'],
    ['a 0.3 card without url', { ...v03, url: undefined }, 'error DEFINITION_MEMBER_MISSING document 1:1'],
    [
      'a 0.3 scheme without its members',
      { ...v03, securitySchemes: { a: { type: 'apiKey', in: 'header' } } },
      'error DEFINITION_MEMBER_MISSING "a"',
    ],
    [
      'a 0.3 requirement of an undeclared scheme',
      { ...v03, security: [{ bearer: [] }] },
      'error AGENT_REQUIREMENT_UNDECLARED "bearer"',
    ],
    [
      'a 0.3 card with authentication',
      { ...v03, authentication: { schemes: [] } },
      'error AGENT_V03_MEMBER authentication',
    ],
    [
      'a tenant of a 0.3 interface',
      {
        supportedInterfaces: [
          { url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '0.3', tenant: 'a' },
        ],
      },
      'suggestion AGENT_V03_LOST "tenant"',
    ],
    [
      'a device flow beside a 0.3 interface',
      {
        ...interfaces(['https://acme.example/a2a'], ['https://acme.example/b', 'JSONRPC', '0.3']),
        ...oauth({ deviceCode: { ...client, deviceAuthorizationUrl: 'https://acme.example/d' } }),
      },
      'warning AGENT_V03_NO_FLOW "deviceCode"',
    ],

    [
      'an extended requirement of an undeclared scheme',
      { capabilities: {}, extended: requires('x') },
      'error AGENT_REQUIREMENT_UNDECLARED "x"',
    ],
    ['an extended member of 0.3', { extended: { security: [] } }, 'error AGENT_V03_MEMBER "security"'],
  ])('%s', (_, members, expected) => {
    const text = cardYaml(members)
    const { diagnostics, definition } = parse('agents/geo.yaml', text)
    const found = diagnostics.filter(
      ({ code, pointer }) => !(code === 'AGENT_EXTENDED_CARD' && pointer === '/extended'),
    )
    expect(found.map((d) => `${d.severity} ${d.code} ${pointedAt(d, text)}`)).toEqual([expected])
    expect(definition === undefined).toBe(expected.startsWith('error'))
  })

  it('offers the rewrite, without the credentials in it', () => {
    const { diagnostics } = parse(
      'agents/geo.yaml',
      cardYaml({ supportedInterfaces: undefined, protocolVersion: '1.0', url: 'https://bot:Quay-41@acme.example/a2a' }),
    )
    expect(JSON.stringify(diagnostics)).not.toContain('Quay-41')
    expect(diagnostics.map((d) => d.hint ?? '').join('\n')).toContain(
      'supportedInterfaces: [{"url":"https://…@acme.example/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}]',
    )
  })

  it.each([
    'https://u:Sec-41@h.example',
    'https:/u:Sec-41@h.example',
    'u:Sec-41@h.example:443',
    'https://u:Sec-41/x@h.example',
    'https://u:Sec 41@h.example',
    String.raw`https:\\u:Sec-41@h.example`,
    '//u:Sec-41@h.example',
    'Sec-41:Sec-41@h',
  ])('shows no credentials of %s', (url) => {
    for (const binding of ['JSONRPC', 'GRPC', 'urn:own']) {
      const { diagnostics, definition } = parse('agents/geo.yaml', cardYaml(interfaces([url, binding])))
      expect(definition).toBeUndefined()
      expect(JSON.stringify(diagnostics)).not.toMatch(/Sec.41/)
    }
  })

  it('accepts http on loopback in development', () => {
    const { diagnostics } = parse('agents/geo.yaml', cardYaml(interfaces(['http://localhost:4000/a2a'])), {
      development: true,
    })
    expect(short(diagnostics)).toEqual(['suggestion AGENT_ENDPOINT_ORIGIN 4:30'])
  })

  it('refuses a hybrid card whose halves differ', () => {
    const hybrid = { ...JSON.parse(data('agent-card.hybrid.json')), url: 'https://elsewhere.example/', security: [] }
    const { diagnostics } = parse('agents/docs.json', JSON.stringify(hybrid, null, 1))
    expect(diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.code} ${d.pointer}`)).toEqual([
      'AGENT_HYBRID_MISMATCH /url',
      'AGENT_HYBRID_MISMATCH /security',
    ])
  })

  it('points into JSON files', () => {
    const { diagnostics } = parse(
      'agents/docs.json',
      data('agent-card.unsigned.json').replace('"text/plain"', '"text"'),
    )
    expect(diagnostics.find((d) => d.code === 'AGENT_MODE')).toMatchObject({ line: 25, file: 'agents/docs.json' })
  })
})

describe('files of other tools', () => {
  it.each([
    [
      'agents/reviewer.md',
      '---\nname: reviewer\ndescription: Reviews code.\ntools: Read, Grep\nmodel: opus\ncolor: blue\nskills: [lint]\ncapabilities: [review]\n---\nYou review.\n',
    ],
    ['agents/reviewer.md', '---\nname: reviewer\ndescription: Use when: code changes\ntools: Read\n---\n'],
    ['agents/package.json', '{"name": "x", "version": "1.0.0", "description": "y"}'],
    ['agents/empty.json', '{}'],
    ['agents/list.json', '[1]'],
    ['agents/mcp.json', '{"mcpServers": {"a": {"url": "https://acme.example/mcp"}}}'],
    ['agents/tsconfig.json', '{\n  // comment\n  "extends": "x"\n}'],
  ])('ignores %s with a suggestion', (path, text) => {
    const { ignored, diagnostics, definition } = parse(path, text)
    expect({ ignored, definition, found: short(diagnostics) }).toEqual({
      ignored: true,
      definition: undefined,
      found: ['suggestion DEFINITION_IGNORED :'],
    })
  })

  it('ignores a Markdown file without front matter silently', () => {
    expect(parse('agents/README.md', '# Agents\n')).toEqual({ ignored: true, diagnostics: [] })
  })

  it.each([
    ['agents/geo.md', '---\nname: Geo\nsupportedInterfaces: [\n---\n'],
    ['agents/geo.json', '{"supportedInterfaces": [}'],
    ['agents/geo.yaml', 'name: a: b\n'],
    ['agents/geo.yaml', ''],
  ])('does not ignore a broken definition: %s', (path, text) => {
    const { ignored, diagnostics } = parse(path, text)
    expect(ignored).toBe(false)
    expect(diagnostics.some((d) => d.severity === 'error')).toBe(true)
  })

  it('reports every missing member of an incomplete card in JSON', () => {
    const { ignored, diagnostics } = parse(
      'agents/geo.json',
      '{"supportedInterfaces": [{"url": "https://acme.example/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]}',
    )
    expect(ignored).toBe(false)
    expect(diagnostics.filter((d) => d.code === 'DEFINITION_MEMBER_MISSING')).toHaveLength(7)
  })

  it('finds every mistake of a run at once', () => {
    const { diagnostics } = parse('agents/geo.yaml', '{}')
    expect(diagnostics.filter((d) => d.severity === 'error')).toHaveLength(8)
  })
})

import { agent, oldAgent, skill, type Members } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const FILE = 'agents/desk.yaml'

/** An agent with these members, whose mistake is at a place of its file. */
function desk(code: Fixture['code'], members: Members, expect: string, title?: string): Fixture {
  return of(code, agent(members), expect, title)
}

/** The same for an agent of A2A 0.3. */
function oldDesk(code: Fixture['code'], members: Members, expect: string, title?: string): Fixture {
  return of(code, oldAgent(members), expect, title)
}

function of(code: Fixture['code'], text: string, expect: string, title?: string): Fixture {
  const [severity, place] = expect.split(' ') as ['error' | 'warning' | 'suggestion', string]
  return {
    code,
    files: { [FILE]: text },
    expect: `${severity} ${FILE}:${place}`,
    ...(title === undefined ? {} : { title }),
  }
}

const endpoint = (more = '', url = 'https://acme.example/a2a', binding = 'JSONRPC', version = '1.0'): string =>
  `{ url: "${url}", protocolBinding: ${binding}, protocolVersion: "${version}"${more} }`
const BOTH = `[${endpoint()}, ${endpoint('', 'https://acme.example/v03', 'JSONRPC', '0.3')}]`
const OAUTH = 'authorizationUrl: https://acme.example/a, tokenUrl: https://acme.example/t, scopes: {}'
const BEARER = '{ bearer: { httpAuthSecurityScheme: { scheme: Bearer } } }'
const largeSkills = (count: number): string =>
  `[${Array.from({ length: count }, (_, i) => `{ id: s${i}, name: Skill ${i}, description: ${'Answers questions. '.repeat(20).trim()}, tags: [desk] }`).join(', ')}]`

/** Fixtures of findings about agents and Agent Cards. */
export const agentFixtures: readonly Fixture[] = [
  desk('AGENT_V03_MEMBER', { url: 'https://acme.example/a2a', preferredTransport: 'JSONRPC' }, 'error 10:1'),
  desk('AGENT_V03_MEMBER', { security: '[{ bearer: [] }]', securitySchemes: BEARER }, 'error 10:1', 'security'),
  desk('AGENT_V03_MEMBER', { supportsAuthenticatedExtendedCard: 'true' }, 'error 10:1', 'extended card'),
  desk('AGENT_V03_MEMBER', { authentication: '{ schemes: [bearer] }' }, 'error 10:1', 'authentication'),
  oldDesk(
    'AGENT_V1_MEMBER',
    {
      securityRequirements: '[{ schemes: { bearer: { list: [] } } }]',
      securitySchemes: '{ bearer: { type: http, scheme: bearer } }',
    },
    'error 12:1',
  ),
  desk('AGENT_MEMBER_MISPLACED', { metadata: '{ team: desk }' }, 'warning 10:1'),
  desk('AGENT_MEMBER_MISPLACED', { capabilities: '{ stateTransitionHistory: true }' }, 'warning 5:17', 'of 0.3'),
  desk('AGENT_SNAKE_CASE', { documentation_url: 'https://acme.example/desk' }, 'error 10:1'),
  desk(
    'AGENT_NULL',
    { capabilities: '{ extensions: [{ uri: https://acme.example/x, params: { shift: null } }] }' },
    'error 5:78',
  ),
  desk('DEFINITION_MEMBER_TYPE', { documentationUrl: '' }, 'error 10:1', 'null'),
  desk(
    'AGENT_HYBRID_MISMATCH',
    {
      supportedInterfaces: BOTH,
      protocolVersion: '0.3.0',
      url: 'https://acme.example/other',
      preferredTransport: 'JSONRPC',
    },
    'error 11:1',
  ),
  desk('AGENT_GRPC_ADDRESS', { supportedInterfaces: `[${endpoint('', 'acme.example', 'GRPC')}]` }, 'error 4:30'),
  desk('AGENT_GRPC_URL', { supportedInterfaces: `[${endpoint('', 'https://acme.example', 'GRPC')}]` }, 'warning 4:30'),
  desk('AGENT_PROTOCOL_BINDING', { supportedInterfaces: `[${endpoint('', undefined, 'json-rpc')}]` }, 'warning 4:75'),
  desk(
    'AGENT_PROTOCOL_VERSION',
    { supportedInterfaces: `[${endpoint('', undefined, undefined, '1')}]` },
    'error 4:101',
  ),
  desk(
    'AGENT_PROTOCOL_VERSION_PATCH',
    { supportedInterfaces: `[${endpoint('', undefined, undefined, '1.0.0')}]` },
    'warning 4:101',
  ),
  desk(
    'AGENT_INTERFACE_DUPLICATE',
    { supportedInterfaces: `[${endpoint()}, ${endpoint('', 'https://acme.example/b')}]` },
    'warning 4:160',
  ),
  desk(
    'AGENT_INTERFACE_ORDER',
    { supportedInterfaces: `[${endpoint('', 'https://acme.example/v03', 'JSONRPC', '0.3')}, ${endpoint()}]` },
    'warning 4:101',
  ),
  desk(
    'AGENT_ENDPOINT_ORIGIN',
    { supportedInterfaces: `[${endpoint('', 'https://api.acme.example/a2a')}]` },
    'suggestion 4:30',
  ),
  desk(
    'AGENT_SECURITY_SCHEME',
    { securitySchemes: '{ bearer: { httpAuthSecuritySchema: { scheme: Bearer } } }' },
    'error 10:20',
  ),
  desk(
    'AGENT_SECURITY_SCHEME',
    {
      securitySchemes: '{ bearer: { httpAuthSecurityScheme: { scheme: Bearer }, mtlsSecurityScheme: {} } }',
    },
    'error 10:20',
    'two kinds',
  ),
  desk('AGENT_SECURITY_SCHEME_FLAT', { securitySchemes: '{ bearer: { type: http, scheme: bearer } }' }, 'error 10:20'),
  desk(
    'AGENT_OAUTH_FLOWS',
    {
      securitySchemes: `{ login: { oauth2SecurityScheme: { flows: { authorizationCode: { ${OAUTH} }, clientCredentials: { tokenUrl: https://acme.example/t, scopes: {} } } } } }`,
    },
    'error 10:53',
  ),
  desk(
    'AGENT_OAUTH_FLOWS',
    { securitySchemes: '{ login: { oauth2SecurityScheme: { flows: {} } } }' },
    'error 10:53',
    'none',
  ),
  desk(
    'AGENT_OAUTH_DEPRECATED',
    {
      securitySchemes:
        '{ login: { oauth2SecurityScheme: { flows: { password: { tokenUrl: https://acme.example/t, scopes: {} } } } } }',
    },
    'suggestion 10:62',
  ),
  desk('AGENT_REQUIREMENT_SHAPE', { securitySchemes: BEARER, securityRequirements: '[{ bearer: [] }]' }, 'error 11:24'),
  desk(
    'AGENT_REQUIREMENT_UNDECLARED',
    { securitySchemes: BEARER, securityRequirements: '[{ schemes: { baerer: { list: [] } } }]' },
    'error 11:37',
  ),
  desk(
    'AGENT_REQUIREMENT_EMPTY',
    { securitySchemes: BEARER, securityRequirements: '[{ schemes: {} }]' },
    'warning 11:24',
  ),
  desk('AGENT_MODE', { defaultInputModes: '[text]' }, 'warning 6:21'),
  desk(
    'AGENT_SKILL_ID_DUPLICATE',
    {
      skills:
        '\n  - { id: greet, name: Greet, description: Greets guests., tags: [desk] }\n  - { id: greet, name: Part, description: Says goodbye., tags: [desk] }',
    },
    'warning 10:11',
  ),
  {
    code: 'AGENT_SKILL_TAGS',
    files: { [FILE]: agent({ skills: '[{ ref: parcel }]' }), 'skills/parcel.yaml': skill() },
    expect: `error ${FILE}:8:17`,
  },
  desk('AGENT_EXTENDED_CARD', { extended: '{ description: Answers colleagues too. }' }, 'suggestion 10:1'),
  desk('AGENT_EXTENDED_CARD', { capabilities: '{ extendedAgentCard: true }' }, 'suggestion 5:17', 'announced'),
  desk('AGENT_CARD_LARGE', { skills: largeSkills(20) }, 'suggestion 1:1'),
  desk('AGENT_CARD_TOO_LARGE', { skills: largeSkills(26) }, 'warning 1:1'),
  desk(
    'AGENT_V03_LOST',
    {
      supportedInterfaces: `[${endpoint()}, ${endpoint(', tenant: shop', 'https://acme.example/v03', 'JSONRPC', '0.3')}]`,
    },
    'suggestion 4:195',
  ),
  desk(
    'AGENT_V03_NO_FLOW',
    {
      supportedInterfaces: BOTH,
      securitySchemes:
        '{ login: { oauth2SecurityScheme: { flows: { deviceCode: { deviceAuthorizationUrl: https://acme.example/d, tokenUrl: https://acme.example/t, scopes: {} } } } } }',
    },
    'warning 10:62',
  ),
  oldDesk('URL_NOT_HTTPS', { url: 'http://acme.example/a2a' }, 'error 5:6', 'of an agent'),
  desk('DEFINITION_MEMBER_MISSING', { skills: undefined }, 'error 1:1', 'in an agent'),
  desk('DEFINITION_MEMBER_VALUE', { skills: '[]' }, 'error 8:9', 'in an agent'),
]

import { server, skill, type Members } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const FILE = 'agents/tools.yaml'

function tools(code: Fixture['code'], members: Members, expect: string, title?: string): Fixture {
  const [severity, place] = expect.split(' ') as ['error' | 'warning' | 'suggestion', string]
  const files = { [FILE]: server(members) }
  return { code, files, expect: `${severity} ${FILE}:${place}`, ...(title === undefined ? {} : { title }) }
}

const remote = (more: string): string => `[{ type: streamable-http, url: https://acme.example/mcp, ${more} }]`
const tool = (more = '', name = 'greet'): string =>
  `{ name: ${name}, description: Greets guests., inputSchema: { type: object }${more} }`
const SECRET = ['h7Kq', '2vXw', '9LmZ'].join('')

/** Fixtures of findings about MCP servers and their tools. */
export const mcpFixtures: readonly Fixture[] = [
  tools('MCP_NAME', { name: 'Front desk tools' }, 'error 2:7'),
  tools('MCP_VERSION_RANGE', { version: '^1.0.0' }, 'error 3:10'),
  tools('MCP_DESCRIPTION_LENGTH', { description: 'Tools of the front desk. '.repeat(5).trim() }, 'error 4:14'),
  tools(
    'MCP_CARD_SCHEMA',
    { $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    'warning 8:10',
  ),
  tools(
    'MCP_SECRET_VALUE',
    { remotes: remote(`headers: [{ name: X-Key, isSecret: true, value: ${SECRET} }]`) },
    'error 5:108',
  ),
  tools(
    'MCP_SECRET_VALUE',
    { remotes: remote('headers: [{ name: X-Key, isSecret: true, default: tuesday }]') },
    'error 5:108',
    'a plain word',
  ),
  tools(
    'MCP_REMOTE_VARIABLE',
    { remotes: '[{ type: streamable-http, url: "https://acme.example/{tenant}/mcp" }]' },
    'warning 5:41',
  ),
  tools('MCP_TOOL_NAME', { tools: `[${tool('', 'greet guest')}]` }, 'error 6:17'),
  tools('MCP_TOOL_NAME_DUPLICATE', { tools: `\n  - ${tool()}\n  - ${tool()}` }, 'error 8:13'),
  tools(
    'DEFINITION_MEMBER_MISSING',
    { tools: '[{ name: greet, description: Greets guests. }]' },
    'error 6:9',
    'in a tool',
  ),
  tools(
    'MCP_TOOL_INPUT_SCHEMA',
    { tools: '[{ name: greet, description: Greets guests., inputSchema: { type: string } }]' },
    'error 6:74',
    'no object',
  ),
  {
    code: 'MCP_TOOL_INPUT_SCHEMA',
    title: 'of a skill',
    files: { [FILE]: server({ tools: '[{ ref: parcel }]' }), 'skills/parcel.yaml': skill() },
    expect: 'error skills/parcel.yaml:1:1',
  },
  tools('MCP_TOOL_DESCRIPTION', { tools: '[{ name: greet, inputSchema: { type: object } }]' }, 'suggestion 6:1'),
  tools('DEFINITION_MEMBER_MISSING', { description: undefined }, 'error 1:1', 'in a server'),
  tools('URL_NOT_HTTPS', { remotes: '[{ type: sse, url: http://acme.example/mcp }]' }, 'error 5:29', 'of a server'),
]

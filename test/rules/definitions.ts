import type { Files } from './fixture.ts'

/** Members of a definition as YAML texts, each on a line of its own; `undefined` leaves a known one out. */
export type Members = Readonly<Record<string, string | undefined>>

const SKILL: Members = {
  name: 'Parcel tracking',
  version: '1.2.0',
  access: 'public',
  capability_type: 'api',
  description: 'Tells where a parcel is.',
  endpoint: '{ url: https://api.acme.example/parcels, method: POST }',
  representativeQueries: '[where is my parcel, when does order 9 arrive]',
}

const AGENT: Members = {
  name: 'Front desk',
  description: 'Answers questions at the front desk.',
  version: '1.0.0',
  supportedInterfaces: '[{ url: https://acme.example/a2a, protocolBinding: JSONRPC, protocolVersion: "1.0" }]',
  capabilities: '{ streaming: true }',
  defaultInputModes: '[text/plain]',
  defaultOutputModes: '[text/plain]',
  skills: '[{ id: greet, name: Greet, description: Greets guests., tags: [desk] }]',
  representativeQueries: '[who is on duty, when do you open]',
}

const OLD_AGENT: Members = {
  protocolVersion: '0.3.0',
  name: 'Front desk',
  description: 'Answers questions at the front desk.',
  version: '1.0.0',
  url: 'https://acme.example/a2a',
  preferredTransport: 'JSONRPC',
  capabilities: '{ streaming: true }',
  defaultInputModes: '[text/plain]',
  defaultOutputModes: '[text/plain]',
  skills: '[{ id: greet, name: Greet, description: Greets guests., tags: [desk] }]',
  representativeQueries: '[who is on duty, when do you open]',
}

const SERVER: Members = {
  kind: 'mcp-server',
  name: 'example.acme/tools',
  version: '1.0.0',
  description: 'Tools of the front desk.',
  remotes: '[{ type: streamable-http, url: https://acme.example/mcp }]',
  tools: '[{ name: greet, description: Greets guests., inputSchema: { type: object } }]',
  representativeQueries: '[greet a guest, who is on duty]',
}

/** A skill; what is not given is as it should be. */
export function skill(members: Members = {}): string {
  return lines({ ...SKILL, ...members })
}

/** An A2A 1.0 agent; what is not given is as it should be. */
export function agent(members: Members = {}): string {
  return lines({ ...AGENT, ...members })
}

/** An agent of A2A 0.3; what is not given is as it should be. */
export function oldAgent(members: Members = {}): string {
  return lines({ ...OLD_AGENT, ...members })
}

/** An MCP server; what is not given is as it should be. */
export function server(members: Members = {}): string {
  return lines({ ...SERVER, ...members })
}

/** A SKILL.md of the skill `till-close`; what is not given is as it should be. */
export function skillMd(members: Members = {}, body = '# Close a till\n\nCount the drawer.\n'): string {
  const known = { name: 'till-close', description: 'Closes a till. Use it at the end of a shift.' }
  return `---\n${lines({ ...known, ...members })}---\n\n${body}`
}

/** What Signpost wants to know of an Agent Skill beyond its SKILL.md. */
export const BESIDE = 'version: 1.0.0\naccess: public\nrepresentativeQueries: [close my till, count the drawer]\n'

/** The folder of the Agent Skill `till-close`; what is not given is as it should be. */
export function agentSkill(members: Members = {}, more: Files = {}): Files {
  return tillClose({ 'SKILL.md': skillMd(members), ...more })
}

/** The folder of the Agent Skill `till-close` with these files. */
export function tillClose(files: Files): Files {
  const all = { 'SKILL.md': skillMd(), 'skill.yaml': BESIDE, ...files }
  return Object.fromEntries(Object.entries(all).map(([name, content]) => [`skills/till-close/${name}`, content]))
}

function lines(members: Members): string {
  return Object.entries(members)
    .filter(([, text]) => text !== undefined)
    .map(([member, text]) => (text === '' ? `${member}:\n` : `${member}: ${text}\n`))
    .join('')
}

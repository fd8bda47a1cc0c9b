import type { Agent, Catalog, McpServer, Skill } from '../../../src/catalog.ts'
import type { Config } from '../../../src/config.ts'
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts'
import type { JsonObject } from '../../../src/json.ts'
import type { AgentSource } from '../../../src/load/sources.ts'
import { parseAgent, type ParsedAgent } from '../../../src/parse/agent.ts'

/** A complete configuration of a site at `https://acme.example`. */
export function configOf(more: Partial<Config> = {}): Config {
  return {
    origin: 'https://acme.example',
    privateOrigin: 'https://acme.example',
    preview: false,
    development: false,
    provider: { name: 'Acme', url: 'https://acme.example' },
    publisher: 'acme.example',
    skills: ['skills'],
    agents: ['agents'],
    exclude: [],
    defaults: { agentAccess: 'public', version: '1.0.0', capabilityType: 'knowledge' },
    overrides: {},
    trust: false,
    formats: {},
    hosts: [],
    cache: { discovery: 300, keys: 300, immutable: 31_536_000 },
    privateDir: 'dist-private',
    deployDir: 'dist-deploy',
    rules: {},
    allow: [],
    strict: false,
    file: 'vite.config.ts',
    ...more,
  }
}

/** Reads a definition; its shape follows from its path below `agents`. */
export function parse(path: string, text: string | Uint8Array, config: Partial<Config> = {}): ParsedAgent {
  const [, name = '', inner] = /^agents\/([^/]+?)(?:\/(agent\.yaml)|\.\w+)$/.exec(path) ?? []
  const shape = path.endsWith('.md') ? 'markdown' : inner === undefined ? 'data' : 'folder-data'
  const source: AgentSource = {
    name,
    shape,
    main: { path, bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text },
  }
  return parseAgent(source, configOf(config))
}

/** The agent that a definition without errors makes. */
export function agentOf(text: string, path = 'agents/geo.yaml', config: Partial<Config> = {}): Agent {
  const { definition, diagnostics } = parse(path, text, config)
  if (definition?.kind !== 'agent') throw new Error(JSON.stringify(diagnostics, null, 2))
  return definition
}

/** The server that a definition without errors makes. */
export function serverOf(text: string, path = 'agents/tools.yaml'): McpServer {
  const { definition, diagnostics } = parse(path, text)
  if (definition?.kind !== 'mcp-server') throw new Error(JSON.stringify(diagnostics, null, 2))
  return definition
}

/** Findings in short: severity, code, position. */
export function short(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((d) => `${d.severity} ${d.code} ${d.line ?? ''}:${d.column ?? ''}`)
}

/** The beginning of the text that a finding points at, or where the whole document begins. */
export function pointedAt({ line = 1, column = 1, endLine, endColumn, pointer }: Diagnostic, text: string): string {
  if (pointer === '') return `document ${line}:${column}`
  const shown = text.split('\n')[line - 1] ?? ''
  return shown.slice(column - 1, endLine === line ? (endColumn ?? shown.length + 1) - 1 : undefined).slice(0, 24)
}

/** A complete A2A 1.0 card. */
export const card: JsonObject = {
  name: 'Geo Router',
  description: 'Plans routes.',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'triage', name: 'Triage', description: 'Sorts requests.', tags: ['support'] }],
  representativeQueries: ['plan a route', 'avoid the ferry'],
}

/** The card in YAML, one top-level member a line, with members changed; `undefined` removes one. */
export function cardYaml(members: Readonly<Record<string, unknown>> = {}): string {
  return Object.entries({ ...card, ...members })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

/** A catalog of these skills. */
export function catalogOf(...skills: readonly (Partial<Skill> & { readonly name: string })[]): Catalog {
  return { skills: skills.map(skillOf), agents: [], servers: [] }
}

function skillOf(members: Partial<Skill> & { readonly name: string }): Skill {
  const file = `skills/${members.name}.yaml`
  return {
    kind: 'skill',
    slug: members.name,
    access: 'public',
    document: { file, value: {}, at: () => ({ file, line: 1, column: 1 }) },
    representativeQueries: [],
    ard: {},
    listed: true,
    id: `example.acme.${members.name}-v1`,
    title: members.name,
    version: '1.0.0',
    capabilityType: 'api',
    description: `Does ${members.name}.`,
    inputs: [],
    output: { type: 'object' },
    auth: { type: 'none' },
    tags: ['tag'],
    examples: [],
    tool: {},
    ...members,
  }
}

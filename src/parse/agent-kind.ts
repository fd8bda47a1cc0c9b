import { isObject, type JsonObject } from '../json.ts'

/** What a file below `agents` defines. */
export type AgentKind = 'a2a-agent' | 'mcp-server'

/** Members that only an agent has, in the spellings in which cards are found. */
const AGENT_MEMBERS: readonly string[] = [
  'supportedInterfaces',
  'supported_interfaces',
  'defaultInputModes',
  'default_input_modes',
  'defaultOutputModes',
  'default_output_modes',
  'securitySchemes',
  'security_schemes',
  'securityRequirements',
  'security_requirements',
  'preferredTransport',
  'preferred_transport',
  'additionalInterfaces',
  'additional_interfaces',
  'supportsAuthenticatedExtendedCard',
  'protocolVersion',
  'protocol_version',
]

/** Schemas of server cards, and those that are taken for them. */
const SERVER_SCHEMA = /mcp-server|server-card|\/server\.schema\.json/

/**
 * What a definition's data is: by its `kind`, else by what only one of the two has. `undefined` when nothing tells, as in
 * the files in which other tools keep their agents.
 */
export function agentKind(value: JsonObject): AgentKind | undefined {
  const { kind, $schema, remotes, capabilities, extended, url, skills } = value
  if (kind === 'a2a-agent' || kind === 'mcp-server') return kind
  const isAgent =
    AGENT_MEMBERS.some((member) => member in value) ||
    isObject(capabilities) ||
    isObject(extended) ||
    (typeof url === 'string' && Array.isArray(skills))
  if (typeof $schema === 'string' && SERVER_SCHEMA.test($schema)) return 'mcp-server'
  if (isAgent) return 'a2a-agent'
  // A misspelt kind is one finding, not one for every member of the other kind.
  if (typeof kind === 'string' && /mcp|server/i.test(kind)) return 'mcp-server'
  return remotes === undefined ? undefined : 'mcp-server'
}

/** Whether a text that cannot be read as data has a line with a member of an agent or a server: then it was meant as one. */
export function namesAgentMember(text: string): boolean {
  const members = [...AGENT_MEMBERS, 'remotes'].join('|')
  return (
    new RegExp(`^[ \\t{,]*["']?(?:${members})["']?[ \\t]*:`, 'm').test(text) ||
    /^[ \t{,]*["']?kind["']?[ \t]*:[ \t]*["']?(?:a2a-agent|mcp-server)\b/m.test(text)
  )
}

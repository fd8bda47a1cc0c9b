import type { Agent, Definition, Entry, McpServer, Skill } from '../catalog.ts'
import type { FormatContext } from '../formats/format.ts'
import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { entryId, fact, lineFact, type DirectoryEntry } from './entry.ts'
import { joined, type Inline } from './inline.ts'
import { artifactLink, externalLink } from './links.ts'

/** What the directory says of an agent. */
export function agentEntry(context: FormatContext, agent: Agent): DirectoryEntry {
  const { published } = context
  const folder = `agents/${agent.slug}`
  const primary = published.get('.well-known/agent-card.json')?.from.includes(agent.document.file) === true
  const schemes = agent.card['securitySchemes']
  return {
    definition: agent,
    title: text(agent.card, 'name') ?? agent.name,
    version: text(agent.card, 'version') ?? '',
    description: text(agent.card, 'description') ?? '',
    sign: 'A2A agent',
    marks: primary ? ['Primary'] : [],
    tags: [],
    facts: [
      ...lineFact(
        'Skills',
        agent.skills.map((entry) => entryName(context.catalog.skills, entry, 'name')),
      ),
      ...lineFact('Interfaces', objects(agent.card['supportedInterfaces']).map(agentInterface)),
      ...(isObject(schemes) && Object.keys(schemes).length > 0
        ? fact('Security schemes', joined(Object.keys(schemes).map(code), ', '))
        : []),
    ],
    examples: agent.representativeQueries,
    links: [
      artifactLink(published, `${folder}/agent-card.json`, 'Agent Card'),
      artifactLink(published, `${folder}/agent-card.v0.3.json`, 'Agent Card 0.3'),
      artifactLink(published, `${folder}/extended-agent-card.json`, 'Extended Agent Card'),
      documentation(agent, 'documentationUrl', 'Documentation'),
      openapi(agent),
    ].filter((link) => link !== undefined),
  }
}

/** What the directory says of an MCP server. */
export function serverEntry(context: FormatContext, server: McpServer): DirectoryEntry {
  const folder = `servers/${server.slug}`
  const remotes = objects(server.card['remotes']).flatMap((remote) => text(remote, 'url') ?? [])
  return {
    definition: server,
    title: text(server.card, 'title') ?? text(server.card, 'name') ?? server.name,
    version: text(server.card, 'version') ?? '',
    description: text(server.card, 'description') ?? '',
    sign: 'MCP server',
    marks: [],
    tags: [],
    facts: [
      ...fact('Name', code(text(server.card, 'name') ?? server.name)),
      ...lineFact(
        'Tools',
        server.tools.map((entry) => entryName(context.catalog.skills, entry, 'title')),
      ),
      ...lineFact('Connect to', remotes.map(code)),
    ],
    examples: server.representativeQueries,
    links: [
      artifactLink(context.published, `${folder}/server-card.json`, 'Server card'),
      artifactLink(context.published, `${folder}/toolspec.json`, 'Tools'),
      documentation(server, 'websiteUrl', 'Website'),
      openapi(server),
    ].filter((link) => link !== undefined),
  }
}

/** Display name of an entry; of a reference, a link to the skill where the page has it. */
function entryName(skills: readonly Skill[], entry: Entry, member: 'name' | 'title'): Inline | undefined {
  const own = text(entry.members, member) ?? text(entry.members, 'name')
  if (entry.ref === undefined) return own ?? text(entry.members, 'id')
  const skill = skills.find(({ name }) => name === entry.ref)
  if (skill === undefined) return undefined
  const label = own ?? skill.title
  return skill.listed ? { label, href: `#${entryId(skill)}` } : label
}

function agentInterface(value: JsonObject): Inline {
  const named = [text(value, 'protocolBinding'), text(value, 'protocolVersion')].filter((part) => part !== undefined)
  const url = text(value, 'url')
  return joined([...named, ...(url === undefined ? [] : [code(url)])], ' ')
}

function documentation(definition: Agent | McpServer, member: string, label: string): Inline | undefined {
  const url = text(definition.card, member)
  return url === undefined ? undefined : externalLink(url, label)
}

function openapi(definition: Definition): Inline | undefined {
  return definition.openapi === undefined ? undefined : externalLink(definition.openapi, 'OpenAPI')
}

function code(name: string): Inline {
  return { code: name }
}

function text(object: JsonObject, member: string): string | undefined {
  const value = object[member]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

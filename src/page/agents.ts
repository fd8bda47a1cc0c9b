import type { Agent, Definition, Entry, McpServer, Skill } from '../catalog.ts'
import type { FormatContext } from '../formats/format.ts'
import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { card, cardId } from './card.ts'
import { html, type Content, type Html } from './html.ts'
import { anchor, artifactLink } from './links.ts'

/** The card of an agent. */
export function agentCard(context: FormatContext, agent: Agent): Html {
  const { published } = context
  const folder = `agents/${agent.slug}`
  const primary = published.get('.well-known/agent-card.json')?.from.includes(agent.document.file) === true
  const schemes = agent.card['securitySchemes']
  return card({
    definition: agent,
    title: text(agent.card, 'name') ?? agent.name,
    version: text(agent.card, 'version') ?? '',
    description: text(agent.card, 'description') ?? '',
    sign: 'A2A agent',
    marks: primary ? ['Primary'] : [],
    facts: [
      ['Skills', lines(agent.skills.map((entry) => entryName(context.catalog.skills, entry, 'name')))],
      ['Interfaces', lines(objects(agent.card['supportedInterfaces']).map(agentInterface))],
      ['Security schemes', isObject(schemes) ? codes(Object.keys(schemes)) : undefined],
    ],
    examples: agent.representativeQueries,
    links: [
      artifactLink(published, `${folder}/agent-card.json`, 'Agent Card'),
      artifactLink(published, `${folder}/agent-card.v0.3.json`, 'Agent Card 0.3'),
      artifactLink(published, `${folder}/extended-agent-card.json`, 'Extended Agent Card'),
      documentation(agent, 'documentationUrl', 'Documentation'),
      openapi(agent),
    ],
  })
}

/** The card of an MCP server. */
export function serverCard(context: FormatContext, server: McpServer): Html {
  const folder = `servers/${server.slug}`
  return card({
    definition: server,
    title: text(server.card, 'title') ?? text(server.card, 'name') ?? server.name,
    version: text(server.card, 'version') ?? '',
    description: text(server.card, 'description') ?? '',
    sign: 'MCP server',
    facts: [
      ['Name', html`<code>${text(server.card, 'name') ?? server.name}</code>`],
      ['Tools', lines(server.tools.map((entry) => entryName(context.catalog.skills, entry, 'title')))],
      [
        'Connect to',
        lines(
          objects(server.card['remotes'])
            .map((remote) => text(remote, 'url'))
            .map(code),
        ),
      ],
    ],
    examples: server.representativeQueries,
    links: [
      artifactLink(context.published, `${folder}/server-card.json`, 'Server card'),
      artifactLink(context.published, `${folder}/toolspec.json`, 'Tools'),
      documentation(server, 'websiteUrl', 'Website'),
      openapi(server),
    ],
  })
}

/** Display name of an entry; of a reference, a link to the skill's card where it has one. */
function entryName(skills: readonly Skill[], entry: Entry, member: 'name' | 'title'): Content {
  const own = text(entry.members, member) ?? text(entry.members, 'name')
  if (entry.ref === undefined) return own ?? text(entry.members, 'id')
  const skill = skills.find(({ name }) => name === entry.ref)
  if (skill === undefined) return undefined
  return skill.listed ? html`<a href="#${cardId(skill)}">${own ?? skill.title}</a>` : (own ?? skill.title)
}

function agentInterface(value: JsonObject): Content {
  const version = text(value, 'protocolVersion')
  const url = text(value, 'url')
  return html`${text(value, 'protocolBinding')}${version === undefined ? '' : ` ${version}`}${url !== undefined && html` <code>${url}</code>`}`
}

function documentation(definition: Agent | McpServer, member: string, label: string): Html | undefined {
  const url = text(definition.card, member)
  return url === undefined ? undefined : anchor(url, label)
}

function openapi(definition: Definition): Html | undefined {
  return definition.openapi === undefined ? undefined : anchor(definition.openapi, 'OpenAPI')
}

function lines(items: readonly Content[]): Html | undefined {
  const shown = items.filter((item) => item !== undefined && item !== '')
  return shown.length === 0 ? undefined : html`<ul>${shown.map((item) => html`<li dir="auto">${item}</li>`)}</ul>`
}

function codes(names: readonly string[]): Content {
  return names.length === 0 ? undefined : names.map((name, index) => [index === 0 ? '' : ', ', code(name)])
}

function code(name: string | undefined): Content {
  return name === undefined ? undefined : html`<code>${name}</code>`
}

function text(object: JsonObject, member: string): string | undefined {
  const value = object[member]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

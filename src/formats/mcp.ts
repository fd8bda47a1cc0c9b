import type { Catalog, McpServer } from '../catalog.ts'
import { formatOptions } from '../config.ts'
import { compareText, isObject, serializeJson, type JsonObject, type JsonValue } from '../json.ts'
import { SERVER_CARD_SCHEMA, serverCardSchema } from '../schemas/server-card.ts'
import type { Artifact } from '../site.ts'
import { toUri } from '../uri.ts'
import { referencedFiles } from './agent-skill-entries.ts'
import type { Format } from './format.ts'
import { inSchemaOrder } from './member-order.ts'
import { choosePrimary } from './primary.ts'
import { resolveToolEntries } from './tool-entries.ts'

/** Where scanners look for the card of a site's one server; no specification of today names these paths. */
const ALIASES = ['.well-known/mcp/server-card.json', '.well-known/mcp.json']

/** MCP servers: a server card and the list of tools of each, and copies of one card where scanners look. */
export const mcp = {
  name: 'mcp',
  summary: 'The server card of every MCP server and the tools that it offers, for clients that connect to it.',
  specifications: [
    {
      title: 'MCP Server Card',
      version: 'schema v1 (SEP-2127)',
      date: '2026-07-24',
      url: 'https://github.com/modelcontextprotocol/experimental-ext-server-card',
    },
    {
      title: 'Model Context Protocol, Tools',
      version: '2026-07-28',
      date: '2026-07-28',
      url: 'https://modelcontextprotocol.io/specification/2026-07-28/server/tools',
    },
  ],
  paths: ['servers/SLUG/server-card.json', 'servers/SLUG/toolspec.json', ...ALIASES],
  generate({ catalog, config }) {
    const { primary } = choosePrimary(catalog.servers)
    const hasAliases = formatOptions(config, 'mcp')['aliases'] === true
    const aliases = primary !== undefined && hasAliases ? ALIASES.map((path) => cardArtifact(path, primary)) : []
    return [...catalog.servers.flatMap((server) => serverArtifacts(server, catalog)), ...aliases]
  },
} satisfies Format

/** The tools of a server as `tools/list` would give them (MCP 2026-07-28). */
export function createToolspec(server: McpServer, catalog: Pick<Catalog, 'skills'>): { tools: JsonObject[] } {
  return { tools: resolveToolEntries(server, catalog) }
}

function serverArtifacts(server: McpServer, catalog: Catalog): Artifact[] {
  const folder = `servers/${server.slug}`
  const card = cardArtifact(`${folder}/server-card.json`, server)
  const toolspec = createToolspec(server, catalog)
  // A server without described tools may well have some: an empty list would say that it has none.
  if (toolspec.tools.length === 0) return [card]
  const from = [...new Set([server.document.file, ...referencedFiles(server.tools, catalog)])].toSorted(compareText)
  return [card, artifact(`${folder}/toolspec.json`, toolspec, 'application/json', from)]
}

function cardArtifact(path: string, server: McpServer): Artifact {
  return artifact(path, createServerCard(server), 'application/mcp-server-card+json', [server.document.file])
}

function artifact(path: string, document: object, mediaType: string, from: readonly string[]): Artifact {
  return { path, body: serializeJson(document), mediaType, cache: 'discovery', from, format: 'mcp' }
}

/** The server card of a server (server card schema v1): members in the order of the schema, empty ones left out. */
function createServerCard({ card }: Pick<McpServer, 'card'>): JsonObject {
  const members = Object.fromEntries(Object.entries(card).filter(([, value]) => !isEmpty(value)))
  const whole = { $schema: SERVER_CARD_SCHEMA, ...withUris(members) }
  return inSchemaOrder(whole, serverCardSchema) as JsonObject
}

/** The members that must be URIs; people also write them with the letters of their language. */
function withUris(card: JsonObject): JsonObject {
  const { websiteUrl, repository, icons } = card
  return {
    ...card,
    ...(typeof websiteUrl === 'string' ? { websiteUrl: toUri(websiteUrl) } : {}),
    ...(repository !== undefined && isObject(repository) ? { repository: withUri(repository, 'url') } : {}),
    ...(Array.isArray(icons) ? { icons: icons.filter(isObject).map((icon) => withUri(icon, 'src')) } : {}),
  }
}

function withUri(object: JsonObject, member: string): JsonObject {
  const url = object[member]
  return typeof url === 'string' ? { ...object, [member]: toUri(url) } : object
}

function isEmpty(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || (isObject(value) && Object.keys(value).length === 0)
}

import type { Catalog, Entry, McpServer, Skill } from '../catalog.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { isObject, type JsonObject } from '../json.ts'

/** Form of an MCP tool name (2026-07-28, Tool Names). */
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/

/** An entry as a tool, with what it was made from. */
interface ResolvedTool {
  readonly entry: Entry
  readonly skill?: Skill
  readonly tool: JsonObject
}

/** MCP Tool objects of a server's `tools`; members beside `ref` override. A reference to nothing is left out. */
export function resolveToolEntries(server: McpServer, catalog: Pick<Catalog, 'skills'>): JsonObject[] {
  return resolve(server, catalog.skills).map(({ tool }) => tool)
}

/** What only shows once a server's references are resolved: names, input schemas, descriptions. */
export function checkToolEntries(server: McpServer, catalog: Pick<Catalog, 'skills'>): Diagnostic[] {
  const tools = resolve(server, catalog.skills)
  return [
    ...tools.flatMap((tool) => [...checkName(server, tool), ...checkInputSchema(server, tool)]),
    ...checkDoubles(server, tools),
    ...checkDescriptions(server, tools),
  ]
}

function resolve(server: McpServer, skills: readonly Skill[]): ResolvedTool[] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  return server.tools.flatMap((entry): ResolvedTool[] => {
    if (entry.ref === undefined) return [{ entry, tool: inOrder(entry.members) }]
    const skill = byName.get(entry.ref)
    return skill === undefined ? [] : [{ entry, skill, tool: inOrder({ ...toolOf(skill), ...entry.members }) }]
  })
}

function toolOf({ name, title, description, tool }: Skill): JsonObject {
  return { name, title, description, ...tool }
}

const ORDER = ['name', 'title', 'description', 'icons', 'inputSchema', 'outputSchema', 'annotations', '_meta']

/** Members in the order of the MCP schema. */
function inOrder(tool: JsonObject): JsonObject {
  return Object.fromEntries(ORDER.flatMap((member) => (tool[member] === undefined ? [] : [[member, tool[member]]])))
}

function checkName(server: McpServer, { entry, tool }: ResolvedTool): Diagnostic[] {
  const name = tool['name']
  if (typeof name !== 'string' || TOOL_NAME.test(name)) return []
  const pointer = nameAt(entry)
  return [diagnose('MCP_TOOL_NAME', { ...server.document.at(pointer), pointer }, { name })]
}

function nameAt({ members, pointer }: Entry): string {
  return members['name'] === undefined ? `${pointer}/ref` : `${pointer}/name`
}

/** The schema is the skill's, unless one stands beside the reference: the finding is where it has to be changed. */
function checkInputSchema(server: McpServer, { entry, skill, tool }: ResolvedTool): Diagnostic[] {
  const found = schemaProblem(tool['inputSchema'])
  if (found === undefined) return []
  const own = skill === undefined || entry.members['inputSchema'] !== undefined
  const document = own ? server.document : skill.document
  const pointer = own ? `${entry.pointer}/inputSchema` : '/inputSchema'
  const args = {
    tool: String(tool['name'] ?? entry.ref ?? ''),
    server: server.document.file,
    file: document.file,
    found,
  }
  const part = typeProblem(tool['inputSchema']) ? `${pointer}/type` : pointer
  return [
    diagnose(
      'MCP_TOOL_INPUT_SCHEMA',
      { ...(tool['inputSchema'] === undefined ? document.at(pointer, 'key') : document.at(part)), pointer },
      args,
    ),
  ]
}

function schemaProblem(schema: unknown): string | undefined {
  if (schema === undefined) return 'is missing'
  if (!isObject(schema)) return 'is no schema object'
  const { type } = schema
  if (type === 'object') return undefined
  if (type !== undefined) return `has \`type: ${typeof type === 'string' ? type : JSON.stringify(type)}\` at its root`
  const instead = ['anyOf', 'oneOf', 'allOf', '$ref', 'not', 'if'].find((keyword) => keyword in schema)
  return instead === undefined ? 'has no `type` at its root' : `has \`${instead}\` but no \`type\` at its root`
}

function typeProblem(schema: unknown): boolean {
  return isObject(schema) && schema['type'] !== undefined
}

function checkDoubles(server: McpServer, tools: readonly ResolvedTool[]): Diagnostic[] {
  const first = new Map<unknown, ResolvedTool>()
  return tools.flatMap((one) => {
    const name = one.tool['name']
    const before = first.get(name)
    if (before === undefined) first.set(name, one)
    if (before === undefined || typeof name !== 'string') return []
    const pointer = nameAt(one.entry)
    return [
      diagnose(
        'MCP_TOOL_NAME_DUPLICATE',
        { ...server.document.at(pointer), pointer },
        { name, first: origin(before), second: origin(one) },
      ),
    ]
  })
}

function origin({ entry, skill }: ResolvedTool): string {
  const position = `\`tools[${entry.pointer.split('/').at(-1)}]\``
  return skill === undefined ? `entry ${position}` : `entry ${position} (${skill.document.file})`
}

function checkDescriptions(server: McpServer, tools: readonly ResolvedTool[]): Diagnostic[] {
  const silent = tools.filter(
    ({ tool }) => typeof tool['description'] !== 'string' || tool['description'].trim() === '',
  )
  if (silent.length === 0) return []
  return [
    diagnose(
      'MCP_TOOL_DESCRIPTION',
      { ...server.document.at('/tools', 'key'), pointer: '/tools' },
      { tools: silent.map(({ tool }) => String(tool['name'] ?? '')) },
    ),
  ]
}

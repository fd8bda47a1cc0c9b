import type { Access, McpServer } from '../catalog.ts'
import type { Config } from '../config.ts'
import { hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { locate } from '../diagnostics/problem.ts'
import { checkServerCard } from '../formats/server-card-check.ts'
import { isObject } from '../json.ts'
import { mcpServerSchema } from '../schemas/mcp-server.ts'
import { validateDefinition } from '../validate.ts'
import { resolveShared, specifiedMembers, withoutRepeats, type ReadDefinition } from './agent-source.ts'
import { entriesOf } from './entries.ts'
import type { YamlDocument } from './yaml.ts'
import { mendUrls } from '../url.ts'

/** Makes an MCP server of a definition's data: a server card, complete or with `tools` and Signpost's own members. */
export function parseMcpServer(
  name: string,
  { document, parts, diagnostics: found }: ReadDefinition & { readonly document: YamlDocument },
  config: Config,
): {
  readonly definition?: McpServer
  readonly access?: Access
  readonly ignored: false
  readonly diagnostics: readonly Diagnostic[]
} {
  const { value, diagnostics: general } = validateDefinition(document, mcpServerSchema, 'MCP server')
  const shared = resolveShared({ name, document, parts, value, examples: [] }, 'MCP server', config)
  const specific = [...checkServerCard(value, config).map((p) => locate(p, document)), ...shared.diagnostics]
  const diagnostics = [...found, ...specific, ...withoutRepeats(general, specific)]
  const access = shared.access === undefined ? {} : { access: shared.access }
  if (shared.members === undefined || hasErrors(diagnostics)) return { ...access, ignored: false, diagnostics }
  const { tools, ...card } = specifiedMembers(value)
  const publish = isObject(value['publish']) ? value['publish'] : {}
  const primary = typeof publish['primary'] === 'boolean' ? { primary: publish['primary'] } : {}
  return {
    definition: {
      kind: 'mcp-server',
      ...shared.members,
      card: mendUrls(card, 'remotes'),
      tools: entriesOf(tools, '/tools'),
      ...primary,
    },
    ...access,
    ignored: false,
    diagnostics,
  }
}

import type { Access, Agent, Entry, McpServer } from '../catalog.ts'
import type { Config } from '../config.ts'
import { diagnose, hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { locate, problem, type Problem } from '../diagnostics/problem.ts'
import { checkMeaning, nulls } from '../formats/agent-card-check.ts'
import { cardFromV03, lostInV03 } from '../formats/agent-card-v03.ts'
import { generationOf, objects, type CardForm } from '../formats/agent-interfaces.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { AgentSource } from '../load/sources.ts'
import { agentSchema, agentV03Schema } from '../schemas/agent.ts'
import { validateDefinition } from '../validate.ts'
import { agentKind, namesAgentMember } from './agent-kind.ts'
import { checkExtendedMembers, definitionShape } from './agent-shape.ts'
import { readDefinition, resolveShared, specifiedMembers, withoutRepeats, type ReadDefinition } from './agent-source.ts'
import { derivedDocument } from './derived-document.ts'
import { entriesOf } from './entries.ts'
import { parseMcpServer } from './mcp-server.ts'
import type { YamlDocument } from './yaml.ts'
import { mendUrls } from '../url.ts'

/** What parsing a definition gave: `definition` is absent after an error, or when the file is none. */
export interface ParsedAgent {
  readonly definition?: Agent | McpServer
  /** Absent when it could not be told. */
  readonly access?: Access
  /** Whether the file turned out to be no definition at all. */
  readonly ignored: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the definition of an agent or an MCP server. The body of a Markdown file is its maintainers' own and not read. */
export function parseAgent(source: AgentSource, config: Config): ParsedAgent {
  const read = readDefinition(source, config)
  if (!read.present) return { ignored: true, diagnostics: [] }
  const reason = notADefinition(source, read)
  if (reason !== undefined)
    return {
      ignored: true,
      diagnostics: [diagnose('DEFINITION_IGNORED', { file: source.main.path }, { path: source.main.path, reason })],
    }
  const { document } = read
  if (document === undefined) return { ignored: false, diagnostics: read.diagnostics }
  return agentKind(document.value) === 'mcp-server'
    ? parseMcpServer(source.name, { ...read, document }, config)
    : parseAgentCard(source.name, { ...read, document }, config)
}

/** Why a file is no definition, though it stands where definitions stand. YAML files always are. */
function notADefinition({ main, shape }: AgentSource, { document, text }: ReadDefinition): string | undefined {
  if (shape !== 'markdown' && !main.path.endsWith('.json')) return undefined
  if (document === undefined ? namesAgentMember(text) : agentKind(document.value) !== undefined) return undefined
  return shape === 'markdown'
    ? 'its front matter has no member of an A2A agent or an MCP server, so it belongs to another tool'
    : 'it is neither a complete Agent Card nor an MCP server card'
}

function parseAgentCard(
  name: string,
  read: ReadDefinition & { readonly document: YamlDocument },
  config: Config,
): ParsedAgent {
  const { form, card, problems, moved } = definitionShape(read.document.value)
  const document = derivedDocument(read.document, card, moved)
  const { value, diagnostics: general } = validateDefinition(
    document,
    form === '0.3' ? agentV03Schema : agentSchema,
    'agent',
  )
  const { extended, ...members } = cardMembers(value)
  const examples = objects(members['skills'], '').flatMap(([skill]) => textsOf(skill['examples']))
  const shared = resolveShared({ name, document, parts: read.parts, value, examples }, 'agent', config)
  // With the keys that the schema does not know: they may be misspelt kinds of a scheme.
  const whole =
    card['securitySchemes'] === undefined ? members : { ...members, securitySchemes: card['securitySchemes'] }
  const specific = [
    ...[...problems, ...checkCard(whole, extended, form, config)].map((p) => locate(p, document)),
    ...shared.diagnostics,
  ]
  const diagnostics = [...read.diagnostics, ...specific, ...withoutRepeats(general, specific)]
  const said = new Set(diagnostics.map((d) => d.pointer))
  diagnostics.push(
    ...nulls(specifiedMembers(value), '')
      .filter((p) => !said.has(p.pointer))
      .map((p) => locate(p, document)),
  )
  const access = shared.access === undefined ? {} : { access: shared.access }
  if (shared.members === undefined || hasErrors(diagnostics)) return { ...access, ignored: false, diagnostics }
  return {
    definition: { kind: 'agent', ...shared.members, ...agentMembers(value, form) },
    ...access,
    ignored: false,
    diagnostics,
  }
}

function checkCard(members: JsonObject, extended: unknown, form: CardForm, config: Config): Problem[] {
  const policy = { development: config.development, origin: config.origin }
  const lost = form === '0.3' || !speaks(members, '0.3') ? [] : lostInV03(members)
  if (!isObject(extended)) return [...checkMeaning(members, policy), ...lost]
  return [
    ...checkMeaning(members, policy).filter(({ code }) => code !== 'AGENT_EXTENDED_CARD'),
    ...lost,
    ...checkExtendedMembers(members, extended, policy),
    problem('AGENT_EXTENDED_CARD', '/extended', {}, 'key'),
  ]
}

/** What an agent has beyond the shared members, in the form of 1.0. */
function agentMembers(
  value: JsonObject,
  form: CardForm,
): Omit<Agent, keyof NonNullable<ReturnType<typeof resolveShared>['members']> | 'kind'> {
  const { extended, ...members } = cardMembers(value)
  const { card: written, skills } = inV1(members, form, '/skills')
  const card = mendUrls(written, 'supportedInterfaces')
  const publish = isObject(value['publish']) ? value['publish'] : {}
  const primary = typeof publish['primary'] === 'boolean' ? { primary: publish['primary'] } : {}
  if (!isObject(extended)) return { card, skills, ...primary }
  const capabilities = { ...(isObject(card['capabilities']) ? card['capabilities'] : {}), extendedAgentCard: true }
  return { card: { ...card, capabilities }, skills, extended: inV1(extended, form, '/extended/skills'), ...primary }
}

function inV1(members: JsonObject, form: CardForm, pointer: string): { card: JsonObject; skills: Entry[] } {
  const { skills, ...card } = form === '0.3' ? cardFromV03(members) : members
  return { card, skills: entriesOf(skills, pointer) }
}

/** An earlier card's signatures are over other bytes than those that will be written. */
function cardMembers(value: JsonObject): JsonObject {
  const { signatures: _, ...members } = specifiedMembers(value)
  return members
}

function speaks(card: JsonObject, generation: string): boolean {
  return objects(card['supportedInterfaces'], '').some(
    ([entry]) => generationOf(entry['protocolVersion']) === generation,
  )
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : []
}

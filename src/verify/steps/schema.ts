import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Problem } from '../../diagnostics/problem.ts'
import type { Code } from '../../diagnostics/rules.ts'
import { isObject, memberName, type JsonObject, type JsonValue } from '../../json.ts'
import { checkAgentCard } from '../../formats/agent-card-check.ts'
import { cardShape } from '../../formats/agent-card-shape.ts'
import { cardForm } from '../../formats/agent-interfaces.ts'
import { checkServerCard } from '../../formats/server-card-check.ts'
import { agentCardSchema } from '../../schemas/agent-card.ts'
import { agentCardV03Schema } from '../../schemas/agent-card-v03.ts'
import { agentSkillsIndexSchema, legacySkillsIndexSchema } from '../../schemas/agent-skills-index.ts'
import { ardManifestSchema } from '../../schemas/ard-manifest.ts'
import { didDocumentSchema, jwkSetSchema, linksetSchema } from '../../schemas/published-keys.ts'
import { serverCardSchema } from '../../schemas/server-card.ts'
import { skillDescriptorSchema, skillIndexSchema, skillListSchema } from '../../schemas/skill-sharing.ts'
import { toolspecSchema } from '../../schemas/toolspec.ts'
import { schemaViolations, type Schema, type SchemaViolation } from '../../validate.ts'
import { placeOf, type Kind, type SiteDocument } from '../document.ts'
import { kindName } from '../kinds.ts'
import { isUnknown } from '../origin.ts'
import type { Step, Verification } from '../step.ts'

/** Whether documents are what their specifications say. */
export const schema: Step = {
  name: 'schema',
  run(verification) {
    const documents = verification.crawl.documents.filter((d) => d.json !== undefined && d.copyOf === undefined)
    return { diagnostics: documents.flatMap((document) => checkDocument(document, verification)) }
  },
}

const SCHEMAS: Partial<Record<Kind, Schema>> = {
  'agent-skills-index': agentSkillsIndexSchema,
  catalog: ardManifestSchema,
  did: didDocumentSchema,
  jwks: jwkSetSchema,
  'legacy-skills-index': legacySkillsIndexSchema,
  linkset: linksetSchema,
  'skill-descriptor': skillDescriptorSchema,
  'skill-index': skillIndexSchema,
  'skill-list': skillListSchema,
  toolspec: toolspecSchema,
}

function checkDocument(document: SiteDocument, verification: Verification): Diagnostic[] {
  const json = document.json!
  if (document.kind === 'agent-card')
    return isObject(json) ? checkCard(json, document, verification) : report(document, [noObject(json)])
  if (document.kind === 'server-card')
    return isObject(json) ? checkServer(json, document, verification) : report(document, [noObject(json)])
  const known = SCHEMAS[document.kind]
  const size =
    document.kind === 'toolspec' ? checkSize(json, document, 'MCP_TOOLSPEC_LARGE', 'MCP_TOOLSPEC_TOO_LARGE') : []
  return known === undefined ? [] : [...report(document, violations(json, known)), ...size]
}

/** Bytes without white space from which registries may refuse a document, and from which there is a note. */
const LIMIT = 10_000
const NOTE = 8_000

function checkSize<C extends Code>(json: JsonValue, document: SiteDocument, note: C, warning: C): Diagnostic[] {
  if (document.pointer !== '' || document.fetched.body.length < NOTE) return []
  const bytes = new TextEncoder().encode(JSON.stringify(json)).length
  return bytes < NOTE ? [] : [diagnose(bytes < LIMIT ? note : warning, placeOf(document), { bytes } as never)]
}

/** One of either generation. What the older one's readers need and the newer one's do not find is a note, not a fault. */
function checkCard(written: JsonObject, document: SiteDocument, { base, development }: Verification): Diagnostic[] {
  const { card, moved, form } = cardShape(written)
  const known = form === '0.3' ? agentCardV03Schema : agentCardSchema
  const broken = violations(card, known).map((violation) => ({
    ...violation,
    pointer: source(violation.pointer, moved),
  }))
  const origin = document.foreign ? new URL(document.url).origin : base.origin
  const problems = checkAgentCard(written, {
    development,
    ...(isUnknown(base) && !document.foreign ? {} : { origin }),
  })
  const isOnlyCard = !document.url.endsWith('.v0.3.json') && cardForm(written) === '0.3'
  return [
    ...report(document, broken),
    ...locate(document, problems),
    ...checkSize(written, document, 'AGENT_CARD_LARGE', 'AGENT_CARD_TOO_LARGE'),
    ...(isOnlyCard ? [diagnose('SITE_CARD_V03', placeOf(document), {})] : []),
  ]
}

/** A card in the form of the drafts that scanners still ask for is none that clients of today read. */
function checkServer(card: JsonObject, document: SiteDocument, { development }: Verification): Diagnostic[] {
  if (card['$schema'] === undefined && document.path?.startsWith('.well-known/mcp') === true)
    return [diagnose('SITE_SERVER_CARD_OLD', placeOf(document), {})]
  return [
    ...report(document, violations(card, serverCardSchema)),
    ...locate(document, checkServerCard(card, { development })),
  ]
}

/** Violations without those that only say that a member is not known: receivers ignore such members. */
function violations(json: JsonValue, known: Schema): SchemaViolation[] {
  return schemaViolations(json, known).filter(
    ({ keyword, pointer }) => keyword !== 'additionalProperties' && !isSaidElsewhere(pointer, known),
  )
}

/** No query at all, and too few or too many, have findings of their own (step `catalogs`). */
function isSaidElsewhere(pointer: string, known: Schema): boolean {
  return known === ardManifestSchema && /^\/entries\/\d+\/representativeQueries$/.test(pointer)
}

function noObject(value: JsonValue): SchemaViolation {
  return { pointer: '', keyword: 'type', problem: 'must be an object', value }
}

function report(document: SiteDocument, broken: readonly SchemaViolation[]): Diagnostic[] {
  const code =
    document.pointer !== '' ? 'SITE_SCHEMA_EMBEDDED' : document.foreign ? 'SITE_SCHEMA_FOREIGN' : 'SITE_SCHEMA'
  return broken.map(({ pointer, problem }) =>
    diagnose(code, placeOf(document, pointer), { what: kindName(document.kind), member: memberName(pointer), problem }),
  )
}

/** Findings about members. What another host publishes, or a catalog only repeats, is at most a warning. */
function locate(document: SiteDocument, problems: readonly Problem[]): Diagnostic[] {
  const isOwn = document.pointer === '' && !document.foreign
  return problems.map(({ code, pointer, args }): Diagnostic => {
    const finding = diagnose(code, placeOf(document, pointer), args as never)
    return isOwn || finding.severity !== 'error' ? finding : { ...finding, severity: 'warning' }
  })
}

function source(pointer: string, moved: ReadonlyMap<string, string>): string {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const old = moved.get(at)
    if (old !== undefined) return old + pointer.slice(at.length)
  }
  return pointer
}

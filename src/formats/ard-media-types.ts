import { closest } from '../diagnostics/closest.ts'
import { problem, type Problem } from '../diagnostics/problem.ts'

/** What an entry points at. An Agent Skill is a `skill` as a single file and an `archive` otherwise. */
export type ArtifactKind = 'agent' | 'server' | 'skill' | 'archive' | 'descriptor'

/** Media type of a catalog, nested or not. */
export const CATALOG_TYPE = 'application/ai-catalog+json'

/** Media types of entries. For Skill Descriptors none is agreed upon. */
export const DEFAULT_TYPES: Readonly<Record<ArtifactKind, string>> = {
  agent: 'application/a2a-agent-card+json',
  server: 'application/mcp-server-card+json',
  skill: 'text/markdown; profile="urn:air:agent-skills"',
  archive: 'application/agent-skills+zip',
  descriptor: 'application/json',
}

/** The types that consumers know, as the conformance tests of ARD v0.91 and Lighthouse 13.5 list them: compared as texts. */
const KNOWN_TYPES: ReadonlySet<string> = new Set([
  CATALOG_TYPE,
  'application/agent-card+json',
  'application/a2a-agent-card+json',
  'application/mcp-server-card+json',
  'application/agent-skills+zip',
  'application/agent-skills+gzip',
  'text/markdown; profile="urn:air:agent-skills"',
  'application/ai-registry',
  'application/ai-registry+json',
])

/** Names from older drafts. */
const REPLACED_TYPES: ReadonlyMap<string, string> = new Map([
  ['application/mcp-server+json', DEFAULT_TYPES.server],
  ['application/agentskill+zip', DEFAULT_TYPES.archive],
  ['application/ai-skills+zip', DEFAULT_TYPES.archive],
  ['application/ai-skill', DEFAULT_TYPES.skill],
])

/** Whether consumers know a media type. */
export function isKnownType(type: string): boolean {
  return KNOWN_TYPES.has(type)
}

/** What is to be said about the media type that an author gives. */
export function checkMediaType(type: string, pointer: string): Problem[] {
  if (!MEDIA_TYPE.test(type)) return [problem('ARD_TYPE', pointer, { type })]
  if (isKnownType(type)) return []
  const replacement = REPLACED_TYPES.get(type.toLowerCase())
  if (replacement !== undefined) return [problem('ARD_TYPE_OLD', pointer, { type, replacement })]
  const known = nearestType(type)
  return [problem('ARD_TYPE_UNKNOWN', pointer, { type, ...(known === undefined ? {} : { known }) })]
}

/** `type/subtype` with parameters (RFC 6838, 4.2; RFC 9110, 8.3.1). */
const NAME = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}'
const MEDIA_TYPE = new RegExp(
  `^${NAME}/${NAME}(?:[ \\t]*;[ \\t]*[!#$%&'*+.^_\`|~0-9A-Za-z-]+=(?:[!#$%&'*+.^_\`|~0-9A-Za-z-]+|"(?:[^"\\\\\\p{Cc}]|\\\\[ -~])*"))*$`,
  'u',
)

/** The known type that differs in nothing but case or white space, or whose subtype is misspelt. */
function nearestType(type: string): string | undefined {
  const loose = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '')
  const [main] = type.toLowerCase().split('/', 1)
  const same = [...KNOWN_TYPES].filter((known) => known.startsWith(`${main}/`))
  const exact = same.find((known) => loose(known) === loose(type))
  const subtype = closest(
    type.slice(main!.length + 1),
    same.map((known) => known.slice(main!.length + 1)),
  )
  return exact ?? (subtype === undefined ? undefined : `${main}/${subtype}`)
}

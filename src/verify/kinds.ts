import type { Kind } from './document.ts'

/** Where clients look without being told: what is not there is no finding. */
export const ROOTS: ReadonlyArray<readonly [path: string, kind: Kind]> = [
  ['.well-known/ard.json', 'catalog'],
  ['.well-known/ai-catalog.json', 'catalog'],
  ['robots.txt', 'robots'],
  ['index.html', 'page'],
  ['.well-known/jwks.json', 'jwks'],
  ['.well-known/did.json', 'did'],
  ['.well-known/agent-card.json', 'agent-card'],
  ['.well-known/agent.json', 'agent-card'],
  ['.well-known/skill-sharing', 'skill-index'],
  ['.well-known/skill-sharing.plugin.json', 'skill-index'],
  ['.well-known/skill-sharing.api.json', 'skill-index'],
  ['.well-known/skill-sharing.knowledge.json', 'skill-index'],
  ['.well-known/skill-sharing.task.json', 'skill-index'],
  ['.well-known/skill-sharing.none.json', 'skill-index'],
  ['.well-known/agent-skills/index.json', 'agent-skills-index'],
  ['.well-known/skills/index.json', 'legacy-skills-index'],
  ['.well-known/mcp/server-card.json', 'server-card'],
  ['.well-known/mcp.json', 'server-card'],
  ['.well-known/api-catalog', 'linkset'],
  ['.well-known/security.txt', 'security-txt'],
  ['registry/skills', 'skill-list'],
  ['llms.txt', 'llms'],
  ['sitemap.xml', 'sitemap'],
]

const WELL_KNOWN: ReadonlyMap<string, Kind> = new Map(ROOTS)

const PATTERNS: ReadonlyArray<readonly [pattern: RegExp, kind: Kind]> = [
  [/(?:^|\/)(?:extended-)?agent-card(?:\.v0\.3)?\.json$/, 'agent-card'],
  [/(?:^|\/)server-card(?:\.json)?$/, 'server-card'],
  [/(?:^|\/)toolspec\.json$/, 'toolspec'],
  [/^skills\/[^/]+\/descriptor\.json$/, 'skill-descriptor'],
  [/^registry\/skills(?:\.[a-z]+\.json)?$/, 'skill-list'],
  [/^\.well-known\/(?:agent-)?skills\/[^/]+\/SKILL\.md$/, 'skill-md'],
]

/** What the document at a decoded path of a site is, by where clients look for it and by the names in use. */
export function kindOfPath(path: string): Kind {
  return WELL_KNOWN.get(path) ?? PATTERNS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other'
}

const MEDIA_TYPES: ReadonlyMap<string, Kind> = new Map([
  ['application/ai-catalog+json', 'catalog'],
  ['application/a2a-agent-card+json', 'agent-card'],
  ['application/agent-card+json', 'agent-card'],
  ['application/mcp-server-card+json', 'server-card'],
  ['application/agent-skills+zip', 'archive'],
  ['application/agent-skills+gzip', 'archive'],
  ['text/markdown; profile="urn:air:agent-skills"', 'skill-md'],
])

/** What an entry of a catalog points at, by its media type; `other` for what is not looked into. */
export function kindOfType(type: unknown): Kind {
  return (typeof type === 'string' ? MEDIA_TYPES.get(type.trim()) : undefined) ?? 'other'
}

const NAMES: Readonly<Record<Kind, string>> = {
  'agent-card': 'Agent Card',
  'agent-skills-index': 'Agent Skills index',
  archive: 'archive of an Agent Skill',
  catalog: 'catalog',
  did: 'DID document',
  jwks: 'JWK Set',
  'legacy-skills-index': 'Agent Skills index (0.1.0)',
  linkset: 'API catalog',
  llms: 'llms.txt',
  other: 'document',
  page: 'page',
  robots: 'robots.txt',
  'security-txt': 'security.txt',
  'server-card': 'MCP server card',
  sitemap: 'sitemap',
  'skill-descriptor': 'Skill Descriptor',
  'skill-index': 'Skill Index',
  'skill-list': 'list of skills',
  'skill-md': 'SKILL.md',
  toolspec: 'list of tools',
}

/** What messages call a kind of document. */
export function kindName(kind: Kind): string {
  return NAMES[kind]
}

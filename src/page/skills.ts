import type { Skill } from '../catalog.ts'
import type { FormatContext } from '../formats/format.ts'
import { isObject, type JsonObject } from '../json.ts'
import { fact, type DirectoryEntry } from './entry.ts'
import { joined, type Inline } from './inline.ts'
import { artifactLink, externalLink } from './links.ts'

/** What the directory says of the listed skills of a view. */
export function skillEntries(context: FormatContext, skills: readonly Skill[]): DirectoryEntry[] {
  const archives = archivesByName(context.published.keys())
  return skills.map((skill) => skillEntry(context, skill, archives.get(skill.name)))
}

function skillEntry({ published }: FormatContext, skill: Skill, archive: string | undefined): DirectoryEntry {
  return {
    definition: skill,
    title: skill.title,
    version: skill.version,
    description: skill.description,
    sign: skill.capabilityType,
    marks: skill.agentSkill ? ['Agent Skill'] : [],
    tags: skill.tags,
    facts: [
      ...fact('Identifier', { code: skill.id }),
      ...fact('To call it', authentication(skill.auth)),
      ...fact('Updated', skill.updatedAt ? { date: skill.updatedAt, text: day(skill.updatedAt) } : undefined),
    ],
    examples: skill.examples.length > 0 ? skill.examples : skill.representativeQueries,
    links: [
      artifactLink(published, `skills/${skill.slug}/descriptor.json`, 'Descriptor'),
      documentation(published, skill),
      skill.openapi === undefined ? undefined : externalLink(skill.openapi, 'OpenAPI'),
      skill.agentSkill && artifactLink(published, `.well-known/agent-skills/${skill.name}/SKILL.md`, 'SKILL.md'),
      archive === undefined ? undefined : artifactLink(published, archive, 'Archive (zip)'),
    ].filter((link) => link !== undefined),
  }
}

/** The same as the descriptor's `documentation_url`. */
function documentation(published: FormatContext['published'], skill: Skill): Inline | undefined {
  if (skill.documentationUrl !== undefined) return externalLink(skill.documentationUrl, 'Documentation')
  return artifactLink(published, `skills/${skill.slug}/documentation.md`, 'Documentation')
}

/** What Skill Sharing's AuthConfig asks of a caller. */
function authentication(auth: JsonObject): Inline | undefined {
  switch (auth['type']) {
    case 'api_key':
      return typeof auth['header'] === 'string' ? ['API key in ', { code: auth['header'] }] : 'API key'
    case 'oauth2': {
      const scopes =
        isObject(auth['oauth2']) && isObject(auth['oauth2']['scopes']) ? Object.keys(auth['oauth2']['scopes']) : []
      if (scopes.length === 0) return 'OAuth 2.0'
      return [
        'OAuth 2.0: ',
        joined(
          scopes.map((scope) => ({ code: scope })),
          ', ',
        ),
      ]
    }
    case 'custom':
      return typeof auth['description'] === 'string' ? auth['description'] : 'By arrangement'
    default:
      return undefined
  }
}

function day(date: string): string {
  return /^\d{4}-\d{2}-\d{2}/u.exec(date)?.[0] ?? date
}

/** Archives of Agent Skills by skill name; a name carries the first digits of its digest. */
function archivesByName(paths: Iterable<string>): Map<string, string> {
  const archives = new Map<string, string>()
  for (const path of paths) {
    const name = /^\.well-known\/agent-skills\/([^/]+)-[0-9a-f]{12}\.zip$/u.exec(path)?.[1]
    if (name !== undefined) archives.set(name, path)
  }
  return archives
}

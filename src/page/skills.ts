import type { Skill } from '../catalog.ts'
import type { FormatContext } from '../formats/format.ts'
import { isObject, type JsonObject } from '../json.ts'
import { card } from './card.ts'
import { html, type Content, type Html } from './html.ts'
import { anchor, artifactLink } from './links.ts'

/** The cards of the listed skills of a view. */
export function skillCards(context: FormatContext, skills: readonly Skill[]): Html[] {
  const archives = archivesByName(context.published.keys())
  return skills.map((skill) => skillCard(context, skill, archives.get(skill.name)))
}

function skillCard({ published }: FormatContext, skill: Skill, archive: string | undefined): Html {
  return card({
    definition: skill,
    title: skill.title,
    version: skill.version,
    description: skill.description,
    sign: skill.capabilityType,
    marks: skill.agentSkill ? ['Agent Skill'] : [],
    tags: skill.tags,
    facts: [
      ['Identifier', html`<code>${skill.id}</code>`],
      ['To call it', authentication(skill.auth)],
      ['Updated', skill.updatedAt && html`<time datetime="${skill.updatedAt}">${day(skill.updatedAt)}</time>`],
    ],
    examples: skill.examples.length > 0 ? skill.examples : skill.representativeQueries,
    links: [
      artifactLink(published, `skills/${skill.slug}/descriptor.json`, 'Descriptor'),
      documentation(published, skill),
      skill.openapi === undefined ? undefined : anchor(skill.openapi, 'OpenAPI'),
      skill.agentSkill && artifactLink(published, `.well-known/agent-skills/${skill.name}/SKILL.md`, 'SKILL.md'),
      archive === undefined ? undefined : artifactLink(published, archive, 'Archive (zip)'),
    ],
  })
}

/** The same as the descriptor's `documentation_url`. */
function documentation(published: FormatContext['published'], skill: Skill): Html | undefined {
  if (skill.documentationUrl !== undefined) return anchor(skill.documentationUrl, 'Documentation')
  return artifactLink(published, `skills/${skill.slug}/documentation.md`, 'Documentation')
}

/** What Skill Sharing's AuthConfig asks of a caller. */
function authentication(auth: JsonObject): Content {
  switch (auth['type']) {
    case 'api_key':
      return typeof auth['header'] === 'string' ? html`API key in <code>${auth['header']}</code>` : 'API key'
    case 'oauth2': {
      const scopes =
        isObject(auth['oauth2']) && isObject(auth['oauth2']['scopes']) ? Object.keys(auth['oauth2']['scopes']) : []
      return html`OAuth 2.0${scopes.map((scope, index) => html`${index === 0 ? ': ' : ', '}<code>${scope}</code>`)}`
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

import { createSkillArtifact } from './archive.ts'
import type { Agent, Catalog, Entry, McpServer, Skill } from './catalog.ts'
import type { Config } from './config.ts'
import { urlPath } from './site.ts'

/**
 * What anyone may see, cut before any document is made: no private definition, no reference to one, no extended member,
 * and no file of a restricted Agent Skill. What a format never receives it cannot leak.
 */
export function publicView(catalog: Catalog, config: Pick<Config, 'privateOrigin'>): Catalog {
  const hidden = new Set(catalog.skills.filter((s) => s.access === 'private').map((s) => s.name))
  const isSeen = ({ access }: { readonly access: string }): boolean => access !== 'private'
  const kept = (entries: readonly Entry[]): Entry[] => entries.filter((e) => e.ref === undefined || !hidden.has(e.ref))
  return {
    skills: catalog.skills.filter(isSeen).map((skill) => withoutRestrictedFiles(skill, config.privateOrigin)),
    agents: catalog.agents.filter(isSeen).map((agent): Agent => {
      const { extended, ...seen } = agent
      return {
        ...seen,
        card: extended === undefined ? seen.card : withExtendedFlag(seen.card),
        skills: kept(seen.skills),
      }
    }),
    servers: catalog.servers.filter(isSeen).map((server): McpServer => ({ ...server, tools: kept(server.tools) })),
  }
}

/** Whether there is anything that only the authenticated view shows. */
export function needsPrivateView({ skills, agents, servers }: Catalog): boolean {
  return (
    [...skills, ...agents, ...servers].some((d) => d.access !== 'public') ||
    agents.some((a) => a.extended !== undefined)
  )
}

/** Its files need no authentication once they are public, so they are not: the endpoint leads to the authenticated view. */
function withoutRestrictedFiles(skill: Skill, privateOrigin: string): Skill {
  const { agentSkill, ...rest } = skill
  if (agentSkill === undefined || skill.access === 'public') return skill
  return { ...rest, endpoint: skill.endpoint ?? artifactEndpoint(skill.name, agentSkill, privateOrigin) }
}

/** An Agent Skill's endpoint where it names none: GET of its artifact. */
export function artifactEndpoint(
  name: string,
  agentSkill: NonNullable<Skill['agentSkill']>,
  origin: string,
): { url: string; method: string; content_type: string } {
  const { path, mediaType } = createSkillArtifact(name, agentSkill.files)
  return { url: origin + urlPath(path), method: 'GET', content_type: mediaType }
}

function withExtendedFlag(card: Agent['card']): Agent['card'] {
  const capabilities = card['capabilities']
  return {
    ...card,
    capabilities: {
      ...(typeof capabilities === 'object' && capabilities !== null ? capabilities : {}),
      extendedAgentCard: true,
    },
  }
}

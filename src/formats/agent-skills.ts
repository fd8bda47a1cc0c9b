import { createSkillArtifact } from '../archive.ts'
import type { AgentSkill, Skill } from '../catalog.ts'
import { compareText, serializeJson } from '../json.ts'
import { fileMediaType, isActiveType } from '../media-type.ts'
import { urlPath, type Artifact } from '../site.ts'
import type { Format } from './format.ts'

/** The identifier of discovery 0.2.0: clients compare it as a string and ignore an index with another. */
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const BASE = '.well-known/agent-skills'

/** Agent Skills at their well-known URI: an index with digests, every skill's files, an archive of several. */
export const agentSkills: Format = {
  name: 'agent-skills',
  summary:
    'Lists the Agent Skills of the site with their digests and serves their files, for clients that install skills.',
  specifications: [
    {
      title: 'Agent Skills Discovery',
      version: '0.2.0',
      date: '2026-03-12',
      url: 'https://github.com/cloudflare/agent-skills-discovery-rfc',
    },
  ],
  paths: [`${BASE}/index.json`, `${BASE}/NAME/SKILL.md`, `${BASE}/NAME/…`, `${BASE}/NAME-<digest>.zip`],
  generate({ catalog }) {
    const published = catalog.skills
      .filter(isAgentSkill)
      .toSorted((a, b) => compareText(a.name, b.name))
      .map(publishSkill)
    if (published.length === 0) return []
    return [index(published), ...published.flatMap((p) => p.artifacts)]
  },
}

interface PublishedSkill {
  readonly entry: object
  readonly artifacts: readonly Artifact[]
  /** The files that hold what the entry says. */
  readonly from: readonly string[]
}

type AgentSkillDefinition = Skill & { readonly agentSkill: AgentSkill }

function isAgentSkill(skill: Skill): skill is AgentSkillDefinition {
  return skill.agentSkill !== undefined
}

function publishSkill(skill: AgentSkillDefinition): PublishedSkill {
  const { name, description } = skill
  const { files } = skill.agentSkill
  const { type, path, mediaType, body, digest } = createSkillArtifact(name, files)
  const tree = files.map((file): Artifact => {
    const fileType = fileMediaType(file.name, file.bytes)
    const active = isActiveType(fileType) ? { active: true } : {}
    return {
      path: `${BASE}/${name}/${file.name}`,
      body: file.bytes,
      mediaType: fileType,
      cache: 'discovery',
      ...active,
      from: [file.path],
      format: 'agent-skills',
    }
  })
  const archive: Artifact = {
    path,
    body,
    mediaType,
    cache: 'immutable',
    from: files.map((f) => f.path),
    format: 'agent-skills',
  }
  return {
    entry: {
      name,
      type,
      description,
      url: urlPath(path),
      digest,
      files: files.map((f) => f.name).filter(isPlainReference),
      version: contentVersion(skill.version, digest),
    },
    artifacts: type === 'archive' ? [...tree, archive] : tree,
    from: [...new Set([...files.filter((f) => f.name === 'SKILL.md').map((f) => f.path), skill.document.file])],
  }
}

function index(published: readonly PublishedSkill[]): Artifact {
  return {
    path: `${BASE}/index.json`,
    body: serializeJson({ $schema: SCHEMA, skills: published.map((p) => p.entry) }),
    mediaType: 'application/json',
    cache: 'discovery',
    from: [...new Set(published.flatMap((p) => p.from))].toSorted(compareText),
    format: 'agent-skills',
  }
}

/**
 * Whether a name is its own URL reference: the clients that read `files` append it to a URL unescaped, and refuse the
 * whole index for a name that leads anywhere else.
 */
function isPlainReference(name: string): boolean {
  if (/\.\.|[\\?#]/.test(name)) return false
  const base = 'https://site.invalid/skill/'
  try {
    return (
      decodeURIComponent(new URL(name, base).pathname) === `/skill/${name}` && new URL(name, base).href.startsWith(base)
    )
  } catch {
    return false
  }
}

/** Clients that cache by `version` must see new content under a kept version: SemVer build metadata tells (clause 10). */
function contentVersion(version: string, digest: string): string {
  return `${version}${version.includes('+') ? '.' : '+'}${digest.slice('sha256:'.length, 'sha256:'.length + 12)}`
}

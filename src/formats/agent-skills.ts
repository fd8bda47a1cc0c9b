import { createSkillArtifact } from '../archive.ts'
import type { AgentSkill, Skill } from '../catalog.ts'
import { formatOptions } from '../config.ts'
import { compareText, serializeJson } from '../json.ts'
import type { FolderFile } from '../load/sources.ts'
import { fileMediaType, isActiveType } from '../media-type.ts'
import { urlPath, type Artifact } from '../site.ts'
import type { Format } from './format.ts'

/** The identifier of discovery 0.2.0: clients compare it as a string and ignore an index with another. */
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
const BASE = '.well-known/agent-skills'

/** Where clients of discovery 0.1.0 look. */
const LEGACY_BASE = '.well-known/skills'

/** Agent Skills at their well-known URIs: an index with digests, every skill's files, an archive of several, and 0.1.0. */
export const agentSkills = {
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
    {
      title: 'Agent Skills Discovery',
      version: '0.1.0',
      date: '2026-01-17',
      url: 'https://github.com/cloudflare/agent-skills-discovery-rfc',
    },
  ],
  paths: [
    `${BASE}/index.json`,
    `${BASE}/NAME/SKILL.md`,
    `${BASE}/NAME/…`,
    `${BASE}/NAME-<digest>.zip`,
    `${LEGACY_BASE}/index.json`,
    `${LEGACY_BASE}/NAME/…`,
  ],
  generate({ catalog, config, archivesOnly = false }) {
    const skills = catalog.skills.filter(isAgentSkill).toSorted((a, b) => compareText(a.name, b.name))
    if (skills.length === 0) return []
    const single = archivesOnly ? passiveFiles : allFiles
    const published = skills.map((skill) => publishSkill(skill, single))
    const legacy = formatOptions(config, 'agent-skills')['legacy'] === false ? [] : legacyArtifacts(skills, single)
    return [index(published), ...published.flatMap((p) => p.artifacts), ...legacy]
  },
} satisfies Format

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

/** Which files of a skill are published each at a path of its own. */
type Selection = (skill: AgentSkillDefinition) => readonly FolderFile[]

const allFiles: Selection = ({ agentSkill }) => agentSkill.files

const passiveFiles: Selection = ({ agentSkill }) =>
  agentSkill.files.filter(({ name, bytes }) => !isActiveType(fileMediaType(name, bytes)))

function publishSkill(skill: AgentSkillDefinition, single: Selection): PublishedSkill {
  const { name, description } = skill
  const { files } = skill.agentSkill
  const { type, path, mediaType, body, digest } = createSkillArtifact(name, files)
  const tree = fileTree(BASE, skill, single)
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
      files: plainReferences(skill, single),
      version: contentVersion(skill.version, digest),
    },
    artifacts: type === 'archive' ? [...tree, archive] : tree,
    from: sourcesOf(skill),
  }
}

/** Discovery 0.1.0: names, descriptions and files, in an index without `$schema` at a path of its own. */
function legacyArtifacts(skills: readonly AgentSkillDefinition[], single: Selection): Artifact[] {
  const entries = skills.map((skill) => ({
    name: skill.name,
    description: skill.description,
    files: plainReferences(skill, single),
  }))
  const document = indexDocument(LEGACY_BASE, { skills: entries }, skills.flatMap(sourcesOf))
  return [document, ...skills.flatMap((skill) => fileTree(LEGACY_BASE, skill, single))]
}

function index(published: readonly PublishedSkill[]): Artifact {
  const document = { $schema: SCHEMA, skills: published.map((p) => p.entry) }
  return indexDocument(
    BASE,
    document,
    published.flatMap((p) => p.from),
  )
}

function indexDocument(base: string, document: object, from: readonly string[]): Artifact {
  return {
    path: `${base}/index.json`,
    body: serializeJson(document),
    mediaType: 'application/json',
    cache: 'discovery',
    from: [...new Set(from)].toSorted(compareText),
    format: 'agent-skills',
  }
}

function fileTree(base: string, skill: AgentSkillDefinition, single: Selection): Artifact[] {
  return single(skill).map((file): Artifact => {
    const mediaType = fileMediaType(file.name, file.bytes)
    return {
      path: `${base}/${skill.name}/${file.name}`,
      body: file.bytes,
      mediaType,
      cache: 'discovery',
      ...(isActiveType(mediaType) ? { active: true } : {}),
      from: [file.path],
      format: 'agent-skills',
    }
  })
}

/** The files that hold what an index says of a skill. */
function sourcesOf({ document, agentSkill: { files } }: AgentSkillDefinition): string[] {
  return [...new Set([...files.filter((f) => f.name === 'SKILL.md').map((f) => f.path), document.file])]
}

/** The names in `files`: what one client cannot take is left out, since it would refuse the whole index for it. */
function plainReferences(skill: AgentSkillDefinition, single: Selection): string[] {
  return single(skill)
    .map((file) => file.name)
    .filter(isPlainReference)
}

/**
 * Whether a name is its own URL reference: the clients that read `files` append it to a URL unescaped, and refuse the
 * whole index for a name that leads anywhere else.
 */
export function isPlainReference(name: string): boolean {
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

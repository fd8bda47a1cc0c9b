import type { CapabilityType, Skill } from '../catalog.ts'
import { formatOptions, type Config } from '../config.ts'
import { compareText, serializeJson, type JsonObject } from '../json.ts'
import { urlPath, type Artifact } from '../site.ts'
import { artifactEndpoint } from '../view.ts'
import type { Format, FormatContext } from './format.ts'

/** Version of the protocol whose documents these are; readers accept any 1.x (Skill Sharing 8). */
const PROTOCOL: JsonObject = { version: '1.0.0' }

const TYPES: readonly CapabilityType[] = ['plugin', 'api', 'knowledge', 'task']

const INDEX = '.well-known/skill-sharing'

/** The Skill Index with its filtered forms, and a Skill Descriptor for every skill in it. */
export const skillSharing: Format = {
  name: 'skill-sharing',
  summary:
    'The Skill Index at its well-known URI, what it answers for each type, and a Skill Descriptor for every skill.',
  specifications: [
    {
      title: 'Skill Sharing Protocol',
      version: '1.0.0 (draft)',
      date: '2025-11-25',
      url: 'https://ifay.ai/en/docs/Skill-Sharing-Protocol/specification/2025-11-25/specification',
    },
  ],
  paths: [
    INDEX,
    ...[...TYPES, 'none'].map((type) => `${INDEX}.${type}.json`),
    'skills/SLUG/descriptor.json',
    'skills/SLUG/documentation.md',
    'registry/skills',
    'registry/skills.TYPE.json',
  ],
  generate(context) {
    const { config, catalog, origin } = context
    const skills = catalog.skills.toSorted((a, b) => compareText(a.id, b.id))
    const entries = skills.map((skill) => ({
      type: skill.capabilityType,
      file: skill.document.file,
      entry: indexEntry(skill, origin),
    }))
    const from = entries.map((e) => e.file).toSorted(compareText)
    const lists = [undefined, ...TYPES, 'none'].map((type) => ({
      ending: type === undefined ? '' : `.${type}.json`,
      entries: entries.filter((e) => type === undefined || e.type === type).map((e) => e.entry),
    }))
    const index = lists.map((l) =>
      json(`${INDEX}${l.ending}`, { protocol: PROTOCOL, provider: provider(config), skills: l.entries }, from),
    )
    const registry =
      formatOptions(config, 'skill-sharing')['registry'] === true
        ? lists.map((l) => json(`registry/skills${l.ending}`, l.entries, from))
        : []
    return [...index, ...registry, ...skills.flatMap((skill) => skillArtifacts(skill, context))]
  },
}

/** SkillIndexEntry: all seven members (Skill Sharing 5.2). */
function indexEntry(skill: Skill, origin: string): JsonObject {
  return {
    id: skill.id,
    name: skill.title,
    capability_type: skill.capabilityType,
    description: skill.description,
    descriptor_url: origin + urlPath(descriptorPath(skill)),
    access: skill.access,
    version: skill.version,
  }
}

/** SkillDescriptor: the required members, then the optional ones that have a value (Skill Sharing 4). */
function descriptor(skill: Skill, { config, origin }: FormatContext): JsonObject {
  const endpoint = skill.endpoint ?? (skill.agentSkill && artifactEndpoint(skill.name, skill.agentSkill, origin))
  const documentation =
    skill.documentationUrl ??
    (skill.documentation === undefined ? undefined : origin + urlPath(documentationPath(skill)))
  return {
    protocol: skill.protocol ?? PROTOCOL,
    id: skill.id,
    name: skill.title,
    version: skill.version,
    capability_type: skill.capabilityType,
    description: skill.description,
    provider: skill.provider ?? provider(config),
    endpoint: endpoint ?? {},
    inputs: skill.inputs,
    output: skill.output,
    auth: skill.auth,
    access: skill.access,
    ...(skill.tags.length > 0 ? { tags: skill.tags } : {}),
    ...(documentation ? { documentation_url: documentation } : {}),
    ...(skill.createdAt ? { created_at: skill.createdAt } : {}),
    ...(skill.updatedAt ? { updated_at: skill.updatedAt } : {}),
  }
}

function skillArtifacts(skill: Skill, context: FormatContext): Artifact[] {
  const { file } = skill.document
  const document = json(descriptorPath(skill), descriptor(skill, context), [file])
  if (skill.documentation === undefined) return [document]
  const body = new TextEncoder().encode(skill.documentation.replace(/^(?:[ \t]*\r?\n)+/, ''))
  return [
    document,
    {
      path: documentationPath(skill),
      body,
      mediaType: 'text/markdown; charset=utf-8',
      cache: 'discovery',
      from: [file],
      format: 'skill-sharing',
    },
  ]
}

function json(path: string, document: unknown, from: readonly string[]): Artifact {
  return {
    path,
    body: serializeJson(document),
    mediaType: 'application/json',
    cache: 'discovery',
    from: [...new Set(from)],
    format: 'skill-sharing',
  }
}

function provider({ provider: { name, url } }: Pick<Config, 'provider'>): JsonObject {
  return { name, url }
}

function descriptorPath({ slug }: Skill): string {
  return `skills/${slug}/descriptor.json`
}

function documentationPath({ slug }: Skill): string {
  return `skills/${slug}/documentation.md`
}

import { createSkillArtifact } from '../archive.ts'
import type { Agent, Definition, McpServer, Skill } from '../catalog.ts'
import { urnsOf } from '../catalog-rules.ts'
import { formatOptions, type Config } from '../config.ts'
import { compareText, isObject, type JsonObject, type JsonValue } from '../json.ts'
import { parseTime } from '../sign/time.ts'
import { urlPath, type Artifact } from '../site.ts'
import { resolveSkillEntries } from './agent-skill-entries.ts'
import { DEFAULT_TYPES, type ArtifactKind } from './ard-media-types.ts'
import { attestationsOf, type EntrySource } from './ard-trust.ts'
import type { FormatContext } from './format.ts'
import { resolveToolEntries } from './tool-entries.ts'
import type { Attestation } from '../sign/trust-manifest.ts'

/** What an entry of the ARD manifest stands for. */
export interface Resource {
  readonly kind: 'agent' | 'server' | 'skill' | 'descriptor'
  readonly identifier: string
  readonly displayName: string
  readonly type: string
  readonly source: EntrySource
  readonly description?: string
  readonly version?: string
  /** RFC 3339. */
  readonly updatedAt?: string
  readonly tags: readonly string[]
  readonly capabilities: readonly string[]
  readonly representativeQueries: readonly string[]
  readonly metadata: JsonObject
  readonly attestations: readonly Attestation[]
  /** Source files of the entry and of its artifact. */
  readonly from: readonly string[]
}

/**
 * The resources of a view that are to be found, sorted by identifier: listed ones whose artifact is published, or whose
 * author names or gives another one.
 */
export function listResources(context: FormatContext): Resource[] {
  const { agents, servers, skills } = context.catalog
  return [
    ...agents.filter(isListed).flatMap((agent) => agentResource(agent, context)),
    ...servers.filter(isListed).flatMap((server) => serverResource(server, context)),
    ...skills.filter(isListed).flatMap((skill) => skillResources(skill, context)),
  ].toSorted((a, b) => compareText(a.identifier, b.identifier))
}

/** The facts of a resource that come from its kind; `path` and `kind` are those of its artifact. */
interface Facts {
  readonly kind: Resource['kind']
  readonly artifact: ArtifactKind
  readonly path: string
  readonly displayName: string
  readonly description: JsonValue | undefined
  readonly version: JsonValue | undefined
  readonly updatedAt?: string | undefined
  readonly tags: readonly string[]
  readonly capabilities: readonly string[]
  readonly metadata?: JsonObject
}

function agentResource(agent: Agent, context: FormatContext): Resource[] {
  const skills = resolveSkillEntries(agent.skills, context.catalog)
  return createResource(agent, urnsOf(agent, context.config.publisher)[0]!, context, {
    kind: 'agent',
    artifact: 'agent',
    path: `agents/${agent.slug}/agent-card.json`,
    displayName: text(agent.card['name']) ?? agent.name,
    description: agent.card['description'],
    version: agent.card['version'],
    tags: different(skills.flatMap((skill) => texts(skill['tags']))),
    capabilities: different(skills.flatMap((skill) => text(skill['id']) ?? [])),
  })
}

function serverResource(server: McpServer, context: FormatContext): Resource[] {
  const { title, name, description, version } = server.card
  return createResource(server, urnsOf(server, context.config.publisher)[0]!, context, {
    kind: 'server',
    artifact: 'server',
    path: `servers/${server.slug}/server-card.json`,
    displayName: text(title) ?? text(name) ?? server.name,
    description,
    version,
    tags: [],
    capabilities: different(resolveToolEntries(server, context.catalog).flatMap((tool) => text(tool['name']) ?? [])),
  })
}

/** A skill has an entry for its descriptor; an Agent Skill whose files this view shows has one for them too. */
function skillResources(skill: Skill, context: FormatContext): Resource[] {
  const urns = urnsOf(skill, context.config.publisher)
  const { title, description, version, updatedAt, tags, agentSkill } = skill
  const facts = { displayName: title, description, version, updatedAt, tags, capabilities: [] }
  const descriptor = {
    ...facts,
    kind: 'descriptor',
    artifact: 'descriptor',
    path: `skills/${skill.slug}/descriptor.json`,
    metadata: { protocol: 'skill-sharing' },
  } as const
  if (agentSkill === undefined) return createResource(skill, urns[0]!, context, descriptor)
  const { path, type } = createSkillArtifact(skill.name, agentSkill.files)
  const artifact = type === 'archive' ? 'archive' : 'skill'
  const { namespace: _n, type: _t, url: _u, data: _d, ...ard } = skill.ard
  return [
    ...createResource(skill, urns[0]!, context, { ...facts, kind: 'skill', artifact, path }),
    ...createResource({ ...skill, ard }, urns[1]!, context, descriptor),
  ]
}

function createResource(definition: Definition, identifier: string, context: FormatContext, facts: Facts): Resource[] {
  const { ard, document } = definition
  const published = context.published.get(facts.path)
  const source = sourceOf(ard, published, context)
  if (source === undefined) return []
  const from = 'body' in source && published !== undefined ? published.from : []
  const files = [...new Set([document.file, ...from])].toSorted(compareText)
  const description = text(facts.description)
  const version = text(facts.version)
  const updatedAt = dateTime(facts.updatedAt) ?? latest(files, context.dates)
  return [
    {
      kind: facts.kind,
      identifier,
      displayName: facts.displayName,
      type: text(ard['type']) ?? mediaType(facts.artifact, context.config),
      source,
      ...(description === undefined ? {} : { description }),
      ...(version === undefined ? {} : { version }),
      ...(updatedAt === undefined ? {} : { updatedAt }),
      tags: ard['tags'] === undefined ? facts.tags : texts(ard['tags']),
      capabilities: ard['capabilities'] === undefined ? facts.capabilities : texts(ard['capabilities']),
      representativeQueries: definition.representativeQueries,
      metadata: { ...facts.metadata, ...(isObject(ard['metadata']) ? ard['metadata'] : {}) },
      attestations: attestationsOf(definition),
      from: files,
    },
  ]
}

function sourceOf(ard: JsonObject, published: Artifact | undefined, context: FormatContext): EntrySource | undefined {
  const { url, data } = ard
  if (isObject(data)) return { data }
  if (typeof url === 'string') {
    const artifact = artifactAt(url, context)
    return { url, ...(artifact === undefined ? {} : { body: artifact.body }) }
  }
  return published && { url: context.origin + urlPath(published.path), body: published.body }
}

/** The artifact that answers a URL of this site. */
function artifactAt(url: string, { origin, published }: FormatContext): Artifact | undefined {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : ''
  const artifact = published.get(decode(path.slice(1)))
  return artifact !== undefined && urlPath(artifact.path) === path ? artifact : undefined
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function mediaType(kind: ArtifactKind, config: Config): string {
  const { mediaTypes } = formatOptions(config, 'ard')
  return (isObject(mediaTypes) ? text(mediaTypes[kind]) : undefined) ?? DEFAULT_TYPES[kind]
}

/** The text if it is a date-time of RFC 3339: a date alone says no time, and none is made up. */
function dateTime(value: string | undefined): string | undefined {
  const isComplete = value !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.test(value)
  return isComplete && parseTime(value) !== undefined ? value : undefined
}

function latest(files: readonly string[], dates: FormatContext['dates']): string | undefined {
  return files
    .flatMap((file) => dates?.get(file) ?? [])
    .toSorted(compareText)
    .at(-1)
}

function isListed({ listed }: Definition): boolean {
  return listed
}

function different(items: readonly string[]): string[] {
  return [...new Set(items)]
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

import { coerce, major, parse as parseSemVer } from 'semver'
import type { Access, AgentSkill, CapabilityType, Skill } from '../catalog.ts'
import type { Config } from '../config.ts'
import { diagnose, hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import type { FolderFile, SkillSource } from '../load/sources.ts'
import { foreignKeys, skillBesideSchema, skillMdSchema, skillSchema } from '../schemas/skill.ts'
import { validateDefinition } from '../validate.ts'
import { resolveAccess } from './access.ts'
import type { SourceDocument } from './document.ts'
import { mergeLayers, overrideDocument, type Layer, type LayeredDocument } from './layers.ts'
import { resolveSlug } from './names.ts'
import { parseFrontMatter } from './front-matter.ts'
import { resolveQueries } from './queries.ts'
import { checkSkillMd } from './skill-md.ts'
import { commentInDescriptor, notASkill } from './skill-kind.ts'
import { frontMatterLayer } from './skill-metadata.ts'
import { decodeText } from './text.ts'
import { mendEndpoint, withoutEmptySegment } from '../url.ts'
import { locate } from '../diagnostics/problem.ts'
import { checkUrl } from '../url-check.ts'
import { parseYaml } from './yaml.ts'

/** What parsing a definition gave: `definition` is absent after an error, or when the file is none. */
export interface ParsedSkill {
  readonly definition?: Skill
  /** Absent when it could not be told. */
  readonly access?: Access
  /** Whether the file turned out to be no definition at all. */
  readonly ignored: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/** Front matter keys of the Agent Skills specification. */
const AGENT_SKILL_KEYS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
])

/** Reads one skill definition. */
export function parseSkill(source: SkillSource, config: Config): ParsedSkill {
  return source.shape === 'agent-skill' ? parseAgentSkill(source, config) : parsePlainSkill(source, config)
}

function parsePlainSkill(source: SkillSource, config: Config): ParsedSkill {
  const { main, name, shape } = source
  const read = shape === 'markdown' ? parseFrontMatter(main) : { ...parseData(main), body: '', present: true }
  if (!read.present) return { ignored: true, diagnostics: [] }
  const { document, text } = read
  const reason = notASkill(source, document?.value, text)
  if (reason !== undefined)
    return {
      ignored: true,
      diagnostics: [diagnose('DEFINITION_IGNORED', { file: main.path }, { path: main.path, reason })],
    }
  if (document === undefined) return { ignored: false, diagnostics: read.diagnostics }
  const line = commentInDescriptor(document.value, text)
  if (line !== undefined)
    return {
      ignored: false,
      diagnostics: [
        diagnose(
          'YAML_SYNTAX',
          { file: main.path, line, column: 1 },
          { reason: 'JSON has no comments', fix: 'Remove them.' },
        ),
      ],
    }
  const { value, diagnostics } = validateDefinition(document, skillSchema, 'skill')
  const overrides = checkedOverrides(config, name)
  const merged = mergeLayers([{ document, value, kind: 'file' }, ...overrides.layers])
  return complete(
    source,
    config,
    merged.layer,
    [...read.diagnostics, ...diagnostics, ...overrides.diagnostics, ...merged.diagnostics],
    {
      ...(shape === 'markdown' && read.body.trim() !== '' ? { documentation: read.body } : {}),
    },
  )
}

function parseAgentSkill(source: SkillSource, config: Config): ParsedSkill {
  const { main, name, beside } = source
  const files = source.files ?? []
  const read = parseFrontMatter(main)
  if (!read.present)
    return {
      ignored: false,
      diagnostics: [
        ...read.diagnostics,
        diagnose('FRONT_MATTER_MISSING', { file: main.path, line: 1, column: 1 }, { file: main.path }),
      ],
    }
  const besideRead = beside === undefined ? undefined : parseData(beside)
  const diagnostics: Diagnostic[] = [...read.diagnostics, ...(besideRead?.diagnostics ?? [])]
  const { document } = read
  if (document === undefined || (beside !== undefined && besideRead?.document === undefined))
    return { ignored: false, diagnostics }
  const front = validateDefinition(document, skillMdSchema, 'skill')
  diagnostics.push(
    ...front.diagnostics,
    ...checkSkillMd({ folder: name, document, text: read.text, body: read.body, files }),
  )
  const extra = Object.keys(front.value).filter((key) => !AGENT_SKILL_KEYS.has(key) && !foreignKeys.includes(key))
  if (extra[0] !== undefined) {
    const pointer = `/${extra[0]}`
    diagnostics.push(diagnose('SKILL_TOP_LEVEL', { ...document.at(pointer, 'key'), pointer }, { keys: extra }))
  }
  const first = frontMatterLayer(document, front.value)
  const layers: Layer[] = [first.layer]
  if (besideRead?.document !== undefined) {
    const more = validateDefinition(besideRead.document, skillBesideSchema, 'skill')
    diagnostics.push(...more.diagnostics)
    layers.push({ document: besideRead.document, value: more.value, kind: 'file' })
  }
  const overrides = checkedOverrides(config, name)
  const merged = mergeLayers([...layers, ...overrides.layers])
  const published = files.map((file) => (file.path === main.path ? { ...file, bytes: withoutMark(file.bytes) } : file))
  const broken = new Set(first.diagnostics.map((d) => d.pointer))
  const found = diagnostics.filter(
    (d) => d.code !== 'SKILL_METADATA_VALUE' || ![...broken].some((pointer) => pointer?.startsWith(d.pointer ?? '')),
  )
  return complete(
    source,
    config,
    merged.layer,
    [...found, ...first.diagnostics, ...overrides.diagnostics, ...merged.diagnostics],
    {
      agentSkill: { frontMatter: document.value, files: skillMdFirst(published) },
    },
  )
}

/** What both shapes have in common once their documents are one. */
function complete(
  source: SkillSource,
  config: Config,
  { document, value }: Layer<LayeredDocument>,
  found: readonly Diagnostic[],
  extra: { readonly documentation?: string; readonly agentSkill?: AgentSkill },
): ParsedSkill {
  const isAgentSkill = extra.agentSkill !== undefined
  const { access, diagnostics: accessFindings } = resolveAccess(document.parts, 'skill', config)
  const { slug, diagnostics: slugFindings } = resolveSlug(document, source.name)
  const text = (key: string): string | undefined =>
    typeof value[key] === 'string' ? (value[key] as string) : undefined
  const texts = (key: string): string[] =>
    Array.isArray(value[key]) ? value[key].filter((v): v is string => typeof v === 'string') : []
  const object = (key: string): JsonObject | undefined => (isObject(value[key]) ? value[key] : undefined)
  const title = text('name') ?? source.name
  const publish = object('publish') ?? {}
  const listed = publish['listed'] !== false
  const version = text('version') ?? (isAgentSkill ? config.defaults.version : '')
  const queries = resolveQueries(document, value, texts('examples'), { name: title, listed })
  const defaultId = `${config.publisher.split('.').toReversed().join('.')}.${slug ?? source.name}-v${majorOf(version)}`
  const auth = object('auth') ?? { type: 'none' }
  const broken = new Set(found.filter((d) => d.severity === 'error').map((d) => d.pointer))
  const own = [
    ...foreignKeyFindings(document),
    ...accessFindings,
    ...(isAgentSkill ? [] : slugFindings),
    ...queries.diagnostics,
    ...checkVersion(document, value, isAgentSkill, config),
    ...checkId(document, text('id'), version, defaultId),
    ...checkDates(document, value),
    ...checkUrls(document, value, config.development),
    ...(access === undefined || typeof auth['type'] !== 'string' ? [] : checkAuth(document, access, auth['type'])),
  ]
  const diagnostics = [...found, ...own.filter((d) => d.pointer === undefined || !broken.has(d.pointer))]
  if (access === undefined || slug === undefined || hasErrors(diagnostics)) {
    return { ...(access ? { access } : {}), ignored: false, diagnostics }
  }
  const optional = {
    endpoint: mendEndpoint(object('endpoint') ?? null) ?? undefined,
    documentationUrl: mended(text('documentation_url')),
    createdAt: text('created_at'),
    updatedAt: text('updated_at'),
    provider: object('provider'),
    protocol: object('protocol'),
    openapi: typeof publish['openapi'] === 'string' ? publish['openapi'] : undefined,
  }
  const tool = {
    inputSchema: object('inputSchema'),
    outputSchema: object('outputSchema'),
    annotations: object('annotations'),
  }
  const definition: Skill = {
    kind: 'skill',
    name: source.name,
    slug,
    access,
    document,
    representativeQueries: queries.queries,
    ard: object('ard') ?? {},
    listed,
    id: text('id') ?? defaultId,
    title,
    version,
    capabilityType: (text('capability_type') ?? config.defaults.capabilityType) as CapabilityType,
    description: text('description') ?? '',
    inputs: Array.isArray(value['inputs']) ? value['inputs'].filter(isObject) : [],
    output: object('output') ?? (isAgentSkill ? { content_type: 'text/markdown' } : { type: 'object' }),
    auth,
    tags: texts('tags'),
    examples: texts('examples'),
    tool: defined(tool),
    ...defined(optional),
    ...extra,
  }
  return { definition, access, ignored: false, diagnostics }
}

function parseData(file: SkillSource['main']): ReturnType<typeof parseYaml> & { readonly text: string } {
  const { text, diagnostics } = decodeText(file)
  if (text === undefined) return { text: '', diagnostics }
  const parsed = parseYaml(text, file.path)
  return { ...parsed, text, diagnostics: [...diagnostics, ...parsed.diagnostics] }
}

function foreignKeyFindings({ parts }: LayeredDocument): Diagnostic[] {
  return parts.flatMap((part) =>
    Object.keys(part.value)
      .filter((key) => foreignKeys.includes(key))
      .map((key) =>
        diagnose(
          'DEFINITION_FOREIGN_KEY',
          { ...part.at(pointerToken(key), 'key'), pointer: pointerToken(key) },
          { key },
        ),
      ),
  )
}

/** The `overrides` option's members for a skill, checked like those of a file. */
function checkedOverrides(config: Config, name: string): { layers: Layer[]; diagnostics: Diagnostic[] } {
  const checked = overrideDocument(config, name).map((layer) => {
    const document = { ...layer.document, text: () => undefined, isCutByComment: () => false }
    const { value, diagnostics } = validateDefinition(document, skillBesideSchema, 'skill')
    return { layer: { ...layer, value }, diagnostics }
  })
  return { layers: checked.map((c) => c.layer), diagnostics: checked.flatMap((c) => c.diagnostics) }
}

function checkVersion(
  document: SourceDocument,
  value: JsonObject,
  isAgentSkill: boolean,
  config: Config,
): Diagnostic[] {
  const version = value['version']
  if (version === undefined) {
    return isAgentSkill
      ? [diagnose('SKILL_VERSION_DEFAULT', document.at('', 'key'), { version: config.defaults.version })]
      : []
  }
  if (typeof version !== 'string' || isSemVer(version)) return []
  const fix = coerce(version)?.version
  return [
    diagnose(
      isAgentSkill ? 'SKILL_VERSION_FORM' : 'SKILL_VERSION',
      { ...document.at('/version'), pointer: '/version' },
      { version, ...(fix ? { fix } : {}) },
    ),
  ]
}

/** SemVer 2.0.0 exactly: no `v`, no spaces. */
function isSemVer(version: string): boolean {
  return parseSemVer(version)?.raw === version && /^\d/.test(version)
}

function majorOf(version: string): number {
  return isSemVer(version) ? major(version) : (coerce(version)?.major ?? 1)
}

function checkId(document: SourceDocument, id: string | undefined, version: string, wanted: string): Diagnostic[] {
  if (id === undefined) return []
  const place = { ...document.at('/id'), pointer: '/id' }
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+-v\d+$/.test(id)) return [diagnose('SKILL_ID_FORM', place, { id, wanted })]
  const step = Number(/-v(\d+)$/.exec(id)?.[1])
  return isSemVer(version) && step !== major(version) ? [diagnose('SKILL_ID_MAJOR', place, { id, version })] : []
}

function checkDates(document: SourceDocument, value: JsonObject): Diagnostic[] {
  return ['created_at', 'updated_at'].flatMap((member) => {
    const date = value[member]
    if (typeof date !== 'string' || isIsoDate(date)) return []
    const pointer = `/${member}`
    return [diagnose('SKILL_DATE', { ...document.at(pointer), pointer }, { member, value: date })]
  })
}

function isIsoDate(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/.exec(
    text,
  )
  if (match === null) return false
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? undefined : Number(part)))
  const leap = year! % 4 === 0 && (year! % 100 !== 0 || year! % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month! - 1] ?? 0
  return day! >= 1 && day! <= days && hour <= 24 && minute <= 59 && second <= 60
}

function checkUrls(document: SourceDocument, value: JsonObject, development: boolean): Diagnostic[] {
  const endpoint = isObject(value['endpoint']) ? value['endpoint'] : {}
  const publish = isObject(value['publish']) ? value['publish'] : {}
  const urls: [string, JsonValue | undefined][] = [
    ['/endpoint/url', endpoint['url']],
    ['/endpoint/status_url', endpoint['status_url']],
    ['/endpoint/result_url', endpoint['result_url']],
    ['/documentation_url', value['documentation_url']],
    ['/publish/openapi', publish['openapi']],
  ]
  const findings = urls.flatMap(([pointer, url]) =>
    typeof url === 'string' ? checkUrl(url, pointer, { development }).map((p) => locate(p, document)) : [],
  )
  for (const member of ['status_url', 'result_url']) {
    const url = endpoint[member]
    if (typeof url !== 'string') continue
    const count = url.split('{execution_id}').length - 1
    const pointer = `/endpoint/${member}`
    if (count !== 1)
      findings.push(diagnose('SKILL_STATUS_URL', { ...document.at(pointer), pointer }, { member, count }))
  }
  return findings
}

function mended(url: string | undefined): string | undefined {
  return url === undefined ? undefined : withoutEmptySegment(url)
}

function checkAuth(document: SourceDocument, access: Access, type: string): Diagnostic[] {
  if (access === 'public' && type !== 'none')
    return [diagnose('SKILL_AUTH_PUBLIC', { ...document.at('/auth/type'), pointer: '/auth/type' }, { type })]
  if (access !== 'public' && type === 'none')
    return [diagnose('SKILL_AUTH_MISSING', { ...document.at('/access', 'key'), pointer: '/auth' }, { access })]
  return []
}

function skillMdFirst(files: readonly FolderFile[]): FolderFile[] {
  return [...files.filter((f) => f.name === 'SKILL.md'), ...files.filter((f) => f.name !== 'SKILL.md')]
}

function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

/** The members that have a value. */
function defined<T extends object>(object: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(object).filter(([, v]) => v !== undefined)) as T
}

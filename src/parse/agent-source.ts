import type { Access, Agent } from '../catalog.ts'
import type { Config } from '../config.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { isObject, pointerTokens, type JsonObject } from '../json.ts'
import type { AgentSource } from '../load/sources.ts'
import type { DefinitionKind } from '../validate.ts'
import { resolveAccess } from './access.ts'
import type { SourceDocument } from './document.ts'
import { parseFrontMatter } from './front-matter.ts'
import { mergeLayers, overrideDocument } from './layers.ts'
import { resolveSlug } from './names.ts'
import { resolveQueries } from './queries.ts'
import { decodeText } from './text.ts'
import { locate } from '../diagnostics/problem.ts'
import { checkUrl } from '../url-check.ts'
import { parseYaml, type YamlDocument } from './yaml.ts'

/** A definition's data with the `overrides` option applied, before anything is checked. */
export interface ReadDefinition {
  /** Absent when it cannot be read. */
  readonly document?: YamlDocument
  /** The documents that may speak of access. */
  readonly parts: readonly SourceDocument[]
  /** Whether there is any data: a Markdown file without front matter has none. */
  readonly present: boolean
  readonly text: string
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads the data of a file below `agents`. */
export function readDefinition({ main, name, shape }: AgentSource, config: Config): ReadDefinition {
  const { document, text, present, diagnostics } = shape === 'markdown' ? parseFrontMatter(main) : readData(main)
  if (document === undefined) return { parts: [], present, text, diagnostics }
  const overrides = overrideDocument(config, name)
  const { layer } = mergeLayers([{ document, value: document.value, kind: 'file' }, ...overrides])
  const isOwn = (pointer: string): boolean =>
    !overrides.some(({ value }) => Object.hasOwn(value, pointerTokens(pointer)[0] ?? ''))
  return {
    document: {
      file: document.file,
      value: layer.value,
      at: layer.document.at,
      text: (pointer) => (isOwn(pointer) ? document.text(pointer) : undefined),
      isCutByComment: (pointer) => isOwn(pointer) && document.isCutByComment(pointer),
    },
    parts: layer.document.parts,
    present,
    text,
    diagnostics,
  }
}

/** The members that agents and servers have in common. */
export type SharedMembers = Pick<
  Agent,
  'name' | 'slug' | 'access' | 'document' | 'representativeQueries' | 'ard' | 'listed' | 'openapi'
>

/** What a definition is made from. */
export interface DefinitionData {
  readonly name: string
  readonly document: SourceDocument
  readonly parts: readonly SourceDocument[]
  /** Its validated data. */
  readonly value: JsonObject
  /** Requests that serve where it gives no `representativeQueries`. */
  readonly examples: readonly string[]
}

/** Resolves access, slug, queries and what `publish` and `ard` say. `members` is absent when access or slug is unknown. */
export function resolveShared(
  { name, document, parts, value, examples }: DefinitionData,
  kind: Exclude<DefinitionKind, 'skill'>,
  config: Config,
): { readonly access?: Access; readonly members?: SharedMembers; readonly diagnostics: readonly Diagnostic[] } {
  const publish = isObject(value['publish']) ? value['publish'] : {}
  const openapi = typeof publish['openapi'] === 'string' ? publish['openapi'] : undefined
  const listed = publish['listed'] !== false
  const { access, diagnostics: accessFindings } = resolveAccess(parts, kind, config)
  const { slug, diagnostics: slugFindings } = resolveSlug(document, name)
  const title = typeof value['name'] === 'string' ? value['name'] : name
  const { queries, diagnostics: queryFindings } = resolveQueries(document, value, examples, { name: title, listed })
  const urlFindings =
    openapi === undefined ? [] : checkUrl(openapi, '/publish/openapi', config).map((p) => locate(p, document))
  const diagnostics = [...accessFindings, ...slugFindings, ...queryFindings, ...urlFindings]
  if (access === undefined) return { diagnostics }
  if (slug === undefined) return { access, diagnostics }
  const ard = isObject(value['ard']) ? value['ard'] : {}
  return {
    access,
    diagnostics,
    members: {
      name,
      slug,
      access,
      document,
      representativeQueries: queries,
      ard,
      listed,
      ...(openapi === undefined ? {} : { openapi }),
    },
  }
}

/** Members that Signpost and editors read; a published card has none of them. */
const OWN_MEMBERS: ReadonlySet<string> = new Set([
  '$schema',
  'kind',
  'access',
  'representativeQueries',
  'ard',
  'publish',
])

/** A definition's data without what is Signpost's own. */
export function specifiedMembers(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([member]) => !OWN_MEMBERS.has(member)))
}

/** Findings of the schema that no other finding makes clearer: one mistake, one finding. */
export function withoutRepeats(general: readonly Diagnostic[], specific: readonly Diagnostic[]): Diagnostic[] {
  const clearer = specific.map(({ code, pointer = '' }) => ({ pointer, deep: code === 'AGENT_SECURITY_SCHEME' }))
  return general.filter(
    ({ code, pointer = '' }) =>
      !code.startsWith('DEFINITION_') ||
      pointer === '' ||
      !clearer.some((s) => s.pointer === pointer || (s.deep && pointer.startsWith(`${s.pointer}/`))),
  )
}

function readData(file: AgentSource['main']): Omit<ReadDefinition, 'parts'> {
  const { text, diagnostics } = decodeText(file)
  if (text === undefined) return { present: true, text: '', diagnostics }
  const parsed = parseYaml(text, file.path)
  return { ...parsed, present: true, text, diagnostics: [...diagnostics, ...parsed.diagnostics] }
}

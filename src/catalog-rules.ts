import type { Agent, Catalog, Definition, Entry, McpServer, Skill } from './catalog.ts'
import type { Config } from './config.ts'
import { closest } from './diagnostics/closest.ts'
import { diagnose, type Diagnostic } from './diagnostics/diagnostic.ts'
import { groupBy } from './group.ts'
import { compareText } from './json.ts'
import { choosePrimary } from './formats/primary.ts'

/**
 * Findings between the definitions of a catalog: duplicates, references, the primary agent, what private ones need.
 *
 * @param broken Names of skills that are not in the catalog because they have errors of their own.
 */
export function checkCatalog(catalog: Catalog, config: Config, broken: ReadonlySet<string>): Diagnostic[] {
  const { skills, agents, servers } = catalog
  return [
    ...duplicateIds(skills),
    ...duplicateSlugs(skills, 'skills'),
    ...duplicateSlugs(agents, 'agents'),
    ...duplicateSlugs(servers, 'MCP servers'),
    ...urnDuplicates(catalog, config.publisher),
    ...[...agents, ...servers].flatMap((d) => checkReferences(d, catalog, broken)),
    ...checkPrimary(agents),
    ...(config.privateDir === false
      ? [...skills, ...agents, ...servers]
          .filter((d) => d.access === 'private')
          .map((d) =>
            diagnose(
              'CONFIG_PRIVATE_DIR',
              { ...d.document.at('/access'), pointer: '/access' },
              { name: d.name, file: d.document.file },
            ),
          )
      : []),
  ]
}

/** A site without any definition, unless other findings tell why there is none. */
export function checkEmpty(
  { skills, agents, servers }: Catalog,
  config: Config,
  others: readonly Diagnostic[],
): Diagnostic[] {
  const tellsWhy = (d: Diagnostic): boolean =>
    d.severity === 'error' ||
    d.code === 'CONFIG_FOLDER_MISSING' ||
    (d.severity === 'warning' && d.file !== undefined && d.file !== config.file)
  if (skills.length + agents.length + servers.length > 0 || others.some(tellsWhy)) return []
  return [diagnose('CATALOG_EMPTY', { file: config.file }, { folders: [...config.skills, ...config.agents] })]
}

/** The ARD identifiers of a definition: an Agent Skill has one as a skill and one as a descriptor. */
export function urnsOf(definition: Definition, publisher: string): string[] {
  const namespace = typeof definition.ard['namespace'] === 'string' ? definition.ard['namespace'] : undefined
  const urn = (kind: string): string => `urn:air:${publisher}:${namespace ?? kind}:${definition.slug}`
  if (definition.kind === 'agent') return [urn('agent')]
  if (definition.kind === 'mcp-server') return [urn('server')]
  const descriptor = `urn:air:${publisher}:descriptor:${definition.slug}`
  return definition.agentSkill === undefined ? [urn('descriptor')] : [urn('skill'), descriptor]
}

function duplicateIds(skills: readonly Skill[]): Diagnostic[] {
  // Two skills of one slug share the id that is made of it, and have a finding of their own.
  const alone = skills.filter((s) => !skills.some((other) => other !== s && other.slug === s.slug && other.id === s.id))
  return duplicates(
    alone,
    (s) => s.id,
    (id, files) =>
      diagnose('CATALOG_DUPLICATE_ID', { ...skillAt(skills, files.at(-1)!, '/id'), pointer: '/id' }, { id, files }),
  )
}

function duplicateSlugs(all: readonly Definition[], kind: string): Diagnostic[] {
  return duplicates(
    all,
    (d) => d.slug,
    (slug, files) => {
      const same = all.filter((d) => files.includes(d.document.file))
      const { document } = same.find((d) => d.slug !== d.name) ?? same.at(-1)!
      const pointer = '/publish/slug'
      return diagnose('CATALOG_DUPLICATE_SLUG', { ...document.at(pointer), pointer }, { slug, kind, files })
    },
  )
}

function duplicates<T extends Definition>(
  all: readonly T[],
  keyOf: (definition: T) => string,
  report: (key: string, files: string[]) => Diagnostic,
): Diagnostic[] {
  const groups = groupBy(all, (d) => keyOf(d).normalize('NFC').toLowerCase())
  return groups.flatMap((group) =>
    group.length < 2 ? [] : [report(keyOf(group[0]!), group.map((d) => d.document.file).toSorted(compareText))],
  )
}

function skillAt(skills: readonly Skill[], file: string, pointer: string): ReturnType<Skill['document']['at']> {
  return skills.find((s) => s.document.file === file)?.document.at(pointer) ?? { file }
}

function urnDuplicates({ skills, agents, servers }: Catalog, publisher: string): Diagnostic[] {
  const pairs = [...skills, ...agents, ...servers].flatMap((d) =>
    urnsOf(d, publisher).map((urn) => ({ urn, file: d.document.file, kind: d.kind, definition: d })),
  )
  const groups = groupBy(pairs, ({ urn }) => urn.toLowerCase())
  return groups.flatMap((group) => {
    // Two of one kind have the same slug, which has a finding of its own.
    if (new Set(group.map((g) => g.kind)).size < 2) return []
    const files = [...new Set(group.map((g) => g.file))].toSorted(compareText)
    const { document } = (group.find(({ definition }) => definition.ard['namespace'] !== undefined) ?? group.at(-1)!)
      .definition
    const pointer = '/ard/namespace'
    return [diagnose('CATALOG_DUPLICATE_URN', { ...document.at(pointer), pointer }, { urn: group[0]!.urn, files })]
  })
}

function checkReferences(
  definition: Agent | McpServer,
  { skills }: Catalog,
  broken: ReadonlySet<string>,
): Diagnostic[] {
  const { document, access } = definition
  const byName = new Map(skills.map((s) => [s.name, s]))
  const main = definition.kind === 'agent' ? definition.skills : definition.tools
  const extended = definition.kind === 'agent' ? (definition.extended?.skills ?? []) : []
  const isPrivate = (entry: Entry): boolean => entry.ref !== undefined && byName.get(entry.ref)?.access === 'private'
  const unknown = [...main, ...extended].flatMap(({ ref, pointer }) => {
    if (ref === undefined || byName.has(ref) || broken.has(ref)) return []
    const suggestion = closest(ref, [...byName.keys()])
    return [
      diagnose(
        'CATALOG_REF_UNKNOWN',
        { ...document.at(`${pointer}/ref`), pointer: `${pointer}/ref` },
        { ref, ...(suggestion ? { suggestion } : {}) },
      ),
    ]
  })
  if (access === 'private') return unknown
  const dropped = main.filter(isPrivate)
  if (dropped.length > 0 && dropped.length === main.length) {
    const skillFiles = dropped.map((e) => byName.get(e.ref!)!.document.file)
    const what = definition.kind === 'agent' ? 'skills' : 'tools'
    const pointer = `/${what}`
    return [
      ...unknown,
      diagnose(
        'CATALOG_NOTHING_LEFT',
        { ...document.at(pointer, 'key'), pointer },
        { file: document.file, what, skillFiles },
      ),
    ]
  }
  const warnings = dropped.map(({ ref, pointer }) =>
    diagnose(
      'CATALOG_REF_PRIVATE',
      { ...document.at(`${pointer}/ref`), pointer: `${pointer}/ref` },
      { ref: ref!, file: document.file, skillFile: byName.get(ref!)!.document.file },
    ),
  )
  return [...unknown, ...warnings]
}

/** The public view decides; a private agent only matters where there is no other. */
function checkPrimary(agents: readonly Agent[]): Diagnostic[] {
  const seen = agents.filter((a) => a.access !== 'private')
  const views = [seen, agents].filter((view, i) => i === 0 || seen.length === 0)
  return views.flatMap((view) => {
    const { conflict } = choosePrimary(view)
    if (conflict === undefined) return []
    const files = conflict.map((a) => a.document.file).toSorted(compareText)
    const marked = conflict.some((a) => a.primary === true)
    const { document } = conflict.find((a) => a.document.file === files[0])!
    const pointer = '/publish/primary'
    return [
      diagnose('CATALOG_PRIMARY', marked ? { ...document.at(pointer), pointer } : document.at('', 'key'), {
        files,
        marked,
      }),
    ]
  })
}

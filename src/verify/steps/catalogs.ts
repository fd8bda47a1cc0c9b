import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Problem } from '../../diagnostics/problem.ts'
import { groupBy } from '../../group.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { checkMediaType } from '../../formats/ard-media-types.ts'
import { STRICT_MEMBERS } from '../../schemas/ard-manifest.ts'
import { CATALOG_DEPTH, type Crawl } from '../crawl.ts'
import { placeOf, pointerOf, type SiteDocument } from '../document.ts'
import { each } from '../links.ts'
import type { Step } from '../step.ts'

/** What the schema of a catalog cannot say: sources, queries, identifiers, and catalogs within catalogs. */
export const catalogs: Step = {
  name: 'catalogs',
  run({ crawl }) {
    const documents = crawl.documents.filter(({ kind, json }) => kind === 'catalog' && isObject(json))
    const own = documents.filter(({ copyOf }) => copyOf === undefined)
    return {
      diagnostics: [
        ...own.flatMap((document) => checkEntries(document)),
        ...documents
          .filter(({ path, pointer }) => path === '.well-known/ai-catalog.json' && pointer === '')
          .flatMap(checkStrict),
        ...own
          .filter(({ depth }) => depth > CATALOG_DEPTH)
          .map((document) =>
            diagnose('SITE_CATALOG_DEPTH', placeOf(document), { depth: document.depth, limit: CATALOG_DEPTH }),
          ),
        ...findCycles(crawl),
      ],
    }
  },
}

function checkEntries(document: SiteDocument): Diagnostic[] {
  const entries = each((document.json as JsonObject)['entries'], '/entries')
  const seen = new Map<string, Set<string>>()
  return entries.flatMap(([entry, at]) => {
    const { identifier, version } = entry
    const place = (member = ''): ReturnType<typeof placeOf> => placeOf(document, at + member)
    const id = typeof identifier === 'string' ? identifier : ''
    const versions = seen.get(id) ?? new Set()
    const isTwice = id !== '' && versions.has(String(version))
    seen.set(id, versions.add(String(version)))
    return [
      ...checkSource(entry, id, place),
      ...checkQueries(entry, id, place),
      ...(isTwice ? [diagnose('SITE_ID_TWICE', place('/identifier'), { what: 'entries', id })] : []),
      ...checkType(entry, at).map(({ code, pointer, args }) =>
        diagnose(code, placeOf(document, pointer), args as never),
      ),
    ]
  })
}

function checkSource(
  { url, data, type, mediaType }: JsonObject,
  id: string,
  place: (member?: string) => object,
): Diagnostic[] {
  const both = url !== undefined && data !== undefined ? [diagnose('ARD_SOURCE', place('/data'), {})] : []
  const none =
    url === undefined && data === undefined
      ? [diagnose('SITE_ENTRY_SOURCE', place(), { id, missing: '`url` or `data`' })]
      : []
  const untyped =
    type === undefined && mediaType === undefined
      ? [diagnose('SITE_ENTRY_SOURCE', place(), { id, missing: '`type`' })]
      : []
  const unequal =
    typeof type === 'string' && typeof mediaType === 'string' && type !== mediaType
      ? [
          diagnose('SITE_DRIFT', place('/mediaType'), {
            one: `the \`mediaType\` of ${id}`,
            other: 'its `type`',
            value: mediaType,
            otherValue: type,
          }),
        ]
      : []
  return [...both, ...none, ...untyped, ...unequal]
}

function checkQueries(
  { representativeQueries: queries }: JsonObject,
  id: string,
  place: (member?: string) => object,
): Diagnostic[] {
  if (queries === undefined) return [diagnose('SITE_ENTRY_NO_QUERIES', place(), { id })]
  if (!Array.isArray(queries)) return []
  return queries.length < 2 || queries.length > 5
    ? [diagnose('SITE_ENTRY_QUERIES', place('/representativeQueries'), { id, count: queries.length })]
    : []
}

function checkType(entry: JsonObject, at: string): Problem[] {
  const member = typeof entry['type'] === 'string' ? 'type' : 'mediaType'
  const type = entry[member]
  const { metadata } = entry
  // Skill Descriptors have no media type that clients agree on: the entry says by its protocol which JSON it leads to.
  if (type === 'application/json' && isObject(metadata) && typeof metadata['protocol'] === 'string') return []
  return typeof type === 'string' ? checkMediaType(type, `${at}/${member}`) : []
}

/** What strict readers refuse at the path of an AI Catalog, though ARD lets it pass. */
function checkStrict(document: SiteDocument): Diagnostic[] {
  const catalog = document.json as JsonObject
  const version =
    catalog['specVersion'] === '1.0'
      ? []
      : [diagnose('SITE_CATALOG_STRICT', placeOf(document), { problem: '`specVersion` is not "1.0"' })]
  const host = isObject(catalog['host']) ? catalog['host'] : {}
  const manifests = each(catalog['entries'], '/entries').flatMap(([entry, at]): [JsonObject, string][] =>
    isObject(entry['trustManifest']) ? [[entry['trustManifest'], `${at}/trustManifest`]] : [],
  )
  const unknown = [
    ...unknownMembers(catalog, '', STRICT_MEMBERS.root),
    ...unknownMembers(host, '/host', STRICT_MEMBERS.host),
    ...manifests.flatMap(([manifest, at]) => unknownMembers(manifest, at, STRICT_MEMBERS.trustManifest)),
  ]
  return [
    ...version,
    ...unknown.map(([name, at]) =>
      diagnose('SITE_CATALOG_STRICT', placeOf(document, at), { problem: `\`${name}\` is no member there` }),
    ),
  ]
}

function unknownMembers(object: JsonObject, at: string, known: readonly string[]): [string, string][] {
  return Object.keys(object)
    .filter((name) => !known.includes(name))
    .map((name) => [name, at + pointerOf(name)])
}

/** Catalogs that lead back to themselves, each circle once. */
function findCycles({ links }: Crawl): Diagnostic[] {
  const between = links.filter(({ from, target }) => from.kind === 'catalog' && target?.kind === 'catalog')
  const edges = new Map(groupBy(between, ({ from }) => from.url).map((group) => [group[0]!.from.url, group]))
  const state = new Map<string, 'open' | 'done'>()
  const diagnostics: Diagnostic[] = []
  const visit = (url: string): void => {
    state.set(url, 'open')
    for (const { from, pointer, target, url: linked } of edges.get(url) ?? []) {
      const next = target!.url
      if (state.get(next) === 'open')
        diagnostics.push(diagnose('SITE_CATALOG_CYCLE', placeOf(from, pointer), { url: linked!, isSelf: next === url }))
      else if (state.get(next) === undefined) visit(next)
    }
    state.set(url, 'done')
  }
  for (const url of edges.keys()) if (state.get(url) === undefined) visit(url)
  return diagnostics
}

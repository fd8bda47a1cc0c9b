import { buildFolder } from '../build-folder.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { JsonObject } from '../json.ts'
import { readRegistry, type RegistryEntry } from '../registry/entries.ts'
import { rankOwnQueries, type OwnRank } from '../registry/own-ranks.ts'
import { createSearchIndex, type Hit } from '../registry/search.ts'
import type { Site } from '../site.ts'
import type { Flags, Io } from './command.ts'
import { contextOf } from './context.ts'
import { finish } from './finish.ts'
import { isStrict, openProject } from './project.ts'

/** `signpost search --local`: what a text finds in this build, and where its own representative queries lead. */
export async function searchLocal(text: string, flags: Flags, io: Io): Promise<number> {
  const { root, site, diagnostics } = await openProject(flags, io)
  if (site === undefined) return finish({ diagnostics, report: {}, summary: [], strict: false }, { root }, flags, io)
  const build = await buildFolder(root, site.options, await contextOf(site, flags, io))
  const strict = isStrict(flags, build.config)
  const files = { root, sourceText: (file: string): string | undefined => build.sourceText(file) }
  if (build.public === undefined)
    return finish({ diagnostics: build.diagnostics, report: {}, summary: [], strict }, files, flags, io)
  const bodies = new Map(build.public.artifacts.map(({ path, body }) => [path, body]))
  const content = await readRegistry({ origin: build.public.origin, read: (path) => bodies.get(path) })
  const hits = text.trim() === '' ? [] : createSearchIndex(content.entries).search(text).slice(0, 10)
  const ranks = rankOwnQueries(content)
  return finish(
    {
      diagnostics: ranks.flatMap((rank) => judge(rank, build.public!)),
      report: reportOf(text, hits, ranks),
      summary: [...(text.trim() === '' ? [] : [...hitLines(text, hits), '']), ...rankLines(ranks)],
      strict,
    },
    files,
    flags,
    io,
  )
}

function judge({ entry, query, rank, before }: OwnRank, site: Site): Diagnostic[] {
  if (rank === 1 && before.length === 0) return []
  const file = fileOf(entry, site)
  return [
    diagnose('SEARCH_QUERY_NOT_FIRST', file === undefined ? {} : { file }, {
      query,
      id: entry.identifier,
      before: before.slice(0, 3).map(({ identifier }) => identifier),
    }),
  ]
}

/** The definition that the document of an entry is made from. */
function fileOf({ entry: { url } }: RegistryEntry, { artifacts, origin }: Site): string | undefined {
  const path =
    typeof url === 'string' && url.startsWith(`${origin}/`)
      ? decodeURIComponent(url.slice(origin.length + 1))
      : undefined
  return artifacts.find((artifact) => artifact.path === path)?.from[0]
}

function reportOf(text: string, hits: readonly Hit[], ranks: readonly OwnRank[]): JsonObject {
  return {
    ...(text.trim() === ''
      ? {}
      : { query: text, results: hits.map(({ entry: { entry, source }, score }) => ({ ...entry, score, source })) }),
    representativeQueries: ranks.map(({ entry, query, rank, before }) => ({
      identifier: entry.identifier,
      query,
      rank: rank ?? null,
      before: before.map(({ identifier }) => identifier),
    })),
  }
}

function hitLines(text: string, hits: readonly Hit[]): string[] {
  if (hits.length === 0) return [`Nothing is found for ${JSON.stringify(text)}.`]
  return [
    `Found for ${JSON.stringify(text)} (relevance, 100 is most):`,
    ...hits.map(
      ({ entry: { entry, identifier }, score }, i) =>
        `${String(i + 1).padStart(3)}. ${String(score).padStart(3)}  ${String(entry['displayName'])}  ${identifier}`,
    ),
  ]
}

function rankLines(ranks: readonly OwnRank[]): string[] {
  if (ranks.length === 0) return ['No resource has representative queries.']
  const rows = ranks.map(({ entry, query, rank, before }) => {
    const shared = before.length > 0 && rank === 1 ? '=' : ' '
    return `${(rank === undefined ? '-' : String(rank)).padStart(3)}${shared}  ${entry.identifier.replace(/^urn:air:[^:]+:/, '')}  ${query}`
  })
  return ['Representative queries, with the rank that each reaches for its own resource (= is shared):', ...rows]
}

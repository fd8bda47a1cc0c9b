import { compareEntries, createSearchIndex, texts } from './search.ts'
import type { RegistryContent, RegistryEntry } from './entries.ts'

/** Where a representative query finds the resource that it belongs to. */
export interface OwnRank {
  readonly entry: RegistryEntry
  readonly query: string
  /** Counts from 1; absent where it is not found at all. */
  readonly rank?: number
  /** Who is found before it, or instead of it. */
  readonly before: readonly RegistryEntry[]
}

/** The rank that every representative query of a site reaches for its own resource; equally good ones share a rank. */
export function rankOwnQueries({ entries }: Pick<RegistryContent, 'entries'>): OwnRank[] {
  const index = createSearchIndex(entries)
  return entries
    .filter(({ isOpened }) => !isOpened)
    .toSorted(compareEntries)
    .flatMap((entry) =>
      texts(entry.entry['representativeQueries']).map((query): OwnRank => {
        const hits = index.search(query)
        const own = hits.find((hit) => hit.entry === entry)
        const rivals = hits.filter(
          (hit) => nameOf(hit.entry) !== nameOf(entry) && (own === undefined || hit.score >= own.score),
        )
        const before = rivals.map((hit) => hit.entry)
        const better = own === undefined ? undefined : rivals.filter(({ score }) => score > own.score).length
        return { entry, query, before, ...(better === undefined ? {} : { rank: better + 1 }) }
      }),
    )
}

/** Entries of one resource, its artifact and its descriptor, end alike. */
function nameOf({ identifier }: RegistryEntry): string {
  return identifier.slice(identifier.lastIndexOf(':') + 1)
}

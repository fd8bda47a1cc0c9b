import MiniSearch, { type SearchResult } from 'minisearch'
import { compareText, type JsonObject, type JsonValue } from '../json.ts'
import type { RegistryEntry } from './entries.ts'
import { apart, tellingWords, wordsOf } from './words.ts'

/** An entry that a text finds. */
export interface Hit {
  readonly entry: RegistryEntry
  /** Relevance, 1 to 100: how much of the text the entry says. It tells nothing about trust (ARD, search response). */
  readonly score: number
}

/** Finds entries by text. */
export interface SearchIndex {
  /** Every entry with a word of the text, the most relevant first; the same for the same entries and text. */
  search(text: string): Hit[]
}

/**
 * A lexical index of entries.
 *
 * A word counts whole in a representative query (ARD 4.2: what a resource can be asked for), less in names, capabilities,
 * tags and descriptions, and less again where it is only the beginning of a word or misspelt. A text that is one of the
 * representative queries reaches 100.
 */
export function createSearchIndex(entries: readonly RegistryEntry[]): SearchIndex {
  const searchable = entries.filter(({ isOpened }) => !isOpened)
  const index = new MiniSearch<Indexed>({
    fields: Object.keys(WEIGHTS),
    tokenize: wordsOf,
    processTerm: (term) => term,
    searchOptions: { boost: WEIGHTS, prefix: (term) => term.length > 2, fuzzy: tolerance, maxFuzzy: 2 },
  })
  const queries = searchable.map(({ entry }) =>
    texts(entry['representativeQueries']).map((query) => tellingWords(query)),
  )
  index.addAll(searchable.map(({ entry }, id) => ({ id, ...fieldsOf(entry) })))
  return {
    search(text) {
      const words = tellingWords(text).slice(0, MAX_WORDS)
      const found = new Map<number, { said: number; relevance: number }>()
      for (const word of words) {
        for (const result of index.search(word, { tokenize: (term) => [term] })) {
          const sum = found.get(result.id as number) ?? { said: 0, relevance: 0 }
          found.set(result.id as number, {
            said: sum.said + bestMatch(word, result),
            relevance: sum.relevance + result.score,
          })
        }
      }
      return [...found]
        .map(([id, { said, relevance }]) => ({
          entry: searchable[id]!,
          score: scoreOf(words, said, queries[id]!),
          relevance,
        }))
        .toSorted((a, b) => b.score - a.score || b.relevance - a.relevance || compareEntries(a.entry, b.entry))
        .map(({ entry, score }) => ({ entry, score }))
    },
  }
}

/** Order of entries by identifier, then version. */
export function compareEntries(a: RegistryEntry, b: RegistryEntry): number {
  return (
    compareText(a.identifier, b.identifier) ||
    compareText(String(a.entry['version'] ?? ''), String(b.entry['version'] ?? ''))
  )
}

/** The texts of a list, or the one text that stands for it. */
export function texts(value: JsonValue | undefined): string[] {
  return [value ?? []].flat().filter((item) => typeof item === 'string')
}

/** How much a word counts in each field. */
const WEIGHTS = {
  representativeQueries: 1,
  displayName: 0.9,
  capabilities: 0.8,
  tags: 0.8,
  description: 0.6,
  identifier: 0.5,
} as const

type Field = keyof typeof WEIGHTS
type Indexed = { readonly id: number } & Readonly<Record<Field, string>>

/** Of a text, what is no more than a beginning or a misspelling of a word counts this much of it. */
const BEGINNING = 0.8
const MISSPELT = 0.7

/** Words of a text that are looked for; no question has more. */
const MAX_WORDS = 64

function fieldsOf(entry: JsonObject): Readonly<Record<Field, string>> {
  const join = (member: string): string => texts(entry[member]).join('\n')
  return {
    representativeQueries: join('representativeQueries'),
    displayName: apart(join('displayName')),
    capabilities: apart(join('capabilities')),
    tags: join('tags'),
    description: join('description'),
    identifier: apart(join('identifier').replace(/^urn:air:[^:]*:?/, '')),
  }
}

/** Edits by which a word may differ: none in short ones and in numbers, where another one is another thing. */
function tolerance(word: string): number | false {
  return word.length < 4 || /\p{N}/u.test(word) ? false : word.length < 6 ? 1 : 2
}

/** How much an entry says of a word, 0 to 1: by the best of its places. */
function bestMatch(word: string, { match }: SearchResult): number {
  const values = Object.entries(match).flatMap(([term, fields]) => {
    const likeness = term === word ? 1 : term.startsWith(word) ? BEGINNING : MISSPELT
    return fields.map((field) => likeness * WEIGHTS[field as Field])
  })
  return Math.max(...values)
}

function scoreOf(words: readonly string[], said: number, queries: readonly (readonly string[])[]): number {
  const isQuery = queries.some((query) => query.length === words.length && query.every((word) => words.includes(word)))
  if (isQuery) return 100
  // The most that a text can reach that is no representative query as a whole.
  return Math.max(1, Math.min(99, Math.round((said / words.length) * 95)))
}

import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { JsonObject } from '../json.ts'
import type { SourceDocument } from './document.ts'

/** ARD 4.2: how many queries an entry holds. */
const FEWEST = 2
const MOST = 5

/**
 * The representative queries of a definition: as written, else its first five examples if there are two.
 *
 * @param value The definition's validated data.
 * @param listed Whether the definition is to be found by search at all.
 */
export function resolveQueries(
  document: SourceDocument,
  value: JsonObject,
  examples: readonly string[],
  { name, listed }: { readonly name: string; readonly listed: boolean },
): { queries: readonly string[]; diagnostics: Diagnostic[] } {
  const written = value['representativeQueries']
  if (written === undefined) {
    const queries = [...new Set(examples)].slice(0, MOST)
    if (queries.length >= FEWEST) return { queries, diagnostics: [] }
    return { queries: [], diagnostics: listed ? [diagnose('QUERIES_MISSING', document.at('', 'key'), { name })] : [] }
  }
  // Another type is the schema's finding.
  if (!Array.isArray(written) || written.some((q) => typeof q !== 'string')) return { queries: [], diagnostics: [] }
  const queries = written as string[]
  const diagnostics: Diagnostic[] = []
  const different = new Set(queries.map(sameAs)).size
  // Where they are enough but for doubles, the doubles are the mistake.
  if (queries.length < FEWEST || different > MOST) {
    const pointer = '/representativeQueries'
    diagnostics.push(
      diagnose('QUERIES_COUNT', { ...document.at(pointer, 'key'), pointer }, { name, count: queries.length }),
    )
  }
  const seen = new Set<string>()
  for (const [i, query] of queries.entries()) {
    const pointer = `/representativeQueries/${i}`
    const same = sameAs(query)
    if (seen.has(same)) diagnostics.push(diagnose('QUERIES_SAME', { ...document.at(pointer), pointer }, { query }))
    seen.add(same)
  }
  return { queries, diagnostics }
}

function sameAs(query: string): string {
  return query.trim().toLowerCase()
}

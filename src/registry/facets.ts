import { compareText, isObject, type JsonObject, type JsonValue } from '../json.ts'
import { valuesAt, type Scalar } from './filter.ts'

/** What a request wants to be counted. */
export interface FacetRequest {
  readonly field: string
  /** Buckets that are shown. */
  readonly limit: number
  /** Buckets with fewer entries are not shown. */
  readonly minCount: number
}

/** The values of one term with the entries that have each. */
export interface Facet extends JsonObject {
  readonly buckets: readonly { readonly value: Scalar; readonly count: number }[]
  /** How often the values that are not shown occur. */
  readonly otherCount: number
}

/**
 * The facets that a request wants.
 *
 * @returns a text where it says none: what is wrong with it.
 */
export function parseFacets(resultType: JsonValue | undefined): FacetRequest[] | string {
  const wanted = isObject(resultType) ? resultType['facets'] : undefined
  if (!Array.isArray(wanted) || wanted.length === 0)
    return '`resultType.facets` has to be a list with at least one `field`.'
  if (wanted.length > MAX_FACETS) return `\`resultType.facets\` has more than ${MAX_FACETS} fields.`
  const facets: FacetRequest[] = []
  for (const item of wanted as readonly JsonValue[]) {
    if (!isObject(item) || typeof item['field'] !== 'string' || item['field'] === '')
      return 'Every facet needs a `field`.'
    const { field, limit = 20, minCount = 1 } = item
    if (!isCount(limit, 1, MAX_BUCKETS)) return `\`limit\` of a facet is a whole number from 1 to ${MAX_BUCKETS}.`
    if (!isCount(minCount, 0, Number.MAX_SAFE_INTEGER)) return '`minCount` of a facet is a whole number from 0.'
    if (facets.some((other) => other.field === field)) return `The facet ${JSON.stringify(field)} is wanted twice.`
    facets.push({ field, limit, minCount })
  }
  return facets
}

/** Counts a term over entries: the most frequent values first, then in the order of their texts. */
export function countFacet(entries: readonly JsonObject[], { field, limit, minCount }: FacetRequest): Facet {
  const counts = new Map<Scalar, number>()
  for (const entry of entries)
    for (const value of valuesAt(entry, field)) counts.set(value, (counts.get(value) ?? 0) + 1)
  const all = [...counts].map(([value, count]) => ({ value, count }))
  const ranked = all.toSorted(
    (a, b) => b.count - a.count || compareText(JSON.stringify(a.value), JSON.stringify(b.value)),
  )
  const buckets = ranked.filter(({ count }) => count >= minCount).slice(0, limit)
  const sum = (list: typeof buckets): number => list.reduce((total, { count }) => total + count, 0)
  return { buckets, otherCount: sum(all) - sum(buckets) }
}

const MAX_FACETS = 50
const MAX_BUCKETS = 1000

function isCount(value: JsonValue, from: number, to: number): value is number {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to
}

import type { Access } from '../catalog.ts'

/** What decides which definition of a kind is the primary one. */
interface Candidate {
  readonly access: Access
  /** `publish.primary` as written. */
  readonly primary?: boolean
}

/**
 * The definition of a kind that stands for the whole site: the one marked `primary: true`, or the only one that is not
 * marked `false`. Private ones are asked only where no other takes the place, so both views agree.
 *
 * @returns `conflict`: the definitions between which a mark must decide.
 */
export function choosePrimary<D extends Candidate>(
  definitions: readonly D[],
): { readonly primary?: D; readonly conflict?: readonly D[] } {
  const seen = choose(definitions.filter(({ access }) => access !== 'private'))
  if (seen.primary !== undefined || seen.conflict !== undefined) return seen
  return choose(definitions.filter(({ access }) => access === 'private'))
}

function choose<D extends Candidate>(definitions: readonly D[]): ReturnType<typeof choosePrimary<D>> {
  const marked = definitions.filter(({ primary }) => primary === true)
  const candidates = marked.length > 0 ? marked : definitions.filter(({ primary }) => primary === undefined)
  const [primary] = candidates
  if (primary === undefined) return {}
  return candidates.length === 1 ? { primary } : { conflict: candidates }
}

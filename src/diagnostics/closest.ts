import { distance } from 'fastest-levenshtein'
import { compareText } from '../json.ts'

/** The known name that a misspelt one most likely stands for; `undefined` when none is near. Case does not count. */
export function closest(name: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3))
  const [best] = known
    .map((candidate) => ({ candidate, away: edits(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ away, candidate }) => away <= limit && away < candidate.length)
    .toSorted((a, b) => a.away - b.away || compareText(a.candidate, b.candidate))
  return best?.candidate
}

/** Two letters that changed places are one mistake. */
function edits(a: string, b: string): number {
  const count = distance(a, b)
  return count === 2 && [...a].toSorted().join('') === [...b].toSorted().join('') ? 1 : count
}

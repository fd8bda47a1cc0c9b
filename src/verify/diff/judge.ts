import { diagnose, type Diagnostic, type Place } from '../../diagnostics/diagnostic.ts'
import type { Change } from './change.ts'
import type { ResourceDiff } from './diff.ts'
import { changeText } from './text.ts'
import { nextMajor } from './version.ts'

/**
 * What differences mean for clients: an error for what breaks them without a major version step that says so, a warning
 * for a change under the same version, or under a lower one.
 *
 * @param placeOf Where a resource is defined, or published.
 */
export function judgeDiffs(diffs: readonly ResourceDiff[], placeOf: (diff: ResourceDiff) => Place): Diagnostic[] {
  return diffs.flatMap((diff) => {
    const { kind, id, state, step, changes, was, now } = diff as ResourceDiff & Versions
    const place = placeOf(diff)
    if (state === 'removed') return step === 'major' ? [] : [diagnose('DIFF_REMOVED', place, { kind, id })]
    if (state === 'added') return []
    const breaking = changes.filter(({ impact }) => impact === 'breaking')
    if (breaking.length > 0 && step !== 'major') {
      return [
        diagnose('DIFF_BREAKING', place, {
          kind,
          id,
          was,
          now,
          changes: breaking.map(changeText),
          next: nextMajor(was),
        }),
      ]
    }
    if (step === 'lower') return [diagnose('DIFF_VERSION_LOWER', place, { kind, id, was: was ?? '', now: now ?? '' })]
    // Without a version there is nothing that could say it.
    if (step === 'none' && was !== undefined && changes.some(counts)) {
      return [
        diagnose('DIFF_VERSION_SAME', place, {
          kind,
          id,
          version: was,
          changes: changes.filter(counts).map(changeText),
        }),
      ]
    }
    return []
  })
}

/** The versions of a resource, where it has some. */
interface Versions {
  readonly was?: string
  readonly now?: string
}

/** Where a document lies is no part of what its version counts. */
function counts({ member }: Change): boolean {
  return member !== 'address'
}

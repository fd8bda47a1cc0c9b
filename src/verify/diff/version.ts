import semver from 'semver'
import type { JsonValue } from '../../json.ts'

/** How far a version moved; below 1.0.0 a minor step is a major one (Semantic Versioning 2.0.0, 4). */
export type Step = 'none' | 'patch' | 'minor' | 'major' | 'lower' | 'other'

/** The step between two versions; `other` where one of them is no semantic version, or there is none. Build metadata does not count. */
export function stepOf(was: JsonValue | undefined, now: JsonValue | undefined): Step {
  if (was === now) return 'none'
  const [old, current] = [was, now].map((version) => semver.parse(typeof version === 'string' ? version : ''))
  if (!old || !current) return 'other'
  const order = semver.compare(old, current)
  if (order === 0) return 'none'
  if (order > 0) return 'lower'
  if (current.major !== old.major) return 'major'
  if (current.minor !== old.minor) return old.major === 0 ? 'major' : 'minor'
  return old.major === 0 && old.minor === 0 ? 'major' : 'patch'
}

/** The version that would say that something breaks. */
export function nextMajor(version: JsonValue | undefined): string | undefined {
  const parsed = semver.parse(typeof version === 'string' ? version : '')
  if (!parsed) return undefined
  return parsed.major === 0 ? `0.${parsed.minor + 1}.0` : `${parsed.major + 1}.0.0`
}

/** What an id with a version in it (`…-v2`) is without it, and that version. */
export function idVersion(id: string): { readonly stem: string; readonly version: number } | undefined {
  const match = /^(.+)-v(\d{1,9})$/.exec(id)
  return match === null ? undefined : { stem: match[1]!, version: Number(match[2]) }
}

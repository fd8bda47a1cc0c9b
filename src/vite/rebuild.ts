import type { BuildResult } from '../build.ts'
import { indexSite, type SiteIndex } from '../serve.ts'
import type { Site } from '../site.ts'

/** A site that follows its sources: the last good build, and a new one after each change. */
export interface LiveSite {
  /** The last build, good or not; absent before the first. */
  readonly result: BuildResult | undefined
  /** The last good site, and the same ready to be served; absent before the first. */
  readonly site: Site | undefined
  readonly index: SiteIndex | undefined
  /** Builds anew: soon, and once for changes that come together. */
  invalidate(): void
  /** Resolves when no build is due. */
  ready(): Promise<void>
}

/** What a live site tells about its builds. */
export interface LiveSiteEvents {
  built(result: BuildResult): void
  /** The build itself broke, which no input may cause. */
  crashed(error: unknown): void
}

/**
 * A live site over a build; the first build starts at once.
 *
 * @param settle Milliseconds to wait for further changes: an editor that saves a file touches it several times.
 */
export function createLiveSite(build: () => Promise<BuildResult>, events: LiveSiteEvents, settle = 20): LiveSite {
  let result: BuildResult | undefined
  let site: Site | undefined
  let index: SiteIndex | undefined
  let due = false
  let pending: Promise<void> | undefined

  const run = async (wait: number): Promise<void> => {
    while (due) {
      await new Promise((resolve) => setTimeout(resolve, wait))
      due = false
      try {
        result = await build()
        if (result.public && result.config) {
          site = result.public
          index = indexSite(site, result.config.cache)
        }
        if (!due) events.built(result)
      } catch (error) {
        events.crashed(error)
      }
    }
    pending = undefined
  }
  const invalidate = (wait: number): void => {
    due = true
    pending ??= run(wait)
  }
  invalidate(0)
  return {
    get result() {
      return result
    },
    get site() {
      return site
    },
    get index() {
      return index
    },
    invalidate: () => invalidate(settle),
    async ready() {
      while (pending) await pending
    },
  }
}

import { isCI } from 'ci-info'
import { build, type BuildContext, type BuildResult } from './build.ts'
import { resolveConfig, type SignpostOptions } from './config.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import { loadGitDates } from './load/git-dates.ts'
import { loadKeys, type KeyContext } from './load/keys.ts'
import { loadSources } from './load/load.ts'

/** What decides about the build of a folder beside the options. */
export interface FolderContext extends BuildContext, Partial<Omit<KeyContext, 'env'>> {
  /** What was found while the context was made. */
  readonly diagnostics?: readonly Diagnostic[]
}

/**
 * Reads the definitions and the keys of a folder and builds it: what the command line, `vite build` and the dev server
 * run. What the context does not give is read: keys, dates, the clock, and whether this is CI or a terminal.
 *
 * @param root Absolute path of the site.
 */
export async function buildFolder(
  root: string,
  options: SignpostOptions,
  context: FolderContext,
): Promise<BuildResult> {
  const { config } = resolveConfig(options, context)
  const { sources, diagnostics } = loadSources(root, config)
  const now = context.now ?? Math.floor(Date.now() / 1000)
  const { keys, diagnostics: keyFindings } =
    context.keys === undefined
      ? loadKeys(root, config, { isCI, isTerminal: process.stdout.isTTY === true, ...context, now })
      : { keys: context.keys, diagnostics: [] }
  const git = loadGitDates(root, config, sources)
  const dates = context.dates ?? git.dates
  const found = [...(context.diagnostics ?? []), ...diagnostics, ...keyFindings, ...git.diagnostics]
  return build(options, sources, { ...context, now, keys, ...(dates === undefined ? {} : { dates }) }, found)
}

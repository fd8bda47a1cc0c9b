import { isCI } from 'ci-info'
import { build, type BuildContext, type BuildResult } from './build.ts'
import { resolveConfig, type SignpostOptions } from './config.ts'
import { loadGitDates } from './load/git-dates.ts'
import { loadKeys } from './load/keys.ts'
import { loadSources } from './load/load.ts'

/**
 * Reads the definitions and the keys of a folder and builds it: what the command line, `vite build` and the dev server
 * run. Where the context gives no time, expiry is judged by the clock; where it gives keys, none are read.
 *
 * @param root Absolute path of the site.
 */
export async function buildFolder(root: string, options: SignpostOptions, context: BuildContext): Promise<BuildResult> {
  const { config } = resolveConfig(options, context)
  const { sources, diagnostics } = loadSources(root, config)
  const now = context.now ?? Math.floor(Date.now() / 1000)
  const isTerminal = process.stdout.isTTY === true
  const loaded = context.keys === undefined ? loadKeys(root, config, { env: context.env, isTerminal, isCI, now }) : { keys: context.keys, diagnostics: [] }
  const git = loadGitDates(root, config, sources)
  const dates = context.dates ?? git.dates
  return build(options, sources, { ...context, now, keys: loaded.keys, ...(dates === undefined ? {} : { dates }) }, [...diagnostics, ...loaded.diagnostics, ...git.diagnostics])
}

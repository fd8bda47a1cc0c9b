import { build, type BuildContext, type BuildResult } from './build.ts'
import { resolveConfig, type SignpostOptions } from './config.ts'
import { loadSources } from './load/load.ts'

/**
 * Reads the definitions below a folder and builds them: what the command line, `vite build` and the dev server run.
 * Where the context gives no time, expiry is judged by the clock.
 *
 * @param root Absolute path of the site.
 */
export async function buildFolder(root: string, options: SignpostOptions, context: BuildContext): Promise<BuildResult> {
  const { config } = resolveConfig(options, context)
  const { sources, diagnostics } = loadSources(root, config)
  const now = context.now ?? Math.floor(Date.now() / 1000)
  return build(options, sources, { ...context, now }, diagnostics)
}

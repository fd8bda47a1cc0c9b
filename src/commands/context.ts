import path from 'node:path'
import type { ResolvedConfig } from 'vite'
import type { FolderContext } from '../build-folder.ts'
import { resolveConfig } from '../config.ts'
import { checkTargets } from '../emit/targets.ts'
import { loadOwnFiles } from '../load/own-files.ts'
import { listForeignFiles } from '../load/shared-folder.ts'
import type { SiteOptions } from '../load/options.ts'
import { buildContext, inputsOf, readProject } from '../vite/project.ts'
import type { Flags, Io } from './command.ts'

/** What a build of a site needs to know besides its definitions. */
export async function contextOf(site: SiteOptions, flags: Flags, io: Io): Promise<FolderContext> {
  const { root, file, options, vite } = site
  if (vite === undefined) {
    const context = { mode: 'production', file, env: io.env } as const
    const { config } = resolveConfig(options, context)
    const outDir = outDirOf(site, flags, io)
    if (isRefused({ root, outDir, config })) return { ...context, outDir }
    const list = (): Promise<string[]> =>
      listForeignFiles(outDir, path.resolve(root, config.deployDir, 'manifest.json'))
    return { ...context, outDir, ...(await loadOwnFiles(root, outDir, { list, file })) }
  }
  const { configFile, config } = vite
  const publicDir = config.publicDir === false ? '' : path.resolve(root, config.publicDir ?? 'public')
  const resolved = { root, publicDir, configFile, mode: 'production', appType: config.appType } as ResolvedConfig
  return { ...(await buildContext(readProject(resolved, inputsOf(config)))), env: io.env }
}

/** Whether a build would not write there. Such a folder is not looked into: it may be the whole disk. */
function isRefused(targets: Parameters<typeof checkTargets>[0]): boolean {
  try {
    return checkTargets(targets).length > 0
  } catch (error) {
    // What the system does not even let us look at is a finding of the writer.
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return true
  }
}

/** Absolute path of the public folder of a site that Vite does not build. */
export function outDirOf({ root }: SiteOptions, flags: Flags, io: Io): string {
  return flags.outDir === undefined ? path.join(root, 'dist') : path.resolve(io.cwd, flags.outDir)
}

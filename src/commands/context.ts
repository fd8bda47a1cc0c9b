import path from 'node:path'
import type { ResolvedConfig } from 'vite'
import type { FolderContext } from '../build-folder.ts'
import { resolveConfig } from '../config.ts'
import { loadPublicTexts } from '../load/public-texts.ts'
import { listForeignFiles } from '../load/shared-folder.ts'
import type { SiteOptions } from '../load/options.ts'
import { buildContext, inputsOf, readProject } from '../vite/project.ts'
import type { Flags, Io } from './command.ts'

/** What a build of a site needs to know besides its definitions. */
export async function contextOf(site: SiteOptions, flags: Flags, io: Io): Promise<FolderContext> {
  const { root, file, options, vite } = site
  if (vite === undefined) {
    const context = { mode: 'production', file, env: io.env } as const
    const { deployDir } = resolveConfig(options, context).config
    const outDir = outDirOf(site, flags, io)
    const publicFiles = await listForeignFiles(outDir, path.resolve(root, deployDir, 'manifest.json'))
    return { ...context, outDir, publicFiles, publicTexts: loadPublicTexts(outDir) }
  }
  const { configFile, config } = vite
  const publicDir = config.publicDir === false ? '' : path.resolve(root, config.publicDir ?? 'public')
  const resolved = { root, publicDir, configFile, mode: 'production', appType: config.appType } as ResolvedConfig
  return { ...(await buildContext(readProject(resolved, inputsOf(config)))), env: io.env }
}

/** Absolute path of the public folder of a site that Vite does not build. */
export function outDirOf({ root }: SiteOptions, flags: Flags, io: Io): string {
  return flags.outDir === undefined ? path.join(root, 'dist') : path.resolve(io.cwd, flags.outDir)
}

import path from 'node:path'
import type { UserConfig } from 'vite'
import { importVite } from '../load/vite.ts'
import { createGuard, type GuardContext } from './guard.ts'

/** What is to be added to `server.fs.deny`: the guarded files, and Vite's own patterns, which any value would replace. */
export async function denyPatterns(
  user: UserConfig,
  guarded: Pick<GuardContext, 'config' | 'keyFile'>,
): Promise<string[]> {
  const root = path.resolve(user.root ?? '.')
  const { deny } = createGuard({ root, folders: [], ...guarded })
  return [...(user.server?.fs?.deny === undefined ? await defaultPatterns(root) : []), ...deny]
}

async function defaultPatterns(root: string): Promise<string[]> {
  const vite = await importVite(root)
  const config = await vite?.resolveConfig({ root, configFile: false, envDir: false, logLevel: 'silent' }, 'serve')
  return config?.server.fs.deny ?? []
}

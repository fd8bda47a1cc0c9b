import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Vite's Node API. */
export type Vite = typeof import('vite')

/** The Vite that a project uses, or the one beside this package; `undefined` where there is none. */
export async function importVite(root: string): Promise<Vite | undefined> {
  try {
    return (await import(pathToFileURL(createRequire(path.join(root, 'package.json')).resolve('vite')).href)) as Vite
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
  try {
    return await import('vite')
  } catch (error) {
    if (!isNotFound(error)) throw error
    return undefined
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(error.code))
}

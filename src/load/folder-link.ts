import { readlinkSync, realpathSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { LinkProblem } from '../diagnostics/rules/archive.ts'

/** Where a link ends: a real path and the same from the folder, or why it cannot be followed, or an error of the system. */
export type ResolvedLink =
  | { readonly real: string; readonly target: string }
  | { readonly problem: LinkProblem; readonly target?: string }
  | { readonly error: string }

/**
 * Resolves a link, and the links it leads through, without reading what it points to.
 *
 * @param folder Real path of the folder that it may not lead out of.
 */
export function resolveLink(link: string, folder: string): ResolvedLink {
  try {
    const real = realpathSync(link)
    return isWithin(real, folder)
      ? { real, target: relative(folder, real).split(sep).join('/') }
      : { problem: 'outside' }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ELOOP') return { problem: 'loop' }
    return code === 'ENOENT' || code === 'ENOTDIR' ? { problem: 'broken', target: readlinkSync(link) } : { error: code }
  }
}

/** Whether a path is a folder or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** The code of a system error, such as `EACCES`. */
export function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error)
}

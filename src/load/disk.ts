import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import glob from 'fast-glob'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { compareText } from '../json.ts'
import type { SourceFile } from './sources.ts'

/** Files larger than this are not read as definitions. */
const MAX_BYTES = 64 * 1_048_576

/** The file system below a root: what leads out of it or cannot be read becomes a finding and nothing else. */
export interface Disk {
  readonly root: string
  readonly diagnostics: Diagnostic[]
  /** Whether something is there and lies below the root, whatever links lead to it. */
  isInside(path: string): boolean
  /** What a path leads to; `undefined` when that lies outside the root or cannot be told. */
  typeOf(path: string): 'file' | 'folder' | 'special' | undefined
  list(path: string): string[] | undefined
  /** The paths that match a pattern, sorted; links are not followed, and nothing that begins with a dot is found. */
  find(pattern: string, options: glob.Options): string[]
  read(path: string): SourceFile | undefined
  /** The beginning of a regular file as text: enough to see what it is. Empty when it cannot be read. */
  peek(path: string): string
}

/**
 * Opens the file system below a root.
 *
 * @param root Absolute path.
 */
export function openRoot(root: string): Disk {
  const diagnostics: Diagnostic[] = []
  const realRoot = realpathSync(root)
  const attempt = <T>(path: string, action: () => T): T | undefined => {
    try {
      return action()
    } catch (error) {
      diagnostics.push(diagnose('DEFINITION_UNREADABLE', { file: path }, { path, reason: reasonOf(error, path) }))
      return undefined
    }
  }
  const isInside = (path: string): boolean => {
    const real = attempt(path, () => realpathSync(join(root, path)))
    if (real === undefined) return false
    if (real === realRoot || real.startsWith(realRoot + sep)) return true
    diagnostics.push(diagnose('DEFINITION_LINK_OUTSIDE', { file: path }, { path }))
    return false
  }
  return {
    root,
    diagnostics,
    isInside,
    typeOf(path) {
      const link = attempt(path, () => lstatSync(join(root, path)))
      if (link === undefined || (link.isSymbolicLink() && !isInside(path))) return undefined
      const stats = link.isSymbolicLink() ? attempt(path, () => statSync(join(root, path))) : link
      return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'special'
    },
    find(pattern, options) {
      try {
        const found = glob.globSync(pattern, { ...options, cwd: root, dot: false, followSymbolicLinks: false })
        return found.toSorted(compareText)
      } catch (error) {
        const { path: location } = error as NodeJS.ErrnoException
        if (location === undefined) throw error
        const path = relative(root, location).replaceAll(sep, '/') || '.'
        diagnostics.push(diagnose('DEFINITION_UNREADABLE', { file: path }, { path, reason: reasonOf(error, path) }))
        return []
      }
    },
    peek: (path) => readStart(join(root, path)),
    list: (path) => attempt(path, () => readdirSync(join(root, path)))?.toSorted(compareText),
    read(path) {
      const type = this.typeOf(path)
      if (type === undefined) return undefined
      if (type !== 'file') {
        diagnostics.push(diagnose('DEFINITION_UNREADABLE', { file: path }, { path, reason: 'it is no regular file' }))
        return undefined
      }
      return attempt(path, () => {
        const { size } = statSync(join(root, path))
        if (size > MAX_BYTES)
          throw new RangeError(
            `it is ${Math.round(size / 1_048_576)} MiB large, definitions are at most ${MAX_BYTES / 1_048_576}`,
          )
        return { path, bytes: new Uint8Array(readFileSync(join(root, path))) }
      })
    },
  }
}

/** How much of a file tells what it is. */
const PEEK_BYTES = 16_384

function readStart(path: string): string {
  try {
    if (!lstatSync(path).isFile()) return ''
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(PEEK_BYTES)
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, PEEK_BYTES, 0))
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof RangeError) return error.message
  // A name that is not UTF-8 reads with U+FFFD in it, and no file has that name.
  if (path.includes('\uFFFD')) return 'its name is not valid UTF-8'
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'the system does not allow it'
    case 'ENOENT':
      return 'it does not exist (a link that leads nowhere)'
    case 'ELOOP':
      return 'its links form a loop'
    default:
      return (error as NodeJS.ErrnoException).code ?? 'an unknown fault'
  }
}

import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import glob from 'fast-glob'
import type { Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/rules/rule.ts'
import { openGit } from './git.ts'

/** Where a site reads and writes. */
export interface SiteFolders {
  /** Absolute path of the site. */
  readonly root: string
  readonly config: Pick<Config, 'skills' | 'agents' | 'privateDir' | 'deployDir'>
  /** The public folder, absolute or relative to the root. @default dist */
  readonly outDir?: string | undefined
  /** Folder of the publisher's own files, absolute or relative to the root. @default public */
  readonly publicDir?: string | undefined
}

/**
 * The text of a file that an option names; a finding where it cannot be read. A key that stands in the option itself is
 * shown nowhere.
 *
 * @param option The option as messages call it, and the place of findings.
 */
export function readKeyFile(
  file: string,
  root: string,
  { option, place }: { option: string; place: { file: string; pointer?: string } },
): { readonly text: string } | { readonly diagnostic: Diagnostic } {
  const refuse = (shown: string, reason: string): { diagnostic: Diagnostic } => ({
    diagnostic: diagnose('KEY_FILE_UNREADABLE', place, { option, file: shown, reason }),
  })
  if (/^\s*[{[]|-----|\s\s|[\n\r]/.test(file) || file.length > 1024)
    return refuse('what looks like a key itself', 'it wants the path of a file')
  try {
    const location = path.resolve(root, file)
    const stat = statSync(location)
    if (!stat.isFile()) return refuse(show(file), 'that is no file')
    if (stat.size > 1_048_576) return refuse(show(file), 'that is larger than any key set')
    return { text: readFileSync(location, 'utf8') }
  } catch (error) {
    return refuse(show(file), reasonOf(error))
  }
}

/** Findings about where a file with a private key lies, and who can read it. Of a file that is not there, none. */
export function checkKeyFile(file: string, site: SiteFolders): Diagnostic[] {
  const location = path.resolve(site.root, file)
  const stat = statSync(location, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile()) return []
  const shown = path.relative(site.root, location).replaceAll(path.sep, '/')
  const place = placeOfKeyFile(location, site)
  const isShared = process.platform !== 'win32' && (stat.mode & 0o066) !== 0
  const mode = (stat.mode & 0o777).toString(8).padStart(4, '0')
  return [
    ...(place === undefined ? [] : [diagnose('KEY_FILE_PLACE', { file: shown }, { file: shown, place })]),
    ...(isTracked(realOf(location)) ? [diagnose('KEY_FILE_TRACKED', { file: shown }, { file: shown })] : []),
    ...(isShared ? [diagnose('KEY_FILE_READABLE', { file: shown }, { file: shown, mode })] : []),
  ]
}

/** The folder of a site from which a file could be published, as messages name it; by its path or by where links lead. */
export function placeOfKeyFile(location: string, site: SiteFolders): string | undefined {
  const real = path.join(realOf(path.dirname(location)), path.basename(location))
  const target = realOf(location)
  return foldersOf(site).find(({ folder }) =>
    [location, real, target].some((file) => contains(folder, file) || contains(realOf(folder), file)),
  )?.name
}

function foldersOf({
  root,
  config,
  outDir = 'dist',
  publicDir = 'public',
}: SiteFolders): { readonly folder: string; readonly name: string }[] {
  const named = (folder: string, what: string): { folder: string; name: string } => {
    const absolute = path.resolve(root, folder)
    return { folder: absolute, name: `${what} \`${path.relative(root, absolute).replaceAll(path.sep, '/')}\`` }
  }
  const definitions = [...config.skills, ...config.agents].flatMap((pattern) =>
    glob.isDynamicPattern(pattern)
      ? glob.globSync(pattern, { cwd: root, onlyDirectories: true, ignore: ['**/node_modules/**'] })
      : [pattern],
  )
  return [
    named(outDir, 'the output folder'),
    ...(config.privateDir === false ? [] : [named(config.privateDir, 'the output folder')]),
    named(config.deployDir, 'the output folder'),
    ...(publicDir === '' ? [] : [named(publicDir, 'the folder of public files')]),
    ...definitions.map((folder) => named(folder, 'the folder of definitions')),
  ]
}

function contains(folder: string, file: string): boolean {
  const way = path.relative(folder, file)
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way)
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

function isTracked(file: string): boolean {
  const git = openGit(path.dirname(file))
  return git.rulesFor('').isExecutable(path.basename(file)) !== undefined
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file'
    case 'EACCES':
    case 'EPERM':
      return 'the system does not allow it to be read'
    default:
      return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown fault'})`
  }
}

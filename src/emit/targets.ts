import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Config } from '../config.ts'
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts'
import { displayPath, errorCode } from './errors.ts'

/** One of the three folders that a build writes. */
export interface Target {
  readonly role: 'public' | 'private' | 'deploy'
  /** The option that names it. */
  readonly option: 'build.outDir' | 'privateDir' | 'deployDir'
  /** Absolute, without links in the folders above it. */
  readonly path: string
  /** As messages show it. */
  readonly label: string
}

/** The three folders of a build; the private one is absent where `privateDir` is off. */
export interface Targets {
  readonly public: Target
  readonly private?: Target
  readonly deploy: Target
}

/** What tells the folders of a build. */
export interface TargetInput {
  /** Absolute path of the site's root. */
  readonly root: string
  /** The public folder, absolute or relative to the root. */
  readonly outDir: string
  readonly config: Pick<Config, 'privateDir' | 'deployDir' | 'skills' | 'agents' | 'file'>
  /** Folder of the publisher's own files (Vite's `publicDir`), absolute or relative to the root. */
  readonly publicDir?: string | undefined
}

/** The folders of a build as they really lie. */
export function resolveTargets({ root, outDir, config: { privateDir, deployDir } }: TargetInput): Targets {
  const real = realPath(root)
  const resolve = (role: Target['role'], option: Target['option'], folder: string): Target => {
    const location = path.resolve(root, folder)
    const target = path.join(realPath(path.dirname(location)), path.basename(location))
    return { role, option, path: target, label: displayPath(real, target) }
  }
  return {
    public: resolve('public', 'build.outDir', outDir),
    ...(privateDir === false ? {} : { private: resolve('private', 'privateDir', privateDir) }),
    deploy: resolve('deploy', 'deployDir', deployDir),
  }
}

/**
 * Folders that may not be written because of where they lie or what they are: SITE_TARGET_REFUSED. Reads, never writes; to
 * be asked before anything is prepared beside a folder.
 */
export function checkTargets(input: TargetInput): Diagnostic[] {
  const targets = listTargets(resolveTargets(input))
  const alone = targets.map((target) => placeReason(target, input) ?? kindReason(target))
  const rest = targets.filter((_, index) => alone[index] === undefined)
  return targets.flatMap((target, index) => {
    const reason = alone[index] ?? overlapReason(target, rest)
    return reason === undefined ? [] : [refuse(target, input.config.file, reason)]
  })
}

/** The targets of a build, in the order in which they are moved in: the record of what is published goes first. */
export function listTargets(targets: Targets): Target[] {
  return [targets.deploy, ...(targets.private === undefined ? [] : [targets.private]), targets.public]
}

/** SITE_TARGET_REFUSED for a folder. */
export function refuse({ option, label }: Target, file: string, reason: string): Diagnostic {
  const pointer = option === 'build.outDir' ? {} : { pointer: `/${option}` }
  return diagnose('SITE_TARGET_REFUSED', { file, ...pointer }, { option, folder: label, reason })
}

/** The mark by which Signpost knows a folder as its own, and keeps its files out of git. */
export const IGNORE_FILE: { readonly path: string; readonly text: string } = {
  path: '.gitignore',
  text: '# Signpost writes this folder.\n*\n',
}

/** Whether Signpost may replace what a folder of its own holds: it is not there, empty, or marked. */
export function isOurs(target: Target): boolean {
  const stat = lstatSync(target.path, { throwIfNoEntry: false })
  if (stat === undefined) return true
  if (!stat.isDirectory()) return false
  if (readdirSync(target.path).length === 0) return true
  try {
    return readFileSync(path.join(target.path, IGNORE_FILE.path), 'utf8').replaceAll('\r\n', '\n') === IGNORE_FILE.text
  } catch {
    return false
  }
}

function placeReason(target: Target, { root, outDir, config, publicDir }: TargetInput): string | undefined {
  const real = realPath(root)
  const named = path.resolve(
    root,
    { public: outDir, private: config.privateDir || '', deploy: config.deployDir }[target.role],
  )
  const relate = (folder: string): string | undefined => relation(target.path, realPath(path.resolve(root, folder)))
  if (target.path === real) return 'it is the root of the site'
  if (contains(target.path, real)) return 'the root of the site lies in it'
  if (target.path === os.homedir()) return 'it is a home folder'
  if (contains(path.resolve(root), named) && !contains(real, target.path))
    return 'a link on the way leads out of the project'
  if (target.path.split(path.sep).includes('.git')) return 'git keeps its own data there'
  if (path.basename(target.path) === 'node_modules') return 'packages are installed there'
  if (relation(target.path, path.join(real, '.signpost'))) return 'Signpost keeps its development key there'
  for (const folder of definitionFolders(config)) {
    const how = relate(folder)
    if (how !== undefined) return `it ${how} the definitions in \`${folder}\``
  }
  const files = publicDir === undefined ? undefined : relate(publicDir)
  if (files !== undefined)
    return `it ${files} the folder of your own files that are copied to the site, \`${displayPath(real, realPath(path.resolve(root, publicDir!)))}\``
  if (contains(target.path, realPath(path.resolve(root, config.file))))
    return `the options are in it (\`${config.file}\`)`
  return undefined
}

function kindReason({ path: target, role }: Target): string | undefined {
  const stat = lstatSync(target, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (stat.isSymbolicLink()) return 'it is a symbolic link, which a build would replace by a folder'
  if (!stat.isDirectory()) return 'it is a file'
  if (lstatSync(path.join(target, '.git'), { throwIfNoEntry: false })) return 'it holds a `.git`, so it is a repository'
  // A package.json of a public folder may be one that the app's build put there; that is checked where it is known.
  if (role !== 'public' && lstatSync(path.join(target, 'package.json'), { throwIfNoEntry: false })) return PACKAGE
  return undefined
}

/** Why a folder with a package.json is refused. */
export const PACKAGE = 'it holds a `package.json`, so it is a package with files of its own'

function overlapReason(target: Target, targets: readonly Target[]): string | undefined {
  for (const other of targets) {
    if (other === target) continue
    const how = relation(target.path, other.path)
    if (how === undefined) continue
    const leak =
      target.role === 'private' && other.role === 'public' && how === 'lies in'
        ? ', which would publish the authenticated view'
        : ''
    return `it ${how} the folder of \`${other.option}\`, ${other.label}${leak}`
  }
  return undefined
}

/** How a folder lies to another, where they overlap. */
function relation(folder: string, other: string): string | undefined {
  if (folder === other) return 'is'
  if (contains(other, folder)) return 'lies in'
  return contains(folder, other) ? 'holds' : undefined
}

function contains(folder: string, inner: string): boolean {
  return inner !== folder && inner.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)
}

/** The fixed beginnings of the patterns that name definitions; a pattern without one says nothing. */
function definitionFolders({ skills, agents }: TargetInput['config']): string[] {
  return [...skills, ...agents].flatMap((pattern) => {
    const segments = pattern.replace(/^(\.\/)+/, '').split('/')
    const glob = segments.findIndex((segment) => /[*?[\]{}()!+@]/.test(segment))
    const folder = (glob < 0 ? segments : segments.slice(0, glob)).filter((segment) => segment !== '').join('/')
    return folder === '' || folder === '.' ? [] : [folder]
  })
}

/** The real path of what exists of a path, with the rest as it is. */
function realPath(location: string): string {
  try {
    return realpathSync(location)
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error
    return path.join(realPath(path.dirname(location)), path.basename(location))
  }
}

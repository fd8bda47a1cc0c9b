import { lstatSync } from 'node:fs'
import type { Config } from './config.ts'
import type { DeployFile } from './deploy.ts'
import { type Diagnostic, diagnose } from './diagnostics/diagnostic.ts'
import { displayPath, writeFailure } from './emit/errors.ts'
import { acquireLock, holdsLock, releaseLock } from './emit/lock.ts'
import { discard, interruptedTargets, moveIn, recover } from './emit/move-in.ts'
import { planFolders } from './emit/folders.ts'
import type { FolderPlan } from './emit/plan.ts'
import { prepareFolder } from './emit/prepare.ts'
import { checkTargets, listTargets, resolveTargets, type Target } from './emit/targets.ts'
import { discardStaging, hasWorkspace, workspaceOf } from './emit/workspace.ts'
import { isFilePath } from './manifest.ts'
import type { SigningState } from './sign/keys.ts'
import { fileOf, type Site } from './site.ts'

/** A site and the folders it goes to. */
export interface EmitInput {
  /** Absolute path of the site's root. */
  readonly root: string
  /** The public folder, absolute or relative to the root. */
  readonly outDir: string
  readonly build: {
    readonly config: Config
    readonly public: Site
    readonly private?: Site | undefined
    /** How it is signed, for the manifest. @default 'unsigned' */
    readonly signing?: SigningState
    /** Files for the deployment folder, besides the manifest. @default none */
    readonly deploy?: readonly DeployFile[] | undefined
  }
  readonly base: EmitBase
  /** Folder of the publisher's own files (Vite's `publicDir`), absolute or relative to the root: never written to. */
  readonly publicDir?: string | undefined
}

/** What the public folder holds besides the site. */
export type EmitBase =
  /**
   * The app's own build, made for this build in a folder (`openStaging`) that is consumed: its files are moved and it is
   * removed. Files of earlier app builds go; what neither an app build nor Signpost wrote stays. Where no record of an
   * earlier build tells them apart, `emptyOutDir` decides whether all goes or all stays.
   */
  | { readonly mode: 'replace'; readonly folder: string; readonly emptyOutDir: boolean }
  /** Another framework wrote the public folder: everything in it that Signpost did not write stays. */
  | { readonly mode: 'shared' }

/** What was done to one folder. */
export interface FolderReport {
  readonly role: Target['role']
  /** Relative to the root where it lies inside, otherwise absolute. */
  readonly path: string
  /** Files in it now. */
  readonly files: number
  readonly written: number
  readonly unchanged: number
  readonly removed: number
  /** Whether anything in it was touched. */
  readonly changed: boolean
}

/** What was done to the folders of a build; the private one is left out where it neither is nor was. */
export interface EmitReport {
  readonly folders: readonly FolderReport[]
}

/** The outcome of writing: without a report the folders are as they were. */
export interface EmitResult {
  readonly diagnostics: readonly Diagnostic[]
  readonly report?: EmitReport
}

/**
 * Writes a site into its folders, the only function that does: all of them or none, and nothing at all where nothing
 * changed. `emit/move-in.ts` describes what a killed build leaves and how the next one puts it right.
 *
 * @throws {TypeError} for a site whose paths are no file paths, before anything is written.
 */
export function writeSite(input: EmitInput): EmitResult {
  try {
    assertPaths(input.build.public)
    if (input.build.private) assertPaths(input.build.private)
    assertFilePaths(input.build.deploy ?? [], 'deployment folder')
    const diagnostics = checkTargets({ ...input, config: input.build.config })
    return diagnostics.length > 0 ? { diagnostics } : writeLocked(input)
  } catch (error) {
    return { diagnostics: [writeFailure(error, input.root, input.build.config.file, false)] }
  } finally {
    if (input.base.mode === 'replace') discardStaging(input.base.folder)
  }
}

function writeLocked(input: EmitInput): EmitResult {
  const {
    root,
    build: { config },
  } = input
  const targets = resolveTargets({ ...input, config })
  const home = targets.deploy.path
  const locked: string[] = []
  try {
    const lock = (folder: string): Diagnostic[] => {
      if (locked.includes(folder)) return []
      const attempt = acquireLock(folder)
      if (attempt.locked) locked.push(folder)
      return attempt.locked ? [] : [lockedBy(attempt.holder, folder, root, config.file)]
    }
    const needed = listTargets(targets).filter(
      ({ role, path }) => role !== 'private' || input.build.private || exists(path) || hasWorkspace(path),
    )
    const busy = needed.flatMap(({ path }) => lock(path))
    if (busy.length === 0) busy.push(...interruptedTargets(home).flatMap(lock))
    if (busy.length > 0) return { diagnostics: busy }
    recover(locked, home)

    const { plans, diagnostics } = planFolders(input, targets)
    if (diagnostics.length > 0) return { diagnostics }
    const leftover = replaceFolders(plans, home)
    const failure = leftover === undefined ? [] : [writeFailure(leftover, root, config.file, true)]
    return {
      diagnostics: failure,
      report: { folders: listTargets(targets).flatMap((target) => describe(target, plans)) },
    }
  } finally {
    for (const folder of locked.toReversed()) releaseLock(folder)
  }
}

/** Prepares the folders that change and moves them in; gives the error that kept the old ones from being removed. */
function replaceFolders(plans: readonly FolderPlan[], home: string): unknown {
  const changed = plans.filter((plan) => plan.changed)
  if (changed.length === 0) return undefined
  try {
    for (const plan of changed) if (!plan.remove) prepareFolder(plan, workspaceOf(plan.target).next)
    if (!plans.every(({ target }) => holdsLock(target))) {
      throw Object.assign(new Error('ELOCKED: another build took the lock'), { code: 'ELOCKED' })
    }
    return moveIn(changed, home)
  } catch (error) {
    for (const { target } of changed) discard(workspaceOf(target).next)
    throw error
  }
}

function describe({ role, path, label }: Target, plans: readonly FolderPlan[]): FolderReport[] {
  const plan = plans.find(({ target }) => target === path)
  if (plan === undefined) return []
  const { files, written, unchanged, removed, changed } = plan
  return [{ role, path: label, files, written, unchanged, removed, changed }]
}

function lockedBy(
  { pid, host }: { pid: number; host: string },
  folder: string,
  root: string,
  file: string,
): Diagnostic {
  const lock = displayPath(root, workspaceOf(folder).lock)
  return diagnose('SITE_LOCKED', { file }, { folder: displayPath(root, folder), pid, host, lock })
}

function assertPaths(site: Site): void {
  const files = site.artifacts.map(({ path }) => ({ path: fileOf(site, path) }))
  assertFilePaths([...files, ...(site.hostFiles ?? [])], `${site.view} site`)
}

function assertFilePaths(files: readonly { readonly path: string }[], place: string): void {
  const seen = new Set<string>()
  for (const { path } of files) {
    if (!isFilePath(path))
      throw new TypeError(`The ${place} has a file whose path ${JSON.stringify(path)} is no file path`)
    if (seen.has(path)) throw new TypeError(`The ${place} has two files at ${JSON.stringify(path)}`)
    seen.add(path)
  }
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { errorCode } from './errors.ts'
import { isAlive } from './process.ts'

/**
 * Where everything transient about a folder lies: `.NAME.signpost` beside it, so on the same file system. It exists while
 * a build runs, and after one that was killed. Git ignores it.
 */
export interface Workspace {
  readonly folder: string
  /** The folder as it will be. */
  readonly next: string
  /** The folder as it was. */
  readonly previous: string
  /** Names the process that works here. */
  readonly lock: string
  /** Written when every `next` is complete. Only the deployment folder's is used. */
  readonly journal: string
}

/** The paths of a folder's workspace. */
export function workspaceOf(target: string): Workspace {
  const folder = path.join(path.dirname(target), `.${path.basename(target)}.signpost`)
  const inside = (name: string): string => path.join(folder, name)
  return {
    folder,
    next: inside('next'),
    previous: inside('previous'),
    lock: inside('lock'),
    journal: inside('journal.json'),
  }
}

/**
 * Makes a folder's workspace where there is none.
 *
 * @throws a system error, `ENOTDIR` where something else lies in its place: a link there would lead our removals elsewhere.
 */
export function openWorkspace(target: string): Workspace {
  const workspace = workspaceOf(target)
  mkdirSync(path.dirname(target), { recursive: true })
  try {
    mkdirSync(workspace.folder)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  assertFolder(workspace.folder)
  try {
    writeFileSync(path.join(workspace.folder, IGNORE), '*\n', { flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return workspace
}

/** Removes a folder's workspace if nothing is left in it. */
export function closeWorkspace(target: string): void {
  closeFolder(workspaceOf(target).folder)
}

/** Whether a folder's workspace exists, which means that a build runs or was killed. */
export function hasWorkspace(target: string): boolean {
  return lstatSync(workspaceOf(target).folder, { throwIfNoEntry: false })?.isDirectory() === true
}

/**
 * A new empty folder in the workspace of the public folder, for the app's own build to write to. `writeSite` consumes it;
 * one that a killed build left behind is removed by the next.
 */
export function openStaging(target: string): string {
  const folder = stagingOf(openWorkspace(target).folder, process.pid)
  rmSync(folder, { recursive: true, force: true })
  // Another build that ends right now may take the empty workspace away.
  mkdirSync(folder, { recursive: true })
  return folder
}

/**
 * Removes a staging folder, and the workspace if nothing else is in it. What cannot be removed is left to the next build.
 */
export function discardStaging(staging: string): void {
  try {
    rmSync(staging, { recursive: true, force: true })
    const workspace = path.dirname(staging)
    if (/^\..+\.signpost$/.test(path.basename(workspace))) closeFolder(workspace)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
}

/** Removes the staging folders of processes that are no more. */
export function discardDeadStaging(target: string): void {
  const { folder } = workspaceOf(target)
  for (const name of readdirSync(folder)) {
    const pid = /^staging-([1-9]\d*)$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}

const IGNORE = '.gitignore'

function closeFolder(folder: string): void {
  try {
    if (readdirSync(folder).every((name) => name === IGNORE)) {
      rmSync(path.join(folder, IGNORE), { force: true })
      rmdirSync(folder)
    }
  } catch (error) {
    // Another build that starts here right now makes what it needs again.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
  }
}

function stagingOf(workspace: string, pid: number): string {
  return path.join(workspace, `staging-${pid}`)
}

function assertFolder(folder: string): void {
  if (lstatSync(folder).isDirectory()) return
  throw Object.assign(new Error('ENOTDIR: not a folder, which a build needs for what it prepares'), {
    code: 'ENOTDIR',
    path: folder,
  })
}

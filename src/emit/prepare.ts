import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { errorCode } from './errors.ts'
import type { FolderPlan, Step } from './plan.ts'
import type { EntryKind } from './tree.ts'

/**
 * Makes a planned folder beside the one it replaces.
 *
 * Files that stay are hard links to the old ones, so their inode and times are the same; the old names go with the old
 * folder, so that nobody who writes to a file there later writes to two. Files of the app's build are moved. Folders get
 * the permissions that the process gives (umask), the outermost those of the folder it replaces.
 *
 * @throws a system error.
 */
export function prepareFolder(plan: FolderPlan, next: string): void {
  mkdirSync(next)
  const folders = new Set([''])
  const keepFile = fileKeeper()
  for (const step of plan.steps) {
    const parent = step.path.slice(0, Math.max(0, step.path.lastIndexOf('/')))
    if (!folders.has(parent)) mkdirSync(`${next}/${parent}`, { recursive: true })
    folders.add(parent)
    place(step, `${plan.target}/${step.path}`, `${next}/${step.path}`, keepFile)
  }
  const before = lstatSync(plan.target, { throwIfNoEntry: false })
  if (before && before.mode !== lstatSync(next).mode) chmodSync(next, before.mode & 0o7777)
}

function place(
  { content, existing, same }: Step,
  before: string,
  location: string,
  keepFile: (from: string, to: string) => void,
): void {
  const entry = content.kind === 'document' ? 'file' : content.entry
  if (entry === 'folder') mkdirSync(location, { recursive: true })
  else if (same && entry === 'link') symlinkSync(readlinkSync(before), location)
  else if (same) keepFile(before, location)
  else {
    if (content.kind === 'document') writeFileSync(location, content.body, { flag: 'wx' })
    else if (content.kind === 'staged') moveStaged(entry, content.location, location)
    if (entry === 'file' && existing === 'file') makeNewer(location, before)
  }
}

/** Hard-links, or copies with its times where the file system, or the rights on a file of someone else, allow no links. */
function fileKeeper(): (from: string, to: string) => void {
  let links = true
  return (from, to) => {
    if (links) {
      try {
        linkSync(from, to)
        return
      } catch (error) {
        if (!NO_LINKS.has(errorCode(error) ?? '')) throw error
        links = errorCode(error) === 'EMLINK'
      }
    }
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const { atime, mtime } = statSync(from)
    utimesSync(to, atime, mtime)
  }
}

const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

function moveStaged(entry: EntryKind, from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error
    if (entry === 'link') symlinkSync(readlinkSync(from), to)
    else copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}

/**
 * Servers derive ETag and Last-Modified from the modification time in whole seconds: bytes that replace others of the same
 * second would be answered with 304.
 */
function makeNewer(file: string, before: string): void {
  const old = Math.floor(lstatSync(before).mtimeMs / 1000)
  if (Math.floor(lstatSync(file).mtimeMs / 1000) <= old) utimesSync(file, old + 1, old + 1)
}

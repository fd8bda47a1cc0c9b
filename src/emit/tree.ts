import { createHash } from 'node:crypto'
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync, type Stats } from 'node:fs'
import { errorCode } from './errors.ts'

/** What lies at a path of a folder; `folder` is an empty one, `other` neither a file, a folder nor a link, or its name is no UTF-8. */
export type EntryKind = 'file' | 'link' | 'folder' | 'other'

/** Everything below a folder by relative `/`-separated path; folders that hold something are implied by it. */
export type Tree = ReadonlyMap<string, EntryKind>

/** Reads a folder; one that is not there is empty. */
export function readTree(folder: string): Tree {
  const tree = new Map<string, EntryKind>()
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory()) collect(folder, '', tree)
  return tree
}

/** Whether a file holds exactly these bytes and is as a published file has to be: regular, readable, not executable. */
export function holdsBytes(file: string, body: Uint8Array): boolean {
  return (
    withFile(file, (descriptor, stats) => {
      if (!stats.isFile() || stats.size !== body.length || (stats.mode & 0o111) !== 0) return false
      for (let offset = 0; offset < body.length;) {
        const length = readSync(descriptor, FIRST, 0, FIRST.length, null)
        if (length === 0 || FIRST.compare(body, offset, offset + length, 0, length) !== 0) return false
        offset += length
      }
      return true
    }) ?? false
  )
}

/** The SHA-256 of a file of the app, and whether another file holds the same bytes. */
export function inspectFile(file: string, other: string): { sha256: string; same: boolean } {
  const hash = createHash('sha256')
  const compare = (against?: number): boolean => {
    const descriptor = openSync(file, 'r')
    try {
      let same = against !== undefined && fstatSync(descriptor).size === fstatSync(against).size
      for (;;) {
        const length = readSync(descriptor, FIRST, 0, FIRST.length, null)
        if (length === 0) return same
        hash.update(FIRST.subarray(0, length))
        same &&= readFully(against!, length) === length && FIRST.compare(SECOND, 0, length, 0, length) === 0
      }
    } finally {
      closeSync(descriptor)
    }
  }
  const same = withFile(other, (descriptor, stats) => compare(stats.isFile() ? descriptor : undefined)) ?? compare()
  return { sha256: hash.digest('hex'), same }
}

const FIRST = Buffer.allocUnsafeSlow(256 * 1024)
const SECOND = Buffer.allocUnsafeSlow(256 * 1024)

function collect(folder: string, prefix: string, tree: Map<string, EntryKind>): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const location = `${folder}/${entry.name}`
    const path = prefix + entry.name
    if (entry.name.includes('\uFFFD') && lstatSync(location, { throwIfNoEntry: false }) === undefined)
      tree.set(path, 'other')
    else if (entry.isFile()) tree.set(path, 'file')
    else if (entry.isSymbolicLink()) tree.set(path, 'link')
    else if (!entry.isDirectory()) tree.set(path, 'other')
    else {
      const before = tree.size
      collect(location, `${path}/`, tree)
      if (tree.size === before) tree.set(path, 'folder')
    }
  }
}

/** Runs with a file opened; `undefined` where it cannot be. */
function withFile<T>(file: string, run: (descriptor: number, stats: Stats) => T): T | undefined {
  let descriptor: number
  try {
    descriptor = openSync(file, 'r')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR', 'ELOOP'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
  try {
    return run(descriptor, fstatSync(descriptor))
  } finally {
    closeSync(descriptor)
  }
}

function readFully(descriptor: number, length: number): number {
  let total = 0
  while (total < length) {
    const read = readSync(descriptor, SECOND, total, length - total, null)
    if (read === 0) break
    total += read
  }
  return total
}

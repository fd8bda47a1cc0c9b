import { closeSync, fsyncSync, lstatSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isObject } from '../json.ts'
import { errorCode } from './errors.ts'
import { discardDeadStaging, hasWorkspace, workspaceOf } from './workspace.ts'

/** A folder that changes: its workspace holds what it will be, or it will be no more. */
export interface Move {
  /** Absolute path. */
  readonly target: string
  readonly remove: boolean
}

/**
 * Puts prepared folders in the place of the old ones, all or none.
 *
 * The protocol, for a process that may be killed between any two steps:
 *
 * 1. Every `next` is complete; no target was touched. Killed here: the next build discards `next`.
 * 2. The journal appears by a rename: the commit point. From here on the next build finishes what this one began.
 * 3. Per folder, `target` -> `previous` and `next` -> `target`. A folder is always whole, the old one or the new one; between
 *    the two renames, neighbours in time, it is absent, because no portable call exchanges two folders.
 * 4. Every `previous` is removed, then the journal. While there is no journal there is no `previous`.
 *
 * Which step a folder has reached shows in what exists, so finishing is the same code as beginning. A rename that the
 * system refuses is no kill: those done before it are taken back and the journal goes.
 *
 * The journal is flushed to disk before the renames; the files are not, which would cost more than writing them. What a
 * power failure leaves in them is put right by the next build, since it compares bytes and trusts no record.
 *
 * @param home The folder whose workspace keeps the journal.
 * @returns a system error that kept the old folders from being removed, when the new ones are in place.
 * @throws a system error; every folder is then as it was.
 */
export function moveIn(moves: readonly Move[], home: string): unknown {
  const { journal } = workspaceOf(home)
  writeJournal(moves, home)
  const done: Array<readonly [from: string, to: string]> = []
  try {
    for (const move of moves) advance(move, done)
  } catch (error) {
    for (const [from, to] of done.toReversed()) renameSync(to, from)
    rmSync(journal)
    throw error
  }
  try {
    finish(moves, home)
  } catch (error) {
    return error
  }
  return undefined
}

/** The folders that a killed build was about to move in, so that they can be locked before it is finished. */
export function interruptedTargets(home: string): string[] {
  return readJournal(home).map(({ target }) => target)
}

/**
 * Puts right what a killed build left: with a journal it is finished, without one discarded.
 *
 * @param targets Folders whose locks are held, those of `interruptedTargets` among them.
 * @throws a system error.
 */
export function recover(targets: readonly string[], home: string): void {
  const moves = readJournal(home)
  for (const move of moves) advance(move, [])
  finish(moves, home)
  for (const target of targets) {
    const { next, previous } = workspaceOf(target)
    // Only a lost journal leaves it so; what is kept here may be the publisher's own files.
    if (exists(previous) && !exists(target)) renameSync(previous, target)
    discard(next)
    discard(previous)
    discardDeadStaging(target)
  }
}

/** Removes what was prepared for a folder. */
export function discard(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Takes one folder from wherever it stands to its end, noting the renames. */
function advance({ target, remove }: Move, done: Array<readonly [string, string]>): void {
  const { next, previous } = workspaceOf(target)
  const move = (from: string, to: string): void => {
    renameSync(from, to)
    done.push([from, to])
  }
  if (remove) {
    if (exists(target) && !exists(previous)) move(target, previous)
    return
  }
  if (!exists(next)) return
  if (exists(target)) {
    // Someone made the folder anew after a build was killed between the renames: it is theirs.
    if (exists(previous)) return
    move(target, previous)
  }
  move(next, target)
}

function finish(moves: readonly Move[], home: string): void {
  for (const { target } of moves) discard(workspaceOf(target).previous)
  const { journal } = workspaceOf(home)
  rmSync(journal, { force: true })
  rmSync(draftOf(journal), { force: true })
}

function writeJournal(moves: readonly Move[], home: string): void {
  const { journal, folder } = workspaceOf(home)
  const entries = moves.map(({ target, remove }) => ({ folder: path.relative(path.dirname(home), target), remove }))
  const file = openSync(draftOf(journal), 'w')
  try {
    writeFileSync(file, JSON.stringify({ moves: entries }))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draftOf(journal), journal)
  flushFolder(folder)
}

function draftOf(journal: string): string {
  return `${journal}.draft`
}

/**
 * The moves of a journal; none if there is no readable one. Whatever it names, nothing but the workspace beside a folder and
 * the folder of that name is ever touched, and only where such a workspace exists.
 */
function readJournal(home: string): Move[] {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(workspaceOf(home).journal, 'utf8'))
  } catch (error) {
    if (errorCode(error) !== undefined && errorCode(error) !== 'ENOENT') throw error
    return []
  }
  const moves: readonly unknown[] = isObject(value) && Array.isArray(value['moves']) ? value['moves'] : []
  return moves.flatMap((move): Move[] => {
    if (!isObject(move) || typeof move['folder'] !== 'string' || typeof move['remove'] !== 'boolean') return []
    const target = path.resolve(path.dirname(home), move['folder'])
    return hasWorkspace(target) ? [{ target, remove: move['remove'] }] : []
  })
}

/** Makes a rename in a folder survive a power failure, where the system can. */
function flushFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r')
    try {
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
  } catch {
    // Windows opens no folders; the rename is then as safe as its file system makes it.
  }
}

function exists(target: string): boolean {
  return lstatSync(target, { throwIfNoEntry: false }) !== undefined
}

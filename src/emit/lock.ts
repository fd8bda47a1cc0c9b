import { readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { isObject } from '../json.ts'
import { errorCode } from './errors.ts'
import { isAlive, startTime } from './process.ts'
import { closeWorkspace, openWorkspace, workspaceOf } from './workspace.ts'

/** The process that holds a lock. */
export interface Holder {
  readonly pid: number
  readonly host: string
  /** Its `startTime`. */
  readonly started: string
}

/** The lock of a folder, or who has it. */
export type LockAttempt = { readonly locked: true } | { readonly locked: false; readonly holder: Holder }

/**
 * Takes the lock of a folder, which guards the folder's workspace; one whose process is no more is taken over.
 *
 * Two builds that take over the same dead lock in the same instant may both believe to have it. Each therefore asks
 * `holdsLock` before it commits, and only the later one gets yes.
 */
export function acquireLock(target: string): LockAttempt {
  const self: Holder = { pid: process.pid, host: os.hostname(), started: startTime(process.pid) }
  for (let unreadable = 0; ;) {
    try {
      writeFileSync(openWorkspace(target).lock, JSON.stringify(self), { flag: 'wx' })
      return { locked: true }
    } catch (error) {
      if (errorCode(error) === 'ENOENT') continue
      if (errorCode(error) !== 'EEXIST') throw error
    }
    const { lock } = workspaceOf(target)
    const holder = readHolder(lock)
    if (holder === undefined && unreadable++ < 10) pause(50)
    else if (holder !== undefined && isHeld(holder, lock)) return { locked: false, holder }
    else remove(lock)
  }
}

/** Whether this process has the lock of a folder. */
export function holdsLock(target: string): boolean {
  const holder = readHolder(workspaceOf(target).lock)
  return holder?.pid === process.pid && holder.host === os.hostname()
}

/**
 * Gives the lock back, and the workspace with it if nothing is left there. A lock that cannot be removed dies with its
 * process, so that is no failure of the build.
 */
export function releaseLock(target: string): void {
  try {
    if (holdsLock(target)) remove(workspaceOf(target).lock)
    closeWorkspace(target)
  } catch (error) {
    if (errorCode(error) === undefined) throw error
  }
}

/** A process of another machine cannot be asked; a build writes for seconds, so an old lock is a dead one. */
const FOREIGN_LOCK_MS = 10 * 60 * 1000

function isHeld(holder: Holder, lock: string): boolean {
  if (holder.host === os.hostname()) return isAlive(holder.pid, holder.started)
  const stat = statSync(lock, { throwIfNoEntry: false })
  return stat !== undefined && Date.now() - stat.mtimeMs < FOREIGN_LOCK_MS
}

/** The holder that a lock names; `undefined` where it is gone, not written yet or none of ours. */
function readHolder(lock: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(lock, 'utf8'))
    if (!isObject(value)) return undefined
    const { pid, host, started } = value
    if (!Number.isSafeInteger(pid) || (pid as number) < 1 || typeof host !== 'string' || typeof started !== 'string')
      return undefined
    return { pid: pid as number, host, started }
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

function remove(lock: string): void {
  try {
    unlinkSync(lock)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

import { readFileSync } from 'node:fs'
import { errorCode } from './errors.ts'

/**
 * Whether a process of this machine runs.
 *
 * @param started Its `startTime`, where known: a number is given to another process after a while, in a container even to
 *   the next build.
 */
export function isAlive(pid: number, started = ''): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (errorCode(error) !== 'EPERM') return false
  }
  const { state, time } = readStat(pid)
  return state !== 'Z' && state !== 'X' && (started === '' || time === '' || started === time)
}

/** When a process started, in the system's own measure; empty where the system does not tell. */
export function startTime(pid: number): string {
  return readStat(pid).time
}

/** State and start time of a process from proc(5), whose second field may hold spaces and parentheses. */
function readStat(pid: number): { state: string; time: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', time: fields[19] ?? '' }
  } catch {
    return { state: '', time: '' }
  }
}

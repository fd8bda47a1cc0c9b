import { spawnSync } from 'node:child_process'
import { formatOptions, type Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Sources } from './sources.ts'

/** Times of last changes in RFC 3339, UTC, by path relative to the root. */
export type GitDates = ReadonlyMap<string, string>

/**
 * When the files of definitions were last changed by a commit, where `formats.ard.dates` asks for it.
 *
 * A history that is cut off knows no such times, and dates of the cut would change from build to build, so then there are
 * none and a finding says why. A file that no commit holds has none either.
 *
 * @param root Absolute path.
 */
export function loadGitDates(
  root: string,
  config: Config,
  sources: Sources,
): { readonly dates?: GitDates; readonly diagnostics: readonly Diagnostic[] } {
  if (config.formats['ard'] === false || formatOptions(config, 'ard')['dates'] !== 'git') return { diagnostics: [] }
  const refuse = (reason: string): { readonly diagnostics: readonly Diagnostic[] } => ({
    diagnostics: [diagnose('ARD_DATES_HISTORY', { file: config.file, pointer: '/formats/ard/dates' }, { reason })],
  })
  const facts = git(root, ['rev-parse', '--is-shallow-repository', '--show-prefix'])?.split('\n')
  if (facts === undefined) return refuse('there is no git repository, or git cannot read it')
  const [shallow, prefix = ''] = facts
  if (shallow !== 'false') return refuse('the history was fetched in part')
  // A merge is listed where it changed a file itself (-c). Both sides of every merge count, whatever the other one did.
  const log = git(root, [
    'log',
    '-z',
    '-c',
    '--full-history',
    '--name-only',
    '--no-renames',
    '--no-relative',
    '--format=%x01%ct',
    '--',
    ...foldersOf(sources),
  ])
  if (log === undefined) return refuse('there is no commit yet, or a part of the history is missing')
  return { dates: parseLog(log, prefix), diagnostics: [] }
}

/** The folders at the root that hold definitions. */
function foldersOf({ skills, agents }: Sources): string[] {
  const tops = [...skills, ...agents].map(({ main }) => main.path.split('/')[0]!)
  return tops.length === 0 ? ['.'] : [...new Set(tops)].map((top) => `:(literal)${top}`)
}

/**
 * Commits as `\x01` and epoch seconds, then their files, all ended by NUL; a line break may stand before the first file.
 *
 * @param prefix Path of the root in the repository, with a slash at the end, or empty: files are listed from the top.
 */
function parseLog(log: string, prefix: string): GitDates {
  const latest = new Map<string, number>()
  let time = 0
  for (const token of log.split('\0')) {
    if (/^\u0001\d+$/.test(token)) time = Number(token.slice(1))
    else {
      const path = token.replace(/^\n/, '')
      const file = path.startsWith(prefix) ? path.slice(prefix.length) : ''
      if (file !== '') latest.set(file, Math.max(time, latest.get(file) ?? 0))
    }
  }
  return new Map(
    [...latest].map(([file, seconds]) => [file, new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')]),
  )
}

/** What git prints; `undefined` where it fails. It runs nothing that the repository names, and fetches nothing. */
function git(cwd: string, args: readonly string[]): string | undefined {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const env = { ...Object.fromEntries(own), GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' }
  const safe = ['-c', 'core.fsmonitor=false', '-c', 'log.showSignature=false', '--no-pager', '--no-replace-objects']
  const run = spawnSync('git', [...safe, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    windowsHide: true,
  })
  return run.status === 0 ? run.stdout : undefined
}

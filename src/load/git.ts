import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import ignore, { type Ignore } from 'ignore'
import { isWithin } from './folder-link.ts'

/** What git knows about the files below one folder. Paths are relative to the root, `/`-separated. */
export interface GitRules {
  /** Whether git leaves a path out: a rule matches, and neither it nor anything in it is in the index. */
  ignores(path: string, kind: 'file' | 'folder'): boolean
  /** Whether the index records a file as executable; `undefined` for one that is not in the index. */
  isExecutable(path: string): boolean | undefined
}

/** A reader of git's rules below one root; what it has read is kept, so each build opens one of its own. */
export interface Git {
  rulesFor(folder: string): GitRules
}

/**
 * Opens what git says about the files below a root: `.gitignore` files, `.git/info/exclude` and the index.
 *
 * Git itself is asked only for the index, once a repository, and its absence is no error. A folder that is ignored as a
 * whole holds something made or fetched by a tool, so only the rules inside it count for what it holds. The ignore file
 * in a user's home is not read: the site must not depend on whose machine builds it.
 */
export function openGit(root: string): Git {
  const trees = new Map<string, Tree>()
  const tree = (top: string): Tree => {
    const known = trees.get(top) ?? openTree(top)
    trees.set(top, known)
    return known
  }
  return {
    rulesFor(folder) {
      const start = join(root, folder)
      const top = findRepository(start)
      let rules = tree(top === undefined ? root : top)
      for (const whole of [root, start]) {
        if (isWithin(whole, rules.top) && rules.matches(posix(rules.top, whole), 'folder')) rules = tree(whole)
      }
      const index = top === undefined ? NO_INDEX : tree(top).index
      const absolute = (path: string): string => join(root, path)
      return {
        ignores(path, kind) {
          if (!rules.matches(posix(rules.top, absolute(path)), kind)) return false
          return top === undefined || !index().holds(posix(top, absolute(path)))
        },
        isExecutable: (path) => (top === undefined ? undefined : index().mode(posix(top, absolute(path)))),
      }
    },
  }
}

interface Index {
  /** Whether a file, or any file below a folder, is in the index. */
  holds(path: string): boolean
  mode(path: string): boolean | undefined
}

interface Tree {
  readonly top: string
  matches(path: string, kind: 'file' | 'folder'): boolean
  index(): Index
}

const NO_INDEX = (): Index => ({ holds: () => false, mode: () => undefined })

/** One instance holds the rules of all `.gitignore` files of a tree, outer ones first: the last rule that matches wins. */
function openTree(top: string): Tree {
  const rules: Ignore = ignore({ ignorecase: false }).add(readText(join(top, '.git', 'info', 'exclude')))
  const read = new Set<string>()
  let index: Index | undefined
  const readRules = (folder: string): void => {
    if (read.has(folder)) return
    read.add(folder)
    if (folder !== '') readRules(parent(folder))
    const text = readText(join(top, folder, '.gitignore'))
    if (text !== '') rules.add(text.split(/\r?\n/).map((line) => below(folder, line)))
  }
  return {
    top,
    matches(path, kind) {
      if (path === '') return false
      readRules(parent(path))
      return rules.ignores(kind === 'folder' ? `${path}/` : path)
    },
    index: () => (index ??= readIndex(top)),
  }
}

/** A line of a `.gitignore` in a folder as a line of one at the top (gitignore(5), "PATTERN FORMAT"). */
function below(folder: string, line: string): string {
  const not = line.startsWith('!') ? '!' : ''
  const pattern = line.slice(not.length)
  if (folder === '' || pattern.trim() === '' || pattern.trim() === '/' || line.startsWith('#')) return line
  const anchored = /\/(?=.*\S)/.test(pattern.replace(/^\//, 'x/'))
  const prefix = `/${folder.replaceAll(/[\\*?[\]]/g, String.raw`\$&`)}/`
  return `${not}${prefix}${anchored ? '' : '**/'}${pattern.replace(/^\//, '')}`
}

function readIndex(top: string): Index {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')))
  // A file system monitor is a command that the repository's own configuration names: never run one.
  const args = ['-c', 'core.fsmonitor=false', 'ls-files', '--stage', '-z']
  const run = spawnSync('git', args, { cwd: top, env, encoding: 'utf8', maxBuffer: 1 << 30, windowsHide: true })
  const modes = new Map<string, boolean>()
  const folders = new Set<string>()
  for (const row of run.status === 0 ? run.stdout.split('\0') : []) {
    const path = row.slice(row.indexOf('\t') + 1)
    if (path === '') continue
    modes.set(path, row.startsWith('100755'))
    for (let folder = parent(path); folder !== '' && !folders.has(folder); folder = parent(folder)) folders.add(folder)
  }
  return { holds: (path) => modes.has(path) || folders.has(path), mode: (path) => modes.get(path) }
}

/** The nearest folder at or above a place that holds a `.git` (of a worktree or submodule, a file). */
function findRepository(place: string): string | undefined {
  if (existsSync(join(place, '.git'))) return place
  const up = dirname(place)
  return up === place ? undefined : findRepository(up)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return ''
  }
}

function posix(from: string, to: string): string {
  return relative(from, to).split(sep).join('/')
}

function parent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

import type { Headers } from '../headers.ts'
import { compareText } from '../json.ts'
import type { HostedFile } from './site-rules.ts'

/** The paths that one rule of a host is about; folders end with a slash, and the empty one is the whole site. */
export type Pattern =
  | { readonly kind: 'file'; readonly path: string }
  /** Everything below a folder. */
  | { readonly kind: 'folder'; readonly folder: string }
  /** Everything below a folder whose path ends so: `.zip`, or `/LICENSE` in a deeper folder. */
  | { readonly kind: 'ending'; readonly folder: string; readonly ending: string }

/** Headers for the paths of a pattern. */
export interface PatternRule {
  readonly pattern: Pattern
  readonly headers: Headers
}

/** Whether a pattern is about a path. */
export function matchesPattern(pattern: Pattern, path: string): boolean {
  if (pattern.kind === 'file') return pattern.path === path
  if (!path.startsWith(pattern.folder)) return false
  return (
    pattern.kind === 'folder' ||
    (path.length >= pattern.folder.length + pattern.ending.length && path.endsWith(pattern.ending))
  )
}

/**
 * Rules without a contest: of all patterns that match a published path, no two set the same header, so that the order in
 * which a platform reads them, and what it does with doubles, has no part in the answer. Folders that hold a publisher's
 * file are not spoken for as a whole.
 *
 * @param pick The headers that a rule has to set on a file.
 */
export function disjointRules(
  files: readonly HostedFile[],
  publisher: readonly string[],
  pick: (file: HostedFile) => Headers,
): PatternRule[] {
  const tree = growTree(files, publisher, pick)
  const names = [...new Set(files.flatMap((file) => Object.keys(pick(file))))]
  const rules = new Map<string, { pattern: Pattern; headers: Record<string, string> }>()
  for (const name of names) {
    for (const { pattern, value } of covers(tree, name)) {
      const key = pattern.kind === 'file' ? pattern.path : `${'folder' in pattern ? pattern.folder : ''}*`
      const rule = rules.get(key) ?? { pattern, headers: {} }
      rule.headers[name] = value
      rules.set(key, rule)
    }
  }
  return [...rules].toSorted(([a], [b]) => compareText(a, b)).map(([, rule]) => rule)
}

/** A pattern with what is decided about its paths. */
export interface PatternValue {
  readonly pattern: Pattern
  readonly value: string
}

/** Rules of which the last that matches a path decides about it: what most files have, then exceptions from it. */
export interface LayeredRules {
  readonly base: readonly PatternValue[]
  readonly exceptions: readonly PatternValue[]
}

/**
 * As few rules as can be, where the platform lets a later one win over an earlier one: at most one base and one exception
 * match a path, but for exceptions that agree. An exception is about a whole folder, or an ending in one, if every published
 * file there is one, and else about a single file.
 *
 * @param valueOf What is to be decided about a file; the empty text is nothing.
 */
export function layeredRules(
  files: readonly HostedFile[],
  publisher: readonly string[],
  valueOf: (file: HostedFile) => string,
): LayeredRules {
  const rules = openFolders(files, publisher).map(({ folder, files: inside }): LayeredRules => {
    if (folder === undefined)
      return {
        base: inside.map((file) => ({ pattern: { kind: 'file', path: file.path }, value: valueOf(file) })),
        exceptions: [],
      }
    const usual = usualValue(inside.map(valueOf))
    return {
      base: [{ pattern: { kind: 'folder', folder }, value: usual }],
      exceptions: exceptionsFrom(folder, usual, inside, valueOf),
    }
  })
  return { base: rules.flatMap(({ base }) => base), exceptions: rules.flatMap(({ exceptions }) => exceptions) }
}

/** The files below a folder that no one else has files in; without a folder, files that lie beside a publisher's. */
export interface OpenFolder {
  readonly folder: string | undefined
  readonly files: readonly HostedFile[]
}

/** The widest folders of a site that hold none of the publisher's files, and the files in no such folder. */
export function openFolders(files: readonly HostedFile[], publisher: readonly string[]): OpenFolder[] {
  const shared = new Set(publisher.flatMap((path) => foldersAbove(path)))
  const groups = new Map<string | undefined, HostedFile[]>()
  for (const file of files) {
    const folder = foldersAbove(file.path).find((f) => !shared.has(f))
    const group = groups.get(folder)
    if (group === undefined) groups.set(folder, [file])
    else group.push(file)
  }
  return [...groups].map(([folder, inside]) => ({ folder, files: inside }))
}

/** The folders that hold a path, from the root, which is empty, to the innermost. */
function foldersAbove(path: string): string[] {
  const segments = path.split('/').slice(0, -1)
  return ['', ...segments.map((_, i) => `${segments.slice(0, i + 1).join('/')}/`)]
}

interface Node {
  readonly folder: string
  readonly folders: Map<string, Node>
  readonly files: Array<{ readonly path: string; readonly headers: Headers }>
  /** A publisher's file lies in it or deeper. */
  shared: boolean
}

function growTree(
  files: readonly HostedFile[],
  publisher: readonly string[],
  pick: (file: HostedFile) => Headers,
): Node {
  const root: Node = { folder: '', folders: new Map(), files: [], shared: false }
  for (const file of files) {
    let node = root
    const segments = file.path.split('/').slice(0, -1)
    for (const segment of segments) {
      const folder = `${node.folder}${segment}/`
      const next = node.folders.get(segment) ?? { folder, folders: new Map(), files: [], shared: false }
      node.folders.set(segment, next)
      node = next
    }
    node.files.push({ path: file.path, headers: pick(file) })
  }
  for (const path of publisher) {
    let node: Node | undefined = root
    for (const segment of path.split('/')) {
      if (node === undefined) break
      node.shared = true
      node = node.folders.get(segment)
    }
  }
  return root
}

interface Cover {
  readonly pattern: Pattern
  readonly value: string
}

function covers(node: Node, name: string): Cover[] {
  const uniform = node.shared ? undefined : uniformValue(node, name)
  if (uniform !== undefined && !isForFilesOnly(uniform))
    return uniform === '' ? [] : [{ pattern: { kind: 'folder', folder: node.folder }, value: uniform }]
  const files = node.files.flatMap(({ path, headers }): Cover[] => {
    const value = headers[name]
    return value === undefined ? [] : [{ pattern: { kind: 'file', path }, value }]
  })
  return [...files, ...[...node.folders.values()].flatMap((inner) => covers(inner, name))]
}

/** The one value of a header in a folder, empty where no file has it; `undefined` where files differ. */
function uniformValue(node: Node, name: string): string | undefined {
  let seen: string | undefined
  for (const { headers } of node.files) {
    const value = headers[name] ?? ''
    if (seen !== undefined && seen !== value) return undefined
    seen = value
  }
  for (const inner of node.folders.values()) {
    const value = uniformValue(inner, name)
    if (value === undefined || (seen !== undefined && seen !== value)) return undefined
    seen = value
  }
  return seen ?? ''
}

function exceptionsFrom(
  top: string,
  usual: string,
  files: readonly HostedFile[],
  valueOf: (file: HostedFile) => string,
): PatternValue[] {
  const valued = files.map((file): Valued => ({
    path: file.path,
    value: valueOf(file),
    ending: simpleEnding(file.path),
  }))
  const values = new Map(valued.map(({ path, value }) => [path, value]))
  // A wider pattern would speak for files beside this folder, the publisher's among them.
  const isInside = (folder: string): boolean => folder.startsWith(top)
  const byFolder = summarize(valued, ({ path }) => foldersAbove(path).filter(isInside))
  const byEnding = summarize(valued, ({ path, ending }) =>
    ending === undefined
      ? []
      : foldersBefore(path, ending)
          .filter(isInside)
          .map((folder) => folder + ending),
  )
  const candidates = new Map<string, Candidate>()
  const open = new Set<string>()
  for (const { path, value, ending } of valued) {
    if (value === usual) continue
    open.add(path)
    const candidate = widestPattern(path, ending, byFolder, byEnding)
    candidates.set(candidate.key, candidate)
  }
  const found: PatternValue[] = []
  // What covers most goes first, so that nothing is said twice.
  for (const { pattern } of [...candidates.values()].toSorted(
    (a, b) => b.count - a.count || compareText(a.key, b.key),
  )) {
    const news =
      pattern.kind === 'file'
        ? [pattern.path].filter((path) => open.has(path))
        : [...open].filter((path) => matchesPattern(pattern, path))
    if (news.length === 0) continue
    for (const path of news) open.delete(path)
    found.push({ pattern, value: values.get(news[0]!)! })
  }
  return found
}

interface Candidate {
  readonly pattern: Pattern
  readonly key: string
  /** Files that it matches. */
  readonly count: number
}

interface Valued {
  readonly path: string
  readonly value: string
  readonly ending: string | undefined
}

/** Of each key how many files it has, and the value if it is one for all of them. */
type Summary = Map<string, { count: number; value: string | undefined }>

function summarize(files: readonly Valued[], keysOf: (file: Valued) => readonly string[]): Summary {
  const summary: Summary = new Map()
  for (const file of files) {
    for (const key of keysOf(file)) {
      const known = summary.get(key)
      if (known === undefined) summary.set(key, { count: 1, value: file.value })
      else {
        known.count++
        if (known.value !== file.value) known.value = undefined
      }
    }
  }
  return summary
}

/** The pattern that covers most, of several files that all have one value; the file itself where there is none. */
function widestPattern(path: string, ending: string | undefined, byFolder: Summary, byEnding: Summary): Candidate {
  const candidates = foldersAbove(path).flatMap((folder): Candidate[] => {
    const whole = countOf(byFolder, folder)
    const some =
      ending === undefined || !foldersBefore(path, ending).includes(folder) ? 0 : countOf(byEnding, folder + ending)
    return [
      ...(whole > 1 && !isForFilesOnly(byFolder.get(folder)?.value ?? '')
        ? [{ pattern: { kind: 'folder', folder } as const, key: folder, count: whole }]
        : []),
      ...(some > 1
        ? [{ pattern: { kind: 'ending', folder, ending: ending! } as const, key: `${folder}*${ending}`, count: some }]
        : []),
    ]
  })
  const file: Candidate = { pattern: { kind: 'file', path }, key: path, count: 1 }
  return candidates.reduce((best, candidate) => (candidate.count > best.count ? candidate : best), file)
}

/** Files of a key that all have one value; none where they differ. */
function countOf(summary: Summary, key: string): number {
  const entry = summary.get(key)
  return entry?.value === undefined ? 0 : entry.count
}

/** An ending that every platform can match: of the name, or the name itself with its slash where it has none. */
function simpleEnding(path: string): string | undefined {
  return /[^/](\.[A-Za-z0-9]+)$/.exec(path)?.[1] ?? /[^/](\/[\w-]+)$/.exec(path)?.[1]
}

/** The folders from which on an ending is one: a name with its slash lies in a deeper one. */
function foldersBefore(path: string, ending: string): string[] {
  return ending.startsWith('/') ? foldersAbove(path).slice(0, -1) : foldersAbove(path)
}

/**
 * What may be kept for a year is never said of a whole folder: platforms apply a rule for one to what is missing in it too,
 * and to what will lie there after the next build.
 */
function isForFilesOnly(value: string): boolean {
  return /\bimmutable\b/.test(value)
}

/** Nothing, where some files have nothing: it takes no rule. Else what most have. */
function usualValue(values: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  if (counts.has('')) return ''
  return (
    [...counts]
      .filter(([value]) => !isForFilesOnly(value))
      .toSorted(([a, m], [b, n]) => n - m || compareText(a, b))[0]?.[0] ?? ''
  )
}

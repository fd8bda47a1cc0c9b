import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import fastGlob from 'fast-glob'
import type { Config } from '../config.ts'

/** Decides which files no server and no bundle may hand out. */
export interface Guard {
  /** Whether a file is the source of a definition, a key, or output that is not public; by its name or what it links to. */
  covers(file: string): boolean
  /** The guarded file that a request for this URL could be answered from, however the URL is spelt. */
  fileBehind(url: string): string | undefined
  /** Every file that a server could take a URL for, however it is spelt. */
  filesBehind(url: string): string[]
  /** The same as glob patterns, for `server.fs.deny`. */
  readonly deny: readonly string[]
  /** Looks again which folders match the options. */
  refresh(): void
}

/** The options that name what is guarded. */
export type GuardedFolders = Pick<Config, 'skills' | 'agents' | 'privateDir' | 'deployDir'>

/** What a guard is made from; every path is absolute. */
export interface GuardContext {
  readonly root: string
  /** Folders that URLs are resolved in, besides the root. */
  readonly folders: readonly string[]
  readonly config: GuardedFolders
  /** File of the signing keys, relative to the root. */
  readonly keyFile?: string | undefined
  /** Path prefixes that the server takes off a URL. */
  readonly bases?: readonly string[]
  /** Endings that the bundler tries on a file name. */
  readonly extensions?: readonly string[]
  /** Turns an alias of the bundler into the path it stands for. */
  readonly aliases?: (url: string) => readonly string[]
}

/** The folders whose children are definitions, as absolute paths: those that exist, and named ones that may come. */
export function definitionFolders(root: string, { skills, agents }: GuardedFolders): string[] {
  const patterns = [...skills, ...agents]
  const dynamic = patterns.filter((pattern) => fastGlob.isDynamicPattern(pattern))
  const found = fastGlob.globSync(dynamic, {
    cwd: root,
    onlyDirectories: true,
    dot: true,
    ignore: ['**/node_modules/**'],
  })
  const named = patterns.filter((pattern) => !fastGlob.isDynamicPattern(pattern))
  return [...new Set([...named, ...found].map((folder) => path.resolve(root, folder)))]
}

/** A guard over a project as its options describe it. */
export function createGuard(context: GuardContext): Guard {
  const { root, config, keyFile } = context
  const findFolders = (): string[] => definitionFolders(root, config).flatMap(withRealPath)
  let folders = findFolders()
  const outputs = [...(config.privateDir === false ? [] : [config.privateDir]), config.deployDir]
  const whole = outputs.flatMap((dir) => withRealPath(path.resolve(root, dir)))
  const keys = keyFile === undefined ? [] : withRealPath(path.resolve(root, keyFile))

  const covers = (file: string): boolean =>
    withRealPath(file).some(
      (name) =>
        hasSecretName(name) ||
        keys.includes(name) ||
        whole.some((dir) => isBelow(dir, name)) ||
        folders.some((folder) => isBelow(folder, name) && isSource(folder, name, root)),
    )
  return {
    covers,
    fileBehind: (url) => candidates(url, context).find((file) => isFile(file) && covers(file)),
    filesBehind: (url) => candidates(url, context).filter(isFile),
    deny: [
      '*.jwk.json',
      '**/{.signpost,.*.signpost}/**',
      ...keys.map((file) => fastGlob.escapePath(posix(file))),
      ...whole.map((dir) => `${fastGlob.escapePath(posix(dir))}/**`),
      ...folders.flatMap((folder) => denyPatterns(folder, root)),
    ],
    refresh() {
      folders = findFolders()
    },
  }
}

const MARKERS = /^(skill\.md|(skill|agent)\.(ya?ml|json))$/i

/** Whether a file below a definitions folder is a definition's. A folder of nothing but definitions is theirs as a whole. */
function isSource(folder: string, file: string, root: string): boolean {
  const parts = path.relative(folder, file).split(path.sep)
  if (parts.includes('node_modules')) return false
  if (!isBelow(folder, root) && folder !== root) return true
  if (parts.length === 1) return isDefinitionName(parts[0]!)
  return parts.slice(0, -1).some((_, index) => isMarked(path.join(folder, ...parts.slice(0, index + 1))))
}

function denyPatterns(folder: string, root: string): string[] {
  const base = fastGlob.escapePath(posix(folder))
  if (!isBelow(folder, root) && folder !== root) return [`${base}/**`]
  const marked = listFolder(folder).filter((name) => name !== 'node_modules' && isMarked(path.join(folder, name)))
  return [`${base}/*.{yaml,yml,md}`, ...marked.map((name) => `${base}/${fastGlob.escapePath(name)}/**`)]
}

/** Of a project's own folder: definitions and what editors leave of them, not the manifests of other tools. */
function isDefinitionName(name: string): boolean {
  if (/^(package(-lock)?|[jt]sconfig(\..+)?)\.json$/i.test(name)) return false
  return /\.(ya?ml|md|json)(\W|$)/i.test(name)
}

function isMarked(folder: string): boolean {
  return listFolder(folder).some((name) => MARKERS.test(name))
}

function hasSecretName(file: string): boolean {
  const parts = posix(file).toLowerCase().split('/')
  const name = parts.at(-1)!
  return (
    parts.some((part) => /^\.(.+\.)?signpost$/.test(part)) ||
    name.endsWith('.jwk.json') ||
    name === '.env' ||
    name.startsWith('.env.')
  )
}

/**
 * The files that some server could take a URL for. Servers decode once or twice, fold slashes, cut queries and prefixes
 * and try endings, each in its own order: every reading counts.
 */
function candidates(url: string, context: GuardContext): string[] {
  const { root, folders, bases = [], extensions = [], aliases } = context
  const prefixes = ['/@fs', '/@id', '/__x00__', '/\0', ...bases.map((base) => base.replace(/\/$/, ''))].filter(
    (p) => p !== '',
  )
  const files = new Set<string>()
  const seen = new Set<string>()
  const queue = readings(url)
  for (let text = queue.pop(); text !== undefined && seen.size < 500; text = queue.pop()) {
    if (seen.has(text)) continue
    seen.add(text)
    for (const prefix of prefixes) if (text.startsWith(prefix)) queue.push(fold(text.slice(prefix.length)))
    for (const other of aliases?.(text) ?? []) queue.push(fold(other))
    if (text.endsWith('.map')) queue.push(text.slice(0, -4))
    for (const base of [root, ...folders]) files.add(path.join(base, text))
    files.add(path.resolve('/', text.replace(/^\/(?=[a-z]:)/i, '')))
  }
  const endings = ['', '.html', '/index', '/index.html', ...extensions]
  return [...files]
    .filter((file) => !file.includes('\0'))
    .flatMap((file) => endings.map((ending) => `${file.replace(/\/$/, '')}${ending}`))
}

function readings(url: string): string[] {
  const texts = new Set<string>()
  let text = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  for (let depth = 0; depth < 4 && !texts.has(text); depth++) {
    texts.add(text)
    text = decode(text)
  }
  return [...texts]
    .flatMap((t) => [t, t.replace(/[?#].*$/s, '')])
    .flatMap((t) => [fold(t), fold(t.replaceAll('\\', '/'))])
}

function decode(text: string): string {
  // Valid runs of escapes only: a server may be lenient about the rest.
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

function fold(text: string): string {
  return path.posix.normalize(`/${text}`)
}

function withRealPath(file: string): string[] {
  try {
    return [...new Set([path.normalize(file), realpathSync.native(file)])]
  } catch {
    return [path.normalize(file)]
  }
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function listFolder(folder: string): string[] {
  return existsSync(folder) && statSync(folder).isDirectory() ? readdirSync(folder) : []
}

function isBelow(folder: string, file: string): boolean {
  return file.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`)
}

function posix(file: string): string {
  return file.replaceAll(path.sep, '/')
}

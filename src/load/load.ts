import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import glob from 'fast-glob'
import type { Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { compareText } from '../json.ts'
import { openGit } from './git.ts'
import { loadSkillFolder } from './skill-folder.ts'
import type { AgentSource, SkillSource, SourceFile, Sources } from './sources.ts'

/** Files larger than this are not read as definitions. */
const MAX_BYTES = 64 * 1_048_576

const DATA_ENDINGS = ['yaml', 'yml', 'json']

/** Names that people give a SKILL.md by mistake. */
const MISNAMED_SKILL = /^(skills?\.(md|markdown|mdx|txt))$/i

/** Where a definition was found; `main` and `beside` are paths relative to the root. */
interface Candidate {
  readonly name: string
  readonly shape: SkillSource['shape']
  readonly main: string
  readonly beside?: string
}

/**
 * Reads every definition below the root: the children of the `skills` and `agents` folders, and nothing else.
 *
 * No link is followed out of the root and only regular files are opened. What cannot be read is a finding.
 *
 * @param root Absolute path of the site.
 */
export function loadSources(root: string, config: Pick<Config, 'skills' | 'agents' | 'exclude' | 'file'>): { sources: Sources; diagnostics: Diagnostic[] } {
  const disk = openRoot(root)
  const diagnostics = disk.diagnostics
  const skillFolders = baseFolders(root, config, 'skills', diagnostics)
  const agentFolders = baseFolders(root, config, 'agents', diagnostics)
  const skillCandidates = skillFolders.flatMap((base) => children(disk, base, config.exclude, 'skill'))
  const agentCandidates = agentFolders.flatMap((base) => children(disk, base, config.exclude, 'agent'))
  const git = openGit(root)
  const definitions = new Set(skillCandidates.map((c) => (c.shape === 'data' || c.shape === 'markdown' ? c.main : c.main.slice(0, c.main.lastIndexOf('/')))))
  const skills = skillCandidates.flatMap((candidate): SkillSource[] => {
    const main = disk.read(candidate.main)
    if (main === undefined) return []
    const { name, shape } = candidate
    if (shape !== 'agent-skill') return [{ name, shape, main }]
    const folder = candidate.main.slice(0, candidate.main.lastIndexOf('/'))
    const beside = candidate.beside === undefined ? undefined : disk.read(candidate.beside)
    const loaded = loadSkillFolder(root, folder, { git, definitions })
    diagnostics.push(...loaded.diagnostics)
    return [{ name, shape, main, ...(beside ? { beside } : {}), files: loaded.files }]
  })
  const agents = agentCandidates.flatMap((candidate): AgentSource[] => {
    const main = disk.read(candidate.main)
    return main === undefined ? [] : [{ name: candidate.name, shape: candidate.shape as AgentSource['shape'], main }]
  })
  const byPath = (a: SkillSource | AgentSource, b: SkillSource | AgentSource): number => compareText(a.main.path, b.main.path)
  return { sources: { skills: skills.toSorted(byPath), agents: agents.toSorted(byPath) }, diagnostics }
}

/** The folders whose children are definitions; a written path that is not there is a finding, a pattern without a match too. */
function baseFolders(root: string, config: Pick<Config, 'skills' | 'agents' | 'exclude' | 'file'>, option: 'skills' | 'agents', diagnostics: Diagnostic[]): string[] {
  const isDefault = config[option].length === 1 && config[option][0] === option
  const folders = config[option].flatMap((pattern) => {
    const found = glob.isDynamicPattern(pattern)
      ? glob.globSync(pattern, { cwd: root, onlyDirectories: true, dot: false, ignore: ['**/node_modules/**', ...config.exclude], followSymbolicLinks: false })
      : existsSync(join(root, pattern)) && statSync(join(root, pattern)).isDirectory()
        ? [pattern.replace(/^\.\//, '').replace(/\/+$/, '')]
        : []
    if (found.length === 0 && !isDefault) diagnostics.push(diagnose('CONFIG_FOLDER_MISSING', { file: config.file, pointer: `/${option}` }, { option, pattern }))
    return found
  })
  return [...new Set(folders)].toSorted(compareText)
}

type Kind = 'skill' | 'agent'

function children(disk: Disk, base: string, exclude: readonly string[], kind: Kind): Candidate[] {
  const found = glob.globSync(`${glob.escapePath(base)}/*`, { cwd: disk.root, onlyFiles: false, dot: false, ignore: [...exclude], followSymbolicLinks: false, markDirectories: false })
  return found.toSorted(compareText).flatMap((path) => {
    const type = disk.typeOf(path)
    if (type === 'folder') return folderCandidates(disk, path, exclude, kind)
    if (type === 'file') return fileCandidates(disk, path)
    if (type === 'special' && isDefinitionName(basename(path))) disk.diagnostics.push(diagnose('DEFINITION_UNREADABLE', { file: path }, { path, reason: 'it is no regular file' }))
    return []
  })
}

function fileCandidates(disk: Disk, path: string): Candidate[] {
  const file = basename(path)
  const ending = /\.([^.]+)$/.exec(file)?.[1] ?? ''
  const name = file.slice(0, -(ending.length + 1))
  if (DATA_ENDINGS.includes(ending)) return [{ name, shape: 'data', main: path }]
  if (ending === 'md') return [{ name, shape: 'markdown', main: path }]
  if (/^ya?ml$/i.test(ending)) disk.diagnostics.push(diagnose('DEFINITION_FILE_NAME', { file: path }, { path, wanted: `${name}.${ending.toLowerCase()}` }))
  return []
}

function folderCandidates(disk: Disk, path: string, exclude: readonly string[], kind: Kind): Candidate[] {
  const { diagnostics } = disk
  const names = disk.list(path)
  if (names === undefined) return []
  const name = basename(path)
  const data = names.filter((n) => new RegExp(`^${kind}\\.(yaml|yml|json)$`, 'i').test(n))
  const exactData = data.filter((n) => n.startsWith(kind) && DATA_ENDINGS.some((e) => n.endsWith(`.${e}`)))
  const markdown = kind === 'skill' ? names.filter((n) => /^skill\.md$/i.test(n)) : []
  for (const wrong of data.filter((n) => !exactData.includes(n))) {
    diagnostics.push(diagnose('DEFINITION_FILE_NAME', { file: `${path}/${wrong}` }, { path: `${path}/${wrong}`, wanted: wrong.toLowerCase() }))
  }
  if (exactData.length > 1) {
    const files = exactData.map((n) => `${path}/${n}`)
    diagnostics.push(diagnose('DEFINITION_TWICE', { file: files[1]! }, { name, files, strictest: 'private' }))
  }
  const folders = [...markdown, ...exactData].filter((n) => disk.typeOf(`${path}/${n}`) === 'folder')
  for (const n of folders) diagnostics.push(diagnose('DEFINITION_IS_FOLDER', { file: `${path}/${n}` }, { path: `${path}/${n}` }))
  if (folders.length > 0) return []
  if (markdown.length > 1) {
    const files = markdown.map((n) => `${path}/${n}`)
    diagnostics.push(diagnose('DEFINITION_TWICE', { file: `${path}/SKILL.md` }, { name, files, strictest: 'private' }))
    return []
  }
  const [beside] = exactData
  if (markdown[0] === 'SKILL.md') return [{ name, shape: 'agent-skill', main: `${path}/SKILL.md`, ...(beside ? { beside: `${path}/${beside}` } : {}) }]
  const misnamed = kind === 'skill' ? names.filter((n) => MISNAMED_SKILL.test(n) && disk.typeOf(`${path}/${n}`) === 'file') : []
  for (const n of misnamed) diagnostics.push(diagnose('DEFINITION_FILE_NAME', { file: `${path}/${n}` }, { path: `${path}/${n}`, wanted: 'SKILL.md' }))
  if (misnamed.length > 0) return []
  if (beside !== undefined) return [{ name, shape: 'folder-data', main: `${path}/${beside}` }]
  reportNested(disk, path, exclude, kind)
  if (isDefinitionName(name)) diagnostics.push(diagnose('DEFINITION_IS_FOLDER', { file: path }, { path }))
  return []
}

/** A folder without a definition that holds some deeper down: they would be lost without a word. */
function reportNested(disk: Disk, path: string, exclude: readonly string[], kind: Kind): void {
  const pattern = kind === 'skill' ? '*/**/{SKILL.md,skill.yaml,skill.yml}' : '*/**/{agent.yaml,agent.yml}'
  const nested = glob
    .globSync(`${glob.escapePath(path)}/${pattern}`, { cwd: disk.root, dot: false, deep: 5, ignore: ['**/node_modules/**', ...exclude], followSymbolicLinks: false })
    .toSorted(compareText)
  if (nested[0] === undefined) return
  const option = `${kind}s`
  const parent = nested[0].split('/').slice(0, -2).join('/')
  disk.diagnostics.push(diagnose('DEFINITION_NESTED', { file: path }, { folder: path, examples: nested.slice(0, 3), option, glob: parent }))
}

function isDefinitionName(name: string): boolean {
  return /\.(yaml|yml|md)$/.test(name)
}

interface Disk {
  readonly root: string
  readonly diagnostics: Diagnostic[]
  typeOf(path: string): 'file' | 'folder' | 'special' | undefined
  list(path: string): string[] | undefined
  read(path: string): SourceFile | undefined
}

/** The file system below a root; what leads out of it or cannot be read becomes a finding and nothing else. */
function openRoot(root: string): Disk {
  const diagnostics: Diagnostic[] = []
  const realRoot = realpathSync(root)
  const attempt = <T>(path: string, action: () => T): T | undefined => {
    try {
      return action()
    } catch (error) {
      diagnostics.push(diagnose('DEFINITION_UNREADABLE', { file: path }, { path, reason: reasonOf(error) }))
      return undefined
    }
  }
  const isInside = (path: string): boolean => {
    const real = attempt(path, () => realpathSync(join(root, path)))
    if (real === undefined) return false
    if (real === realRoot || real.startsWith(realRoot + sep)) return true
    diagnostics.push(diagnose('DEFINITION_LINK_OUTSIDE', { file: path }, { path }))
    return false
  }
  return {
    root,
    diagnostics,
    typeOf(path) {
      const link = attempt(path, () => lstatSync(join(root, path)))
      if (link === undefined || (link.isSymbolicLink() && !isInside(path))) return undefined
      const stats = link.isSymbolicLink() ? attempt(path, () => statSync(join(root, path))) : link
      return stats === undefined ? undefined : stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'special'
    },
    list: (path) => attempt(path, () => readdirSync(join(root, path)))?.toSorted(compareText),
    read(path) {
      const type = this.typeOf(path)
      if (type === undefined) return undefined
      if (type !== 'file') {
        diagnostics.push(diagnose('DEFINITION_UNREADABLE', { file: path }, { path, reason: 'it is no regular file' }))
        return undefined
      }
      return attempt(path, () => {
        const { size } = statSync(join(root, path))
        if (size > MAX_BYTES) throw new RangeError(`it is ${Math.round(size / 1_048_576)} MiB large, definitions are at most ${MAX_BYTES / 1_048_576}`)
        return { path, bytes: new Uint8Array(readFileSync(join(root, path))) }
      })
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return error.message
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'the system does not allow it'
    case 'ENOENT':
      return 'it does not exist (a link that leads nowhere)'
    case 'ELOOP':
      return 'its links form a loop'
    default:
      return (error as NodeJS.ErrnoException).code ?? 'an unknown fault'
  }
}

import { lstatSync, statSync } from 'node:fs'
import { basename, join, posix } from 'node:path'
import glob from 'fast-glob'
import type { Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/rules/rule.ts'
import { compareText } from '../json.ts'
import { openRoot, type Disk } from './disk.ts'
import { openGit } from './git.ts'
import { misnamedFile, misnamedInFolder, reportNested, type Kind } from './misplaced.ts'
import { loadSkillFolder } from './skill-folder.ts'
import type { AgentSource, SkillSource, Sources } from './sources.ts'

const DATA_ENDINGS = ['yaml', 'yml', 'json']

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
export function loadSources(
  root: string,
  config: Pick<Config, 'skills' | 'agents' | 'exclude' | 'file'>,
): { sources: Sources; diagnostics: Diagnostic[] } {
  const disk = openRoot(root)
  const diagnostics = disk.diagnostics
  const skillFolders = baseFolders(disk, config, 'skills')
  const agentFolders = baseFolders(disk, config, 'agents')
  const skillCandidates = skillFolders.flatMap((base) => children(disk, base, config.exclude, 'skill'))
  const agentCandidates = agentFolders.flatMap((base) => children(disk, base, config.exclude, 'agent'))
  const git = openGit(root)
  const definitions = new Set(
    skillCandidates.map((c) =>
      c.shape === 'data' || c.shape === 'markdown' ? c.main : c.main.slice(0, c.main.lastIndexOf('/')),
    ),
  )
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
  const byPath = (a: SkillSource | AgentSource, b: SkillSource | AgentSource): number =>
    compareText(a.main.path, b.main.path)
  return { sources: { skills: skills.toSorted(byPath), agents: agents.toSorted(byPath) }, diagnostics }
}

/** The folders whose children are definitions; a written path that is no folder is a finding, a pattern without a match too. */
function baseFolders(
  disk: Disk,
  config: Pick<Config, 'skills' | 'agents' | 'exclude' | 'file'>,
  option: 'skills' | 'agents',
): string[] {
  const { root, diagnostics } = disk
  const place = { file: config.file, pointer: `/${option}` }
  const folders = config[option].flatMap((pattern) => {
    if (pattern.split('/').includes('..')) {
      diagnostics.push(
        diagnose('CONFIG_OPTION', place, {
          option,
          problem: 'must name folders below the root of the site',
          found: show(pattern),
        }),
      )
      return []
    }
    const found = glob.isDynamicPattern(pattern)
      ? disk.find(pattern, { onlyDirectories: true, ignore: ['**/node_modules/**', ...config.exclude] })
      : isFolder(join(root, pattern))
        ? [posix.normalize(pattern).replace(/\/$/, '')]
        : []
    const isOptional = pattern === option && lstatSync(join(root, pattern), { throwIfNoEntry: false }) === undefined
    if (found.length === 0 && !isOptional)
      diagnostics.push(diagnose('CONFIG_FOLDER_MISSING', place, { option, pattern }))
    return found.filter((folder) => disk.isInside(folder))
  })
  return [...new Set(folders)].toSorted(compareText)
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function children(disk: Disk, base: string, exclude: readonly string[], kind: Kind): Candidate[] {
  const found = disk.find(`${glob.escapePath(base)}/*`, { onlyFiles: false, ignore: [...exclude] })
  return found.flatMap((path) => {
    const type = disk.typeOf(path)
    if (type === 'folder') return folderCandidates(disk, path, exclude, kind)
    if (type === 'file') return fileCandidates(disk, path, kind)
    if (type === 'special' && isDefinitionName(basename(path)))
      disk.diagnostics.push(
        diagnose('DEFINITION_UNREADABLE', { file: path }, { path, reason: 'it is no regular file' }),
      )
    return []
  })
}

function fileCandidates(disk: Disk, path: string, kind: Kind): Candidate[] {
  const wanted = misnamedFile(disk, path, kind)
  if (wanted !== undefined) {
    disk.diagnostics.push(diagnose('DEFINITION_FILE_NAME', { file: path }, { path, wanted }))
    return []
  }
  const file = basename(path)
  const ending = /\.([^.]+)$/.exec(file)?.[1] ?? ''
  const name = file.slice(0, -(ending.length + 1))
  if (DATA_ENDINGS.includes(ending)) return [{ name, shape: 'data', main: path }]
  return ending === 'md' ? [{ name, shape: 'markdown', main: path }] : []
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
    diagnostics.push(
      diagnose(
        'DEFINITION_FILE_NAME',
        { file: `${path}/${wrong}` },
        { path: `${path}/${wrong}`, wanted: wrong.toLowerCase() },
      ),
    )
  }
  if (exactData.length > 1) {
    const files = exactData.map((n) => `${path}/${n}`)
    diagnostics.push(diagnose('DEFINITION_TWICE', { file: files[1]! }, { name, files, strictest: 'private' }))
  }
  const folders = [...markdown, ...exactData].filter((n) => disk.typeOf(`${path}/${n}`) === 'folder')
  for (const n of folders)
    diagnostics.push(diagnose('DEFINITION_IS_FOLDER', { file: `${path}/${n}` }, { path: `${path}/${n}` }))
  if (folders.length > 0) return []
  if (markdown.length > 1) {
    const files = markdown.map((n) => `${path}/${n}`)
    diagnostics.push(diagnose('DEFINITION_TWICE', { file: `${path}/SKILL.md` }, { name, files, strictest: 'private' }))
    return []
  }
  const [beside] = exactData
  if (markdown[0] === 'SKILL.md')
    return [
      { name, shape: 'agent-skill', main: `${path}/SKILL.md`, ...(beside ? { beside: `${path}/${beside}` } : {}) },
    ]
  const misnamed = misnamedInFolder(disk, path, names, kind, beside !== undefined)
  diagnostics.push(...misnamed)
  if (misnamed.some((d) => d.severity === 'error')) return []
  if (beside !== undefined) return [{ name, shape: 'folder-data', main: `${path}/${beside}` }]
  reportNested(disk, path, exclude, kind)
  if (isDefinitionName(name)) diagnostics.push(diagnose('DEFINITION_IS_FOLDER', { file: path }, { path }))
  return []
}

function isDefinitionName(name: string): boolean {
  return /\.(yaml|yml|md)$/.test(name)
}

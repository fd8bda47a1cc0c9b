import { lstatSync, readdirSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { LinkProblem } from '../diagnostics/rules/archive.ts'
import { compareText } from '../json.ts'
import { checkFileName, isLitter, nameTwins } from './file-name.ts'
import { errorCode, isWithin, resolveLink } from './folder-link.ts'
import { openGit, type Git } from './git.ts'
import type { FolderFile } from './sources.ts'

/** What the caller knows beyond the folder itself. */
export interface SkillFolderOptions {
  /** Git's rules below the root, shared by the folders of one build. @default openGit(root) */
  readonly git?: Git
  /** Files and folders below this one that are definitions of their own, relative to the root. @default none */
  readonly definitions?: ReadonlySet<string>
}

/** Clients of discovery archives refuse more; hosts refuse single files beyond theirs; tar cuts longer paths. */
const MAX_FILES = 1000
const MAX_BYTES = 50 * 1_048_576
const MAX_FILE_BYTES = 25 * 1_048_576
const MAX_PATH_BYTES = 100

/**
 * Reads what an Agent Skill publishes: everything of its folder but dot files, what git ignores, litter of tools, the
 * `skill.yaml` beside the SKILL.md, and what is a definition of its own.
 *
 * No link is followed out of the folder, nothing but regular files is opened, and nothing throws on what lies there.
 *
 * @param root Absolute path of the site.
 * @param folder The skill's folder relative to the root, `/`-separated.
 */
export function loadSkillFolder(
  root: string,
  folder: string,
  options: SkillFolderOptions = {},
): { files: FolderFile[]; diagnostics: Diagnostic[] } {
  const { git = openGit(root), definitions } = options
  const rules = git.rulesFor(folder)
  const top = join(root, folder)
  const files: FolderFile[] = []
  const diagnostics: Diagnostic[] = []
  let bytes = 0
  let isFull = false

  /**
   * @param name Path within the skill that the folder is published under.
   * @param origin Path within the skill where it lies: another one behind a link.
   * @param open Real paths of the folders that are being read, outermost first.
   */
  function readFolder(name: string, origin: string, open: readonly string[]): void {
    const names = attempt(origin, () => readdirSync(join(top, origin)))
    if (names === undefined) return
    if (origin !== '' && isSkill(names, join(top, origin))) {
      const nested = pathOf(origin)
      diagnostics.push(
        diagnose(
          'SKILL_FOLDER_NESTED',
          { file: `${nested}/SKILL.md` },
          { folder: nested, skill: folder, glob: parent(nested) },
        ),
      )
      return
    }
    const entries = names
      .filter((entry) => !isLitter(entry))
      .toSorted(compareText)
      .flatMap((entry) => {
        const here = below(origin, entry)
        const stats = attempt(here, () => lstatSync(join(top, here)))
        return stats === undefined || isExcluded(here, stats.isDirectory()) ? [] : [{ entry, here, stats }]
      })
    reportTwins(
      origin,
      entries.map((e) => e.entry),
    )
    for (const { entry, here, stats } of entries) {
      if (isFull) return
      diagnostics.push(...checkFileName(entry, pathOf(here)))
      if (stats.isSymbolicLink()) followLink(below(name, entry), here, open)
      else readEntry(below(name, entry), here, stats, open)
    }
  }

  function readEntry(name: string, origin: string, stats: Stats, open: readonly string[]): void {
    const path = pathOf(name)
    if (stats.isDirectory()) return readFolder(name, origin, [...open, join(open[0] ?? top, origin)])
    if (!stats.isFile())
      return void diagnostics.push(diagnose('SKILL_FILE_SPECIAL', { file: path }, { path, kind: specialKind(stats) }))
    if (files.length === MAX_FILES) return void (isFull = true)
    bytes += stats.size
    if (stats.size > MAX_FILE_BYTES)
      diagnostics.push(diagnose('SKILL_FILE_SIZE', { file: path }, { path, bytes: stats.size, limit: MAX_FILE_BYTES }))
    const length = Buffer.byteLength(name)
    if (length > MAX_PATH_BYTES)
      diagnostics.push(
        diagnose('SKILL_FILE_PATH_LENGTH', { file: path }, { path, bytes: length, limit: MAX_PATH_BYTES }),
      )
    // Past the limit the build stops anyway, so the content is not needed.
    const content = bytes > MAX_BYTES ? new Uint8Array() : attempt(origin, () => readFileSync(join(top, origin)))
    if (content !== undefined)
      files.push({ path, name, bytes: content, executable: isExecutable(stats, pathOf(origin)) })
  }

  function followLink(name: string, origin: string, open: readonly string[]): void {
    const path = pathOf(origin)
    const report = (problem: LinkProblem, target?: string): void => {
      diagnostics.push(
        diagnose('SKILL_FILE_LINK', { file: path }, { path, problem, ...(target === undefined ? {} : { target }) }),
      )
    }
    const [realTop = top] = open
    const link = resolveLink(join(top, origin), realTop)
    if ('error' in link) return reportUnreadable(origin, link.error)
    if ('problem' in link) return report(link.problem, link.target)
    const { real, target } = link
    if (open.includes(real)) return report('loop')
    const stats = attempt(origin, () => statSync(real))
    if (stats === undefined) return
    if (isHidden(target, stats.isDirectory())) return report('excluded', pathOf(target))
    if (stats.isDirectory() && name !== origin) return report('chain')
    readEntry(name, target, stats, open)
  }

  /** Whether an entry of a published folder is not published itself. */
  function isExcluded(name: string, isFolder: boolean): boolean {
    const path = pathOf(name)
    // It is the definition: a skill without it would be nothing.
    if (name === 'SKILL.md') return false
    return BESIDE.has(name) || (definitions?.has(path) ?? false) || rules.ignores(path, isFolder ? 'folder' : 'file')
  }

  /** Whether something in the folder is not published: it, or a folder it lies in. */
  function isHidden(name: string, isFolder: boolean): boolean {
    const segments = name.split('/')
    return segments.some((segment, i) => {
      const here = segments.slice(0, i + 1).join('/')
      const folderHere = isFolder || i < segments.length - 1
      if (isLitter(segment) || isExcluded(here, folderHere)) return true
      return folderHere && isSkill(attempt(here, () => readdirSync(join(top, here))) ?? [], join(top, here))
    })
  }

  function reportTwins(name: string, entries: readonly string[]): void {
    // Of a skill, `SKILL.md` and `skill.md` are two definitions of one name, which is told where definitions are found.
    const names = name === '' ? entries.filter((e) => e === 'SKILL.md' || e.toLowerCase() !== 'skill.md') : entries
    for (const twins of nameTwins(names)) {
      diagnostics.push(
        diagnose(
          'SKILL_FILE_TWINS',
          { file: pathOf(below(name, twins.names[0]!)) },
          { folder: name === '' ? folder : pathOf(name), ...twins },
        ),
      )
    }
  }

  function attempt<T>(name: string, read: () => T): T | undefined {
    try {
      return read()
    } catch (error) {
      return void reportUnreadable(name, errorCode(error))
    }
  }

  function reportUnreadable(name: string, code: string): void {
    const path = name === '' ? folder : pathOf(name)
    // A name that is not UTF-8 reads with U+FFFD in it, and no file has that name.
    const isMangled = code === 'ENOENT' && path.includes('\uFFFD')
    diagnostics.push(
      isMangled
        ? diagnose('SKILL_FILE_NAME', { file: path }, { path, reason: 'is not valid UTF-8' })
        : diagnose('SKILL_FILE_UNREADABLE', { file: path }, { path, reason: code }),
    )
  }

  function isExecutable(stats: Stats, path: string): boolean {
    return process.platform === 'win32' ? rules.isExecutable(path) === true : (stats.mode & 0o100) !== 0
  }

  function pathOf(name: string): string {
    return `${folder}/${name}`
  }

  const real = attempt('', () => realpathSync(top))
  if (real === undefined) return { files, diagnostics }
  if (isWithin(real, realpathSync(root))) readFolder('', '', [real])
  else diagnostics.push(diagnose('SKILL_FILE_LINK', { file: folder }, { path: folder, problem: 'outside' }))
  const place = { file: `${folder}/SKILL.md` }
  if (isFull) diagnostics.push(diagnose('ARCHIVE_TOO_MANY_FILES', place, { folder, limit: MAX_FILES }))
  if (bytes > MAX_BYTES) diagnostics.push(diagnose('ARCHIVE_TOO_LARGE', place, { folder, bytes, limit: MAX_BYTES }))
  return { files: files.toSorted((a, b) => compareText(a.name, b.name)), diagnostics }
}

const BESIDE: ReadonlySet<string> = new Set(['skill.yaml', 'skill.yml', 'skill.json'])

/** Whether a folder is a skill of its own: a SKILL.md, or a misspelt one that starts like one. */
function isSkill(names: readonly string[], folder: string): boolean {
  return names.some(
    (name) => name === 'SKILL.md' || (name.toLowerCase() === 'skill.md' && startsWithFence(join(folder, name))),
  )
}

function startsWithFence(file: string): boolean {
  try {
    return lstatSync(file).isFile() && /^\uFEFF?---/.test(readFileSync(file, 'utf8').slice(0, 4))
  } catch {
    return false
  }
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

function specialKind(stats: Stats): string {
  return stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : 'a device'
}

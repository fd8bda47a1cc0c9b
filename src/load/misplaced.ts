import { basename } from 'node:path'
import glob from 'fast-glob'
import { distance } from 'fastest-levenshtein'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { namesAgentMember } from '../parse/agent-kind.ts'
import type { Disk } from './disk.ts'

/** What the children of a folder define. */
export type Kind = 'skill' | 'agent'

/** The name that a file among definitions should have, if it nearly has that of a definition. */
export function misnamedFile(disk: Disk, path: string, kind: Kind): string | undefined {
  const file = basename(path)
  if (kind === 'skill' && file === 'SKILL.md') return `${path.slice(0, -file.length)}NAME/SKILL.md`
  const [, name, ending] = /^(.*)\.(ya?ml|md)(?:\.txt)?$/i.exec(file) ?? []
  if (name === undefined || ending === undefined) return undefined
  const wanted = `${name}.${ending.toLowerCase()}`
  if (wanted === file || (wanted.endsWith('.md') && !isSkillText(disk.peek(path)))) return undefined
  return wanted
}

/** Findings about files of a folder without a SKILL.md that were meant as its definition. */
export function misnamedInFolder(
  disk: Disk,
  folder: string,
  names: readonly string[],
  kind: Kind,
  hasData: boolean,
): Diagnostic[] {
  return names.flatMap((name): Diagnostic[] => {
    const path = `${folder}/${name}`
    const misnamed = (wanted: string): Diagnostic => diagnose('DEFINITION_FILE_NAME', { file: path }, { path, wanted })
    const isFile = (): boolean => disk.typeOf(path) === 'file'
    if (kind === 'skill')
      return (NEARLY_SKILL.test(name) || (!hasData && isLikelySkill(disk, folder, name))) && isFile()
        ? [misnamed('SKILL.md')]
        : []
    if (hasData || !/^agent(?:-card)?\.(?:ya?ml|json|md)$/i.test(name) || !isFile()) return []
    const [, ending = ''] = /\.([^.]+)$/.exec(name.toLowerCase()) ?? []
    if (ending !== 'md') return [`agent.${ending}`].filter((wanted) => wanted !== name.toLowerCase()).map(misnamed)
    return [
      diagnose(
        'DEFINITION_IGNORED',
        { file: path },
        { path, reason: 'the definition of an agent that has a folder is called `agent.yaml`' },
      ),
    ]
  })
}

/** A folder without a definition that holds some deeper down: they would be lost without a word. */
export function reportNested(disk: Disk, folder: string, exclude: readonly string[], kind: Kind): void {
  const ignore = ['**/node_modules/**', ...exclude]
  const found = disk
    .find(`${glob.escapePath(folder)}/**/*.{md,yaml,yml}`, { deep: 16, caseSensitiveMatch: false, ignore })
    .slice(0, MAX_LOOKED_AT)
  const isDirect = (path: string): boolean => !path.slice(folder.length + 1).includes('/')
  const hasFolder = (path: string): boolean =>
    !isDirect(path) && (kind === 'skill' ? /\/(?:SKILL\.md|skill\.ya?ml)$/i : /\/agent\.ya?ml$/i).test(path)
  const nested = found.filter((path) => hasFolder(path) || isDefinitionText(disk.peek(path), path, kind))
  const [first] = nested.toSorted((a, b) => Number(hasFolder(b)) - Number(hasFolder(a)))
  if (first === undefined) return
  const parent = first
    .split('/')
    .slice(0, hasFolder(first) ? -2 : -1)
    .join('/')
  disk.diagnostics.push(
    diagnose(
      'DEFINITION_NESTED',
      { file: folder },
      { folder, examples: nested.slice(0, 3), option: `${kind}s`, glob: parent },
    ),
  )
}

/** Files that are looked into, at most: a tree of anything may lie there. */
const MAX_LOOKED_AT = 500

/** Names that people and systems give a SKILL.md by mistake. */
const NEARLY_SKILL = /^skills?(?:\.(?:md|markdown|mdx|txt))*\s*$/i

/** Whether a file was meant as the SKILL.md of its folder: by its front matter under a likely name. */
function isLikelySkill(disk: Disk, folder: string, name: string): boolean {
  const letters = name.toLowerCase()
  const isLikely =
    distance(letters, 'skill.md') <= 2 || letters === 'readme.md' || letters === `${basename(folder).toLowerCase()}.md`
  return isLikely && isSkillText(disk.peek(`${folder}/${name}`))
}

function isSkillText(text: string): boolean {
  return /^\uFEFF?---\s*$/m.test(text.slice(0, 8)) && /^name[ \t]*:/m.test(text) && /^description[ \t]*:/m.test(text)
}

function isDefinitionText(text: string, path: string, kind: Kind): boolean {
  if (/\.md$/i.test(path) && !/^\uFEFF?---/.test(text)) return false
  return kind === 'skill' ? /^["']?capability_type["']?[ \t]*:/m.test(text) : namesAgentMember(text)
}

import { closest } from '../diagnostics/closest.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { FolderFile } from '../load/sources.ts'
import { markdownLinks } from './markdown-links.ts'

/** The nearest name is looked for where that is quick: a text may hold thousands of broken links. */
const MAX_SUGGESTIONS = 20
const MAX_TARGET = 200

/** Relative links of a SKILL.md that lead to no file a client would have beside it. */
export function checkSkillLinks(skill: {
  readonly document: { readonly file: string }
  readonly text: string
  readonly body: string
  readonly files: readonly FolderFile[]
}): Diagnostic[] {
  const {
    document: { file },
    text,
    body,
    files,
  } = skill
  const names = files.map((f) => f.name)
  const known = new Set(names.flatMap((name) => [name, ...foldersOf(name)]))
  const linesBefore = text.slice(0, text.length - body.length).split('\n').length - 1
  const broken = markdownLinks(body).flatMap((link) => {
    const target = targetOf(link.destination)
    return target === undefined || known.has(target) ? [] : [{ ...link, target }]
  })
  return broken.map(({ destination, line, column, target }, i) => {
    const at = line + linesBefore
    const suggestion = i < MAX_SUGGESTIONS ? suggest(target, names) : undefined
    const place = { file, line: at, column, endLine: at, endColumn: column + destination.length }
    return diagnose('SKILL_LINK_TARGET', place, {
      target: destination,
      problem: leadsOut(target) ? 'outside' : 'missing',
      ...(suggestion === undefined ? {} : { suggestion }),
    })
  })
}

/** The path a destination names, from the skill's folder; `undefined` for what is no path of a file: URLs, anchors, placeholders. */
function targetOf(destination: string): string | undefined {
  const path = destination.replace(/[?#].*$/s, '')
  const looksLikeFile = /\.\w+$|\//.test(path)
  if (!looksLikeFile || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(path) || /[<>{}*$|…]|\.\.\./.test(path)) return undefined
  return normalize(decode(path))
}

function normalize(path: string): string {
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..' && segments.length > 0 && segments.at(-1) !== '..') segments.pop()
    else segments.push(segment)
  }
  return segments.join('/')
}

function leadsOut(target: string): boolean {
  return target === '..' || target.startsWith('../')
}

function suggest(target: string, names: readonly string[]): string | undefined {
  if (leadsOut(target) || target.length > MAX_TARGET) return undefined
  const path = target.replaceAll('\\', '/')
  const folded = (name: string): string => name.normalize('NFC').toLowerCase()
  return names.find((name) => folded(name) === folded(path)) ?? closest(path, names)
}

function foldersOf(name: string): string[] {
  const segments = name.split('/')
  return segments.map((_, i) => segments.slice(0, i).join('/'))
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

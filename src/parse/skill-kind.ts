import type { SkillSource } from '../load/sources.ts'
import type { JsonObject } from '../json.ts'

/** Members that a complete Skill Descriptor has beyond what any other JSON file would (Skill Sharing, chapter 4). */
const DESCRIPTOR_MEMBERS: readonly string[] = ['id', 'name', 'version', 'capability_type', 'description', 'endpoint']

/** Members of a skill that pages and other tools' files do not have. */
const OWN_MEMBERS: readonly string[] = [
  'access',
  'capability_type',
  'endpoint',
  'auth',
  'inputs',
  'output',
  'representativeQueries',
  'publish',
]

/** Members that make front matter that of a skill, unless the file has the name of a page. */
const MEMBERS: readonly string[] = [...OWN_MEMBERS, 'description', 'id', 'version']

/** Files that lie in any folder and describe it. */
const PAGE =
  /^(?:readme|contributing|changelog|history|licen[cs]e|security|code_of_conduct|agents|claude|gemini|index|todo)$/i

/**
 * Why a file is no skill, though it stands where skills stand; `undefined` when it is one, broken or not. YAML files always
 * are.
 *
 * @param value Its data; absent when it cannot be read.
 */
export function notASkill(
  { main, name, shape }: SkillSource,
  value: JsonObject | undefined,
  text: string,
): string | undefined {
  if (main.path.endsWith('.json')) return isDescriptor(value, text) ? undefined : 'it is no complete Skill Descriptor'
  if (shape !== 'markdown') return undefined
  // What is no UTF-8 has no text: by its first bytes it has front matter, or none.
  if (value === undefined && text === '')
    return startsWithFence(main.bytes) ? undefined : 'it is not UTF-8 text, and has no front matter'
  const members = PAGE.test(name) ? OWN_MEMBERS : MEMBERS
  const isSkill =
    value === undefined
      ? namesMember(frontLines(text), PAGE.test(name) ? OWN_MEMBERS : undefined)
      : members.some((key) => key in value)
  return isSkill ? undefined : 'its front matter has no member of a skill'
}

/** Line of the first comment of a JSON document, where that keeps a complete Skill Descriptor from being read. */
export function commentInDescriptor(value: JsonObject, text: string): number | undefined {
  if (DESCRIPTOR_MEMBERS.every((key) => key in value) || !namesDescriptor(text)) return undefined
  const line = text.split('\n').findIndex((l) => /^\s*\/[/*]/.test(l))
  return line < 0 ? undefined : line + 1
}

function isDescriptor(value: JsonObject | undefined, text: string): boolean {
  if (value === undefined) return text === '' || /"capability_type"\s*:/.test(text)
  return DESCRIPTOR_MEMBERS.every((key) => key in value) || commentInDescriptor(value, text) !== undefined
}

/** In UTF-8, UTF-16 or any other encoding that keeps ASCII. */
function startsWithFence(bytes: Uint8Array): boolean {
  const start = [...bytes.subarray(0, 12)].filter((byte) => byte > 0 && byte < 0x80)
  return String.fromCharCode(...start).startsWith('---')
}

function namesDescriptor(text: string): boolean {
  return DESCRIPTOR_MEMBERS.every((key) => text.includes(`"${key}"`))
}

/** Whether one of the lines is that of a key: one of the given, or any. */
function namesMember(lines: readonly string[], keys?: readonly string[]): boolean {
  return lines.some((line) => {
    const [, key] = /^\s*(?:- +)?[{"']*([\w$.-]+)["']?\s*:/.exec(line) ?? []
    return key !== undefined && (keys === undefined || keys.includes(key))
  })
}

/** The lines between the fences; where none closes, the paragraph behind the first. */
function frontLines(text: string): string[] {
  const lines = text.split(/\r\n?|\n/)
  const open = lines.findIndex((line) => line.trim() === '---')
  const behind = lines.slice(open + 1)
  const close = behind.findIndex((line) => line.startsWith('---'))
  const start = behind.findIndex((line) => line.trim() !== '')
  const blank = behind.findIndex((line, i) => i > start && line.trim() === '')
  const end = close >= 0 ? close : blank < 0 ? behind.length : blank
  return behind.slice(0, end).filter((line) => !line.trimStart().startsWith('#'))
}

import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { isObject, pointerToken, type JsonValue } from '../json.ts'
import type { FolderFile } from '../load/sources.ts'
import { checkSkillLinks } from './skill-links.ts'
import { nameFor, nameProblem } from './skill-name.ts'
import { checkSkillText } from './skill-text.ts'
import type { YamlDocument } from './yaml.ts'

/** A SKILL.md with what it lies in. */
export interface SkillMd {
  /** Name of the folder it lies in. */
  readonly folder: string
  /** The front matter. */
  readonly document: YamlDocument
  /** The whole text without a byte-order mark, and what of it follows the front matter. */
  readonly text: string
  readonly body: string
  /** What is published of the folder. */
  readonly files: readonly FolderFile[]
}

const MAX_DESCRIPTION = 1024
const MAX_COMPATIBILITY = 500

/**
 * Checks a SKILL.md against the Agent Skills specification and against what clients make of it.
 *
 * Only what is particular to the file: members that all skills share are checked with the definition.
 */
export function checkSkillMd(skill: SkillMd): Diagnostic[] {
  return [
    ...checkName(skill),
    ...checkDescription(skill),
    ...checkOptionalMembers(skill),
    ...checkSkillText(skill.text, skill.document.file),
    ...checkSkillLinks(skill),
  ]
}

function checkName({ folder, document, text }: SkillMd): Diagnostic[] {
  const place = memberPlace(document, 'name')
  const name = document.value['name'] ?? null
  if (name === null) return [diagnose('SKILL_NAME_MISSING', place, { folder: nameFor(folder) ?? folder })]
  if (typeof name !== 'string') return [notText(document, 'name', name)]
  const problem = nameProblem(name)
  const folderProblem = nameProblem(folder)
  if (problem !== undefined) {
    const suggestion = folderProblem === undefined ? folder : nameFor(name)
    return [
      diagnose('SKILL_NAME_FORM', place, {
        name,
        reason: problem,
        folder,
        ...(suggestion === undefined ? {} : { suggestion }),
      }),
    ]
  }
  if (name !== folder)
    return [
      diagnose('SKILL_NAME_MISMATCH', place, {
        name,
        folder,
        ...(folderProblem === undefined ? {} : { folderProblem }),
      }),
    ]
  const reserved = ['anthropic', 'claude'].find((word) => name.includes(word))
  return [
    ...(YAML_1_1_NOT_TEXT.test(name) && isPlain(text, place)
      ? [diagnose('SKILL_NAME_AMBIGUOUS', place, { name })]
      : []),
    ...(reserved === undefined ? [] : [diagnose('SKILL_NAME_RESERVED', place, { name, word: reserved })]),
  ]
}

function checkDescription({ document }: SkillMd): Diagnostic[] {
  const place = memberPlace(document, 'description')
  const description = document.value['description'] ?? null
  if (description === null) return [diagnose('SKILL_DESCRIPTION_MISSING', place, {})]
  if (typeof description !== 'string') return [notText(document, 'description', description)]
  if (!/[^\s\p{Cf}\p{Cc}]/u.test(description)) return [diagnose('SKILL_DESCRIPTION_MISSING', place, {})]
  const length = [...description].length
  const tag = /<\/?[a-z][^<>\n]{0,60}>/i.exec(description)?.[0]
  return [
    ...(length > MAX_DESCRIPTION
      ? [diagnose('SKILL_DESCRIPTION_TOO_LONG', place, { length, limit: MAX_DESCRIPTION })]
      : []),
    ...(length <= MAX_DESCRIPTION && description.length > MAX_DESCRIPTION
      ? [diagnose('SKILL_DESCRIPTION_UNITS', place, { units: description.length, limit: MAX_DESCRIPTION })]
      : []),
    ...(tag === undefined ? [] : [diagnose('SKILL_DESCRIPTION_TAG', place, { tag })]),
  ]
}

function checkOptionalMembers({ document }: SkillMd): Diagnostic[] {
  const { license, compatibility, metadata, 'allowed-tools': tools } = document.value
  const form = (member: string, value: JsonValue, wanted: string, list?: string): Diagnostic => {
    const text =
      typeof value === 'number' || typeof value === 'boolean' ? document.text(pointerToken(member)) : undefined
    const fix = list ?? (text === undefined ? undefined : `${member}: ${JSON.stringify(text)}`)
    return diagnose('SKILL_MEMBER_FORM', memberPlace(document, member), {
      member,
      wanted,
      found: kindOf(value, text),
      ...(fix === undefined ? {} : { fix }),
    })
  }
  const findings: Diagnostic[] = []
  if (license !== undefined && typeof license !== 'string') findings.push(form('license', license, 'a short text'))
  if (compatibility !== undefined) {
    if (typeof compatibility !== 'string' || compatibility.trim() === '')
      findings.push(form('compatibility', compatibility, `a text of 1 to ${MAX_COMPATIBILITY} characters`))
    else if ([...compatibility].length > MAX_COMPATIBILITY) {
      findings.push(
        diagnose('SKILL_COMPATIBILITY_TOO_LONG', memberPlace(document, 'compatibility'), {
          length: [...compatibility].length,
          limit: MAX_COMPATIBILITY,
        }),
      )
    }
  }
  if (tools !== undefined && typeof tools !== 'string') {
    const words =
      Array.isArray(tools) && tools.every((tool) => typeof tool === 'string' && tool.trim() !== '')
        ? tools.join(' ')
        : undefined
    findings.push(
      form(
        'allowed-tools',
        tools,
        'one text, the tools separated by spaces',
        words === undefined ? undefined : `allowed-tools: ${JSON.stringify(words)}`,
      ),
    )
  }
  if (metadata !== undefined && !isObject(metadata)) findings.push(form('metadata', metadata, 'a mapping of texts'))
  if (isObject(metadata)) findings.push(...checkMetadata(document, metadata))
  return findings
}

function checkMetadata(document: YamlDocument, metadata: Readonly<Record<string, JsonValue>>): Diagnostic[] {
  return (
    Object.entries(metadata)
      // `internal` hides a skill in one client if it is a truth value, and only then.
      .filter(([key, value]) => typeof value !== 'string' && !(key === 'internal' && typeof value === 'boolean'))
      .map(([key, value]) => {
        const pointer = `/metadata${pointerToken(key)}`
        const text = typeof value === 'number' || typeof value === 'boolean' ? document.text(pointer) : undefined
        return diagnose(
          'SKILL_METADATA_VALUE',
          { ...document.at(pointer), pointer },
          { key, found: kindOf(value), ...(text === undefined ? {} : { text }) },
        )
      })
  )
}

/** Plain scalars that YAML 1.1 reads as truth values or dates, of those that are skill names. */
const YAML_1_1_NOT_TEXT = /^(?:y|n|yes|no|on|off|\d{4}-\d{1,2}-\d{1,2})$/

function memberPlace(document: YamlDocument, member: string): Place {
  const pointer = pointerToken(member)
  return { ...document.at(pointer), pointer }
}

function notText(document: YamlDocument, member: string, value: JsonValue): Diagnostic {
  const text = typeof value === 'object' ? undefined : document.text(pointerToken(member))
  return diagnose('SKILL_MEMBER_NOT_TEXT', memberPlace(document, member), {
    member,
    found: kindOf(value),
    ...(text === undefined ? {} : { text }),
  })
}

/** Whether the scalar at a place is written without quotes. */
function isPlain(text: string, { line = 1, column = 1 }: Place): boolean {
  return !/^["'|>]/.test(text.split('\n')[line - 1]?.slice(column - 1) ?? '')
}

/** @param text A scalar as it is written. */
function kindOf(value: JsonValue, text: string = String(value)): string {
  if (value === null) return 'empty'
  if (typeof value === 'string') return value.trim() === '' ? 'an empty text' : 'a text'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object'
    ? 'a mapping'
    : `${typeof value === 'number' ? 'the number' : 'the truth value'} ${text}`
}

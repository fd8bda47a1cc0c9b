import { closest } from '../diagnostics/closest.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/rules/rule.ts'
import { isObject, pointerTokens, type JsonObject, type JsonValue } from '../json.ts'
import { capabilityTypes } from '../schemas/skill.ts'
import type { Layer } from './layers.ts'
import type { YamlDocument } from './yaml.ts'

/** Members that a SKILL.md may give as texts in `metadata`. */
const MEMBERS = ['version', 'capability_type', 'tags'] as const

/**
 * The front matter of a SKILL.md as one layer of a definition: members that stand in `metadata` count as if they stood at
 * the top level, and findings about them are placed where they were written.
 *
 * @param value The front matter's validated data.
 */
export function frontMatterLayer(
  document: YamlDocument,
  value: JsonObject,
): { layer: Layer; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const top: JsonObject = typeof value['tags'] === 'string' ? { ...value, tags: words(value['tags']) } : value
  const metadata = isObject(value['metadata']) ? value['metadata'] : {}
  const nested: Record<string, JsonValue> = {}
  for (const member of MEMBERS) {
    const given = metadata[member] ?? null
    if (given === null) continue
    const read = member === 'tags' ? readTags(document, given) : readText(document, member, given)
    diagnostics.push(...read.diagnostics)
    if (read.value === undefined) continue
    nested[member] = read.value
    if (top[member] !== undefined && JSON.stringify(top[member]) !== JSON.stringify(read.value)) {
      const pointer = `/metadata/${member}`
      diagnostics.push(
        diagnose(
          'DEFINITION_CONTRADICTION',
          { ...document.at(pointer), pointer },
          { member, first: JSON.stringify(top[member]), second: JSON.stringify(read.value) },
        ),
      )
    }
  }
  return {
    layer: { document: { ...document, at: whereWritten(document) }, value: { ...nested, ...top }, kind: 'file' },
    diagnostics,
  }
}

interface ReadMember {
  readonly value?: JsonValue
  readonly diagnostics: readonly Diagnostic[]
}

function readText(document: YamlDocument, member: 'version' | 'capability_type', given: JsonValue): ReadMember {
  const pointer = `/metadata/${member}`
  const place = { ...document.at(pointer), pointer }
  if (typeof given === 'object') return { diagnostics: [wrongType(document, pointer, 'a text', given)] }
  const text = typeof given === 'string' ? given : (document.text(pointer) ?? String(given))
  if (text.trim() === '') {
    return {
      diagnostics: [
        diagnose(
          'DEFINITION_MEMBER_EMPTY',
          { ...document.at(pointer, 'key'), pointer },
          { member: `metadata.${member}` },
        ),
      ],
    }
  }
  if (member === 'version' || capabilityTypes.includes(text)) return { value: text, diagnostics: [] }
  const suggestion = closest(text, capabilityTypes)
  const problem = `must be one of ${capabilityTypes.map((type) => `\`${type}\``).join(', ')}`
  return {
    diagnostics: [
      diagnose('DEFINITION_MEMBER_VALUE', place, {
        member: `metadata.${member}`,
        problem,
        found: show(text),
        ...(suggestion ? { suggestion } : {}),
      }),
    ],
  }
}

/** Tags are one text in `metadata`; a list is what many write, and says the same. */
function readTags(document: YamlDocument, given: JsonValue): ReadMember {
  const pointer = '/metadata/tags'
  if (isObject(given)) return { diagnostics: [wrongType(document, pointer, 'a text', given)] }
  if (!Array.isArray(given))
    return {
      value: words(typeof given === 'string' ? given : (document.text(pointer) ?? String(given))),
      diagnostics: [],
    }
  const items = given.map((item, i) => ({ item, at: `${pointer}/${i}` }))
  const wrong = items.filter(({ item }) => typeof item === 'object')
  if (wrong.length > 0) return { diagnostics: wrong.map(({ item, at }) => wrongType(document, at, 'a text', item)) }
  return {
    value: items.map(({ item, at }) => (typeof item === 'string' ? item : (document.text(at) ?? String(item)))),
    diagnostics: [],
  }
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

function wrongType(document: YamlDocument, pointer: string, wanted: string, given: JsonValue): Diagnostic {
  const found = given === null ? 'empty' : Array.isArray(given) ? 'a list' : 'a mapping'
  const member = pointer
    .slice(1)
    .replace(/\/(\d+)$/, '[$1]')
    .replaceAll('/', '.')
  return diagnose('DEFINITION_MEMBER_TYPE', { ...document.at(pointer), pointer }, { member, wanted, found })
}

/** Positions of members that stand in `metadata` alone. */
function whereWritten(document: YamlDocument): YamlDocument['at'] {
  const { value } = document
  const metadata = isObject(value['metadata']) ? value['metadata'] : {}
  return (pointer, part) => {
    const [member = '', ...rest] = pointerTokens(pointer)
    if (member === '' || value[member] !== undefined) return document.at(pointer, part)
    const source = member === 'access' && metadata['access'] === undefined ? 'internal' : member
    if (metadata[source] === undefined) return document.at(pointer, part)
    const isList = Array.isArray(metadata[source])
    return document.at(`/metadata/${source}${isList && rest.length > 0 ? `/${rest.join('/')}` : ''}`, part)
  }
}

import { distance } from 'fastest-levenshtein'
import type { Access } from '../catalog.ts'
import type { Config } from '../config.ts'
import { closest } from '../diagnostics/closest.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/rules/rule.ts'
import { isObject, pointerToken, type JsonValue } from '../json.ts'
import type { SourceDocument } from './document.ts'

const ACCESS: readonly Access[] = ['public', 'restricted', 'private']

/** Keys, letters only and in small letters, that people write when they mean access. */
const LOOKALIKES: ReadonlySet<string> = new Set([
  'access',
  'visibility',
  'visible',
  'private',
  'isprivate',
  'public',
  'ispublic',
  'hidden',
  'hide',
  'internal',
  'unlisted',
  'confidential',
  'draft',
  'published',
  'accesslevel',
  'accesspolicy',
  'restricted',
])

/**
 * Who may see a definition, by everything that its documents say about it. Fails closed: when anything is misspelt,
 * doubled or contradictory there is an error and no access at all (Skill Sharing 5.5).
 *
 * `metadata.access` and `metadata.internal` count in skills, where clients read them.
 */
export function resolveAccess(
  documents: readonly SourceDocument[],
  kind: 'skill' | 'agent' | 'MCP server',
  config: Pick<Config, 'defaults'>,
): { access?: Access; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const said: { access: Access; words: string; place: ReturnType<SourceDocument['at']>; pointer: string }[] = []
  for (const document of documents) {
    const say = (pointer: string, value: JsonValue, words: string): void => {
      if (typeof value === 'string' && (ACCESS as readonly string[]).includes(value)) {
        said.push({ access: value as Access, words, place: document.at(pointer), pointer })
        return
      }
      const suggestion = typeof value === 'string' ? closest(value.trim(), ACCESS) : undefined
      const found =
        value === null || value === ''
          ? 'empty'
          : Array.isArray(value)
            ? 'a list'
            : isObject(value)
              ? 'a mapping'
              : show(value)
      diagnostics.push(
        diagnose(
          'ACCESS_VALUE',
          { ...document.at(pointer), pointer },
          { found, ...(suggestion ? { suggestion } : {}) },
        ),
      )
    }
    const { access, metadata } = document.value
    if (access !== undefined) say('/access', access, `\`access: ${String(access)}\` in ${document.file}`)
    if (kind === 'skill' && isObject(metadata)) {
      if (metadata['access'] !== undefined)
        say(
          '/metadata/access',
          metadata['access'],
          `\`metadata.access: ${String(metadata['access'])}\` in ${document.file}`,
        )
      const internal = metadata['internal']
      if (internal === true || internal === 'true') {
        said.push({
          access: 'private',
          words: `\`metadata.internal: true\` in ${document.file}`,
          place: document.at('/metadata/internal'),
          pointer: '/metadata/internal',
        })
      } else if (internal !== undefined && internal !== false && internal !== 'false') {
        diagnostics.push(
          diagnose(
            'ACCESS_LOOKALIKE',
            { ...document.at('/metadata/internal'), pointer: '/metadata/internal' },
            { key: `internal: ${String(internal)}`, where: ' in `metadata`' },
          ),
        )
      }
    }
    diagnostics.push(...lookalikes(document, kind))
  }
  const [first] = said
  const other = said.find((s) => s.access !== first?.access)
  if (first && other) {
    diagnostics.push(
      diagnose(
        'ACCESS_CONTRADICTION',
        { ...other.place, pointer: other.pointer },
        { first: first.words, second: other.words },
      ),
    )
  }
  if (diagnostics.length > 0) return { diagnostics }
  const access = first?.access ?? (kind === 'skill' ? config.defaults.access : config.defaults.agentAccess)
  if (access !== undefined) return { access, diagnostics }
  const [document] = documents
  return { diagnostics: [diagnose('ACCESS_MISSING', document?.at('', 'key') ?? {}, { kind })] }
}

/** The strictest access that a text seems to ask for, readable or not: for definitions that cannot be told apart. */
export function strictestAccess(all: readonly (Access | undefined)[]): Access {
  if (all.includes(undefined) || all.includes('private')) return 'private'
  return all.includes('restricted') ? 'restricted' : 'public'
}

function lookalikes(document: SourceDocument, kind: string): Diagnostic[] {
  const { value } = document
  const nested = Object.keys(value)
    .filter((key) => isOpenForWishes(key))
    .flatMap((key) => wishesIn(value[key] ?? null, pointerToken(key), ` in \`${key}\``, document, kind))
  return [...wishesIn(value, '', '', document, kind), ...nested]
}

/** Lookalikes among the keys of a mapping, of those in a list, or in a text where a mapping should be. */
function wishesIn(
  value: JsonValue,
  parent: string,
  where: string,
  document: SourceDocument,
  kind: string,
): Diagnostic[] {
  const found = (key: string, pointer: string): Diagnostic =>
    diagnose('ACCESS_LOOKALIKE', { ...document.at(pointer, 'key'), pointer }, { key, where })
  if (Array.isArray(value))
    return value.flatMap((item, i) =>
      isObject(item) ? wishesIn(item, parent + pointerToken(i), where, document, kind) : [],
    )
  if (typeof value === 'string') {
    const [word] = value.match(/[\w-]+/g)?.filter((w) => isAccessLookalike(w)) ?? []
    return word === undefined ? [] : [found(word, parent)]
  }
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, given]) =>
    isAccessLookalike(key) && !isMeant(parent, key, kind) && !isDateOf(key, given)
      ? [found(key, parent + pointerToken(key))]
      : [],
  )
}

/** Members whose keys are read for wishes, in the spellings that people give them. */
function isOpenForWishes(key: string): boolean {
  const letters = lettersOf(key)
  return letters === 'meta' || distance(letters, 'metadata') <= 2 || letters === 'publish' || letters === 'ard'
}

/** `published` with a date says when, not whether. */
function isDateOf(key: string, value: JsonValue): boolean {
  return lettersOf(key) === 'published' && typeof value === 'string' && /^\d{4}/.test(value)
}

function isMeant(parent: string, key: string, kind: string): boolean {
  if (parent === '') return key === 'access'
  return parent === '/metadata' && kind === 'skill' && (key === 'access' || key === 'internal')
}

/** Whether a key looks like a wish about who may see a definition. */
export function isAccessLookalike(key: string): boolean {
  const letters = lettersOf(key)
  if (LOOKALIKES.has(letters)) return true
  if (WORDS.has(letters)) return false
  return (
    (letters.startsWith('ac') && letters.length >= 4 && distance(letters, 'access') <= 2) ||
    MISSPELT.some(([word, away]) => distance(letters, word) <= away)
  )
}

/** Longer words and how far a misspelt one may be from them without being another word. */
const MISSPELT: readonly (readonly [string, number])[] = [
  ['visibility', 2],
  ['private', 2],
  ['confidential', 2],
  ['restricted', 2],
]

/** Words that are near `access` and mean something else. */
const WORDS: ReadonlySet<string> = new Set([
  'accede',
  'accent',
  'accents',
  'accept',
  'accepts',
  'acre',
  'acres',
  'across',
  'actress',
])

function lettersOf(key: string): string {
  return key
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
}

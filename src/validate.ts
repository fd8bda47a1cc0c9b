import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { stringify } from 'yaml'
import { closest } from './diagnostics/closest.ts'
import { diagnose, type Diagnostic } from './diagnostics/diagnostic.ts'
import { show } from './diagnostics/rules/rule.ts'
import { isObject, memberName, pointerToken, pointerTokens, valueAt, type JsonObject, type JsonValue } from './json.ts'
import { findMisspeltMembers, suggestKey } from './misspelt-members.ts'
import { isAccessLookalike } from './parse/access.ts'
import { changedNumbers, type YamlDocument } from './parse/yaml.ts'

/** A JSON Schema (2020-12) as data. `description`s are shown by editors. */
export type Schema = Readonly<Record<string, unknown>>

/** What a definition is called in messages. */
export type DefinitionKind = 'skill' | 'agent' | 'MCP server'

/**
 * Checks a definition against its schema: one mistake, one finding, at the value it is about.
 *
 * Scalars that the schema wants as texts get their written text, whatever YAML made of them. Keys that the schema does
 * not know, where it is closed, are warnings and not part of the returned value.
 */
export function validateDefinition(
  document: YamlDocument,
  schema: Schema,
  kind: DefinitionKind,
): { value: JsonObject; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const texts = restoreTexts(document, schema, diagnostics)
  for (const { pointer, text, published, isExact } of changedNumbers(document, texts)) {
    const place = { ...document.at(pointer), pointer }
    if (!isExact) diagnostics.push(diagnose('YAML_NUMBER', place, { text }))
    // In JSON a number has several spellings, and nobody expects one of them back; `metadata` is read by its written texts.
    else if (!document.file.endsWith('.json') && !pointer.startsWith('/metadata/'))
      diagnostics.push(diagnose('YAML_NUMBER_FORM', place, { text, published }))
  }
  const check = compile(schema)
  if (check(texts)) return { value: texts, diagnostics }
  const errors = check.errors ?? []
  const misspelt = findMisspeltMembers(errors, texts, check)
  for (const { key, member, parent } of misspelt.members) {
    const pointer = parent + pointerToken(key)
    diagnostics.push(
      diagnose(
        'DEFINITION_MEMBER_MISSING',
        { ...document.at(pointer, 'key'), pointer },
        { kind, member, parent: memberName(parent), misspelt: key },
      ),
    )
  }
  const unknown = errors
    .filter((e) => e.keyword === 'additionalProperties')
    .map((e) => e.instancePath + pointerToken(String(e.params['additionalProperty'])))
  const empty = kind === 'skill' ? emptyMembers(errors, texts, schema) : []
  for (const pointer of empty)
    diagnostics.push(
      diagnose('DEFINITION_MEMBER_EMPTY', { ...document.at(pointer, 'key'), pointer }, { member: memberName(pointer) }),
    )
  for (const error of relevant(errors)) {
    if (!isCheckedElsewhere(error) && !misspelt.explain(error) && !empty.includes(error.instancePath))
      diagnostics.push(toDiagnostic(error, document, texts, kind))
  }
  return { value: without(misspelt.repair(texts), [...unknown, ...empty]) as JsonObject, diagnostics }
}

/** A violation in a document that has no source positions. */
export interface SchemaViolation {
  /** JSON Pointer of the value, or of the parent of a missing or unknown member. */
  readonly pointer: string
  readonly keyword: string
  /** What is wrong, as the end of a sentence that starts with the member's name. */
  readonly problem: string
  readonly value: JsonValue | undefined
  /** The member that the schema does not know, and those it knows. */
  readonly unknownKey?: string
  readonly knownKeys?: readonly string[]
  /** The values of an enumeration. */
  readonly allowed?: readonly string[]
}

/** Every violation of a schema in a JSON document, one for a mistake. */
export function schemaViolations(document: JsonValue, schema: Schema): SchemaViolation[] {
  const check = compile(schema)
  if (check(document)) return []
  return relevant(check.errors ?? []).map((error) => {
    const missing = error.keyword === 'required' ? pointerToken(String(error.params['missingProperty'])) : ''
    const pointer = error.instancePath + missing
    const isUnknown = error.keyword === 'additionalProperties'
    return {
      pointer,
      keyword: error.keyword,
      problem: problemOf(error),
      value: valueAt(document, pointer),
      ...(isUnknown
        ? {
            unknownKey: String(error.params['additionalProperty']),
            knownKeys: Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {}),
          }
        : {}),
      ...(error.keyword === 'enum' ? { allowed: (error.params['allowedValues'] as unknown[]).map(String) } : {}),
    }
  })
}

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  verbose: true,
})
addFormats.default(ajv)
// Ours: how a violation is worded, that a text with a pattern is still prose, and what a member was called before.
ajv.addVocabulary(['x-problem', 'x-prose', 'x-formerly'])

const compiled = new WeakMap<Schema, ValidateFunction>()

function compile(schema: Schema): ValidateFunction {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const check = ajv.compile(schema)
  compiled.set(schema, check)
  return check
}

/** Optional members that are written without a value: common in skills, and the same as not written. */
function emptyMembers(errors: readonly ErrorObject[], value: JsonObject, schema: Schema): string[] {
  const required = (schema['required'] as readonly string[] | undefined) ?? []
  const pointers = errors.filter((e) => e.keyword === 'type').map((e) => e.instancePath)
  return [...new Set(pointers)].filter((pointer) => {
    const [member = '', ...rest] = pointerTokens(pointer)
    return rest.length === 0 && member !== 'access' && value[member] === null && !required.includes(member)
  })
}

/** Whether a violation has a finding of its own, with better words: in parse/access.ts, queries.ts, names.ts, url-check.ts. */
function isCheckedElsewhere(error: ErrorObject): boolean {
  const { instancePath, keyword, params } = error
  if (
    instancePath === '/access' ||
    instancePath === '/publish/slug' ||
    (keyword === 'format' && params['format'] === 'uri')
  )
    return true
  if (instancePath === '/representativeQueries') return ['minItems', 'maxItems', 'uniqueItems'].includes(keyword)
  return (
    keyword === 'additionalProperties' &&
    isAccessLookalike(String(params['additionalProperty'])) &&
    ['', '/publish', '/ard'].includes(instancePath)
  )
}

/** Keywords that only repeat what another error of the same value says better. */
const ECHOES: ReadonlySet<string> = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'not'])

function relevant(errors: readonly ErrorObject[]): ErrorObject[] {
  const typed = new Set(errors.filter((e) => e.keyword === 'type').map((e) => e.instancePath))
  const deeper = (path: string): boolean =>
    errors.some((e) => e.keyword !== 'const' && !ECHOES.has(e.keyword) && e.instancePath.startsWith(path))
  const solid = errors.filter(
    (e) =>
      !ECHOES.has(e.keyword) &&
      (e.keyword === 'type' || !typed.has(e.instancePath)) &&
      !(e.keyword === 'const' && deeper(e.instancePath)),
  )
  const chosen = solid.length > 0 ? solid : errors.filter((e) => e.keyword !== 'if')
  const seen = new Set<string>()
  return chosen.filter((e) => {
    const key = JSON.stringify([
      e.instancePath,
      e.keyword === 'type' || e.keyword === 'enum' ? '' : [e.keyword, e.params],
    ])
    return !seen.has(key) && seen.add(key)
  })
}

function toDiagnostic(error: ErrorObject, document: YamlDocument, value: JsonValue, kind: DefinitionKind): Diagnostic {
  const pointer = error.instancePath
  const member = memberName(pointer)
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired': {
      const missing = String(error.params['missingProperty'])
      const properties = error.parentSchema?.['properties'] as Readonly<Record<string, Schema>> | undefined
      const example = exampleIn(properties?.[missing])
      return diagnose(
        'DEFINITION_MEMBER_MISSING',
        { ...document.at(pointer, 'key'), pointer },
        { kind, member: missing, parent: member, ...(example === undefined ? {} : { example }) },
      )
    }
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty'])
      const own = pointer + pointerToken(key)
      const suggestion = suggestKey(key, error)
      return diagnose(
        'DEFINITION_UNKNOWN_KEY',
        { ...document.at(own, 'key'), pointer: own },
        { key, parent: member, ...(suggestion ? { suggestion } : {}) },
      )
    }
  }
  const found = describe(valueAt(value, pointer))
  const here = { ...document.at(pointer), pointer }
  switch (error.keyword) {
    case 'type': {
      const wanted = wantedTypes(error.params['type'] as string | string[])
      // `null` and `~` may be words; nothing at all is none.
      const text = found === 'empty' && wanted === 'a text' ? document.text(pointer) : undefined
      const example = exampleIn(error.parentSchema)
      return diagnose('DEFINITION_MEMBER_TYPE', here, {
        member,
        wanted,
        found,
        ...(text ? { text } : {}),
        ...(example === undefined ? {} : { example }),
      })
    }
    case 'enum': {
      const suggestion = closest(
        String(valueAt(value, pointer)),
        (error.params['allowedValues'] as unknown[]).map(String),
      )
      return diagnose('DEFINITION_MEMBER_VALUE', here, {
        member,
        problem: problemOf(error),
        found,
        ...(suggestion ? { suggestion } : {}),
      })
    }
    case 'propertyNames':
      return diagnose('DEFINITION_MEMBER_VALUE', here, {
        member,
        problem: `has a key that is not allowed (${show(error.params['propertyName'])})`,
        found: 'this mapping',
      })
    default:
      return diagnose('DEFINITION_MEMBER_VALUE', here, { member, problem: problemOf(error), found })
  }
}

/** The example of a schema as it is written in YAML, on one line. */
function exampleIn(schema: Schema | undefined): string | undefined {
  const examples = schema?.['examples']
  return Array.isArray(examples) ? stringify(examples[0], { collectionStyle: 'flow', lineWidth: 0 }).trim() : undefined
}

function problemOf(error: ErrorObject): string {
  const { limit, pattern, format, allowedValue, i, j } = error.params as Record<string, unknown>
  const explained = error.parentSchema?.['x-problem']
  if (typeof explained === 'string') return explained
  switch (error.keyword) {
    case 'required':
      return 'is required'
    case 'type':
      return `must be ${wantedTypes(error.params['type'] as string | string[])}`
    case 'enum':
      return `must be one of ${(error.params['allowedValues'] as unknown[]).map((v) => `\`${String(v)}\``).join(', ')}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`
    case 'maxLength':
      return `must have at most ${limit} characters`
    case 'minItems':
    case 'minProperties':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} items`
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${limit} items`
    case 'uniqueItems':
      return `holds the same item twice (positions ${Number(j) + 1} and ${Number(i) + 1})`
    case 'pattern':
      return `must match \`${pattern}\``
    case 'format':
      return `must be a valid ${format}`
    case 'const':
      return `must be exactly ${show(allowedValue)}`
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${error.params['comparison']} ${limit}`
    default:
      return error.message ?? `breaks the rule "${error.keyword}"`
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping',
  null: 'empty',
}

function wantedTypes(type: string | readonly string[]): string {
  const names = [type].flat().map((t) => TYPE_NAMES[t] ?? t)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list'
  if (typeof value === 'object') return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping'
  if (value === '') return 'an empty text'
  return typeof value === 'string' ? show(value) : `the ${typeof value} ${String(value)}`
}

/** Data without the members that pointers name, in one walk: they may be as many as there are members. */
function without(value: JsonValue, pointers: readonly string[]): JsonValue {
  const left = new Set(pointers)
  const walk = (here: JsonValue, pointer: string): JsonValue => {
    if (Array.isArray(here)) return here.map((item, i) => walk(item, pointer + pointerToken(i)))
    if (!isObject(here)) return here
    const entries = Object.entries(here).map(([key, member]): [string, string, JsonValue] => [
      key,
      pointer + pointerToken(key),
      member,
    ])
    return Object.fromEntries(
      entries.filter(([, own]) => !left.has(own)).map(([key, own, member]) => [key, walk(member, own)]),
    )
  }
  return left.size === 0 ? value : walk(value, '')
}

/** Walks data and schema together: where the schema wants a text and YAML made something else, the written text returns. */
function restoreTexts(document: YamlDocument, root: Schema, diagnostics: Diagnostic[]): JsonObject {
  function walk(value: JsonValue, schemas: readonly Schema[], pointer: string): JsonValue {
    const all = schemas.flatMap((s) => expand(s, root))
    if (Array.isArray(value)) {
      const items = all.flatMap((s) => (isObject(s['items']) ? [s['items'] as Schema] : []))
      return items.length === 0 ? value : value.map((item, i) => walk(item, items, pointer + pointerToken(i)))
    }
    if (isObject(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([key, v]) => [
          key,
          walk(
            v,
            all.flatMap((s) => memberSchemas(s, key)),
            pointer + pointerToken(key),
          ),
        ]),
      )
    }
    const types = new Set(
      all.flatMap(
        (s) => [s['type'] ?? (s['enum'] === undefined && s['const'] === undefined ? [] : 'string')].flat() as string[],
      ),
    )
    if (!types.has('string')) return value
    if (typeof value === 'string') {
      const prose = all.every(
        (s) =>
          s['enum'] === undefined && s['format'] === undefined && (s['pattern'] === undefined || s['x-prose'] === true),
      )
      if (prose && document.isCutByComment(pointer))
        diagnostics.push(diagnose('YAML_COMMENT_CUT', { ...document.at(pointer), pointer }, { value }))
      return value
    }
    if (value === null || types.has(typeof value) || (typeof value === 'number' && types.has('integer'))) return value
    const text = document.text(pointer)
    if (text === undefined) return value
    // What `access` may be is told in parse/access.ts, whatever it was read as.
    if (pointer !== '/access')
      diagnostics.push(
        diagnose(
          'YAML_RETYPED',
          { ...document.at(pointer), pointer },
          { text, type: typeof value === 'number' ? 'a number' : 'a boolean' },
        ),
      )
    return text
  }
  return walk(document.value, [root], '') as JsonObject
}

/** A schema with everything that applies beside it: references and the branches of combinations. */
function expand(schema: Schema, root: Schema): Schema[] {
  const reference = schema['$ref']
  const target =
    typeof reference === 'string' && reference.startsWith('#')
      ? (valueAt(root as JsonValue, reference.slice(1)) as Schema | undefined)
      : undefined
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((k) => (Array.isArray(schema[k]) ? (schema[k] as Schema[]) : []))
  const conditional = ['then', 'else'].flatMap((k) => (isObject(schema[k]) ? [schema[k] as Schema] : []))
  return [schema, ...[...(target ? [target] : []), ...branches, ...conditional].flatMap((s) => expand(s, root))]
}

function memberSchemas(schema: Schema, key: string): Schema[] {
  const own = (schema['properties'] as Record<string, Schema> | undefined)?.[key]
  if (own !== undefined) return [own]
  const open = schema['additionalProperties']
  return isObject(open) ? [open as Schema] : []
}

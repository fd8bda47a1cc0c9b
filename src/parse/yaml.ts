import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Alias,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml'
import { diagnose, type Diagnostic, type Position } from '../diagnostics/diagnostic.ts'
import type { RuleArguments } from '../diagnostics/rules.ts'
import { isObject, pointerToken, pointerTokens, type JsonObject, type JsonValue } from '../json.ts'
import { isExactNumber } from './number.ts'
import type { SourceDocument } from './document.ts'
import { syntaxDiagnostics, type Placer } from './yaml-errors.ts'

/** A definition's YAML or JSON with the nodes it was read from. */
export interface YamlDocument extends SourceDocument {
  /** The written text of a plain or quoted scalar; `undefined` for anything else. */
  text(pointer: string): string | undefined
  /** Whether a plain scalar is followed by ` #` on its line: the rest of the line is a comment. */
  isCutByComment(pointer: string): boolean
}

/** Limits of a definition's data: far above what people write, far below what hurts. */
const MAX_BYTES = 1 << 20
const MAX_DEPTH = 64
const MAX_NODES = 100_000
const MAX_ALIASES = 100

/** Keys that would change an object's prototype, or merge one mapping into another. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', '<<'])

/** With the flag `u`, the two halves of a pair are one character. */
const LONE_SURROGATE = /\p{Cs}/u

const PLAIN_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((t) => `tag:yaml.org,2002:${t}`),
)

/**
 * Reads one YAML 1.2 (core schema) or JSON mapping.
 *
 * Never throws on input: problems are findings, and `document` is absent when nothing can be trusted.
 */
export function parseYaml(text: string, file: string): { document?: YamlDocument; diagnostics: Diagnostic[] } {
  if (text.length > MAX_BYTES)
    return { diagnostics: [diagnose('YAML_TOO_LARGE', { file }, { length: text.length, limit: MAX_BYTES })] }
  const lines = new LineCounter()
  const place: Placer = (start, end = start) => {
    const from = lines.linePos(start)
    const to = lines.linePos(end)
    return { file, line: from.line, column: from.col, endLine: to.line, endColumn: to.col }
  }
  // JSON may be indented with tabs, YAML may not: a tab and a space are one character each, so positions hold.
  const source = file.endsWith('.json') ? text.replaceAll('\t', ' ') : text
  let documents: Document.Parsed[]
  try {
    // The schema is fixed: a `%YAML 1.1` directive would bring its dates, sexagesimals and merge keys.
    const all = parseAllDocuments(source, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: false,
      uniqueKeys: false,
      version: '1.2',
      schema: 'core',
      merge: false,
    })
    documents = Array.isArray(all) ? all : []
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { diagnostics: [diagnose('YAML_TOO_DEEP', { file }, { limit: MAX_DEPTH })] }
  }
  const [first, ...rest] = documents.filter((d, i) => i === 0 || !isBlank(d))
  if (first === undefined || isBlank(first)) {
    return { diagnostics: [diagnose('YAML_EMPTY', { file }, {})] }
  }
  const syntax = syntaxDiagnostics(documents, source, place, MAX_DEPTH)
  if (rest[0] !== undefined) {
    syntax.push(diagnose('YAML_MULTIPLE_DOCUMENTS', place(rest[0].range[0]), { count: 1 + rest.length }))
  }
  if (syntax.length > 0) return { diagnostics: syntax }
  if (!isMap(first.contents)) {
    return {
      diagnostics: [
        diagnose('YAML_NOT_A_MAPPING', place(first.contents?.range?.[0] ?? 0), {
          found: isSeq(first.contents) ? 'a list' : 'a single value',
        }),
      ],
    }
  }
  const { value, diagnostics } = readData(first, source, place)
  if (diagnostics.length > 0) return { diagnostics }
  return { document: locate(first, file, source, value as JsonObject, place), diagnostics }
}

/** Turns nodes into data, and counts: no few bytes can become a lot of it. */
function readData(
  document: Document.Parsed,
  source: string,
  place: Placer,
): { value: JsonValue; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const usedAnchors = aliasNames(document.contents)
  const open = new Set<Node>()
  let nodes = 0
  let aliases = 0

  function at(node: unknown): Position {
    const range = (node as Node | null)?.range
    return range ? place(range[0], range[1]) : place(0)
  }

  function read(node: unknown, pointer: string, depth: number): JsonValue {
    nodes += 1
    if (depth > MAX_DEPTH) return stop(node, pointer, 'YAML_TOO_DEEP', { limit: MAX_DEPTH })
    if (nodes > MAX_NODES)
      return stop(node, pointer, 'YAML_ALIAS_BOMB', {
        reason: `the aliases of this file stand for more than ${MAX_NODES} values`,
      })
    if (isAlias(node)) return readAlias(node, pointer, depth)
    checkTag(node, pointer)
    if (isMap(node)) return nested(node, pointer, () => readMap(node, pointer, depth))
    if (isSeq(node))
      return nested(node, pointer, () => node.items.map((item, i) => read(item, pointer + pointerToken(i), depth + 1)))
    if (!isScalar(node)) return null
    if (node.anchor !== undefined && !usedAnchors.has(node.anchor)) {
      diagnostics.push(diagnose('YAML_ANCHOR', { ...propertyPlace(node, '&'), pointer }, { anchor: node.anchor }))
    }
    checkText(node.value, node, pointer)
    return (node.value ?? null) as JsonValue
  }

  function checkText(text: unknown, node: unknown, pointer: string): void {
    if (typeof text === 'string' && LONE_SURROGATE.test(text))
      diagnostics.push(diagnose('YAML_LONE_SURROGATE', { ...at(node), pointer }, {}))
  }

  function readMap(node: YAMLMap, pointer: string, depth: number): JsonObject {
    const entries: [string, JsonValue][] = []
    const seen = new Set<string>()
    for (const pair of node.items) {
      const key = keyText(pair)
      const here = pointer + pointerToken(key ?? '')
      checkText(key, pair.key, here)
      if (key === undefined) diagnostics.push(diagnose('YAML_KEY', { ...at(pair.key), pointer }, {}))
      else if (FORBIDDEN_KEYS.has(key))
        diagnostics.push(diagnose('YAML_FORBIDDEN_KEY', { ...at(pair.key), pointer: here }, { key }))
      else if (seen.has(key))
        diagnostics.push(diagnose('YAML_DUPLICATE_KEY', { ...at(pair.key), pointer: here }, { key }))
      else entries.push([key, read(pair.value, here, depth + 1)])
      if (key !== undefined) seen.add(key)
    }
    return Object.fromEntries(entries)
  }

  function readAlias(node: Alias, pointer: string, depth: number): JsonValue {
    aliases += 1
    const target = node.resolve(document)
    if (aliases > MAX_ALIASES)
      return stop(node, pointer, 'YAML_ALIAS_BOMB', { reason: `this file uses more than ${MAX_ALIASES} aliases` })
    if (target !== undefined) return read(target, pointer, depth)
    diagnostics.push(diagnose('YAML_ALIAS', { ...at(node), pointer }, { alias: node.source }))
    return null
  }

  /** Reads a collection unless it holds itself. */
  function nested<T extends JsonValue>(node: Node, pointer: string, readItems: () => T): T | null {
    if (open.has(node)) return stop(node, pointer, 'YAML_ALIAS_BOMB', { reason: 'this value holds itself' })
    open.add(node)
    const value = readItems()
    open.delete(node)
    return value
  }

  function stop<C extends 'YAML_TOO_DEEP' | 'YAML_ALIAS_BOMB'>(
    node: unknown,
    pointer: string,
    code: C,
    args: RuleArguments<C>,
  ): null {
    if (!diagnostics.some((d) => d.code === code)) diagnostics.push(diagnose(code, { ...at(node), pointer }, args))
    return null
  }

  function checkTag(node: unknown, pointer: string): void {
    const tag = (node as Node | null)?.tag
    if (tag === undefined || PLAIN_TAGS.has(tag)) return
    diagnostics.push(diagnose('YAML_TAG', { ...propertyPlace(node as Node, '!'), pointer }, { tag }))
  }

  /** Position of a node's anchor or tag, which stands before the node itself. */
  function propertyPlace(node: Node, mark: string): Position {
    const start = node.range?.[0] ?? 0
    const before = source.lastIndexOf(mark, start)
    const from = before < 0 || start - before > 200 ? start : before
    return place(from, Math.max(from, trimEnd(source, from, node.range?.[1] ?? start)))
  }

  return { value: read(document.contents, '', 0), diagnostics }
}

/** Pairs of a mapping by key; the first of each, as in the data. Kept, since findings may be as many as keys. */
function pairIndex(): (map: YAMLMap) => ReadonlyMap<string, Pair> {
  const known = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>()
  return (map) => {
    const before = known.get(map)
    if (before !== undefined) return before
    const pairs = new Map<string, Pair>()
    for (const pair of map.items) {
      const key = keyText(pair)
      if (key !== undefined && !pairs.has(key)) pairs.set(key, pair)
    }
    known.set(map, pairs)
    return pairs
  }
}

function locate(
  document: Document.Parsed,
  file: string,
  source: string,
  value: JsonObject,
  place: Placer,
): YamlDocument {
  const pairsOf = pairIndex()
  const find = (pointer: string): { node?: Node; key?: Node; found: boolean } => {
    let node: unknown = document.contents
    let key: Node | undefined
    for (const token of pointerTokens(pointer)) {
      const parent = isAlias(node) ? node.resolve(document) : node
      if (isMap(parent)) {
        const pair = pairsOf(parent).get(token)
        if (pair === undefined) return { node: node as Node, ...(key ? { key } : {}), found: false }
        key = pair.key as Node
        node = pair.value ?? pair.key
      } else if (isSeq(parent) && parent.items[Number(token)] !== undefined) {
        node = parent.items[Number(token)]
        key = node as Node
      } else return { node: node as Node, ...(key ? { key } : {}), found: false }
    }
    return { node: node as Node, ...(key ? { key } : {}), found: true }
  }
  return {
    file,
    value,
    at(pointer, part = 'value') {
      const { node, key, found } = find(pointer)
      // A value that is not written has no width to point at.
      const isBlank = isScalar(node) && node.range?.[0] === node.range?.[1]
      const target = (!found || isBlank || part === 'key' ? key : undefined) ?? (found ? node : undefined)
      // A finding about the whole is shown at its start: nothing of the first line is to blame.
      if (target === undefined || target === document.contents) return place(document.contents?.range?.[0] ?? 0)
      return target.range
        ? place(target.range[0], Math.max(target.range[0], trimEnd(source, target.range[0], target.range[1])))
        : place(0)
    },
    text(pointer) {
      const { node, found } = find(pointer)
      const scalar = isAlias(node) ? node.resolve(document) : node
      return found && isScalar(scalar) ? (scalar.source ?? String(scalar.value ?? '')) : undefined
    },
    isCutByComment(pointer) {
      const { node, found } = find(pointer)
      if (!found || !isScalar(node) || node.type !== 'PLAIN' || !node.range) return false
      return /^[ \t]+#/.test(source.slice(node.range[1], node.range[1] + 64))
    },
  }
}

/** A document of white space and comments alone. */
function isBlank(document: Document.Parsed): boolean {
  const { contents, errors } = document
  return (
    errors.length === 0 &&
    (contents === null ||
      (isScalar(contents) && contents.value === null && (contents.source ?? '') === '' && contents.tag === undefined))
  )
}

/** A number that JSON does not carry as it was written. */
export interface ChangedNumber {
  readonly pointer: string
  /** As written, and as JSON writes it. */
  readonly text: string
  readonly published: string
  /** Whether both are the same number. */
  readonly isExact: boolean
}

/** The numbers of a document whose written text is not what JSON makes of them: `1.10`, `0x1F`, `9007199254740993`. */
export function changedNumbers(document: YamlDocument, value: JsonValue, pointer = ''): ChangedNumber[] {
  if (typeof value === 'number') {
    const text = document.text(pointer) ?? String(value)
    const published = JSON.stringify(value)
    return text === published ? [] : [{ pointer, text, published, isExact: isExactNumber(text, value) }]
  }
  if (Array.isArray(value)) return value.flatMap((v, i) => changedNumbers(document, v, pointer + pointerToken(i)))
  if (isObject(value))
    return Object.entries(value).flatMap(([k, v]) => changedNumbers(document, v, pointer + pointerToken(k)))
  return []
}

function keyText(pair: Pair): string | undefined {
  const key = pair.key
  if (!isScalar(key)) return undefined
  return key.type === 'PLAIN' ? (key.source ?? String(key.value ?? '')) : String(key.value)
}

function aliasNames(root: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  const stack: unknown[] = [root]
  while (stack.length > 0) {
    const node = stack.pop()
    if (isAlias(node)) names.add(node.source)
    else if (isMap(node)) for (const pair of node.items) stack.push(pair.key, pair.value)
    else if (isSeq(node)) stack.push(...node.items)
  }
  return names
}

/** Block scalars end with the line breaks behind them: the range shown stops at the text. */
function trimEnd(source: string, start: number, end: number): number {
  let at = end
  while (at > start && /\s/.test(source[at - 1] ?? '')) at -= 1
  return at
}

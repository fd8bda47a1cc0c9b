import { isCollection, isMap, isScalar, isSeq, type Document, type YAMLError } from 'yaml'
import { diagnose, type Diagnostic, type Position } from '../diagnostics/diagnostic.ts'

/** The position of a range of offsets; of a point where `end` is left out. */
export type Placer = (start: number, end?: number) => Position

/**
 * What keeps a text from being YAML, in words about what was written: one finding for a line, since one mistake makes the
 * reader stumble several times.
 *
 * @param limit Levels that data may be nested.
 */
export function syntaxDiagnostics(
  documents: readonly Document.Parsed[],
  source: string,
  place: Placer,
  limit: number,
): Diagnostic[] {
  const found = documents.flatMap((d) =>
    d.errors.map((error) => syntaxDiagnostic(error, { document: d, source, place, limit })),
  )
  const tooDeep = found.find((d) => d.code === 'YAML_TOO_DEEP')
  if (tooDeep !== undefined) return [tooDeep]
  return found.filter((d, i) => found.findIndex((other) => other.line === d.line) === i)
}

interface Text {
  readonly document: Document.Parsed
  readonly source: string
  readonly place: Placer
  readonly limit: number
}

function syntaxDiagnostic(error: YAMLError, text: Text): Diagnostic {
  const { document, source, place, limit } = text
  const [start, end] = error.pos
  switch (error.code) {
    case 'DUPLICATE_KEY': {
      const key = /^[^:\s]*/.exec(source.slice(start, start + 200))?.[0] ?? ''
      return diagnose('YAML_DUPLICATE_KEY', place(start, start + key.length), { key })
    }
    case 'TAB_AS_INDENT':
      return diagnose('YAML_TAB', place(start, end), {})
    case 'RESOURCE_EXHAUSTION':
      return diagnose('YAML_TOO_DEEP', place(start, end), { limit })
    case 'MISSING_CHAR': {
      const quote = /closing .*quote/.test(error.message) ? lastOpened(document.contents, start, isQuoted) : undefined
      if (quote !== undefined) return diagnose('YAML_UNCLOSED', place(quote, quote + 1), { mark: source[quote] ?? '' })
      break
    }
    case 'BAD_INDENT': {
      const isOpen = (node: unknown): boolean => isCollection(node) && node.flow === true
      const bracket = /end with a/.test(error.message) ? lastOpened(document.contents, start, isOpen) : undefined
      if (bracket !== undefined)
        return diagnose('YAML_UNCLOSED', place(bracket, bracket + 1), { mark: source[bracket] ?? '' })
      break
    }
  }
  return valueDiagnostic(error, text)
}

/** Findings about the value on the line of an error. */
function valueDiagnostic(error: YAMLError, { source, place }: Text): Diagnostic {
  const [start, end] = error.pos
  const value = valueOnLine(source, start)
  const alias = value === undefined ? undefined : /^\*([^\s,[\]{}]*)/.exec(value.text)?.[1]
  if (value !== undefined && alias !== undefined)
    return diagnose('YAML_ALIAS', place(value.start, value.start + 1 + alias.length), { alias })
  if (value !== undefined && /^[^"'|>{[&*!#\s].*:(?:\s|$)/.test(value.text)) {
    return diagnose('YAML_UNQUOTED_COLON', place(value.start, value.start + value.text.length), {})
  }
  const later = error.code === 'BLOCK_AS_IMPLICIT_KEY' ? colonBelow(source, start) : undefined
  if (later !== undefined) {
    const { end, key } = later
    return diagnose('YAML_UNQUOTED_COLON', place(start, end), key === undefined ? {} : { key })
  }
  return diagnose('YAML_SYNTAX', place(start, end), explain(error.message))
}

/** The reader's words for a mistake, in those of the person who made it. */
function explain(message: string): { reason: string; fix?: string } {
  const [pattern, reason, fix] = EXPLANATIONS.find(([p]) => p.test(message)) ?? []
  if (pattern === undefined || reason === undefined)
    return { reason: `${message.charAt(0).toLowerCase()}${message.split('\n')[0]!.slice(1)}`.replace(/[.:]$/, '') }
  const [, found = ''] = pattern.exec(message) ?? []
  return { reason: reason.replace('%', found), ...(fix === undefined ? {} : { fix }) }
}

const NO_KEY = 'this line is no `key: value`'
const ADD_COLON = 'Write a key, a colon and a space before the value; indent a text that goes on.'

const EXPLANATIONS: readonly (readonly [RegExp, string, string?])[] = [
  [/^Implicit keys need/, NO_KEY, ADD_COLON],
  [/^Implicit map keys need/, NO_KEY, ADD_COLON],
  [
    /^All (?:mapping|sequence) items must start/,
    'this line is not indented like those that it belongs to',
    'Indent it like the others.',
  ],
  [
    /^Plain value cannot start with .*?(\S)$/,
    'a value without quotes cannot start with `%`',
    'Put the value in quotes.',
  ],
  [
    /^Invalid escape sequence (\S+)/,
    '`%` means nothing in double quotes',
    'Write `\\\\` for a backslash, or use single quotes.',
  ],
  [
    /^Unexpected scalar at node end/,
    'text follows where the value has ended',
    'Put the whole value in one pair of quotes.',
  ],
  [
    /^Unexpected [\w-]*scalar token/,
    'a comma is missing before this',
    'Add the comma, or put the whole value in quotes.',
  ],
  [/^Unexpected flow-\w+-end token.*"(.)"/, 'this `%` closes nothing', 'Remove it, or put the value in quotes.'],
  [
    /^Unexpected block-seq-ind/,
    'a list cannot start on the line of its key',
    'Start it on a line of its own, or put the value in quotes.',
  ],
  [/^Block collections are not allowed within flow/, 'a comma is missing between two entries', 'Add the comma.'],
  [/^Block scalar header includes/, 'text follows the mark that starts a block', 'Start the text on the next line.'],
]

/** The value that starts on the line of an offset, behind its key. */
function valueOnLine(source: string, offset: number): { start: number; text: string } | undefined {
  const from = source.lastIndexOf('\n', Math.max(0, offset - 1)) + 1
  const to = source.indexOf('\n', from)
  const line = source.slice(from, to < 0 ? undefined : to).trimEnd()
  const key = /^\s*(?:- +)*["']?[\w$.-]+["']?:\s+/.exec(line)?.[0]
  return key === undefined || key.length === line.length
    ? undefined
    : { start: from + key.length, text: line.slice(key.length) }
}

/** The line after an offset that goes on with a value and holds a colon; its key, where one word stands before the colon. */
function colonBelow(source: string, offset: number): { end: number; key?: string } | undefined {
  const line = /\n[ \t]+([^\n]*?):(?:[ \t][^\n]*)?(?=\n|$)/g
  line.lastIndex = offset
  const found = line.exec(source)
  if (found === null) return undefined
  const end = found.index + found[0].trimEnd().length
  return { end, ...(/^[\w$-]+$/.test(found[1]!) ? { key: found[1]! } : {}) }
}

function isQuoted(node: unknown): boolean {
  return isScalar(node) && node.type?.startsWith('QUOTE') === true
}

/** Where the last node of a kind before an offset opens. */
function lastOpened(root: unknown, before: number, isKind: (node: unknown) => boolean): number | undefined {
  let last: number | undefined
  const stack: unknown[] = [root]
  while (stack.length > 0) {
    const node = stack.pop()
    if (isMap(node)) for (const pair of node.items) stack.push(pair.key, pair.value)
    else if (isSeq(node)) stack.push(...node.items)
    const range = (node as { range?: readonly number[] | null } | null)?.range
    if (range?.[0] !== undefined && range[0] <= before && isKind(node)) last = Math.max(last ?? 0, range[0])
  }
  return last
}

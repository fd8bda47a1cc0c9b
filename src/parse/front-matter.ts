import matter from 'gray-matter'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceFile } from '../load/sources.ts'
import { decodeText } from './text.ts'
import { parseYaml, type YamlDocument } from './yaml.ts'

/** A Markdown file taken apart. */
export interface FrontMatter {
  /** Absent when there is no front matter, or none that can be read. */
  readonly document?: YamlDocument
  /** Everything behind the closing fence's line, line ends as they are. */
  readonly body: string
  /** The whole text, without a byte-order mark. */
  readonly text: string
  /** Whether the file has, or tries to have, front matter. */
  readonly present: boolean
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Takes YAML front matter off a Markdown file.
 *
 * The fences are checked here before gray-matter sees the text, and its only engine hands the raw block to our YAML
 * reader: no other language is ever parsed or run.
 */
export function parseFrontMatter(file: SourceFile): FrontMatter {
  const { text, diagnostics } = decodeText(file)
  if (text === undefined) return { body: '', text: '', present: true, diagnostics }
  const place = { file: file.path, line: 1, column: 1 }
  const fence = checkFences(text)
  if (fence.kind === 'none') return { body: text, text, present: false, diagnostics }
  if (fence.kind === 'broken') {
    return {
      body: '',
      text,
      present: true,
      diagnostics: [...diagnostics, diagnose(fence.code, { ...place, line: fence.line }, { line: fence.shown })],
    }
  }
  let block = ''
  const refuse = (): never => {
    throw new TypeError('Front matter is read as YAML alone')
  }
  matter(text, {
    language: 'yaml',
    engines: {
      yaml: { parse: (raw: string) => ((block = raw), {}), stringify: refuse },
      json: { parse: refuse, stringify: refuse },
      javascript: { parse: refuse, stringify: refuse },
    },
  })
  // The raw block starts with the line break behind the opening fence, so its lines count like the file's. A block of
  // comments alone never reaches the engine.
  const parsed = parseYaml(block.replace(/\r$/, ''), file.path)
  const empty = parsed.diagnostics.find((d) => d.code === 'YAML_EMPTY')
  return {
    ...(parsed.document ? { document: parsed.document } : {}),
    body: text.slice(fence.bodyStart),
    text,
    present: true,
    diagnostics: [...diagnostics, ...(empty ? [diagnose('YAML_EMPTY', place, {})] : parsed.diagnostics)],
  }
}

type Fences =
  | { readonly kind: 'none' }
  | { readonly kind: 'whole'; readonly bodyStart: number }
  | {
      readonly kind: 'broken'
      readonly code:
        | 'FRONT_MATTER_NOT_FIRST'
        | 'FRONT_MATTER_LANGUAGE'
        | 'FRONT_MATTER_UNTERMINATED'
        | 'FRONT_MATTER_FENCE'
      readonly line: number
      readonly shown: string
    }

function checkFences(text: string): Fences {
  const lines = text.split(/\r?\n/)
  const first = lines[0] ?? ''
  if (!/^---(?!-)/.test(first)) {
    const start = firstTextLine(lines)
    const opens = /^\s*---\s*$/.test(lines[start] ?? '') && /^\s*[\w-]+\s*:/.test(lines[start + 1] ?? '')
    return opens ? { kind: 'broken', code: 'FRONT_MATTER_NOT_FIRST', line: start + 1, shown: first } : { kind: 'none' }
  }
  if (/^---\s*\S/.test(first)) return { kind: 'broken', code: 'FRONT_MATTER_LANGUAGE', line: 1, shown: first }
  const close = lines.findIndex((line, i) => i > 0 && line.startsWith('---'))
  if (close < 0) return { kind: 'broken', code: 'FRONT_MATTER_UNTERMINATED', line: 1, shown: first }
  const shown = lines[close] ?? ''
  const bodyStart = lineStart(text, close + 1)
  return /^---[ \t]*$/.test(shown)
    ? { kind: 'whole', bodyStart }
    : { kind: 'broken', code: 'FRONT_MATTER_FENCE', line: close + 1, shown }
}

/** Offset at which a line starts, lines counted from 0; the text's end where there are fewer. */
function lineStart(text: string, line: number): number {
  let at = 0
  for (let i = 0; i < line; i += 1) {
    const next = text.indexOf('\n', at)
    if (next < 0) return text.length
    at = next + 1
  }
  return at
}

/** Index of the first line that is neither blank nor part of an HTML comment. */
function firstTextLine(lines: readonly string[]): number {
  let inComment = false
  for (const [i, line] of lines.entries()) {
    const text = line.trim()
    if (!inComment && text !== '' && !text.startsWith('<!--')) return i
    // A comment ends with its line where that ends it.
    if (inComment) inComment = !text.includes('-->')
    else if (text !== '') inComment = text.lastIndexOf('<!--') > text.lastIndexOf('-->')
  }
  return lines.length
}

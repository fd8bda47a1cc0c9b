import { compareText } from '../json.ts'
import { RULES, type Code, type RuleArguments } from './rules.ts'

/** How much a finding weighs: an error stops publishing, a warning does under `strict`, a suggestion never does. */
export type Severity = 'error' | 'warning' | 'suggestion'

/** A range in a source file. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Position {
  /** Path relative to the site's root, with `/`. */
  readonly file: string
  readonly line?: number
  readonly column?: number
  readonly endLine?: number
  /** Column behind the last character. */
  readonly endColumn?: number
}

/** One finding about the user's input or a site. */
export interface Diagnostic extends Partial<Position> {
  /** Permanent name; a heading in docs/rules.md. */
  readonly code: Code
  readonly severity: Severity
  /** What is wrong and why, with the actual value. One or two full sentences. */
  readonly message: string
  /** The action that puts it right, where one is certain enough to give. */
  readonly hint?: string
  /** URL of the document, for findings about a site. */
  readonly url?: string
  /** JSON Pointer (RFC 6901) of the value in its document. */
  readonly pointer?: string
  /** Names this one finding for `publish.allow`, where file and pointer do not. */
  readonly fingerprint?: string
}

/** Where a finding points: a position, or the pieces of one, with the pointer of the value. */
export interface Place extends Partial<Position> {
  readonly url?: string
  readonly pointer?: string
  readonly fingerprint?: string
}

/**
 * A finding by a rule of the table.
 *
 * @throws {TypeError} for a code that is not in the table.
 */
export function diagnose<C extends Code>(code: C, place: Place, args: RuleArguments<C>): Diagnostic {
  const rule = RULES[code] as {
    severity: Severity
    message: (a: unknown) => string
    hint?: (a: unknown) => string | undefined
  }
  if (rule === undefined) throw new TypeError(`Unknown diagnostic code ${code}`)
  const hint = rule.hint?.(args)
  return {
    code,
    severity: rule.severity,
    message: rule.message(args),
    ...(hint === undefined ? {} : { hint }),
    ...place,
  }
}

/** Findings in the order they are shown: by file or URL, line, column, code, message; doubles removed. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>()
  return diagnostics
    .toSorted(
      (a, b) =>
        compareText(a.file ?? a.url ?? '', b.file ?? b.url ?? '') ||
        (a.line ?? 0) - (b.line ?? 0) ||
        (a.column ?? 0) - (b.column ?? 0) ||
        compareText(a.code, b.code) ||
        compareText(a.message, b.message),
    )
    .filter((d) => {
      const key = JSON.stringify([d.code, d.file, d.url, d.line, d.column, d.message])
      return !seen.has(key) && seen.add(key)
    })
}

/** Whether any finding is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((d) => d.severity === 'error')
}

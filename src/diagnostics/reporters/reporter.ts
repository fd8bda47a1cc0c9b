import { compareText, type JsonObject } from '../../json.ts'
import type { Diagnostic, Severity } from '../diagnostic.ts'

/** What a run has to say. */
export interface Run {
  /** Sorted findings. */
  readonly diagnostics: readonly Diagnostic[]
  /** What was done, for machines. */
  readonly report: JsonObject
  /** The same for people: lines of text. */
  readonly summary: readonly string[]
  /** The same as Markdown, for the commands that have it: safe to be shown by a code host. @default the summary as text */
  readonly markdown?: string
  /** Warnings fail the run. */
  readonly strict: boolean
}

/** What `pretty` colours its text with; picocolors fits. */
export type Colors = Readonly<
  Record<'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'blue' | 'cyan', (text: string) => string>
>

/** How and for whom a run is shown. */
export interface ReportContext {
  /** ANSI colours, or functions that leave the text as it is. */
  readonly colors: Colors
  /** Version of the tool. */
  readonly version: string
  /** A file of a finding as the reader's surroundings name it. */
  displayPath(file: string): string
  /** Text of a source file with secrets masked. */
  sourceText(file: string): string | undefined
}

/**
 * One way to show a run: everything that goes to stdout, ending with a newline unless it is empty.
 *
 * Messages and file names quote untrusted files: a reporter lets none of their characters act on a terminal, start a
 * line or pass for its own syntax.
 */
export type Reporter = (run: Run, context: ReportContext) => string

/** How many findings there are of each severity. */
export interface Counts {
  readonly errors: number
  readonly warnings: number
  readonly suggestions: number
}

/** Counts findings by severity. */
export function count(diagnostics: readonly Diagnostic[]): Counts {
  const of = (severity: Severity): number => diagnostics.filter((d) => d.severity === severity).length
  return { errors: of('error'), warnings: of('warning'), suggestions: of('suggestion') }
}

/** The counts as a reader wants them: `2 errors, 1 warning`; severities without findings are left out. */
export function countsText({ errors, warnings, suggestions }: Counts): string {
  const parts = [amount(errors, 'error'), amount(warnings, 'warning'), amount(suggestions, 'suggestion')]
  return parts.filter((part) => !part.startsWith('0 ')).join(', ') || 'no problems'
}

/** A number with its noun. */
export function amount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** The codes of findings, each once, sorted. */
export function codesOf(diagnostics: readonly Diagnostic[]): Diagnostic['code'][] {
  return [...new Set(diagnostics.map((d) => d.code))].toSorted(compareText)
}

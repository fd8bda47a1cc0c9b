import { visibleJson } from '../visible.ts'
import { count, type Run } from './reporter.ts'

/** For programs: one JSON object with the findings as they are, their counts and the report. */
export function json({ diagnostics, report }: Run): string {
  return `${visibleJson({ diagnostics, ...count(diagnostics), report })}\n`
}

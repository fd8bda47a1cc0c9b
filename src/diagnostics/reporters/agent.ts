import type { Diagnostic } from '../diagnostic.ts'
import { visible, visibleLine } from '../visible.ts'
import { count, countsText, type ReportContext, type Run } from './reporter.ts'

/** For coding agents: one line per finding with its hint, the report, and a last line with the counts. */
export function agent({ diagnostics, summary }: Run, context: ReportContext): string {
  const lines = diagnostics.map((d) => finding(d, context))
  return [...lines, ...summary.map(visibleLine).filter((line) => line !== ''), countsText(count(diagnostics)), ''].join(
    '\n',
  )
}

function finding(d: Diagnostic, context: ReportContext): string {
  const file = d.file === undefined ? d.url : context.displayPath(d.file)
  const place = [file === undefined ? undefined : visible(file), d.line, d.line === undefined ? undefined : d.column]
  const hint = d.hint === undefined ? '' : ` Hint: ${visibleLine(d.hint)}`
  const start = place.filter((part) => part !== undefined).join(':')
  return `${start === '' ? '' : `${start} `}${d.severity} ${d.code}: ${visibleLine(d.message)}${hint}`
}

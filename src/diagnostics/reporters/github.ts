import type { Diagnostic } from '../diagnostic.ts'
import { visible, visibleLine } from '../visible.ts'
import { count, countsText, type ReportContext, type Run } from './reporter.ts'

/** For GitHub Actions: one workflow command per finding, which annotates the file; then the report and the counts. */
export function github({ diagnostics, summary }: Run, context: ReportContext): string {
  const report = [...summary.map(visibleLine).filter((line) => line !== ''), countsText(count(diagnostics))]
  return [...diagnostics.map((d) => annotation(d, context)), ...report.map(plainLine), ''].join('\n')
}

const COMMANDS = { error: 'error', warning: 'warning', suggestion: 'notice' } as const

function annotation(d: Diagnostic, context: ReportContext): string {
  const properties = {
    file: d.file === undefined ? undefined : visible(context.displayPath(d.file)),
    line: d.line,
    endLine: d.endLine,
    col: d.column,
    endColumn: d.endColumn,
    title: d.code,
  }
  const list = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  )
  const text = [
    d.url === undefined ? '' : `${visible(d.url)}: `,
    visibleLine(d.message),
    d.hint === undefined ? '' : `\nhint: ${visibleLine(d.hint)}`,
  ]
  return `::${COMMANDS[d.severity]} ${list.join(',')}::${escapeData(text.join(''))}`
}

/** A line that is no workflow command, in neither of the two forms that the runner knows. */
function plainLine(line: string): string {
  return line.replaceAll('::', ': :').replaceAll('##[', '## [')
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

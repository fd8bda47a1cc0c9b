import { codeFrame, splitLines } from '../code-frame.ts'
import type { Diagnostic, Severity } from '../diagnostic.ts'
import { visible, visibleLine } from '../visible.ts'
import { count, countsText, type Colors, type ReportContext, type Run } from './reporter.ts'

/** For people at a terminal: every finding with its code frame and hint, then the report and the counts. */
export function pretty(run: Run, context: ReportContext): string {
  const { colors } = context
  const lines = new Map<string, string[] | undefined>()
  const linesOf = (file: string): string[] | undefined => {
    if (!lines.has(file)) {
      const text = context.sourceText(file)
      lines.set(file, text === undefined ? undefined : splitLines(text))
    }
    return lines.get(file)
  }
  const blocks = run.diagnostics.map((d) =>
    block(d, d.file === undefined ? undefined : linesOf(d.file), context, colors),
  )
  if (run.summary.length > 0) blocks.push(run.summary.map(visible).join('\n'))
  blocks.push(conclusion(run, colors))
  return `${blocks.join('\n\n')}\n`
}

function block(
  d: Diagnostic,
  source: readonly string[] | undefined,
  context: Pick<ReportContext, 'displayPath'>,
  colors: Colors,
): string {
  const frame = source === undefined ? '' : codeFrame(source, d, colors)
  const where = d.file === undefined && d.url === undefined ? [] : [colors.bold(place(d, context))]
  return [
    [...where, severityColor(d.severity, colors)(d.severity), colors.dim(d.code)].join('  '),
    `  ${visibleLine(d.message)}`,
    ...(frame === '' ? [] : frame.split('\n').map((line) => `  ${line}`)),
    ...(d.hint === undefined ? [] : [`  ${colors.cyan('hint:')} ${visibleLine(d.hint)}`]),
  ].join('\n')
}

function place(d: Diagnostic, context: Pick<ReportContext, 'displayPath'>): string {
  if (d.file === undefined) return visible(d.url ?? '')
  return [visible(context.displayPath(d.file)), d.line, d.line === undefined ? undefined : d.column]
    .filter((part) => part !== undefined)
    .join(':')
}

function severityColor(severity: Severity, colors: Colors): (text: string) => string {
  return { error: colors.red, warning: colors.yellow, suggestion: colors.blue }[severity]
}

function conclusion({ diagnostics, strict }: Run, colors: Colors): string {
  const counts = count(diagnostics)
  const text = countsText(counts)
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  if (counts.errors > 0) return colors.red(sentence)
  if (counts.warnings === 0) return colors.green(sentence)
  return colors.yellow(strict ? `${sentence} Warnings fail this run (strict).` : sentence)
}

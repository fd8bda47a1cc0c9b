import type { Diagnostic } from '../diagnostic.ts'
import { visibleLine } from '../visible.ts'
import { count, countsText, type ReportContext, type Run } from './reporter.ts'

/** For a comment at a code host: the report, then the findings. A host that takes no longer text gets no longer one. */
export function markdown(run: Run, context: ReportContext): string {
  const { diagnostics, summary } = run
  const report = run.markdown ?? summary.map((line) => code(line)).join('  \n')
  const findings = diagnostics.map((d) => finding(d, context))
  const counts =
    diagnostics.length === 0
      ? []
      : ['### Findings', '', cutList(findings, LIMIT - report.length), '', `${countsText(count(diagnostics))}.`]
  return `${[report.trim(), ...(counts.length === 0 ? [] : ['', ...counts])].join('\n')}\n`
}

/**
 * A text as a code span (CommonMark 6.1): nothing in it is a link, a mention, HTML or the end of the span.
 *
 * @param limit Characters that are shown at most.
 */
export function code(text: string, limit = 200): string {
  const line = visibleLine(text)
  const points = [...line]
  const shown = points.length > limit ? `${points.slice(0, limit - 1).join('')}…` : line
  if (shown === '') return '(empty)'
  const longest = Math.max(0, ...(shown.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const space = longest > 0 || /^ | $/.test(shown) ? ' ' : ''
  return fence + space + shown + space + fence
}

/** List items as long as they have room, and how many there are besides. */
export function cutList(items: readonly string[], room: number): string {
  let length = 0
  const shown = items.filter((item) => (length += item.length + 3) < room)
  const rest = items.length - shown.length
  return [...shown, ...(rest === 0 ? [] : [`… and ${rest} more`])].map((item) => `- ${item}`).join('\n')
}

/** Code hosts refuse comments of more than 65,536 characters. */
const LIMIT = 60_000

function finding(d: Diagnostic, context: ReportContext): string {
  const file = d.file === undefined ? d.url : context.displayPath(d.file)
  const place = [file, d.line].filter((part) => part !== undefined).join(':')
  const hint = d.hint === undefined ? '' : ` Hint: ${code(d.hint, 500)}`
  return `**${d.severity}** \`${d.code}\`${place === '' ? '' : ` at ${code(place)}`}: ${code(d.message, 500)}${hint}`
}

import type { Diagnostic } from '../diagnostic.ts'
import { RULES } from '../rules.ts'
import { visible, visibleJson, visibleLine } from '../visible.ts'
import { codesOf, type ReportContext, type Run } from './reporter.ts'

/** For code scanning: a SARIF 2.1.0 log with one run; the rules that were met carry their documentation. */
export function sarif({ diagnostics }: Run, context: ReportContext): string {
  const codes = codesOf(diagnostics)
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'signpost', version: context.version, rules: codes.map(reportingDescriptor) } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((d) => result(d, codes.indexOf(d.code), context)),
      },
    ],
  }
  return `${visibleJson(log)}\n`
}

const LEVELS = { error: 'error', warning: 'warning', suggestion: 'note' } as const

function reportingDescriptor(code: Diagnostic['code']): object {
  const { docs, severity } = RULES[code]
  return {
    id: code,
    shortDescription: {
      text: docs
        .split(/\n\s*\n/)[0]!
        .replace(/\s+/g, ' ')
        .trim(),
    },
    help: { text: docs, markdown: docs },
    defaultConfiguration: { level: LEVELS[severity] },
  }
}

function result(d: Diagnostic, ruleIndex: number, context: ReportContext): object {
  const text = d.hint === undefined ? d.message : `${d.message} Hint: ${d.hint}`
  const location = physicalLocation(d, context)
  return {
    ruleId: d.code,
    ruleIndex,
    level: LEVELS[d.severity],
    message: { text: withoutLinks(visibleLine(text)) },
    ...(location === undefined ? {} : { locations: [{ physicalLocation: location }] }),
    ...(d.pointer === undefined ? {} : { properties: { pointer: visible(d.pointer) } }),
  }
}

/** A message may hold embedded links (SARIF 3.11.6); what is quoted from a file must not become one. */
function withoutLinks(text: string): string {
  return text.replaceAll('](', '] (')
}

function physicalLocation(d: Diagnostic, context: ReportContext): object | undefined {
  if (d.file === undefined) return d.url === undefined ? undefined : { artifactLocation: { uri: d.url } }
  const uri = context
    .displayPath(d.file)
    .replace(/\p{Cs}/gu, '\uFFFD')
    .split('/')
    .map(encodeURIComponent)
    .join('/')
  const { line, column, endLine, endColumn } = d
  const region = {
    startLine: line,
    ...(column === undefined ? {} : { startColumn: column }),
    ...(endLine === undefined ? {} : { endLine }),
    ...(endColumn === undefined ? {} : { endColumn }),
  }
  return { artifactLocation: { uri, uriBaseId: '%SRCROOT%' }, ...(line === undefined ? {} : { region }) }
}

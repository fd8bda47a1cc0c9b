import { compareText } from '../json.ts'
import type { Severity } from './diagnostic.ts'

/** Heading of each severity, gravest first. */
export const SEVERITY_TITLES: Readonly<Record<Severity, string>> = {
  error: 'Errors',
  warning: 'Warnings',
  suggestion: 'Suggestions',
}

/** What the document needs of a row of the code table. */
export interface DocumentedRule {
  readonly severity: Severity
  readonly locked?: boolean
  readonly docs: string
}

/** The codes of a table, sorted, by their severity; gravest first. */
export function codesBySeverity(rules: Readonly<Record<string, DocumentedRule>>): Map<Severity, string[]> {
  const codes = Object.keys(rules).toSorted(compareText)
  const severities = Object.keys(SEVERITY_TITLES) as Severity[]
  return new Map(severities.map((severity) => [severity, codes.filter((code) => rules[code]!.severity === severity)]))
}

/** The Markdown document of a code table: `docs/rules.md`, one heading per code, grouped by severity. */
export function renderRules(rules: Readonly<Record<string, DocumentedRule>>): string {
  const sections = [...codesBySeverity(rules)].map(([severity, codes]) =>
    [
      `## ${SEVERITY_TITLES[severity]}`,
      MEANING[severity],
      ...codes.flatMap((code) => section(code, rules[code]!)),
    ].join('\n\n'),
  )
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`
}

const INTRODUCTION = `# Diagnostics

Every finding has a permanent code. \`signpost explain CODE\` prints the same text as this page.

The option \`rules\` changes a severity (\`{ rules: { CODE: 'off' } }\`; also \`suggestion\`, \`warning\` and \`error\`).
Codes about access, privacy and secrets are marked as fixed: of those only a single finding can be allowed, by
\`publish.allow\`.`

const MEANING: Readonly<Record<Severity, string>> = {
  error: 'An error stops publishing: nothing is written, and the exit code is 1.',
  warning: 'A warning does not stop publishing, unless `strict` says so.',
  suggestion: 'A suggestion never stops anything.',
}

function section(code: string, { docs, locked }: DocumentedRule): string[] {
  return [`### ${code}`, ...(locked ? ['*Its severity is fixed.*'] : []), docs.trim()]
}

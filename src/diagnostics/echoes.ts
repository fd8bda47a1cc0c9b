import { groupBy } from '../group.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Code } from './rules.ts'

/**
 * Findings without those that only echo another about the same text, so that one mistake is one finding: how YAML took a
 * value that is wrong for another reason, a secret in a URL whose credentials are told already, what is missing because
 * its key is misspelt or empty.
 */
export function withoutEchoes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const byFile = new Map(groupBy(diagnostics, ({ file = '' }) => file).map((group) => [group[0]!.file, group]))
  return diagnostics.filter((d) => !ECHOING.has(d.code) || !byFile.get(d.file)!.some((other) => isEcho(d, other)))
}

function isEcho(finding: Diagnostic, other: Diagnostic): boolean {
  if (finding === other || finding.file === undefined) return false
  const member = ABSENCES[finding.code]
  if (member !== undefined) return isAbout(other, member)
  switch (finding.code) {
    case 'YAML_RETYPED':
      return isSamePlace(finding, other)
    case 'AGENT_SNAKE_CASE':
      return other.code === 'AGENT_V03_MEMBER' && isSamePlace(finding, other)
    case 'AGENT_ENDPOINT_ORIGIN':
      return other.severity === 'error' && holds(finding, other)
    case 'PUBLISH_SECRET':
      return (
        (other.code === 'URL_CREDENTIALS' && holds(other, finding)) ||
        (other.code === 'MCP_SECRET_VALUE' && comesBefore(other, finding))
      )
    default:
      return false
  }
}

/** Findings about a member that is not there. */
const ABSENCES: Partial<Record<Code, string>> = {
  QUERIES_MISSING: 'representativeQueries',
  SKILL_AUTH_MISSING: 'auth',
  SKILL_VERSION_DEFAULT: 'version',
  MCP_TOOL_DESCRIPTION: 'description',
}

const ECHOING: ReadonlySet<Code> = new Set([
  ...(Object.keys(ABSENCES) as Code[]),
  'YAML_RETYPED',
  'AGENT_SNAKE_CASE',
  'AGENT_ENDPOINT_ORIGIN',
  'PUBLISH_SECRET',
])

/** Whether a finding is about a member's key, empty or misspelt. */
function isAbout({ code, pointer, hint = '' }: Diagnostic, member: string): boolean {
  if (code === 'DEFINITION_MEMBER_EMPTY') return pointer === `/${member}`
  return code === 'DEFINITION_UNKNOWN_KEY' && hint.includes(`\`${member}\``)
}

function isSamePlace(a: Diagnostic, b: Diagnostic): boolean {
  return a.line === b.line && a.column === b.column
}

function holds(outer: Diagnostic, inner: Diagnostic): boolean {
  const { line = 0, column = 0, endLine = line, endColumn = column } = outer
  const { line: at = 0, column: from = 0 } = inner
  return (at > line || (at === line && from >= column)) && (at < endLine || (at === endLine && from < endColumn))
}

/** Whether a key is the one whose value follows on its line. */
function comesBefore(key: Diagnostic, value: Diagnostic): boolean {
  const gap = (value.column ?? 0) - (key.endColumn ?? 0)
  return key.line === value.line && gap > 0 && gap < 8
}

import type { Diagnostic } from './diagnostic.ts'

/**
 * Findings without those that only echo another about the same text, so that one mistake is one finding: that YAML takes a
 * value for a number, where the value is wrong as the text that it stands for; that a secret would be published, where a
 * finding about the credentials of a URL or a value marked as secret says so.
 */
export function withoutEchoes(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter((d) => {
    if (d.code === 'YAML_RETYPED')
      return !diagnostics.some((other) => other.severity === 'error' && isSamePlace(other, d))
    if (d.code !== 'PUBLISH_SECRET') return true
    return !diagnostics.some(
      (other) =>
        (other.code === 'URL_CREDENTIALS' && holds(other, d)) ||
        (other.code === 'MCP_SECRET_VALUE' && comesBefore(other, d)),
    )
  })
}

function isSamePlace(a: Diagnostic, b: Diagnostic): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column
}

function holds(outer: Diagnostic, inner: Diagnostic): boolean {
  const { line = 0, column = 0, endLine = line, endColumn = column } = outer
  const { line: at = 0, column: from = 0 } = inner
  return (
    outer.file === inner.file &&
    (at > line || (at === line && from >= column)) &&
    (at < endLine || (at === endLine && from < endColumn))
  )
}

/** Whether a key is the one whose value follows on its line. */
function comesBefore(key: Diagnostic, value: Diagnostic): boolean {
  const gap = (value.column ?? 0) - (key.endColumn ?? 0)
  return key.file === value.file && key.line === value.line && gap > 0 && gap < 8
}

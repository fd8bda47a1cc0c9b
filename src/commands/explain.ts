import { closest } from '../diagnostics/closest.ts'
import type { Severity } from '../diagnostics/diagnostic.ts'
import { RULES, type Code } from '../diagnostics/rules.ts'
import { codesBySeverity, SEVERITY_TITLES } from '../diagnostics/rules-document.ts'
import { visibleLine } from '../diagnostics/visible.ts'
import { UsageError, type Flags, type Io } from './command.ts'
import { colorsFor } from './finish.ts'
import { printReference } from './reference.ts'
import { wrapMarkdown } from './wrap-markdown.ts'

/** `signpost explain [CODE]`: the documentation of one code, or the list of all. */
export async function run(operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const [word] = operands
  const colors = colorsFor(io.stdout, io.env)
  if (word === undefined) {
    const sections = [...codesBySeverity(RULES)].map(([severity, codes]) =>
      [colors.bold(SEVERITY_TITLES[severity]), ...codes.map((code) => `  ${code}`)].join('\n'),
    )
    const codes = Object.keys(RULES).toSorted() as Code[]
    return printReference({ rules: codes.map(describe) }, `${sections.join('\n\n')}\n`, flags, io)
  }
  const code = find(word)
  const { severity, docs, locked } = describe(code)
  const paint = { error: colors.red, warning: colors.yellow, suggestion: colors.blue }[severity]
  const lock = locked ? 'Its severity is fixed.\n\n' : ''
  const text = `${colors.bold(code)}  ${paint(severity)}\n\n${lock}${wrapMarkdown(docs)}\n`
  return printReference({ rules: [describe(code)] }, text, flags, io)
}

interface Description {
  readonly code: Code
  readonly severity: Severity
  readonly locked: boolean
  readonly docs: string
}

function describe(code: Code): Description {
  const { severity, docs, locked = false }: { severity: Severity; docs: string; locked?: boolean } = RULES[code]
  return { code, severity, locked, docs }
}

function find(word: string): Code {
  const code = word.toUpperCase()
  if (Object.hasOwn(RULES, code)) return code as Code
  const near = closest(code, Object.keys(RULES))
  const advice = near === undefined ? 'Run `signpost explain` to list all codes.' : `Did you mean ${near}?`
  throw new UsageError(`There is no diagnostic code "${visibleLine(word)}". ${advice}`)
}

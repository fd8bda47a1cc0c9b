import type { Severity } from '../diagnostic.ts'

/** One row of the code table. `A` types the arguments its wording needs. */
export interface Rule<A> {
  readonly severity: Severity
  /** Codes about access, privacy and secrets: `rules` cannot lower them. */
  readonly locked?: boolean
  /** What is wrong and why, with the actual value. */
  readonly message: (args: A) => string
  /** The fix; `undefined` where it is not certain enough. */
  readonly hint?: (args: A) => string | undefined
  /** The documentation: what the rule is, why it exists, what to do. Markdown, one or more paragraphs. */
  readonly docs: string
}

/** A row of the code table; the call infers the type of its arguments. */
export function rule<A>(row: Rule<A>): Rule<A> {
  return row
}

/** A value as a message shows it: quoted, cut to 80 characters, invisible and direction-changing characters as U+XXXX. */
export function show(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const visible = text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]|[^\S ]/gu,
    (c) => `\\u{${c.codePointAt(0)!.toString(16).toUpperCase()}}`,
  )
  const points = [...visible]
  return `"${points.length > 80 ? `${points.slice(0, 79).join('')}…` : visible}"`
}

/** Names as a message lists them: `a`, `b` and `c`. */
export function list(names: readonly string[]): string {
  const quoted = names.map((n) => `\`${n}\``)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

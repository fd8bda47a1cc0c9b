import type { SourceDocument } from '../parse/document.ts'
import { diagnose, type Diagnostic } from './diagnostic.ts'
import type { Code, RuleArguments } from './rules.ts'

/** A finding about a JSON document, before anyone says where the document stands. */
export interface Problem {
  readonly code: Code
  /** JSON Pointer of the value. */
  readonly pointer: string
  /** Whether the key or the value is at fault. */
  readonly part: 'key' | 'value'
  readonly args: unknown
}

/** A finding by a rule of the table, at a place in a JSON document. */
export function problem<C extends Code>(
  code: C,
  pointer: string,
  args: RuleArguments<C>,
  part: 'key' | 'value' = 'value',
): Problem {
  return { code, pointer, part, args }
}

/** The finding with its position in the source. */
export function locate({ code, pointer, part, args }: Problem, document: SourceDocument): Diagnostic {
  // `problem` tied the arguments to the code; the union of all codes has forgotten it.
  return diagnose(code, { ...document.at(pointer, part), pointer }, args as never)
}

import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { isObject } from '../json.ts'
import type { SourceDocument } from './document.ts'
import { nameFor } from './skill-name.ts'

/** A name that can be a URL segment and part of a URN: small letters and digits joined by single `.`, `_`, `-`. */
export const SLUG: RegExp = /^[a-z0-9]+([._-][a-z0-9]+)*$/

/** Longest name or slug. */
export const SLUG_LENGTH = 64

/** The slug of a definition: `publish.slug`, or its name where that can be one; a finding where neither can. */
export function resolveSlug(document: SourceDocument, name: string): { slug?: string; diagnostics: Diagnostic[] } {
  const publish = document.value['publish']
  const given = isObject(publish) ? publish['slug'] : undefined
  if (given !== undefined) {
    const problem = typeof given === 'string' ? slugProblem(given) : 'it is no text'
    if (problem === undefined) return { slug: given as string, diagnostics: [] }
    const place = { ...document.at('/publish/slug'), pointer: '/publish/slug' }
    return {
      diagnostics: [
        diagnose('DEFINITION_NAME', place, {
          name: String(given),
          reason: problem,
          member: 'publish.slug',
          ...suggested(String(given)),
        }),
      ],
    }
  }
  const problem = slugProblem(name)
  if (problem === undefined) return { slug: name, diagnostics: [] }
  return {
    diagnostics: [
      diagnose(
        'DEFINITION_NAME',
        { file: document.file, line: 1, column: 1 },
        { name, reason: problem, ...suggested(name) },
      ),
    ],
  }
}

function suggested(name: string): { suggestion?: string } {
  const suggestion = nameFor(name)
  return suggestion === undefined ? {} : { suggestion }
}

/** Why a text cannot be a slug; `undefined` when it can. */
export function slugProblem(text: string): string | undefined {
  if (text === '') return 'it is empty'
  if (text.length > SLUG_LENGTH) return `it has ${text.length} characters, ${SLUG_LENGTH} are allowed`
  if (SLUG.test(text)) return undefined
  if (text !== text.trim()) return 'it begins or ends with a space'
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)) return 'it holds an invisible character'
  if (/[A-Z]/.test(text)) return 'it holds capital letters'
  if (/[^\x20-\x7E]/.test(text)) return 'it holds characters other than a-z and 0-9'
  if (/[^a-z0-9._-]/.test(text)) return 'it holds characters other than a-z, 0-9, `.`, `_` and `-`'
  return '`.`, `_` and `-` may only join letters and digits, one at a time'
}

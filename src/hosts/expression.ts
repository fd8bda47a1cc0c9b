import type { Pattern } from './patterns.ts'

/**
 * The Perl-compatible expression of a pattern over the bytes of a decoded path. Whatever a name holds, it is printable
 * ASCII without quotation marks, spaces, `#` or braces.
 */
export function bytesExpression(pattern: Pattern): string {
  return expressionOf(pattern, (text) =>
    [...new TextEncoder().encode(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}

/** The same over the characters of a decoded path, for Go. */
export function charactersExpression(pattern: Pattern): string {
  return expressionOf(pattern, (text) =>
    [...text].map((character) => `\\x{${character.codePointAt(0)!.toString(16)}}`).join(''),
  )
}

/** An expression that matches where one of several does; each is anchored at the start. */
export function anyOf(expressions: readonly string[]): string {
  return `^(?:${expressions.map((expression) => expression.replace(/^\^/, '')).join('|')})`
}

function expressionOf(pattern: Pattern, escape: (text: string) => string): string {
  const literal = (text: string): string => text.replace(/[^\w/~-]+/g, (odd) => (odd === '.' ? '\\.' : escape(odd)))
  if (pattern.kind === 'file') return `^/${literal(pattern.path)}$`
  const folder = `^/${literal(pattern.folder)}`
  return pattern.kind === 'folder' ? folder : `${folder}.*${literal(pattern.ending)}$`
}

import type { JsonValue } from '../json.ts'

/** Levels that no document reaches; walking through more could exhaust the stack. */
export const MAX_DEPTH = 100

/** The value of a JSON text; `undefined` for what is none, and for what is nested deeper than any document. */
export function parseJson(text: string): JsonValue | undefined {
  if (nesting(text) > MAX_DEPTH) return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** How deep a JSON text is nested. */
export function nesting(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[\]{}]/gs)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return deepest
}

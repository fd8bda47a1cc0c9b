/** A range of a text that holds a secret, in UTF-16 code units. */
export interface Match {
  readonly start: number
  readonly end: number
  /** What it is, as a message names it with an article: `GitHub token`. */
  readonly kind: string
}

/** Where the first group of a match stands; its pattern needs no `d` flag. */
export function groupRange(match: RegExpExecArray, group: string): { start: number; end: number } {
  const start = match.index + match[0].lastIndexOf(group)
  return { start, end: start + group.length }
}

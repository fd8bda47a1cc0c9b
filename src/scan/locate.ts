import type { Position } from '../diagnostics/diagnostic.ts'

/** Positions in one text by offset; lines end at LF. */
export function createLocator(file: string, text: string): (start: number, end: number) => Position {
  let starts: number[] | undefined
  return (start, end) => {
    starts ??= lineStarts(text)
    const first = lineOf(starts, start)
    const last = lineOf(starts, Math.max(start, end - 1))
    return {
      file,
      line: first + 1,
      column: start - starts[first]! + 1,
      endLine: last + 1,
      endColumn: end - starts[last]! + 1,
    }
  }
}

/** Where a text that was published stands in its source: literally, or broken over lines. */
export function findInSource(source: string, published: string): { start: number; end: number } | undefined {
  const literal = source.indexOf(published)
  if (literal !== -1) return { start: literal, end: literal + published.length }
  if (published.length > 1000 || !/\s/.test(published.trim())) return undefined
  const words = published
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  const match = new RegExp(words.join('\\s+'), 'u').exec(source)
  return match === null ? undefined : { start: match.index, end: match.index + match[0].length }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

import { eastAsianWidth } from 'get-east-asian-width'
import type { Position } from './diagnostic.ts'
import { visible } from './visible.ts'

/** How the parts of a frame are coloured; picocolors fits. */
export type FrameColors = Readonly<Record<'dim' | 'red' | 'bold', (text: string) => string>>

/** The lines of a text as positions count them: LF and CRLF end a line, a lone CR does not. */
export function splitLines(text: string): string[] {
  return text.split(/\r?\n/)
}

/**
 * The lines of a source around a position: two before it, its own, and carets under its range. No newline at the end.
 *
 * Columns of the position are UTF-16 code units; carets stand where a terminal shows the range: wide characters count
 * two columns, tabs are spread to four, hidden characters stand as escapes. Long lines are cut around the range.
 *
 * @param source The text, or its lines where several frames of one text are made.
 * @returns an empty string for a position without a line, or one that the text does not have.
 */
export function codeFrame(
  source: string | readonly string[],
  position: Partial<Position>,
  colors: FrameColors = PLAIN,
): string {
  const lines = typeof source === 'string' ? splitLines(source) : source
  const { line, column } = position
  if (line === undefined || line < 1 || line > lines.length) return ''

  const first = Math.max(1, line - 2)
  const excerpt = preCut(lines.slice(first - 1, line), column ?? 1)
  const rows = excerpt.lines.map(layOut)
  const range = column === undefined ? undefined : caretRange(rows.at(-1)!, column - excerpt.from, position)
  const window = cut(rows, range, excerpt.from > 0)
  const gutter = String(line).length
  const out = rows.map((cells, index) => {
    const number = String(first + index).padStart(gutter)
    const body = clip(cells, window)
    return index === rows.length - 1
      ? join(colors.bold(`> ${number} |`), body)
      : join(colors.dim(`  ${number} |`), body)
  })
  if (range !== undefined) {
    const offset = range.start - window.start + (window.before ? 1 : 0)
    const length = Math.max(1, Math.min(range.end, window.end) - range.start)
    out.push(join(colors.dim(`  ${' '.repeat(gutter)} |`), `${' '.repeat(offset)}${colors.red('^'.repeat(length))}`))
  }
  return out.join('\n')
}

/** Columns of a terminal, from 0; `end` is behind the last. */
interface Columns {
  readonly start: number
  readonly end: number
}

/** The columns that are shown, and whether something of the lines lies before them. */
interface Window extends Columns {
  readonly before: boolean
}

/** One character of a line as it is shown. */
interface Cell extends Columns {
  readonly text: string
  /** Index behind it in the line, in UTF-16 code units. */
  readonly endIndex: number
}

const PLAIN: FrameColors = { dim: (text) => text, red: (text) => text, bold: (text) => text }
const TAB = 4
/** Columns of a line that are shown at most. */
const WIDTH = 100
/** Columns that are shown before a range in a cut line. */
const LEAD = 40

/** Only the surroundings of lines so long that laying them out would take noticeable time. */
function preCut(lines: readonly string[], column: number): { lines: readonly string[]; from: number } {
  const reach = 1000
  if (lines.every((line) => line.length <= 2 * reach)) return { lines, from: 0 }
  const from = Math.max(0, column - 1 - reach)
  return { lines: lines.map((line) => line.slice(from, from + 2 * reach)), from }
}

function layOut(line: string): Cell[] {
  const cells: Cell[] = []
  let endIndex = 0
  let start = 0
  for (const character of line) {
    const text = character === '\t' ? ' '.repeat(TAB - (start % TAB)) : visible(character)
    const end = start + (text === character ? widthOf(character) : text.length)
    endIndex += character.length
    cells.push({ text, endIndex, start, end })
    start = end
  }
  return cells
}

function widthOf(character: string): number {
  return /^[\p{Mn}\p{Me}]$/u.test(character) ? 0 : eastAsianWidth(character.codePointAt(0)!)
}

function caretRange(cells: readonly Cell[], column: number, position: Partial<Position>): Columns {
  const { line, endLine = line, endColumn } = position
  const start = columnAt(cells, column - 1)
  const units = endColumn === undefined ? 1 : endColumn - position.column!
  const end = endLine === line ? columnAt(cells, column - 1 + units) : (cells.at(-1)?.end ?? 0)
  return { start, end: Math.max(end, start + 1) }
}

function columnAt(cells: readonly Cell[], index: number): number {
  return cells.find((cell) => index < cell.endIndex)?.start ?? cells.at(-1)?.end ?? 0
}

function cut(rows: readonly Cell[][], range: Columns | undefined, before: boolean): Window {
  const width = Math.max(...rows.map((cells) => cells.at(-1)?.end ?? 0))
  const fits = !before && (width <= WIDTH || (range?.end ?? 0) <= WIDTH)
  const start = fits || range === undefined ? 0 : Math.max(0, range.start - LEAD)
  return { start, end: start + WIDTH, before: before || start > 0 }
}

function clip(cells: readonly Cell[], window: Window): string {
  const inside = cells.filter((cell) => cell.start >= window.start && cell.end <= window.end)
  // A wide character that the left edge cuts leaves its other half empty.
  const half = ' '.repeat(Math.max(0, (inside[0]?.start ?? window.start) - window.start))
  const rest = (cells.at(-1)?.end ?? 0) > window.end
  return `${window.before && inside.length > 0 ? '…' : ''}${half}${inside.map((cell) => cell.text).join('')}${rest ? '…' : ''}`
}

function join(head: string, body: string): string {
  return body === '' ? head : `${head} ${body}`
}

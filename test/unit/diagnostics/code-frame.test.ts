import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eastAsianWidth } from 'get-east-asian-width'
import { codeFrame, splitLines } from '../../../src/diagnostics/code-frame.ts'

test('two lines before, the line, carets under the range', () => {
  const text = 'a: 1\n---\nname: pdf-tool\nversion: 1.0.0\n'
  expect(codeFrame(text, { line: 3, column: 7, endLine: 3, endColumn: 15 })).toBe(
    ['  1 | a: 1', '  2 | ---', '> 3 | name: pdf-tool', '    |       ^^^^^^^^'].join('\n'),
  )
})

test('the first line has nothing before it, and an empty line no trailing space', () => {
  expect(codeFrame('name: x', { line: 1, column: 1 })).toBe('> 1 | name: x\n    | ^')
  expect(codeFrame('\n\nx', { line: 3, column: 1 })).toBe('  1 |\n  2 |\n> 3 | x\n    | ^')
})

test('line numbers share one width', () => {
  const text = Array.from({ length: 12 }, (_, i) => `l${i + 1}`).join('\n')
  expect(codeFrame(text, { line: 10, column: 2 })).toBe('   8 | l8\n   9 | l9\n> 10 | l10\n     |  ^')
})

test('without a column there are no carets; without a line, or past the end, no frame', () => {
  expect(codeFrame('a\nb', { line: 2 })).toBe('  1 | a\n> 2 | b')
  expect(codeFrame('a', {})).toBe('')
  expect(codeFrame('a', { line: 0 })).toBe('')
  expect(codeFrame('a', { line: 9, column: 1 })).toBe('')
})

test('a position behind the last character points behind the line', () => {
  expect(codeFrame('name:', { line: 1, column: 6 })).toBe('> 1 | name:\n    |      ^')
  expect(codeFrame('ab', { line: 1, column: 99 })).toBe('> 1 | ab\n    |   ^')
})

test('a range over several lines is marked to the end of its first', () => {
  expect(codeFrame('x: |\n  a\n', { line: 1, column: 4, endLine: 2, endColumn: 4 })).toBe('> 1 | x: |\n    |    ^')
  expect(codeFrame('key: long text\nmore', { line: 1, column: 6, endLine: 2, endColumn: 3 })).toBe(
    '> 1 | key: long text\n    |      ^^^^^^^^^',
  )
})

test('CRLF leaves no trace, a lone CR is shown', () => {
  expect(codeFrame('a: 1\r\nb: 2\r\n', { line: 2, column: 4 })).toBe('  1 | a: 1\n> 2 | b: 2\n    |    ^')
  expect(codeFrame('a\rb', { line: 1, column: 3 })).toBe(String.raw`> 1 | a\u{D}b` + '\n    |       ^')
})

test('tabs are spread and carets follow', () => {
  expect(codeFrame('\tname: x', { line: 1, column: 8 })).toBe('> 1 |     name: x\n    |           ^')
  expect(codeFrame('ab\tx', { line: 1, column: 4 })).toBe('> 1 | ab  x\n    |     ^')
})

test('wide characters count two columns, combining ones none', () => {
  expect(codeFrame('名: 値', { line: 1, column: 4 })).toBe('> 1 | 名: 値\n    |     ^^')
  expect(codeFrame('👍 x', { line: 1, column: 4 })).toBe('> 1 | 👍 x\n    |    ^')
  expect(codeFrame('e\u0301x', { line: 1, column: 3 })).toBe('> 1 | e\u0301x\n    |  ^')
})

test('hidden characters and escape sequences are shown, and counted as shown', () => {
  expect(codeFrame('a\u001B[2Jb\u202Ec', { line: 1, column: 7, endLine: 1, endColumn: 8 })).toBe(
    String.raw`> 1 | a\u{1B}[2Jb\u{202E}c` + '\n    |            ^^^^^^^^',
  )
})

test('a long line is cut around the range', () => {
  const text = `short\n${'a'.repeat(300)}TARGET${'b'.repeat(300)}`
  const [before, line, carets] = codeFrame(text, { line: 2, column: 301, endLine: 2, endColumn: 307 }).split('\n')
  expect(before).toBe('  1 |')
  expect(line).toBe(`> 2 | …${'a'.repeat(40)}TARGET${'b'.repeat(54)}…`)
  expect(carets).toBe(`    | ${' '.repeat(41)}^^^^^^`)
})

test('a long line whose range lies at its start is cut at its end', () => {
  expect(codeFrame(`key: ${'v'.repeat(200)}`, { line: 1, column: 1, endLine: 1, endColumn: 4 })).toBe(
    `> 1 | key: ${'v'.repeat(95)}…\n    | ^^^`,
  )
})

test('the carets of a range that runs out of the window end with it', () => {
  const carets = codeFrame('x'.repeat(5000), { line: 1, column: 200, endLine: 1, endColumn: 4900 }).split('\n')[1]!
  expect(carets).toBe(`    | ${' '.repeat(41)}${'^'.repeat(60)}`)
})

test('a huge line keeps its target', () => {
  const text = `${'a'.repeat(3_000_000)}TARGET${'b'.repeat(3_000_000)}`
  const [line, carets] = codeFrame(text, { line: 1, column: 3_000_001, endLine: 1, endColumn: 3_000_007 }).split('\n')
  expect(marked(line!, carets!)).toBe('TARGET')
})

test('lines may be given', () => {
  expect(splitLines('a\r\nb\nc\rd')).toEqual(['a', 'b', 'c\rd'])
  expect(codeFrame(['a', 'b'], { line: 2, column: 1 })).toBe(codeFrame('a\nb', { line: 2, column: 1 }))
})

test('colours wrap parts and change no text', () => {
  const colors = { dim: (t: string) => `<${t}>`, red: (t: string) => `{${t}}`, bold: (t: string) => `[${t}]` }
  expect(codeFrame('a\nbc', { line: 2, column: 2 }, colors)).toBe('<  1 |> a\n[> 2 |] bc\n<    |>  {^}')
})

test('carets stand exactly under the characters of the range', () => {
  const character = fc.constantFrom('a', 'ß', '日', '한', '👍', 'é', '\t', '-', ' ')
  const line = fc.array(character, { minLength: 1, maxLength: 150 })
  fc.assert(
    fc.property(line, fc.nat(), fc.nat({ max: 9 }), (characters, at, more) => {
      const start = at % characters.length
      const end = Math.min(characters.length, start + 1 + more)
      const units = (n: number): number => characters.slice(0, n).join('').length
      const position = { line: 1, column: units(start) + 1, endLine: 1, endColumn: units(end) + 1 }
      const [shown, carets] = codeFrame(characters.join(''), position).split('\n')
      const text = characters.slice(start, end).join('')
      if (!text.includes('\t')) expect(marked(shown!, carets!)).toBe(text)
    }),
  )
})

test('it never throws and never prints a control character', () => {
  const number = fc.integer({ min: -3, max: 400 })
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      number,
      number,
      number,
      number,
      (text, line, column, endLine, endColumn) => {
        const frame = codeFrame(text, { line, column, endLine, endColumn })
        expect(frame.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u)
      },
    ),
  )
})

/** The text of a shown line that carets mark, by terminal columns. */
function marked(line: string, carets: string): string {
  const from = carets.indexOf('^')
  const to = carets.lastIndexOf('^') + 1
  let column = 0
  let text = ''
  for (const c of line) {
    if (column >= from && column < to) text += c
    column += eastAsianWidth(c.codePointAt(0)!)
  }
  return text
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visible, visibleJson, visibleLine } from '../../../src/diagnostics/visible.ts'

const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u

describe('visible', () => {
  test.each([
    ['\u001B[31m', String.raw`\u{1B}[31m`],
    ['\u009B2J', String.raw`\u{9B}2J`],
    ['a\nb\r\tc', String.raw`a\u{A}b\u{D}\u{9}c`],
    ['\u202Egpj.exe', String.raw`\u{202E}gpj.exe`],
    ['a\u200Bb\u00A0c\u3000d', String.raw`a\u{200B}b\u{A0}c\u{3000}d`],
    ['\u{E0041}\u{E0101}\u115F', String.raw`\u{E0041}\u{E0101}\u{115F}`],
    ['\uD800', String.raw`\u{D800}`],
    ['plain é 日本 ❤️ 👍', 'plain é 日本 ❤️ 👍'],
  ])('%j is shown as %j', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  test('a line stays one line', () => {
    expect(visibleLine('one\r\n  two\t three\u2028four\n')).toBe('one two three four')
  })

  test('no character acts on a terminal, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(HIDDEN)
        expect(visibleLine(text)).not.toMatch(HIDDEN)
      }),
    )
  })

  test('JSON keeps its value and shows every character', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = visibleJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(text.replaceAll('\n', '')).not.toMatch(HIDDEN)
      }),
    )
    expect(visibleJson('\u007F\u202E\u{E0041}')).toBe(String.raw`"\u007f\u202e\udb40\udc41"`)
  })
})

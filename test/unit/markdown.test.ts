import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownCode, markdownLink, markdownText } from '../../src/markdown.ts'
import { readMarkdown } from '../markdown.ts'

const marks = fc.stringMatching(/^[-+=#>*_`~|&;:!.()[\]{}<>/\\ \n\ta1x]{1,20}$/)
const text = fc.oneof(
  marks,
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)

/** What is left of a text on one line; CommonMark reads NUL and lone surrogates as U+FFFD. */
function plain(value: string): string {
  return value.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

describe('markdownText', () => {
  test('is read as the text that it was, wherever it stands', () => {
    fc.assert(
      fc.property(text, (value) => {
        const said = markdownText(value)
        const wanted = plain(value)
        expect(said).not.toContain('\n')
        if (wanted === '') return
        expect(readMarkdown(said)).toEqual({ shape: ['document', 'paragraph', 'text'], text: `\n${wanted}`, links: [] })
        expect(readMarkdown(`# ${said}`)).toMatchObject({
          shape: ['document', 'heading 1', 'text'],
          text: `\n${wanted}`,
        })
        expect(readMarkdown(`before\n${said}`).shape).toEqual(['document', 'paragraph', 'text', 'softbreak', 'text'])
        expect(readMarkdown(`- a ${said} b`).text).toBe(`\n\na ${wanted} b`)
        expect(readMarkdown(`[${said}](https://a.example/)`)).toMatchObject({
          links: ['https://a.example/'],
          text: `\n${wanted}`,
        })
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ['read_order', 'read_order'],
    ['1.2.0', '1.2.0'],
    ['1. x', '1\\. x'],
    ['- x', '\\- x'],
    ['-5 degrees', '-5 degrees'],
    ['# x', '\\# x'],
    ['#5', '#5'],
    ['C #', 'C \\#'],
    ['AT&T', 'AT&T'],
    ['&lt;', '\\&lt;'],
    ['[a](javascript:x)', '\\[a\\](javascript:x)'],
    ['<b>', '\\<b\\>'],
    ['a\n\n# b', 'a # b'],
    ['\u2028a\u0000b', 'a b'],
  ])('%j is written %j', (value, wanted) => {
    expect(markdownText(value)).toBe(wanted)
  })
})

test('markdownCode is read as the characters that it was given', () => {
  fc.assert(
    fc.property(text, (value) => {
      const wanted = plain(value)
      fc.pre(wanted !== '')
      expect(readMarkdown(`a ${markdownCode(value)} b`)).toMatchObject({
        shape: ['document', 'paragraph', 'text', 'code', 'text'],
        text: `\na ${wanted} b`,
      })
    }),
    { numRuns: 1000 },
  )
  expect(markdownCode(' ')).toBe('')
})

test('markdownLink leads to the URL that it was given', () => {
  fc.assert(
    fc.property(text, text, (path, query) => {
      const url = new URL('https://a.example/')
      url.pathname = path.replaceAll('%', '')
      url.search = query.replaceAll('%', '')
      const [link = '', ...others] = readMarkdown(markdownLink('x', url.href)).links
      expect(others).toEqual([])
      expect(decodeURIComponent(link)).toBe(decodeURIComponent(url.href))
    }),
    { numRuns: 1000 },
  )
  expect(markdownLink('x', 'https://a.example/(b)?c=1&copy;=2')).toBe('[x](https://a.example/%28b%29?c=1&amp;copy;=2)')
})

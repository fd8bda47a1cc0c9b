import { expect, test } from 'vitest'
import { wrapMarkdown } from '../../../src/commands/wrap-markdown.ts'

test('paragraphs are filled, whatever their line breaks', () => {
  expect(wrapMarkdown('one two\nthree four\n\nfive', 10)).toBe('one two\nthree four\n\nfive')
})

test('items of a list stay apart, their text hangs', () => {
  expect(wrapMarkdown('- one two\n  three\n- four\n\n1. five six', 9)).toBe(
    '- one two\n  three\n- four\n\n1. five\n   six',
  )
})

test('code, tables and headings stay as they are', () => {
  const text = '```yaml\nname:   a very long line\n  - x\n```\n\n| a | b |\n| - | - |\n\n# A heading that is long'
  expect(wrapMarkdown(text, 10)).toBe(text)
})

test('a word that is too long stands alone', () => {
  expect(wrapMarkdown('a https://acme.example/long b', 10)).toBe('a\nhttps://acme.example/long\nb')
})

import { expect, test } from 'vitest'
import { parseFrontMatter } from '../../../src/parse/front-matter.ts'

const read = (text: string | Uint8Array): ReturnType<typeof parseFrontMatter> =>
  parseFrontMatter({
    path: 'skills/a/SKILL.md',
    bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  })

test.each<[string, string, string]>([
  ['LF', '---\nname: a\n---\nbody\n', 'body\n'],
  ['CRLF', '---\r\nname: a\r\n---\r\nbody\r\n', 'body\r\n'],
  ['no body', '---\nname: a\n---', ''],
  ['spaces behind the fences', '--- \nname: a\n--- \n body\n', ' body\n'],
  ['rules and other languages in the body', '---\nname: a\n---\n\n---js\n({})\n---\n', '\n---js\n({})\n---\n'],
])('front matter with %s', (_, text, body) => {
  const result = read(text)
  expect(result).toMatchObject({ document: { value: { name: 'a' } }, body, present: true, diagnostics: [] })
  expect(result.document?.at('/name')).toMatchObject({ line: 2, column: 7, endColumn: 8 })
})

test.each<[string, string]>([
  ['nothing', ''],
  ['Markdown alone', '# Title\n\n---\n\ntext\n'],
  ['four dashes', '----\nname: a\n----\n'],
  ['a rule behind text', 'text\n---\nname: a\n---\n'],
])('no front matter: %s', (_, text) => {
  expect(read(text)).toMatchObject({ present: false, body: text, diagnostics: [] })
})

test.each<[string, string, string]>([
  ['a blank line before the fence', '\n---\nname: a\n---\n', '2:1 FRONT_MATTER_NOT_FIRST'],
  ['a comment before the fence', '<!-- a\nb -->\n---\naccess: private\n---\n', '3:1 FRONT_MATTER_NOT_FIRST'],
  ['another language', '---js\n({ a: 1 })\n---\n', '1:1 FRONT_MATTER_LANGUAGE'],
  ['another language with a space', '--- json\n{}\n---\n', '1:1 FRONT_MATTER_LANGUAGE'],
  ['no closing fence', '---\nname: a\n\n# Body\n', '1:1 FRONT_MATTER_UNTERMINATED'],
  ['dots as the closing fence', '---\nname: a\n...\n# Body\n', '1:1 FRONT_MATTER_UNTERMINATED'],
  ['more behind the closing dashes', '---\nname: a\n---foo\n---\n', '3:1 FRONT_MATTER_FENCE'],
  ['nothing between the fences', '---\n---\nbody\n', '1:1 YAML_EMPTY'],
  ['comments between the fences', '---\n# a\n---\nbody\n', '1:1 YAML_EMPTY'],
  ['broken YAML, counted in the file', '---\nname: a\ndescription: b: c\n---\n', '3:14 YAML_UNQUOTED_COLON'],
])('refused: %s', (_, text, expected) => {
  const { document, present, diagnostics } = read(text)
  expect({ document, present }).toEqual({ document: undefined, present: true })
  expect(diagnostics.map((d) => `${d.line}:${d.column} ${d.code}`)).toEqual([expected])
})

test('a byte-order mark is taken off and said, positions stay', () => {
  const { document, diagnostics, text } = read('\uFEFF---\nname: a\n---\n')
  expect(diagnostics.map((d) => d.code)).toEqual(['YAML_BYTE_ORDER_MARK'])
  expect(text.startsWith('---')).toBe(true)
  expect(document?.at('/name')).toMatchObject({ line: 2, column: 7 })
})

test.each<[string, Uint8Array, string]>([
  ['Latin-1', Uint8Array.from([...Buffer.from('---\nname: caf')].concat(0xe9, 0x0a)), '2:10 YAML_ENCODING'],
  ['UTF-16', Uint8Array.from(Buffer.from('\uFEFF---\nname: a\n---\n', 'utf16le')), '1:1 YAML_ENCODING'],
  ['NUL', new TextEncoder().encode('---\nname: a\0b\n---\n'), '1:1 YAML_ENCODING'],
])('not UTF-8 text: %s', (_, bytes, expected) => {
  expect(read(bytes).diagnostics.map((d) => `${d.line}:${d.column} ${d.code}`)).toEqual([expected])
})

test('one reading does not change the next', () => {
  const broken = '---\na: b: c\n---\n'
  expect(read(broken).diagnostics).toEqual(read(broken).diagnostics)
  expect(read('---\nname: a\n---\n').document?.value).toEqual(read('---\nname: a\n---\n').document?.value)
})

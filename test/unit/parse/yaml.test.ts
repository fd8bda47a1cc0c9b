import { describe, expect, test } from 'vitest'
import { changedNumbers, parseYaml } from '../../../src/parse/yaml.ts'

const findings = (text: string, file = 'a.yaml'): string[] =>
  parseYaml(text, file).diagnostics.map((d) => `${d.line}:${d.column}-${d.endLine}:${d.endColumn} ${d.code}`)

describe('what is read', () => {
  test.each<[string, string, unknown]>([
    ['a YAML 1.2 mapping', 'a: no\nb: on\nc: 2026-01-05\nd: 1:30\n', { a: 'no', b: 'on', c: '2026-01-05', d: '1:30' }],
    ['a document between markers', '---\na: 1\n---\n', { a: 1 }],
    ['a used anchor', 'a: &x {b: 1}\nc: *x\n', { a: { b: 1 }, c: { b: 1 } }],
    ['keys of other types, by their text', '404: x\ntrue: y\n0x1: z\n', { 404: 'x', true: 'y', '0x1': 'z' }],
    ['CRLF', 'a: 1\r\nb: two\r\n', { a: 1, b: 'two' }],
    ['the core tags', 'a: !!str 5\n', { a: '5' }],
  ])('%s', (_, text, value) => {
    expect(parseYaml(text, 'a.yaml')).toMatchObject({ document: { value }, diagnostics: [] })
  })

  test('JSON indented with tabs, surrogate pairs and solidus escapes included', () => {
    const { document } = parseYaml('{\n\t"a": "\\u00e9\\ud83d\\ude00",\n\t"b": "x\\/y"\n}\n', 'a.json')
    expect(document?.value).toEqual({ a: 'é😀', b: 'x/y' })
    expect(document?.at('/b')).toMatchObject({ line: 3, column: 7 })
  })
})

describe('what is refused, where it stands', () => {
  test.each<[string, string, string[]]>([
    ['an unquoted colon', 'a: b: c\n', ['1:4-1:8 YAML_UNQUOTED_COLON']],
    ['an unquoted colon in a later line', 'a: b\n c: d\n', ['1:4-2:6 YAML_UNQUOTED_COLON']],
    ['an unquoted colon after a line of text', 'a: b\n  for c: d\ne: f\n', ['1:4-2:11 YAML_UNQUOTED_COLON']],
    ['an open bracket', 'a: 1\nb: [x, y\nc: 2\n', ['2:4-2:5 YAML_UNCLOSED']],
    ['an open brace in a list', 'a: 1\nb:\n  - { x: 1\n  - y\n', ['3:5-3:6 YAML_UNCLOSED']],
    ['bold text', 'a: **b** c\n', ['1:4-1:9 YAML_ALIAS']],
    ['a line without a colon', 'a: 1\nb\nc: 2\n', ['2:1-2:2 YAML_SYNTAX']],
    ['a key twice', 'a: 1\nb: 2\na: 3\n', ['3:1-3:2 YAML_DUPLICATE_KEY']],
    ['a key twice by its text', '1: a\n"1": b\n', ['2:1-2:4 YAML_DUPLICATE_KEY']],
    ['an unused anchor', 'a: &draft x y\n', ['1:4-1:14 YAML_ANCHOR']],
    ['an alias of nothing', 'a: *x\n', ['1:4-1:6 YAML_ALIAS']],
    ['a tag', 'a: !urgent x y\n', ['1:4-1:15 YAML_TAG']],
    ['two documents', 'a: 1\n---\nb: 2\n', ['2:1-2:1 YAML_MULTIPLE_DOCUMENTS']],
    ['a tab', '\ta: 1\n', ['1:1-1:2 YAML_TAB']],
    ['an open quote', 'a: 1\nb: "x\nc: 2\n', ['2:4-2:5 YAML_UNCLOSED']],
    ['a reserved character', 'a: @x\n', ['1:4-1:5 YAML_SYNTAX']],
    ['a list', '- a\n', ['1:1-1:1 YAML_NOT_A_MAPPING']],
    ['a text', 'hello\n', ['1:1-1:1 YAML_NOT_A_MAPPING']],
    ['a list as a key', '? [a]\n: b\n', ['1:3-1:6 YAML_KEY']],
    [
      'prototype keys, at any depth',
      'a:\n  - b:\n      __proto__: {}\n      constructor: 1\nprototype: 2\n',
      ['3:7-3:16 YAML_FORBIDDEN_KEY', '4:7-4:18 YAML_FORBIDDEN_KEY', '5:1-5:10 YAML_FORBIDDEN_KEY'],
    ],
    ['a merge key', 'a: &x {b: 1}\nc:\n  <<: *x\n', ['3:3-3:5 YAML_FORBIDDEN_KEY']],
    ['a value within itself', 'a: &x [*x]\n', ['1:7-1:11 YAML_ALIAS_BOMB']],
    ['deep nesting', `a: ${'['.repeat(80)}${']'.repeat(80)}\n`, ['1:68-1:100 YAML_TOO_DEEP']],
  ])('%s', (_, text, expected) => {
    expect(findings(text)).toEqual(expected)
  })

  test.each(['', ' \n', '# a comment\n', '---\n...\n'])('an empty document: %j', (text) => {
    expect(parseYaml(text, 'a.yaml').diagnostics.map((d) => d.code)).toEqual(['YAML_EMPTY'])
  })

  test('aliases that multiply', () => {
    const lines = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefghi'.split('').map((k, i) => `${k}: &${k} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`),
    ]
    expect(parseYaml(`${lines.join('\n')}\nz: *i\n`, 'a.yaml').diagnostics.map((d) => d.code)).toEqual([
      'YAML_ALIAS_BOMB',
    ])
  })

  test('nesting that would exhaust the stack, and text without end', () => {
    expect(parseYaml(`a: ${'['.repeat(100_000)}`, 'a.yaml').diagnostics.map((d) => d.code)).toEqual(['YAML_TOO_DEEP'])
    expect(parseYaml(`a: ${'x'.repeat(1 << 21)}`, 'a.yaml').diagnostics.map((d) => d.code)).toEqual(['YAML_TOO_LARGE'])
  })
})

test('positions of values, keys and what is missing', () => {
  const { document } = parseYaml('name: x\nlist:\n  - a: 1\n  - b: "two"\ntext: |\n  one\n  two\n', 'a.yaml')
  expect(document?.at('/list/1/b')).toEqual({ file: 'a.yaml', line: 4, column: 8, endLine: 4, endColumn: 13 })
  expect(document?.at('/list', 'key')).toMatchObject({ line: 2, column: 1, endColumn: 5 })
  expect(document?.at('/list/1/missing')).toMatchObject({ line: 4, column: 5 })
  expect(document?.at('/missing')).toMatchObject({ line: 1, column: 1 })
  expect(document?.at('/text')).toMatchObject({ line: 5, column: 7, endLine: 7, endColumn: 6 })
})

test('the written text of a value, and whether a comment cut it', () => {
  const { document } = parseYaml('a: 1.10\nb: "1.10"\nc: F # and back\nd: "F # and back"\ne: F#\n', 'a.yaml')
  expect(['/a', '/b', '/c'].map((p) => document?.text(p))).toEqual(['1.10', '1.10', 'F'])
  expect(['/a', '/c', '/d', '/e'].map((p) => document?.isCutByComment(p))).toEqual([false, true, false, false])
})

test.each<[string, boolean]>([
  ['1.10', true],
  ['0x10', true],
  ['1e3', true],
  ['0.1', true],
  ['-0.50', true],
  ['9007199254740991', true],
  ['9007199254740993', false],
  ['0x20000000000001', false],
  ['12345678901234567890', false],
  ['3.14159265358979323846', false],
  ['.inf', false],
  ['-.inf', false],
  ['.nan', false],
  ['1e400', false],
])('whether JSON can carry the number %s', (text, exact) => {
  const { document } = parseYaml(`a: [${text}]\n`, 'a.yaml')
  const changed = changedNumbers(document!, document!.value)
  expect(changed.filter((n) => !n.isExact).map((n) => n.text)).toEqual(exact ? [] : [text])
})

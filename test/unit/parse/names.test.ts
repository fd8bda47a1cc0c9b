import { expect, test } from 'vitest'
import { resolveSlug, slugProblem } from '../../../src/parse/names.ts'
import { parseYaml } from '../../../src/parse/yaml.ts'

test.each(['a', 'pdf-tools', 'a1.b_c-d', '2026', 'x'.repeat(64)])('%j can be a URL segment', (name) => {
  expect(slugProblem(name)).toBeUndefined()
})

test.each([
  '',
  ' a',
  'a ',
  'A',
  'a b',
  'a--b',
  '-a',
  'a-',
  '.a',
  '..',
  '../a',
  'a/b',
  'a\\b',
  'ä',
  'a\u200Bb',
  'a\u202Eb',
  'x'.repeat(65),
  'a%2e',
  '__proto__',
])('%j cannot', (name) => {
  expect(slugProblem(name)).toEqual(expect.any(String))
})

test('publish.slug replaces a name that cannot, and is checked itself', () => {
  const document = (text: string): Parameters<typeof resolveSlug>[0] => parseYaml(text, 'skills/Ä B.yaml').document!
  expect(resolveSlug(document('publish: { slug: a-b }'), 'Ä B')).toEqual({ slug: 'a-b', diagnostics: [] })
  expect(resolveSlug(document('name: x'), 'Ä B').diagnostics.map((d) => d.code)).toEqual(['DEFINITION_NAME'])
  const { slug, diagnostics } = resolveSlug(document('publish:\n  slug: ../x'), 'fine')
  expect(slug).toBeUndefined()
  expect(diagnostics).toMatchObject([{ code: 'DEFINITION_NAME', line: 2, column: 9 }])
})

test('a message shows what cannot be seen', () => {
  const [diagnostic] = resolveSlug(parseYaml('name: x', 'a.yaml').document!, '\u00A0safe\u200Bnotes ').diagnostics
  expect(diagnostic?.message).toContain('\\u{A0}safe\\u{200B}notes ')
})

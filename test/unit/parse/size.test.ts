import { expect, test } from 'vitest'
import { validateDefinition } from '../../../src/validate.ts'
import { parseFrontMatter } from '../../../src/parse/front-matter.ts'
import { parseYaml } from '../../../src/parse/yaml.ts'
import { skillSchema } from '../../../src/schemas/skill.ts'

// What grows with the square of its input takes minutes here and fails by the time limit of the test.
const LIMIT = 20_000

test('a mapping of very many keys', { timeout: LIMIT }, () => {
  const keys = Array.from({ length: 20_000 }, (_, i) => `k${i}: x`)
  const { document } = parseYaml(keys.join('\n'), 'a.yaml')
  const { value, diagnostics } = validateDefinition(document!, skillSchema, 'skill')
  expect(value).toEqual({})
  expect(diagnostics.filter((d) => d.code === 'DEFINITION_UNKNOWN_KEY')).toHaveLength(keys.length)
  expect(diagnostics.at(-1)).toMatchObject({ line: 20_000, column: 1 })
})

test('a list of very many items', { timeout: LIMIT }, () => {
  const { document } = parseYaml(`tags: [${'1,'.repeat(20_000)}]`, 'a.yaml')
  const { diagnostics } = validateDefinition(document!, skillSchema, 'skill')
  expect(diagnostics.filter((d) => d.code === 'YAML_RETYPED')).toHaveLength(20_000)
})

test('the same key twice among very many', { timeout: LIMIT }, () => {
  const { diagnostics } = parseYaml(
    `${Array.from({ length: 20_000 }, (_, i) => `k${i}: x`).join('\n')}\nk7: y\n`,
    'a.yaml',
  )
  expect(diagnostics).toMatchObject([{ code: 'YAML_DUPLICATE_KEY', line: 20_001, column: 1 }])
})

test.each([
  ['comments that never end', '<!--'.repeat(250_000)],
  ['comments on one line', '<!-- --> '.repeat(100_000)],
  ['blank lines', `${' \n'.repeat(500_000)}x`],
  ['a fence and white space', `---${' '.repeat(900_000)}x`],
])('%s before a fence', { timeout: LIMIT }, (_, text) => {
  expect(
    parseFrontMatter({ path: 'skills/a/SKILL.md', bytes: new TextEncoder().encode(text) }).document,
  ).toBeUndefined()
})

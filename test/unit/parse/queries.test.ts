import { expect, test } from 'vitest'
import { resolveQueries } from '../../../src/parse/queries.ts'
import { parseYaml } from '../../../src/parse/yaml.ts'

const resolve = (
  text: string,
  examples: string[] = [],
  listed = true,
): { queries: readonly string[]; codes: string[] } => {
  const document = parseYaml(text, 'a.yaml').document!
  const { queries, diagnostics } = resolveQueries(document, document.value, examples, { name: 'x', listed })
  return { queries, codes: diagnostics.map((d) => `${d.severity} ${d.code} ${d.line}:${d.column}`) }
}

test('as written', () => {
  expect(resolve('representativeQueries: [a b, c d]', ['e', 'f'])).toEqual({ queries: ['a b', 'c d'], codes: [] })
})

test('examples serve where there are two', () => {
  expect(resolve('name: x', ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual({ queries: ['a', 'b', 'c', 'd', 'e'], codes: [] })
  expect(resolve('name: x', ['a', 'a'])).toEqual({ queries: [], codes: ['warning QUERIES_MISSING 1:1'] })
  expect(resolve('name: x', [], false)).toEqual({ queries: [], codes: [] })
})

test.each<[string, string[]]>([
  ['name: x\nrepresentativeQueries: [one]', ['error QUERIES_COUNT 2:1']],
  ['representativeQueries: []', ['error QUERIES_COUNT 1:1']],
  ['representativeQueries: [a, b, c, d, e, f]', ['error QUERIES_COUNT 1:1']],
  ['representativeQueries:\n  - a b\n  - A b', ['error QUERIES_SAME 3:5']],
])('%j', (text, codes) => {
  expect(resolve(text).codes).toEqual(codes)
})

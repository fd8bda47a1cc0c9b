import { expect, test } from 'vitest'
import { findDeclaredSecrets } from '../../../src/scan/declared-secrets.ts'
import { buildFiles } from '../../site.ts'

const server = (remotes: string): string => `kind: mcp-server
name: example.acme/tools
version: 1.0.0
description: Tools of the front desk.
remotes:
${remotes}
representativeQueries: [greet a guest, who is on duty]
`

test.each([
  ['a default', '{ name: X-Key, isSecret: true, default: tuesday }', ['tuesday']],
  ['a value in JSON', '{ "isSecret": true, "value": "tuesday" }', ['tuesday']],
  ['lines', 'name: X-Key\nisSecret: true\nvalue: on tuesday\n', ['on tuesday']],
  ['choices', 'isSecret: true\nchoices: [tuesday, friday]\n', ['tuesday, friday']],
  ['choices as lines', 'isSecret: true\nchoices:\n  - tuesday\n  - friday\nname: x\n', ['  - tuesday\n  - friday\n']],
  ['a variable', '{ isSecret: true, value: "Bearer {token}" }', []],
  ['nothing secret', '{ isSecret: false, default: tuesday }', []],
])('%s', (_, text, expected) => {
  expect(findDeclaredSecrets(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected)
})

test.each([
  '  - { type: sse, url: https://acme.example/mcp, headers: [{ name: X-Key, isSecret: true, default: tuesday }] }',
  '  - type: sse\n    url: https://acme.example/mcp\n    headers:\n      - name: X-Key\n        isSecret: true\n        value: tuesday',
  '  - type: sse\n    url: https://acme.example/{a}\n    variables:\n      a: { isSecret: true, choices: [tuesday, friday] }',
])('no code frame shows one: %s', async (remotes) => {
  const result = await buildFiles({ 'agents/tools.yaml': server(remotes) })
  expect(result.diagnostics.map((d) => d.code)).toEqual(['MCP_SECRET_VALUE'])
  expect(result.sourceText('agents/tools.yaml')).not.toMatch(/tuesday|friday/)
  expect(JSON.stringify(result.diagnostics)).not.toMatch(/tuesday|friday/)
})

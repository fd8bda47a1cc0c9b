import { expect, test } from 'vitest'
import { resolveAccess, strictestAccess } from '../../../src/parse/access.ts'
import { parseYaml } from '../../../src/parse/yaml.ts'

const defaults = { agentAccess: 'public', version: '1.0.0', capabilityType: 'knowledge' } as const
const resolve = (
  text: string,
  kind: 'skill' | 'agent' = 'skill',
  access?: 'public' | 'private',
): ReturnType<typeof resolveAccess> =>
  resolveAccess([parseYaml(text, 'a.yaml').document!], kind, {
    defaults: { ...defaults, ...(access ? { access } : {}) },
  })

test.each<[string, string]>([
  ['access: public', 'public'],
  ['access: restricted', 'restricted'],
  ['access: "private"', 'private'],
  ['metadata: { access: restricted }', 'restricted'],
  ['metadata: { internal: true }', 'private'],
  ['metadata: { internal: "true" }', 'private'],
  ['access: public\nmetadata: { internal: false }', 'public'],
  ['access: private\nmetadata: { internal: true, access: private }', 'private'],
  // Words that only look like it.
  [
    'access: public\naccent: blue\naccept: text/html\nacross: x\nactive: true\naccount: x\ninterval: 3\nexternal: true',
    'public',
  ],
  [
    'access: public\nmetadata: { accent: blue, published: 2026-01-31, publisher: Acme, published_at: "2026" }',
    'public',
  ],
  ['access: public\nmetadata: [a, b]', 'public'],
  ['access: public\nmetadata: "author: me"', 'public'],
  ['access: public\nMetadata: { author: me }', 'public'],
])('%j is %s', (text, access) => {
  expect(resolve(text)).toEqual({ access, diagnostics: [] })
})

test.each<[string, string]>([
  ['name: x', 'ACCESS_MISSING'],
  ['access: Public', 'ACCESS_VALUE'],
  ['access: pubic', 'ACCESS_VALUE'],
  ['access: " public"', 'ACCESS_VALUE'],
  ['access:', 'ACCESS_VALUE'],
  ['access: ""', 'ACCESS_VALUE'],
  ['access: true', 'ACCESS_VALUE'],
  ['access: [public]', 'ACCESS_VALUE'],
  ['access: { level: public }', 'ACCESS_VALUE'],
  ['Access: private', 'ACCESS_LOOKALIKE'],
  ['acess: private', 'ACCESS_LOOKALIKE'],
  ['accses: private', 'ACCESS_LOOKALIKE'],
  ['"access ": private', 'ACCESS_LOOKALIKE'],
  ['"acce\u200Bss": private', 'ACCESS_LOOKALIKE'],
  ['ａccess: private', 'ACCESS_LOOKALIKE'],
  ['access: public\nvisibility: hidden', 'ACCESS_LOOKALIKE'],
  ['access: public\nprivate: true', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetadata: { hidden: true }', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetadata: { internal: yes please }', 'ACCESS_LOOKALIKE'],
  ['access: public\npublish: { access: private }', 'ACCESS_LOOKALIKE'],
  ['access: public\nard: { visibility: private }', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetadata: { internal: true }', 'ACCESS_CONTRADICTION'],
  ['access: public\nmetadata: { access: restricted }', 'ACCESS_CONTRADICTION'],
  ['access: public\nvisibilty: private', 'ACCESS_LOOKALIKE'],
  ['access: public\nvisability: private', 'ACCESS_LOOKALIKE'],
  ['access: public\nprivat: true', 'ACCESS_LOOKALIKE'],
  ['access: public\nprviate: true', 'ACCESS_LOOKALIKE'],
  ['access: public\nrestrict: true', 'ACCESS_LOOKALIKE'],
  ['access: public\nconfidental: true', 'ACCESS_LOOKALIKE'],
  ['accesss: private', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetadata: { ACCESS: private }', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetadata: { published: false }', 'ACCESS_LOOKALIKE'],
  ['access: public\nMetadata: { access: private }', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetdata: { internal: true }', 'ACCESS_LOOKALIKE'],
  ['access: public\nmeta: { access: private }', 'ACCESS_LOOKALIKE'],
  ['access: public\nPublish: { hidden: true }', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetadata: [author: me, access: private]', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetadata: "access: private"', 'ACCESS_LOOKALIKE'],
  ['access: public\nmetadata: internal', 'ACCESS_LOOKALIKE'],
])('%j fails closed: %s', (text, code) => {
  const { access, diagnostics } = resolve(text)
  expect(access).toBeUndefined()
  expect(diagnostics.map((d) => `${d.severity} ${d.code}`)).toEqual([`error ${code}`])
})

test('a default serves where nothing is said, and only there', () => {
  expect(resolve('name: x', 'skill', 'private')).toEqual({ access: 'private', diagnostics: [] })
  expect(resolve('name: x', 'agent')).toEqual({ access: 'public', diagnostics: [] })
  expect(resolve('acess: private', 'agent').access).toBeUndefined()
  expect(resolve('access:', 'skill', 'public').access).toBeUndefined()
})

test.each<[Parameters<typeof strictestAccess>[0], string]>([
  [['public', 'public'], 'public'],
  [['public', 'restricted'], 'restricted'],
  [['restricted', 'private'], 'private'],
  [['public', undefined], 'private'],
])('the strictest of %j is %s', (all, strictest) => {
  expect(strictestAccess(all)).toBe(strictest)
})

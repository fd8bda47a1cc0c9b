import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAgentSignatures, portabilityProblems } from '../../../src/formats/agent-signatures.ts'
import type { JsonObject, JsonValue } from '../../../src/json.ts'
import { canonicalForms } from '../../../src/sign/agent-card-forms.ts'
import { agentOf, cardYaml, catalogOf, configOf } from '../parse/agent-source.ts'

function check(members: JsonObject, formats: JsonObject = {}): string[] {
  const agents = [agentOf(cardYaml(members))]
  return checkAgentSignatures({ ...catalogOf(), agents }, configOf({ formats: { 'agent-card': formats } })).map(
    ({ code, line, column, pointer, message }) => `${code} ${line}:${column} ${pointer} ${message}`,
  )
}

const endpoint = (protocolVersion: string): JsonObject => ({
  url: `https://acme.example/${protocolVersion}`,
  protocolBinding: 'JSONRPC',
  protocolVersion,
})
const bearer = { securitySchemes: { key: { httpAuthSecurityScheme: { scheme: 'Bearer' } } } }

describe('findings', () => {
  test('a portable card has none', () => {
    expect(check({ ...bearer, securityRequirements: [{ schemes: { key: { list: ['use'] } } }] })).toEqual([])
  })

  test('a requirement without scopes is not protected, in the card or in a skill', () => {
    const requirement = [{ schemes: { key: { list: [] } } }]
    const [finding, ...others] = check({ ...bearer, securityRequirements: requirement })
    expect(finding).toMatch(
      /^SIGNATURE_NOT_COVERED \d+:\d+ \/securityRequirements\/0\/schemes\/key No signature protects `securityRequirements\[0\]\.schemes\.key`/,
    )
    expect(others).toEqual([])
    const skill = { id: 'a', name: 'A', description: 'A.', tags: ['a'], securityRequirements: requirement }
    expect(check({ ...bearer, skills: [skill] })[0]).toContain('/skills/0/securityRequirements/0/schemes/key')
  })

  test('mutual TLS without a description is not protected', () => {
    const findings = check({ securitySchemes: { m: { mtlsSecurityScheme: {} } } })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toContain('SIGNATURE_NOT_COVERED')
    expect(findings[0]).toContain('/securitySchemes/m/mtlsSecurityScheme')
    expect(check({ securitySchemes: { m: { mtlsSecurityScheme: { description: 'Client certificate.' } } } })).toEqual(
      [],
    )
  })

  test('empty params, scopes and scope descriptions are read differently', () => {
    const params = { uri: 'https://acme.example/e', params: { a: '', b: [[]] } }
    const flows = { clientCredentials: { tokenUrl: 'https://acme.example/t', scopes: { read: '' } } }
    const found = check({
      capabilities: { extensions: [params] },
      securitySchemes: { o: { oauth2SecurityScheme: { flows } } },
    })
    expect(found.map((text) => /^\S+ \S+ (\S+)/.exec(text)![1])).toEqual([
      '/capabilities/extensions/0/params/a',
      '/capabilities/extensions/0/params/b/0',
      '/securitySchemes/o/oauth2SecurityScheme/flows/clientCredentials/scopes/read',
    ])
    expect(found.every((text) => text.startsWith('SIGNATURE_NOT_PORTABLE'))).toBe(true)
  })

  test('old Python SDKs: text outside of ASCII and numbers, once each', () => {
    const found = check({
      name: 'Café',
      description: 'Crêpes.',
      capabilities: { extensions: [{ uri: 'https://acme.example/e', params: { max: 5, min: 1 } }] },
    })
    expect(
      found.map((text) =>
        text
          .split(' ')
          .filter((_, i) => i !== 1)
          .slice(0, 2)
          .join(' '),
      ),
    ).toEqual(['SIGNATURE_NOT_ASCII /name', 'SIGNATURE_NOT_ASCII /capabilities/extensions/0/params/max'])
  })

  test('a hybrid card is said once; an agent of 0.3 alone is not signed', () => {
    const both = { supportedInterfaces: [endpoint('1.0'), endpoint('0.3')] }
    expect(check(both, { hybrid: true }).map((text) => text.split(' ')[0])).toEqual(['SIGNATURE_HYBRID'])
    expect(check(both)).toEqual([])
    expect(check({ name: 'Café', supportedInterfaces: [endpoint('0.3')] })).toEqual([])
  })

  test('what only the extended card says is found at `extended`', () => {
    const found = check({ extended: { securityRequirements: [{ schemes: { key: {} } }] }, ...bearer })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('/extended/securityRequirements/0/schemes/key')
  })
})

describe('the portable profile', () => {
  const card: JsonObject = {
    name: 'x',
    description: 'd',
    supportedInterfaces: [{ url: 'https://x.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    version: '1',
    capabilities: { streaming: false },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'a', name: 'A', description: 'a', tags: ['t'] }],
  }
  const text = fc.constantFrom('', 'x')
  const texts = fc.array(text, { maxLength: 2 })
  const json = fc.jsonValue({ maxDepth: 3, stringUnit: text }) as fc.Arbitrary<JsonValue>
  const some = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
    fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<T>
  const requirements = fc.array(
    some({ schemes: fc.dictionary(fc.constantFrom('k', 'm'), some({ list: texts }), { maxKeys: 2 }) }),
    { maxLength: 2 },
  )
  const scopes = fc.dictionary(fc.constantFrom('r', 'w'), text, { maxKeys: 2 })
  const scheme = fc.oneof(
    some({ mtlsSecurityScheme: some({ description: text }) }),
    fc.record({ apiKeySecurityScheme: fc.record({ location: text, name: text }) }),
    fc.record({
      oauth2SecurityScheme: fc.record({
        flows: fc.oneof(
          fc.record({ clientCredentials: some({ tokenUrl: text, scopes }) }),
          some({ authorizationCode: some({ pkceRequired: fc.boolean(), scopes }) }),
        ),
      }),
    }),
  )
  const extension = some({
    uri: text,
    required: fc.boolean(),
    params: fc.dictionary(fc.constantFrom('a', 'b'), json, { maxKeys: 2 }),
  })
  const arbitrary = some({
    name: text,
    documentationUrl: text,
    provider: some({ url: text, organization: text }),
    capabilities: some({
      streaming: fc.boolean(),
      extendedAgentCard: fc.boolean(),
      extensions: fc.array(extension, { maxLength: 2 }),
    }),
    defaultInputModes: texts,
    securitySchemes: fc.dictionary(fc.constantFrom('k', 'm'), scheme, { maxKeys: 2 }),
    securityRequirements: requirements,
    skills: fc.array(some({ id: text, tags: texts, examples: texts, securityRequirements: requirements }), {
      maxLength: 2,
    }),
  })

  test('a card has findings exactly where its readings differ', () => {
    fc.assert(
      fc.property(arbitrary, (members) => {
        const whole = { ...card, ...(members as JsonObject) }
        const differ = new Set(Object.values(canonicalForms(whole))).size > 1
        const problems = portabilityProblems(whole).filter(({ code }) => code !== 'SIGNATURE_NOT_ASCII')
        expect(problems.length > 0).toBe(differ)
      }),
      { numRuns: 2000 },
    )
  })
})

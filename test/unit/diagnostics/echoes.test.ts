import { describe, expect, test } from 'vitest'
import { agentYaml, buildFiles, findings, skillYaml } from '../../site.ts'

/** Every finding of a skill with these lines added. */
async function ofSkill(lines: string, members: Record<string, unknown> = {}): Promise<string[]> {
  return findings(await buildFiles({ 'skills/parcel.yaml': skillYaml(members) + lines }))
}

/** Every finding of an agent with these members. */
async function ofAgent(members: Record<string, unknown>, lines = ''): Promise<string[]> {
  return findings(await buildFiles({ 'agents/desk.yaml': agentYaml(members) + lines }))
}

const at = (place: string, url: string): Record<string, unknown> => ({
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  [place]: undefined,
})

describe('one mistake, one finding', () => {
  test.each<[string, string, Record<string, unknown>, string]>([
    [
      'a number that is no version',
      'version: 1.10\n',
      { version: undefined },
      'error SKILL_VERSION skills/parcel.yaml:7:10',
    ],
    ['a number as an id', 'id: 5\n', {}, 'suggestion SKILL_ID_FORM skills/parcel.yaml:8:5'],
    ['a truth value as access', 'access: false\n', { access: undefined }, 'error ACCESS_VALUE skills/parcel.yaml:7:9'],
    [
      'misspelt queries',
      'representativeQuerys: [a b, c d]\n',
      { representativeQueries: undefined },
      'warning DEFINITION_UNKNOWN_KEY skills/parcel.yaml:7:1',
    ],
    [
      'queries without a value',
      'representativeQueries:\n',
      { representativeQueries: undefined },
      'warning DEFINITION_MEMBER_EMPTY skills/parcel.yaml:7:1',
    ],
    [
      'misspelt auth',
      'auht: { type: oauth2 }\n',
      { access: 'restricted' },
      'warning DEFINITION_UNKNOWN_KEY skills/parcel.yaml:8:1',
    ],
    ['auth without a type', 'auth: {}\n', {}, 'error DEFINITION_MEMBER_MISSING skills/parcel.yaml:8:1'],
    [
      'a misspelt member that is required',
      'descripton: Tells where a parcel is.\n',
      { description: undefined },
      'error DEFINITION_MEMBER_MISSING skills/parcel.yaml:7:1',
    ],
    [
      'five queries and one of them again',
      'representativeQueries: [a b, b c, c d, d e, e f, A b]\n',
      { representativeQueries: undefined },
      'error QUERIES_SAME skills/parcel.yaml:7:50',
    ],
  ])('%s', async (_, lines, members, expected) => {
    expect(await ofSkill(lines, members)).toEqual([expected])
  })

  test.each<[string, Record<string, unknown>, string, string]>([
    [
      'a misspelt reference',
      { skills: [{ reff: 'greet' }] },
      '',
      'error DEFINITION_MEMBER_MISSING agents/desk.yaml:9:11',
    ],
    [
      'a member by its name in A2A 0.3',
      { supportedInterfaces: [{ url: 'https://acme.example/a2a', transport: 'JSONRPC', protocolVersion: '1.0' }] },
      '',
      'error DEFINITION_MEMBER_MISSING agents/desk.yaml:4:57',
    ],
    [
      'an old member in snake_case',
      {},
      'preferred_transport: JSONRPC\n',
      'error AGENT_V03_MEMBER agents/desk.yaml:10:1',
    ],
    [
      'an endpoint inside the house',
      at('x', 'https://desk.internal/a2a'),
      '',
      'error PUBLISH_UNREACHABLE_HOST agents/desk.yaml:4:31',
    ],
  ])('%s', async (_, members, lines, expected) => {
    expect(await ofAgent(members, lines)).toEqual([expected])
  })

  test('two misspelt members of one mapping are two findings, each at its key', async () => {
    expect(
      await ofSkill('endpiont: { url: https://acme.example/p }\ndescripton: Tells where.\n', {
        endpoint: undefined,
        description: undefined,
      }),
    ).toEqual([
      'error DEFINITION_MEMBER_MISSING skills/parcel.yaml:6:1',
      'error DEFINITION_MEMBER_MISSING skills/parcel.yaml:7:1',
    ])
  })
})

test('a secret beside a URL with credentials is a finding of its own', async () => {
  const token = ['ghp', 'x7Kq2vXw9LmZ4bNc8RtY3sDf6GhJ1pQa5WeU'].join('_')
  const url = `https://${['shop', 'Tr4ck-m3.n0w'].join(':')}@acme.example/p`
  expect(await ofSkill('', { endpoint: { url, method: 'POST' }, description: `Ask with ${token}.` })).toEqual([
    'error PUBLISH_SECRET skills/parcel.yaml:5:24',
    'error URL_CREDENTIALS skills/parcel.yaml:6:18',
  ])
})

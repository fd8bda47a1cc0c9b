import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Agent, Catalog } from '../../../src/catalog.ts'
import { checkAgentCard } from '../../../src/formats/agent-card-check.ts'
import { agentCard } from '../../../src/formats/agent-card.ts'
import { choosePrimary } from '../../../src/formats/primary.ts'
import { createAgentCard } from '../../../src/formats/create-agent-card.ts'
import { checkAgents } from '../../../src/formats/check-agents.ts'
import type { JsonObject } from '../../../src/json.ts'
import { NO_KEYS } from '../../../src/sign/keys.ts'
import { agentOf, cardYaml, catalogOf, configOf } from '../parse/agent-source.ts'

const data = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`../../data/a2a/${name}`, import.meta.url), 'utf8'))
const card = (agent: Agent, catalog: Catalog = catalogOf()): JsonObject => createAgentCard(agent, catalog, configOf())
const both = {
  supportedInterfaces: [
    { url: 'https://acme.example/old', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    { url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
}

async function published(
  agents: readonly Agent[],
  {
    view = 'public',
    formats = {},
    catalog = catalogOf(),
  }: { view?: 'public' | 'private'; formats?: JsonObject; catalog?: Catalog } = {},
): Promise<Record<string, JsonObject>> {
  const config = configOf({ formats: { 'agent-card': formats } })
  const artifacts = await agentCard.generate({
    config,
    view,
    origin: config.origin,
    catalog: { ...catalog, agents },
    keys: NO_KEYS,
    published: new Map(),
    hasOwnPages: false,
  })
  return Object.fromEntries(artifacts.map(({ path, body }) => [path, JSON.parse(new TextDecoder().decode(body))]))
}

describe('a written card', () => {
  it('has its members in the order of the specification and nothing that is a default', () => {
    const agent = agentOf(
      cardYaml({
        securitySchemes: {
          m: { mtlsSecurityScheme: {} },
          o: {
            oauth2SecurityScheme: {
              description: '',
              flows: { clientCredentials: { scopes: {}, tokenUrl: 'https://acme.example/t', refreshUrl: '' } },
            },
          },
        },
        securityRequirements: [{ schemes: { m: { list: [] } } }],
        capabilities: {
          extensions: [
            { required: false, uri: 'https://acme.example/x', params: { b: 1, a: [], c: '' } },
            { uri: 'https://acme.example/y', params: {} },
          ],
          extendedAgentCard: false,
        },
        iconUrl: '',
      }),
    )
    expect(JSON.stringify(card(agent))).toBe(
      JSON.stringify({
        name: 'Geo Router',
        description: 'Plans routes.',
        supportedInterfaces: [{ url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
        provider: { organization: 'Acme', url: 'https://acme.example' },
        version: '1.0.0',
        capabilities: {
          streaming: false,
          pushNotifications: false,
          extensions: [
            { uri: 'https://acme.example/x', params: { b: 1, a: [], c: '' } },
            { uri: 'https://acme.example/y' },
          ],
        },
        securitySchemes: {
          m: { mtlsSecurityScheme: {} },
          o: {
            oauth2SecurityScheme: { flows: { clientCredentials: { tokenUrl: 'https://acme.example/t', scopes: {} } } },
          },
        },
        securityRequirements: [{ schemes: { m: {} } }],
        defaultInputModes: ['text/plain'],
        defaultOutputModes: ['text/plain'],
        skills: [{ id: 'triage', name: 'Triage', description: 'Sorts requests.', tags: ['support'] }],
      }),
    )
  })

  it('names the organization where the site has one', () => {
    const config = configOf({ provider: { name: 'Acme', organization: 'Acme Ltd', url: 'https://acme.example/about' } })
    expect(createAgentCard(agentOf(cardYaml()), catalogOf(), config)['provider']).toEqual({
      organization: 'Acme Ltd',
      url: 'https://acme.example/about',
    })
  })

  it('takes skills from references, with what stands beside them', () => {
    const catalog = catalogOf({ name: 'track', title: 'Track', tags: ['parcel'], examples: ['where is it'] })
    const agent = agentOf(
      cardYaml({ skills: [{ ref: 'track', description: 'Mine.', outputModes: ['text/html'] }, { ref: 'hidden' }] }),
    )
    expect(card(agent, catalog)['skills']).toEqual([
      {
        id: 'example.acme.track-v1',
        name: 'Track',
        description: 'Mine.',
        tags: ['parcel'],
        examples: ['where is it'],
        outputModes: ['text/html'],
      },
    ])
  })

  it('lists 1.0 interfaces alone, 0.3 alone in the other card, and both in a hybrid, 1.0 first', () => {
    const agent = agentOf(cardYaml(both))
    const forms = (['1.0', '0.3', 'hybrid'] as const).map((form) =>
      createAgentCard(agent, catalogOf(), configOf(), { form }),
    )
    expect(
      forms.map((c) => [
        c['url'],
        (c['supportedInterfaces'] as JsonObject[] | undefined)?.map((i) => i['protocolVersion']),
      ]),
    ).toEqual([
      [undefined, ['1.0']],
      ['https://acme.example/old', undefined],
      ['https://acme.example/old', ['1.0', '0.3']],
    ])
  })

  it('drops the patch number of an interface', () => {
    const agent = agentOf(
      cardYaml({
        supportedInterfaces: [
          { url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0.1' },
        ],
      }),
    )
    expect(card(agent)['supportedInterfaces']).toMatchObject([{ protocolVersion: '1.0' }])
  })

  it('is a bug to ask for a form without interfaces', () => {
    expect(() => createAgentCard(agentOf(cardYaml()), catalogOf(), configOf(), { form: '0.3' })).toThrow(TypeError)
  })
})

describe('what is published', () => {
  it('is the primary agent at the well-known URI and every agent at two paths', async () => {
    const found = await published([
      agentOf(cardYaml(), 'agents/a.yaml'),
      agentOf(cardYaml({ publish: { primary: false } }), 'agents/b.yaml'),
    ])
    expect(Object.keys(found).toSorted()).toEqual([
      '.well-known/agent-card.json',
      'agents/a/.well-known/agent-card.json',
      'agents/a/agent-card.json',
      'agents/b/.well-known/agent-card.json',
      'agents/b/agent-card.json',
    ])
  })

  it('is a 0.3 card too where 0.3 is spoken, and the old path where it is asked for, with the same bytes', async () => {
    const found = await published([agentOf(cardYaml(both))], { formats: { legacyPath: true } })
    expect(found['agents/geo/agent-card.v0.3.json']).toMatchObject({
      protocolVersion: '0.3.0',
      url: 'https://acme.example/old',
    })
    expect(found['.well-known/agent.json']).toEqual(found['.well-known/agent-card.json'])
    expect(found['.well-known/agent-card.json']).not.toHaveProperty('url')
  })

  it('is a hybrid where clients look, and a pure card for registries', async () => {
    const found = await published([agentOf(cardYaml(both))], { formats: { hybrid: true } })
    expect(found['.well-known/agent-card.json']).toMatchObject({
      protocolVersion: '0.3.0',
      supportedInterfaces: [{ protocolVersion: '1.0' }, { protocolVersion: '0.3' }],
    })
    expect(found['agents/geo/.well-known/agent-card.json']).toEqual(found['.well-known/agent-card.json'])
    expect(found['agents/geo/agent-card.json']).toMatchObject({ supportedInterfaces: [{ protocolVersion: '1.0' }] })
    expect(found['agents/geo/agent-card.json']).not.toHaveProperty('protocolVersion')
  })

  it('stays pure where only one generation is declared, hybrid or not', async () => {
    const found = await published([agentOf(cardYaml())], { formats: { hybrid: true } })
    expect(found['.well-known/agent-card.json']).not.toHaveProperty('protocolVersion')
  })

  it('shows the extended card in the private view alone', async () => {
    const agent = agentOf(
      cardYaml({
        extended: {
          description: 'More.',
          capabilities: { pushNotifications: true },
          skills: [{ id: 'b', name: 'B', description: 'B.', tags: ['t'] }],
        },
      }),
    )
    expect(Object.keys(await published([agent])).some((path) => path.includes('extended'))).toBe(false)
    const { 'agents/geo/agent-card.json': main, 'agents/geo/extended-agent-card.json': extended } = await published(
      [agent],
      {
        view: 'private',
      },
    )
    expect(main).toMatchObject({
      description: 'Plans routes.',
      capabilities: { extendedAgentCard: true, pushNotifications: false },
      skills: [{ id: 'triage' }],
    })
    expect(extended).toMatchObject({
      description: 'More.',
      capabilities: { streaming: true, extendedAgentCard: true, pushNotifications: true },
      skills: [{ id: 'triage' }, { id: 'b' }],
    })
  })

  it('says what it was made from', async () => {
    const config = configOf()
    const agent = agentOf(cardYaml({ skills: [{ ref: 'track' }] }))
    const [first] = await agentCard.generate({
      config,
      view: 'public',
      origin: config.origin,
      catalog: { ...catalogOf({ name: 'track' }), agents: [agent] },
      keys: NO_KEYS,
      published: new Map(),
      hasOwnPages: false,
    })
    expect(first).toMatchObject({
      mediaType: 'application/json; charset=utf-8',
      cache: 'discovery',
      from: ['agents/geo.yaml', 'skills/track.yaml'],
    })
  })
})

describe('choosePrimary', () => {
  const agent = (slug: string, primary?: boolean, access = 'public'): Agent => ({
    ...agentOf(cardYaml()),
    slug,
    access: access as Agent['access'],
    ...(primary === undefined ? {} : { primary }),
  })
  const [a, b] = [agent('a'), agent('b')]
  it.each<[string, Agent[], string]>([
    ['none', [], ''],
    ['a single one', [a], 'a'],
    ['a single one that is marked false', [agent('a', false)], ''],
    ['two without a mark', [a, b], 'conflict a b'],
    ['one mark', [a, agent('b', true)], 'b'],
    ['two marks', [agent('a', true), agent('b', true)], 'conflict a b'],
    ['false on all', [agent('a', false), agent('b', false)], ''],
    ['one that is not marked false', [agent('a', false), b], 'b'],
    ['a public one beside a private one with a mark', [a, agent('b', true, 'private')], 'a'],
    ['a single private one', [agent('b', undefined, 'private')], 'b'],
  ])('%s', (_, agents, expected) => {
    const { primary: chosen, conflict } = choosePrimary(agents)
    expect(conflict === undefined ? (chosen?.slug ?? '') : `conflict ${conflict.map((c) => c.slug).join(' ')}`).toBe(
      expected,
    )
  })
})

describe('checkAgents', () => {
  it('finds what only resolved references show', () => {
    const agent = agentOf(
      cardYaml({
        skills: [
          { ref: 'bare' },
          { ref: 'bare', tags: ['t'], id: 'x' },
          { id: 'x', name: 'X', description: 'X.', tags: ['t'] },
        ],
      }),
    )
    const found = checkAgents({ ...catalogOf({ name: 'bare', tags: [] }), agents: [agent] }, configOf())
    expect(found.map((d) => `${d.severity} ${d.code} ${d.pointer}`)).toEqual([
      'error AGENT_SKILL_TAGS /skills/0/ref',
      'warning AGENT_SKILL_ID_DUPLICATE /skills/2/id',
    ])
    expect(found[0]?.message).toContain('skills/bare.yaml')
  })

  it.each([
    [7_000, undefined],
    [8_500, 'suggestion AGENT_CARD_LARGE'],
    [11_000, 'warning AGENT_CARD_TOO_LARGE'],
  ])('judges the size of the written card: about %i bytes', (bytes, expected) => {
    const agent = agentOf(cardYaml({ description: 'é'.repeat((bytes - 400) / 2) }))
    const [found] = checkAgents({ ...catalogOf(), agents: [agent] }, configOf())
    expect(found && `${found.severity} ${found.code}`).toBe(expected)
    expect(found?.file).toBe(expected && 'agents/geo.yaml')
  })
})

describe('checkAgentCard', () => {
  const policy = { development: false }
  it.each(['agent-card.json', 'agent-card.unsigned.json', 'agent-card.v03.json', 'agent-card.hybrid.json'])(
    'accepts %s',
    (name) => {
      expect(checkAgentCard(data(name), policy).map((p) => p.code)).toEqual(
        name.includes('v03') || name.includes('hybrid') ? ['AGENT_EXTENDED_CARD'] : [],
      )
    },
  )

  it('accepts every card that is written', () => {
    const agent = agentOf(
      cardYaml({
        ...both,
        securitySchemes: { k: { apiKeySecurityScheme: { location: 'header', name: 'k' } } },
        securityRequirements: [{ schemes: { k: { list: [] } } }],
      }),
    )
    for (const form of ['1.0', '0.3', 'hybrid'] as const)
      expect(checkAgentCard(createAgentCard(agent, catalogOf(), configOf(), { form }), policy)).toEqual([])
  })

  it.each<[string, JsonObject]>([
    ['nothing', {}],
    [
      'the wrong types',
      {
        name: 1,
        supportedInterfaces: 'x',
        capabilities: [],
        skills: {},
        securitySchemes: [],
        securityRequirements: {},
        provider: 'x',
        defaultInputModes: 'text',
      },
    ],
    [
      'the wrong types inside',
      {
        supportedInterfaces: [1, { url: 2, protocolBinding: 3, protocolVersion: 4 }],
        skills: [1, { id: 2, inputModes: [3] }],
        securitySchemes: { a: 1, b: { oauth2SecurityScheme: { flows: [] } } },
        securityRequirements: [1, { schemes: [] }],
      },
    ],
    [
      'a 0.3 card with the wrong types',
      { url: 1, additionalInterfaces: [1, {}], security: [1], securitySchemes: { a: { type: 1 } } },
    ],
    [
      'a hybrid card with the wrong types',
      { url: 'x', protocolVersion: '0.3', supportedInterfaces: [{ protocolVersion: '0.3' }], security: 1, skills: 1 },
    ],
  ])('never throws on %s', (_, broken) => {
    expect(Array.isArray(checkAgentCard(broken, policy))).toBe(true)
  })

  it('finds doubles and nulls', () => {
    const skill = { id: 'a', name: 'A', description: 'A.', tags: ['t'], examples: null }
    const found = checkAgentCard(
      { ...data('agent-card.unsigned.json'), skills: [skill, { ...skill, examples: [] }] },
      policy,
    )
    expect(found.map((p) => `${p.code} ${p.pointer}`)).toEqual([
      'AGENT_NULL /skills/0/examples',
      'AGENT_SKILL_ID_DUPLICATE /skills/1/id',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import type { Fetched, SiteReader } from '../../../src/verify/readers.ts'
import { traceDiscovery, type TraceOptions } from '../../../src/verify/trace.ts'

const BASE = new URL('https://acme.example')

const DESK = {
  name: 'Desk',
  supportedInterfaces: [
    { url: 'grpc.acme.example:443', protocolBinding: 'GRPC', protocolVersion: '1.0' },
    { url: 'https://acme.example/old', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    { url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
  ],
  capabilities: { streaming: true },
  skills: [
    {
      id: 'greet',
      name: 'Greet',
      description: 'Greets guests.',
      tags: ['desk', 'Guests'],
      examples: ['say hello to my guests'],
    },
    {
      id: 'book',
      name: 'Book',
      description: 'Books rooms.',
      tags: ['rooms', 'guests', 'desk'],
      examples: ['find me a room'],
    },
  ],
} satisfies JsonObject

const PORTER = {
  name: 'Porter',
  supportedInterfaces: [{ url: 'https://acme.example/porter', protocolBinding: 'GRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: false },
  skills: [{ id: 'carry', name: 'Carry', description: 'Carries bags.', tags: ['bags', 'luggage'] }],
} satisfies JsonObject

type Documents = Readonly<Record<string, unknown>>

const entry = (name: string, more: JsonObject = {}): JsonObject => ({
  identifier: `urn:air:acme.example:agent:${name}`,
  type: 'application/a2a-agent-card+json',
  url: `https://acme.example/agents/${name}.json`,
  ...more,
})

const SITE: Documents = {
  '/.well-known/agent-card.json': DESK,
  '/.well-known/ard.json': {
    entries: [entry('desk'), entry('porter'), { ...entry('tools'), type: 'application/mcp-server-card+json' }],
  },
  '/agents/desk.json': DESK,
  '/agents/porter.json': PORTER,
}

function answer(value: unknown, headers: Record<string, string> = {}): Fetched {
  return {
    status: 200,
    headers,
    body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
    redirects: [],
  }
}

function siteOf(documents: Documents, asked: string[] = []): SiteReader {
  return {
    kind: 'http',
    origin: BASE,
    async get(path) {
      asked.push(path)
      return path in documents
        ? answer(documents[path], { etag: `"${path.length}"`, 'cache-control': 'public, max-age=300' })
        : { status: 404, headers: {}, body: new Uint8Array(), redirects: [] }
    },
  }
}

async function trace(
  options: Partial<TraceOptions> = {},
  documents: Documents = SITE,
): Promise<Awaited<ReturnType<typeof traceDiscovery>>['trace'] & { codes: string[] }> {
  const { trace, diagnostics } = await traceDiscovery(siteOf(documents), { base: BASE, tags: [], ...options })
  return { ...trace, codes: diagnostics.map(({ code }) => code) }
}

test('the shape of a review fixture, its members in order', async () => {
  const { trace: made, diagnostics } = await traceDiscovery(siteOf(SITE), { base: BASE, tags: ['guests', 'rooms'] })
  expect(diagnostics).toEqual([])
  expect(JSON.stringify(made, null, 1)).toBe(
    JSON.stringify(
      {
        kind: 'discovery-trace',
        note: 'Looked at the well-known URIs of https://acme.example for a skill tagged "guests" or "rooms": found 2 in 2 cards. Selected "book" of "Desk" over JSONRPC 1.0.',
        query: { tags: ['guests', 'rooms'] },
        strategy: 'well-known',
        hits: [
          {
            name: 'Desk',
            cardUrl: 'https://acme.example/.well-known/agent-card.json',
            matchedTags: ['guests', 'rooms'],
            skillId: 'book',
          },
          {
            name: 'Desk',
            cardUrl: 'https://acme.example/.well-known/agent-card.json',
            matchedTags: ['guests'],
            skillId: 'greet',
          },
        ],
        selected: {
          skillId: 'book',
          preferredInterface: { url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          next: 'message/send',
        },
        hops: ['/.well-known/agent-card.json', '/.well-known/ard.json', '/agents/desk.json', '/agents/porter.json'].map(
          (path, i) => ({
            hop: i + 1,
            method: 'GET',
            url: `https://acme.example${path}`,
            requestHeaders: { accept: 'application/json', 'a2a-version': '1.0' },
            response: { status: 200, etag: `"${path.length}"`, cacheControl: 'public, max-age=300' },
          }),
        ),
      },
      null,
      1,
    ),
  )
})

test('the same site gives the same trace', async () => {
  expect(await trace({ tags: ['desk'], text: 'room' })).toEqual(await trace({ tags: ['desk'], text: 'room' }))
})

test('a text ranks, and finds without any tag', async () => {
  expect((await trace({ tags: ['desk'], text: 'find me a room' })).hits.map(({ skillId }) => skillId)).toEqual([
    'book',
    'greet',
  ])
  expect((await trace({ tags: ['desk'], text: 'hello guests' })).hits.map(({ skillId }) => skillId)).toEqual([
    'greet',
    'book',
  ])
  const { hits, query } = await trace({ text: 'luggage' })
  expect([hits.map(({ skillId, matchedTags }) => [skillId, matchedTags]), query]).toEqual([
    [['carry', []]],
    { tags: [], text: 'luggage' },
  ])
})

describe('found is not selected', () => {
  test('an agent without a common binding is passed over, and that is said', async () => {
    const made = await trace({ tags: ['bags', 'luggage', 'desk'] })
    expect(made.hits.map(({ skillId }) => skillId)).toEqual(['carry', 'greet', 'book'])
    expect([made.selected?.skillId, made.codes]).toEqual(['greet', ['TRACE_NO_BINDING']])
  })

  test('where nothing can be called nothing is selected', async () => {
    const made = await trace({ tags: ['bags'] })
    expect([made.selected, made.codes]).toEqual([null, ['TRACE_NO_BINDING', 'TRACE_NOT_SELECTED']])
    expect(made.note).toMatch(/None was selected\.$/)
  })

  test('a client that speaks more selects more, and a lack of streaming is said', async () => {
    const made = await trace({ tags: ['bags'], bindings: ['GRPC'] })
    expect([made.selected?.preferredInterface, made.codes]).toEqual([
      { url: 'https://acme.example/porter', protocolBinding: 'GRPC', protocolVersion: '1.0' },
      ['TRACE_NO_STREAMING'],
    ])
  })

  test('the first of 1.0 is preferred to one of 0.3, and 0.3 to none', async () => {
    const old = { ...DESK, supportedInterfaces: DESK.supportedInterfaces.slice(0, 2) }
    expect(
      (await trace({ tags: ['desk'] }, { '/.well-known/agent-card.json': old })).selected?.preferredInterface
        .protocolVersion,
    ).toBe('0.3')
    const legacy = {
      name: 'Old',
      url: 'https://acme.example/old',
      protocolVersion: '0.3.0',
      capabilities: { streaming: true },
      skills: DESK.skills,
    }
    const made = await trace({ tags: ['desk'] }, { '/.well-known/agent-card.json': legacy })
    expect([made.selected?.preferredInterface, made.codes]).toEqual([
      { url: 'https://acme.example/old', protocolBinding: 'JSONRPC', protocolVersion: '0.3.0' },
      [],
    ])
  })

  test('members of 0.3 in a card of 1.0 are said', async () => {
    const mixed = { ...DESK, security: [{ key: [] }], preferredTransport: 'JSONRPC' }
    const { diagnostics } = await traceDiscovery(siteOf({ '/.well-known/agent-card.json': mixed }), {
      base: BASE,
      tags: ['desk'],
    })
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^TRACE_OLD_MEMBER .*"preferredTransport", "security" of version 0\.3/),
    ])
  })

  test('no card, and no skill that fits, are errors', async () => {
    expect((await trace({ tags: ['desk'] }, {})).codes).toEqual(['TRACE_NO_CARD'])
    expect((await trace({ tags: ['xylophone'] })).codes).toEqual(['TRACE_NO_HIT'])
  })
})

describe('other ways', () => {
  test('a card that is known is asked for directly', async () => {
    const made = await trace({ tags: ['desk'], card: '/agents/desk.json' })
    expect([made.strategy, made.hops.map(({ url }) => url), made.selected?.skillId]).toEqual([
      'direct',
      ['https://acme.example/agents/desk.json'],
      'greet',
    ])
  })

  test('a registry is asked for cards with the tags; its cards are read', async () => {
    const questions: unknown[] = []
    const registry = {
      url: 'https://finder.example/api/',
      post: async (path: string, body: unknown) => {
        questions.push(path, body)
        return answer({
          results: [
            { ...entry('porter'), score: 90 },
            entry('desk'),
            { identifier: 'x' },
            'y',
            { ...entry('held'), url: undefined, data: { ...DESK, name: 'Held' } },
          ],
        })
      },
    }
    const made = await trace({ tags: ['desk'], registry })
    expect(questions).toEqual([
      'search',
      {
        query: {
          text: 'desk',
          filter: { type: ['application/a2a-agent-card+json', 'application/agent-card+json'], tags: ['desk'] },
        },
        pageSize: 50,
      },
    ])
    expect([made.strategy, made.hits.map(({ name }) => name), made.codes]).toEqual([
      'curated-registry',
      ['Desk', 'Desk', 'Held', 'Held'],
      [],
    ])
    expect(made.hops.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://finder.example/api/search',
      'GET https://acme.example/agents/porter.json',
      'GET https://acme.example/agents/desk.json',
    ])
  })

  test.each([
    [
      'is down',
      {
        status: 0,
        headers: {},
        body: new Uint8Array(),
        redirects: [],
        failure: { kind: 'network' as const, reason: 'cannot be read (ECONNREFUSED)' },
      },
    ],
    ['fails', { status: 503, headers: {}, body: new Uint8Array(), redirects: [] }],
    ['answers with a page', answer('<!doctype html>')],
    ['answers with something else', answer({ items: [] })],
  ])('a registry that %s: the well-known way still answers', async (_name, response) => {
    const made = await trace({
      tags: ['desk'],
      registry: { url: 'https://finder.example/', post: async () => response },
    })
    expect([made.strategy, made.selected?.skillId, made.codes, made.hops[0]!.url]).toEqual([
      'well-known',
      'greet',
      ['TRACE_REGISTRY_DOWN'],
      'https://finder.example/search',
    ])
    expect(made.note).toMatch(
      /^The registry https:\/\/finder\.example\/ did not answer\. Looked at the well-known URIs/,
    )
  })

  test('cards on other hosts are asked for only where that is allowed', async () => {
    const documents = { '/.well-known/ard.json': { entries: [entry('far', { url: 'https://far.example/card.json' })] } }
    const web = { get: async () => answer(DESK, { etag: '"far"' }) }
    expect((await trace({ tags: ['desk'], web }, documents)).hits[0]?.cardUrl).toBe('https://far.example/card.json')
    expect((await trace({ tags: ['desk'] }, documents)).codes).toEqual(['TRACE_NO_CARD'])
  })
})

test('documents of the wrong shape break nothing', async () => {
  const shapes: unknown[] = [
    null,
    [],
    'x',
    7,
    { skills: {} },
    { skills: [null, 1, { id: 7 }, { id: 'a', tags: 'desk' }, { id: 'b', tags: [7, null, 'desk'] }] },
    { supportedInterfaces: 'x', skills: [] },
    { supportedInterfaces: [null, { url: 5 }], skills: [{ id: 'c', tags: ['desk'] }], capabilities: [] },
  ]
  for (const card of shapes) {
    const made = await trace(
      { tags: ['desk'], text: 'x' },
      { '/.well-known/agent-card.json': card, '/.well-known/ard.json': card },
    )
    expect(made.kind).toBe('discovery-trace')
    expect(made.selected).toBeNull()
  }
})

test.each(['cards', 'nothing'])('a catalog cannot make a client ask without end, where there are %s', async (there) => {
  const asked: string[] = []
  const entries = Array.from({ length: 500 }, (_, i) => entry(`a${i}`))
  const documents = Object.fromEntries(
    entries.map((item, i) => [new URL(String(item['url'])).pathname, { ...DESK, name: `Agent ${i}` }]),
  )
  await traceDiscovery(
    siteOf({ ...(there === 'cards' ? documents : {}), '/.well-known/ard.json': { entries } }, asked),
    { base: BASE, tags: [] },
  )
  expect(asked.length).toBeLessThanOrEqual(103)
})

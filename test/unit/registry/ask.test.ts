import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import { askServices, type DiscoveryService, type Question } from '../../../src/registry/ask.ts'
import type { Fetched } from '../../../src/verify/readers.ts'

const hit = (name: string, more: JsonObject = {}): JsonObject => ({
  identifier: `urn:air:acme.example:agent:${name}`,
  url: `https://acme.example/${name}`,
  ...more,
})
const registry = (url: string): JsonObject => ({
  identifier: 'urn:air:x.example:registry',
  type: 'application/ai-registry+json',
  url,
})

function answer(value: unknown, status = 200): Fetched {
  return {
    status,
    headers: {},
    body: new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
    redirects: [],
  }
}

interface Asked {
  readonly url: string
  readonly body?: unknown
}

function service(
  url: string,
  response: unknown,
  asked: Asked[] = [],
  entries: Readonly<Record<string, unknown>> = {},
): DiscoveryService {
  return {
    url,
    post: async (path, body) => {
      asked.push({ url: url + path, body })
      return response !== null && typeof response === 'object' && 'status' in response
        ? (response as Fetched)
        : answer(response)
    },
    get: async (path) => {
      asked.push({ url: url + path })
      return path in entries ? answer(entries[path]) : answer({ errorCode: 'NOT_FOUND', message: 'None.' }, 404)
    },
  }
}

const question: Question = { text: 'track a parcel', limit: 10 }
const names = ({ found }: Awaited<ReturnType<typeof askServices>>): string[] =>
  found.map(({ identifier }) => identifier.split(':').at(-1)!)

test('asks in the shape of the API, and keeps the entry apart from what the service adds', async () => {
  const asked: Asked[] = []
  const { found, failed } = await askServices(
    [service('https://a.example/', { results: [hit('x', { score: 80, source: 'https://s.example' })] }, asked)],
    question,
  )
  expect(asked).toEqual([
    { url: 'https://a.example/search', body: { query: { text: 'track a parcel' }, federation: 'none', pageSize: 10 } },
  ])
  expect([found, failed]).toEqual([
    [
      {
        identifier: 'urn:air:acme.example:agent:x',
        entry: hit('x'),
        ranks: [{ service: 'https://a.example/', rank: 1, score: 80 }],
      },
    ],
    [],
  ])
})

test('merges by place and not by score, the same in any order of services', async () => {
  const a = service('https://a.example/', { results: [hit('x', { score: 1 }), hit('y', { score: 1 })] })
  const b = service('https://b.example/', { results: [hit('z', { score: 100 }), hit('y', { score: 99 })] })
  expect(names(await askServices([a, b], question))).toEqual(['y', 'x', 'z'])
  expect(names(await askServices([b, a], question))).toEqual(['y', 'x', 'z'])
})

test('two entries with one identifier that point at different places are two hits', async () => {
  const a = service('https://a.example/', { results: [hit('x')] })
  const b = service('https://b.example/', { results: [hit('x', { url: 'https://evil.example/x' })] })
  expect((await askServices([a, b], question)).found.map(({ entry }) => entry['url'])).toEqual([
    'https://acme.example/x',
    'https://evil.example/x',
  ])
})

test('a result that is no more than an identifier is looked up', async () => {
  const asked: Asked[] = []
  const bare = { identifier: 'urn:air:acme.example:agent:x', score: 5 }
  const path = 'agents/urn%3Aair%3Aacme.example%3Aagent%3Ax'
  expect(
    (await askServices([service('https://a.example/', { results: [bare] }, asked, { [path]: hit('x') })], question))
      .found[0]!.entry,
  ).toEqual(hit('x'))
  expect(asked[1]!.url).toBe(`https://a.example/${path}`)
  const other = await askServices(
    [service('https://a.example/', { results: [bare] }, [], { [path]: hit('y') })],
    question,
  )
  expect(other.found[0]!.entry).toEqual({ identifier: bare.identifier })
})

describe('services that fail', () => {
  test.each([
    [
      'a status',
      answer({ errorCode: 'RATE_LIMIT_EXCEEDED', message: 'Slow down.' }, 429),
      'answers with status 429: Slow down.',
    ],
    [
      'a failure',
      { ...answer(''), status: 0, failure: { kind: 'network', reason: 'cannot be read (ECONNREFUSED)' } },
      'cannot be read (ECONNREFUSED)',
    ],
    ['a page', answer('<html>'), 'answers with something that is no list of results'],
    ['no results', answer({ results: {} }), 'answers with something that is no list of results'],
  ])('%s is told, and the others are asked', async (_name, response, reason) => {
    const outcome = await askServices(
      [service('https://a.example/', response), service('https://b.example/', { results: [hit('x')] })],
      question,
    )
    expect([outcome.failed, names(outcome)]).toEqual([[{ url: 'https://a.example/', reason }], ['x']])
  })

  test('results without an identifier are counted, and nothing of a wrong type breaks anything', async () => {
    const outcome = await askServices(
      [
        service('https://a.example/', {
          results: [{}, null, 7, { identifier: 5 }, hit('x', { score: 'high' })],
          referrals: 'none',
        }),
      ],
      question,
    )
    expect([[...outcome.invalid], outcome.found[0]!.ranks]).toEqual([
      [['https://a.example/', 2]],
      [{ service: 'https://a.example/', rank: 1, score: null }],
    ])
  })

  test('no more results are taken than were asked for', async () => {
    const many = Array.from({ length: 50 }, (_, i) => hit(`a${i}`))
    expect((await askServices([service('https://a.example/', { results: many })], question)).found).toHaveLength(10)
  })
})

describe('referrals', () => {
  const refers = (...urls: string[]): unknown => ({
    results: [],
    referrals: [...urls.map(registry), { type: 'text/plain', url: 'https://no.example/' }, registry('no url'), 5],
  })

  test('are named and not followed, unless that is wanted', async () => {
    const outcome = await askServices([service('https://a.example/', refers('https://b.example/'))], question)
    expect([outcome.asked, outcome.referrals]).toEqual([['https://a.example/'], ['https://b.example/']])
  })

  test('each service is asked once, in a circle too', async () => {
    const asked: Asked[] = []
    const follow = (url: string): DiscoveryService =>
      service(
        url,
        url === 'https://b.example/'
          ? { results: [hit('x')], referrals: [registry('https://a.example/'), registry('https://c.example/')] }
          : { results: [] },
        asked,
      )
    const outcome = await askServices(
      [service('https://a.example/', refers('https://b.example/', 'https://b.example/'), asked)],
      { ...question, follow },
    )
    expect([outcome.asked, names(outcome), outcome.referrals]).toEqual([
      ['https://a.example/', 'https://b.example/', 'https://c.example/'],
      ['x'],
      [],
    ])
    expect(asked.map(({ body }) => (body as JsonObject)['federation'])).toEqual(['referrals', 'referrals', 'referrals'])
  })

  test('end after some steps, and after some services', async () => {
    const chain = (url: string): DiscoveryService =>
      service(url, refers(url.replace(/\d+/, (n) => String(Number(n) + 1))))
    const deep = await askServices([chain('https://s0.example/')], { ...question, follow: chain })
    expect([deep.asked.length, deep.referrals]).toEqual([3, ['https://s3.example/']])
    const wide = Array.from({ length: 40 }, (_, i) => `https://w${i}.example/`)
    const outcome = await askServices([service('https://a.example/', refers(...wide))], {
      ...question,
      follow: (url) => service(url, { results: [] }),
    })
    expect([outcome.asked.length, outcome.referrals.length]).toEqual([10, 31])
  })
})

import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import { readRegistry, type RegistryContent } from '../../../src/registry/entries.ts'
import { BODY_LIMIT, createRegistry, registryResponse, type RegistryRequest } from '../../../src/registry/registry.ts'

const SOURCE = 'https://acme.example/.well-known/ard.json'

function entryOf(i: number): JsonObject {
  return {
    identifier: `urn:air:${i % 2 === 0 ? 'acme' : 'other'}.example:agent:a${String(i).padStart(2, '0')}`,
    displayName: `Agent ${i}`,
    type: i % 3 === 0 ? 'application/mcp-server-card+json' : 'application/a2a-agent-card+json',
    url: `https://acme.example/agents/a${i}.json`,
    representativeQueries: [`do thing ${i}`, `make thing ${i}`],
    tags: i % 2 === 0 ? ['even', 'all'] : ['odd', 'all'],
    version: `1.${i}.0`,
    metadata: { 'region.primary': i % 2 === 0 ? 'eu' : 'us', size: i, beta: i === 1 },
    trustManifest: {
      identity: 'did:web:acme.example',
      attestations: [{ type: 'SOC2' }, { type: i === 4 ? 'ISO27001' : 'GDPR' }],
    },
  }
}

const CONTENT: RegistryContent = {
  entries: Array.from({ length: 25 }, (_, i) => entryOf(i)).map((entry) => ({
    entry,
    identifier: String(entry['identifier']),
    source: SOURCE,
    isOpened: false,
  })),
  skills: [
    { id: 'a', capability_type: 'api' },
    { id: 'b', capability_type: 'task' },
  ],
}
const registry = createRegistry(CONTENT)

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly json: JsonObject
}

function send(method: string, target: string, body?: unknown, more: Partial<RegistryRequest> = {}): Answer {
  const bytes =
    body === undefined
      ? undefined
      : typeof body === 'string'
        ? new TextEncoder().encode(body)
        : body instanceof Uint8Array
          ? body
          : new TextEncoder().encode(JSON.stringify(body))
  const response = registryResponse(registry, {
    method,
    target,
    ...(bytes === undefined ? {} : { body: bytes }),
    ...more,
  })!
  return {
    status: response.status,
    headers: response.headers,
    json: response.body === undefined ? {} : (JSON.parse(new TextDecoder().decode(response.body)) as JsonObject),
  }
}

function ids(list: unknown): string[] {
  return (list as JsonObject[]).map(({ identifier }) => String(identifier).slice(-2))
}

function expectEnvelope({ status, headers, json }: Answer, expected: number, errorCode: string): void {
  expect([status, json['errorCode'], Object.keys(json)]).toEqual([expected, errorCode, ['errorCode', 'message']])
  expect(String(json['message'])).toMatch(/\S\.$/)
  expect([headers['Content-Type'], headers['Cache-Control']]).toEqual(['application/json', 'no-store'])
}

describe('POST /search', () => {
  test('gives complete entries with a score and their source, ten unless more are asked for', () => {
    const { status, headers, json } = send('POST', '/registry/search', { query: { text: 'do thing 7' } })
    expect([status, headers['Access-Control-Allow-Origin']]).toEqual([200, '*'])
    const results = json['results'] as JsonObject[]
    expect(results).toHaveLength(10)
    expect(results[0]).toEqual({ ...entryOf(7), score: 100, source: SOURCE })
    expect(typeof json['pageToken']).toBe('string')
    expect(json['referrals']).toBeUndefined()
  })

  test('pages hold every result once, in one order, whatever their size', () => {
    const all: string[] = []
    let pageToken: string | undefined
    do {
      const { json } = send('POST', '/registry/search', { query: { text: 'thing' }, pageSize: 7, pageToken })
      all.push(...ids(json['results']))
      pageToken = json['pageToken'] as string | undefined
    } while (pageToken !== undefined)
    expect(all).toEqual(
      ids(send('POST', '/registry/search', { query: { text: 'thing' }, pageSize: 100 }).json['results']),
    )
    expect(new Set(all).size).toBe(25)
  })

  test.each([
    ['a scalar is a list of one', { tags: 'even', 'metadata.size': 4 }, ['04']],
    ['values are OR, keys are AND', { 'metadata.size': [3, 4, 5], tags: ['odd'] }, ['03', '05']],
    ['the publisher is that of the identifier', { publisher: ['OTHER.example'], 'metadata.size': [1, 2] }, ['01']],
    ['members with dots', { 'metadata.region.primary': ['us'], 'metadata.size': [1, 2] }, ['01']],
    ['any element of a list', { 'trustManifest.attestations.type': ['ISO27001'] }, ['04']],
    ['true is no text', { 'metadata.beta': ['true'] }, []],
    ['true is true', { 'metadata.beta': true }, ['01']],
    ['a term that nothing has', { 'constructor.name': ['Object'] }, []],
    ['nothing of the prototype', { '__proto__.x': ['1'], tags: ['all'] }, []],
  ])('filter: %s', (_name, filter, expected) => {
    const body = JSON.stringify({ query: { text: 'thing', filter }, pageSize: 100 })
    expect(ids(send('POST', '/registry/search', body).json['results']).toSorted()).toEqual(expected)
  })

  test.each([
    ['no body', ''],
    ['no JSON', '{query}'],
    ['no object', '[]'],
    ['null', 'null'],
    ['two values', '{}{}'],
    ['a comment', '{} // a'],
    ['a byte-order mark', '\uFEFF{"query":{"text":"a"}}'],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
    ['too deep', `{"query":{"text":"a","filter":${'['.repeat(40)}${']'.repeat(40)}}}`],
    ['no query', {}],
    ['a query that is a text', { query: 'a' }],
    ['no text', { query: {} }],
    ['an empty text', { query: { text: ' ' } }],
    ['a number as text', { query: { text: 5 } }],
    ['a filter that is a list', { query: { text: 'a', filter: [] } }],
    ['a filter with an object', { query: { text: 'a', filter: { tags: { a: 1 } } } }],
    ['a filter with nothing', { query: { text: 'a', filter: { tags: [] } } }],
    ['federation', { query: { text: 'a' }, federation: 'all' }],
    ['pageSize 0', { query: { text: 'a' }, pageSize: 0 }],
    ['pageSize 101', { query: { text: 'a' }, pageSize: 101 }],
    ['pageSize 1.5', { query: { text: 'a' }, pageSize: 1.5 }],
    ['pageSize as text', { query: { text: 'a' }, pageSize: '10' }],
    ['pageToken of nobody', { query: { text: 'a' }, pageToken: 'MTAgYWJj' }],
    ['pageToken that is a number', { query: { text: 'a' }, pageToken: 10 }],
  ])('refuses %s', (_name, body) => {
    expectEnvelope(send('POST', '/registry/search', body), 400, 'INVALID_ARGUMENT')
  })

  test('a token is good for its own question and its own entries alone', () => {
    const { pageToken } = send('POST', '/registry/search', { query: { text: 'thing' } }).json
    expect(send('POST', '/registry/search', { query: { text: 'thing' }, pageToken, pageSize: 3 }).status).toBe(200)
    expectEnvelope(send('POST', '/registry/search', { query: { text: 'agent' }, pageToken }), 400, 'INVALID_ARGUMENT')
    const other = createRegistry({ ...CONTENT, entries: CONTENT.entries.slice(1) })
    const body = new TextEncoder().encode(JSON.stringify({ query: { text: 'thing' }, pageToken }))
    expect(registryResponse(other, { method: 'POST', target: '/registry/search', body })!.status).toBe(400)
  })

  test('reads no body that is too long', () => {
    expectEnvelope(
      send('POST', '/registry/search', { query: { text: 'a'.repeat(BODY_LIMIT) } }),
      413,
      'INVALID_ARGUMENT',
    )
    expectEnvelope(send('POST', '/registry/search', undefined, { isTooLong: true }), 413, 'INVALID_ARGUMENT')
  })

  test('refers to the registries that the site lists, unless nobody wants to know', () => {
    const entry = {
      identifier: 'urn:air:other.example:registry:main',
      type: 'application/ai-registry+json',
      url: 'https://other.example/registry',
    }
    const referring = createRegistry({
      ...CONTENT,
      entries: [...CONTENT.entries, { entry, identifier: entry.identifier, source: SOURCE, isOpened: false }],
    })
    const ask = (federation?: string): unknown => {
      const body = new TextEncoder().encode(
        JSON.stringify({ query: { text: 'thing' }, ...(federation === undefined ? {} : { federation }) }),
      )
      return (
        JSON.parse(
          new TextDecoder().decode(
            registryResponse(referring, { method: 'POST', target: '/registry/search', body })!.body,
          ),
        ) as JsonObject
      )['referrals']
    }
    expect([ask(), ask('referrals'), ask('auto'), ask('none')]).toEqual([[entry], [entry], [entry], undefined])
  })
})

describe('POST /explore', () => {
  test('counts over everything that matches, not over a page', () => {
    const facets = [
      { field: 'tags' },
      { field: 'publisher' },
      { field: 'metadata.size', limit: 2 },
      { field: 'tags.nothing' },
    ]
    expect(send('POST', '/registry/explore', { resultType: { facets } }).json).toEqual({
      resultType: 'facets',
      facets: {
        tags: {
          buckets: [
            { value: 'all', count: 25 },
            { value: 'even', count: 13 },
            { value: 'odd', count: 12 },
          ],
          otherCount: 0,
        },
        publisher: {
          buckets: [
            { value: 'acme.example', count: 13 },
            { value: 'other.example', count: 12 },
          ],
          otherCount: 0,
        },
        'metadata.size': {
          buckets: [
            { value: 0, count: 1 },
            { value: 1, count: 1 },
          ],
          otherCount: 23,
        },
        'tags.nothing': { buckets: [], otherCount: 0 },
      },
    })
  })

  test('a query narrows the set, and minCount the buckets', () => {
    const body = {
      query: { text: 'thing', filter: { 'metadata.size': [1, 2, 3] } },
      resultType: { facets: [{ field: 'tags', minCount: 2 }] },
    }
    expect(send('POST', '/registry/explore', body).json['facets']).toEqual({
      tags: {
        buckets: [
          { value: 'all', count: 3 },
          { value: 'odd', count: 2 },
        ],
        otherCount: 1,
      },
    })
  })

  test.each([
    ['no resultType', {}],
    ['no facets', { resultType: { facets: [] } }],
    ['a facet without field', { resultType: { facets: [{}] } }],
    ['a field twice', { resultType: { facets: [{ field: 'tags' }, { field: 'tags' }] } }],
    ['limit 0', { resultType: { facets: [{ field: 'tags', limit: 0 }] } }],
    ['minCount -1', { resultType: { facets: [{ field: 'tags', minCount: -1 }] } }],
    ['a query without an object', { query: 5, resultType: { facets: [{ field: 'tags' }] } }],
    ['an empty text', { query: { text: '' }, resultType: { facets: [{ field: 'tags' }] } }],
  ])('refuses %s', (_name, body) => {
    expectEnvelope(send('POST', '/registry/explore', body), 400, 'INVALID_ARGUMENT')
  })
})

describe('GET /agents/{identifier}', () => {
  const target = `/registry/agents/${encodeURIComponent('urn:air:acme.example:agent:a04')}`

  test('gives the complete entry without score and source, with a tag', () => {
    const { status, headers, json } = send('GET', target)
    expect([status, json]).toEqual([200, entryOf(4)])
    expect(headers['Cache-Control']).toBe('no-cache')
    expect(headers['ETag']).toMatch(/^"[0-9a-f]{64}"$/)
    const unchanged = registryResponse(registry, { method: 'GET', target, ifNoneMatch: headers['ETag'] })!
    expect([unchanged.status, unchanged.body, unchanged.headers['Content-Type']]).toEqual([304, undefined, undefined])
  })

  test('HEAD is GET without the body', () => {
    const head = registryResponse(registry, { method: 'HEAD', target })!
    expect([head.body, head.headers]).toEqual([undefined, send('GET', target).headers])
  })

  test.each([
    ['an identifier that nothing has', 'urn%3Aair%3Aacme.example%3Aagent%3Anone', 404, 'NOT_FOUND'],
    ['another case', 'urn%3Aair%3Aacme.example%3Aagent%3AA04', 404, 'NOT_FOUND'],
    ['no URN', 'a04', 400, 'INVALID_ARGUMENT'],
    ['a publisher without a domain', 'urn%3Aair%3Aacme%3Aagent%3Aa04', 400, 'INVALID_ARGUMENT'],
    ['nothing', '', 400, 'INVALID_ARGUMENT'],
    ['encoded twice', 'urn%253Aair%253Aacme.example%253Aagent%253Aa04', 400, 'INVALID_ARGUMENT'],
    ['bad encoding', 'urn%3Aair%3Aacme.example%3Aagent%3A%zz', 400, 'INVALID_ARGUMENT'],
    ['no UTF-8', 'urn%3Aair%3Aacme.example%3Aagent%3A%ff', 400, 'INVALID_ARGUMENT'],
    ['two segments', 'urn%3Aair%3Aacme.example/agent%3Aa04', 400, 'INVALID_ARGUMENT'],
  ])('refuses %s', (_name, segment, status, code) => {
    expectEnvelope(send('GET', `/registry/agents/${segment}`), status, code)
  })

  test('of several versions the newest is meant', () => {
    const entries = ['1.9.0', '1.10.0', '1.2.0'].map((version) => ({
      entry: { ...entryOf(4), version },
      identifier: 'urn:air:acme.example:agent:a04',
      source: SOURCE,
      isOpened: false,
    }))
    const { body } = registryResponse(createRegistry({ entries, skills: [] }), { method: 'GET', target })!
    expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({ version: '1.10.0' })
  })
})

describe('GET /agents', () => {
  test('lists twenty unless more are asked for, ordered by identifier, and the rest by token', () => {
    const first = send('GET', '/registry/agents').json
    expect(first['items']).toHaveLength(20)
    const rest = send('GET', `/registry/agents?pageToken=${String(first['pageToken'])}`).json
    expect([...ids(first['items']), ...ids(rest['items'])]).toHaveLength(25)
    expect(rest['pageToken']).toBeUndefined()
    expect(send('GET', '/registry/agents?pageSize=100').json['items']).toEqual(
      CONTENT.entries
        .map(({ entry }) => entry)
        .toSorted((a, b) => (String(a['identifier']) < String(b['identifier']) ? -1 : 1)),
    )
  })

  test('filters and orders', () => {
    const filter = encodeURIComponent(JSON.stringify({ 'metadata.size': [1, 10, 2] }))
    expect(ids(send('GET', `/registry/agents?filter=${filter}&orderBy=displayName%20desc`).json['items'])).toEqual([
      '02',
      '10',
      '01',
    ])
  })

  test.each([
    'pageSize=0',
    'pageSize=101',
    'pageSize=x',
    'pageToken=x',
    'filter=tags',
    'filter=%5B%5D',
    'orderBy=secret',
    'orderBy=type%20up',
  ])('refuses ?%s', (query) => {
    expectEnvelope(send('GET', `/registry/agents?${query}`), 400, 'INVALID_ARGUMENT')
  })
})

describe('the rest', () => {
  test.each([
    ['', ['a', 'b']],
    ['?type=', ['a', 'b']],
    ['?type=task', ['b']],
    ['?type=task&type=api', ['b']],
    ['?type=none', []],
  ])('GET /skills%s', (query, expected) => {
    expect((send('GET', `/registry/skills${query}`).json as unknown as JsonObject[]).map(({ id }) => id)).toEqual(
      expected,
    )
  })

  test.each([
    ['GET', '/registry/search', 'POST, OPTIONS'],
    ['POST', '/registry/agents', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/registry/agents/x', 'GET, HEAD, OPTIONS'],
  ])('%s %s is answered with what is allowed', (method, target, allow) => {
    const answer = send(method, target)
    expectEnvelope(answer, 405, 'INVALID_ARGUMENT')
    expect(answer.headers['Allow']).toBe(allow)
  })

  test('browsers may ask', () => {
    const { status, headers } = send('OPTIONS', '/registry/search')
    expect([status, headers['Access-Control-Allow-Methods'], headers['Access-Control-Allow-Headers']]).toEqual([
      204,
      'POST, OPTIONS',
      'Authorization, Content-Type, If-None-Match',
    ])
  })

  test("other paths are not found, and other folders nobody's", () => {
    expectEnvelope(send('GET', '/registry/nothing'), 404, 'NOT_FOUND')
    expectEnvelope(send('GET', '/registry/skills/x'), 404, 'NOT_FOUND')
    expect(registryResponse(registry, { method: 'GET', target: '/registryx/agents' })).toBeUndefined()
  })
})

test('a registry opens the catalogs in a manifest, and goes round no circle', async () => {
  const nested = (name: string, entries: unknown[]): JsonObject => ({
    identifier: `urn:air:acme.example:catalog:${name}`,
    type: 'application/ai-catalog+json',
    data: { entries } as JsonObject,
  })
  const link = (name: string): JsonObject => ({
    identifier: `urn:air:acme.example:catalog:${name}`,
    type: 'application/ai-catalog+json',
    url: `https://acme.example/catalogs/${name}.json`,
  })
  const files: Readonly<Record<string, unknown>> = {
    '.well-known/ard.json': {
      entries: [
        link('loop'),
        link('missing'),
        nested('held', [entryOf(1)]),
        { identifier: 5 },
        'x',
        { ...link('foreign'), url: 'https://evil.example/catalogs/loop.json' },
      ],
    },
    'catalogs/loop.json': { entries: [link('loop'), entryOf(2)] },
    '.well-known/skill-sharing': { skills: [{ id: 'a' }, 'x'] },
  }
  const content = await readRegistry({
    origin: 'https://acme.example',
    read: (path) => (path in files ? new TextEncoder().encode(JSON.stringify(files[path])) : undefined),
  })
  expect(
    content.entries.map(
      ({ identifier, isOpened, source }) => `${identifier.split(':').at(-1)} ${isOpened} ${new URL(source).pathname}`,
    ),
  ).toEqual([
    'loop true /.well-known/ard.json',
    'loop false /catalogs/loop.json',
    'a02 false /catalogs/loop.json',
    'missing false /.well-known/ard.json',
    'held true /.well-known/ard.json',
    'a01 false /.well-known/ard.json',
    'foreign false /.well-known/ard.json',
  ])
  expect(content.skills).toEqual([{ id: 'a' }])
})

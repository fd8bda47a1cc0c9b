import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { httpReader } from '../../src/load/site-http.ts'
import { memoryReader } from '../../src/verify/readers.ts'
import { verify } from '../../src/verify/verify.ts'
import { ED25519, keysOf } from '../keys.ts'
import { agentYaml, buildFiles } from '../site.ts'
import { codes, goodSites, NOW, ORIGIN, serveSite, verifyAs, verifyServed, type Tamper } from './good-site.ts'

/** One fault of a server, and the codes of everything that it makes wrong. */
interface Fault {
  readonly name: string
  readonly tamper: Tamper
  readonly codes: readonly string[]
}

const CARD = '/.well-known/agent-card.json'
const INDEX = '/.well-known/skill-sharing'

/** Sets or removes a header of every answer to GET and HEAD that has it. */
const header =
  (
    name: string,
    change: (value: string, request: IncomingMessage) => string | undefined,
    only = (_: string): boolean => true,
  ): Tamper =>
  (request, response) => {
    if (request.method === 'OPTIONS' || !only(request.url ?? '')) return false
    const set = response.setHeader.bind(response)
    response.setHeader = (field: string, value) => {
      const changed = field.toLowerCase() === name ? change(String(value), request) : String(value)
      return changed === undefined ? response : set(field, changed)
    }
    return false
  }

const at =
  (path: string, answer: (response: ServerResponse, request: IncomingMessage) => void): Tamper =>
  (request, response) => {
    if (request.url !== path) return false
    answer(response, request)
    return true
  }

const isDocument = (url: string): boolean => !['/', '/404.html'].includes(url)

const faults: readonly Fault[] = [
  {
    name: 'a wrong media type',
    tamper: header(
      'content-type',
      () => 'text/html',
      (url) => url === CARD,
    ),
    codes: ['HTTP_TYPE'],
  },
  {
    name: 'no media type where there is no ending',
    tamper: header(
      'content-type',
      () => undefined,
      (url) => url.startsWith(INDEX),
    ),
    codes: ['HTTP_TYPE'],
  },
  { name: 'no CORS', tamper: header('access-control-allow-origin', () => undefined), codes: ['HTTP_CORS'] },
  {
    name: 'CORS for one origin',
    tamper: header('access-control-allow-origin', () => 'https://acme.example'),
    codes: ['HTTP_CORS'],
  },
  { name: 'no Cache-Control', tamper: header('cache-control', () => undefined), codes: ['HTTP_CACHE'] },
  {
    name: 'keys that are immutable',
    tamper: header(
      'cache-control',
      () => 'public, max-age=31536000, immutable',
      (url) => url.endsWith('jwks.json'),
    ),
    codes: ['HTTP_CACHE_LONG'],
  },
  {
    name: 'a card that is kept for a month',
    tamper: header(
      'cache-control',
      () => 'public, max-age=2592000',
      (url) => url === CARD,
    ),
    codes: ['HTTP_CACHE_LONG'],
  },
  { name: 'a tag without quotes', tamper: header('etag', (tag) => tag.replaceAll('"', '')), codes: ['HTTP_ETAG_FORM'] },
  {
    name: 'a tag that is not known again',
    tamper: (request, response, site) => {
      delete request.headers['if-none-match']
      return header('etag', (tag) => tag)(request, response, site)
    },
    codes: ['HTTP_CONDITIONAL'],
  },
  {
    name: 'a tag that changes with gzip and is not known again',
    tamper: (request, response, site) => {
      const isGzip = /gzip/.test(String(request.headers['accept-encoding']))
      if (isGzip) delete request.headers['if-none-match']
      return header('etag', (tag) => (isGzip ? tag.replace(/"$/, '-gzip"') : tag))(request, response, site)
    },
    codes: ['HTTP_CONDITIONAL_GZIP'],
  },
  {
    name: 'any tag is the current one',
    tamper: (request, response) => {
      if (request.headers['if-none-match'] === undefined) return false
      response.writeHead(304).end()
      return true
    },
    codes: ['HTTP_CONDITIONAL_STALE'],
  },
  {
    name: 'an old copy with gzip',
    tamper: (request, response) => {
      if (request.url !== CARD || !/gzip/.test(String(request.headers['accept-encoding']))) return false
      response.writeHead(200, { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' }).end(gzipSync('{"old": true}'))
      return true
    },
    codes: ['HTTP_GZIP'],
  },
  {
    name: 'HEAD is not allowed',
    tamper: (request, response) => {
      if (request.method !== 'HEAD') return false
      response.writeHead(405).end()
      return true
    },
    codes: ['HTTP_HEAD', 'SITE_LINK_DEAD'],
  },
  {
    name: 'HEAD with another media type',
    tamper: (request, response, site) =>
      request.method === 'HEAD' ? header('content-type', () => 'text/plain')(request, response, site) : false,
    codes: ['HTTP_HEAD'],
  },
  {
    name: 'OPTIONS is not allowed',
    tamper: (request, response) => {
      if (request.method !== 'OPTIONS') return false
      response.writeHead(405).end()
      return true
    },
    codes: ['HTTP_PREFLIGHT'],
  },
  {
    name: 'OPTIONS without the header of A2A',
    tamper: (request, response) => {
      if (request.method !== 'OPTIONS') return false
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*' }).end()
      return true
    },
    codes: ['HTTP_PREFLIGHT'],
  },
  {
    name: 'an archive that is labelled as compressed',
    tamper: (request, response, site) => {
      if (!request.url!.endsWith('.zip')) return false
      const { body } = site.artifacts.find(({ path }) => `/${path}` === request.url)!
      response.writeHead(200, {
        'Content-Type': 'application/zip',
        'Content-Encoding': 'gzip',
        'Cache-Control': 'public, max-age=60',
        'Access-Control-Allow-Origin': '*',
        ETag: '"z"',
      })
      response.end(request.method === 'HEAD' ? undefined : gzipSync(body))
      return true
    },
    codes: ['HTTP_CONDITIONAL', 'HTTP_ENCODED_ARCHIVE'],
  },
  {
    name: 'a redirect on the same origin',
    tamper: at(CARD, (response) => response.writeHead(301, { Location: '/agents/desk/agent-card.json' }).end()),
    codes: ['HTTP_REDIRECT'],
  },
  {
    name: 'a page for every address',
    tamper: (request, response, site) => {
      const path = request.url!.slice(1).split('?')[0]!
      if (path === '' || site.artifacts.some((a) => a.path === path)) return false
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>App</title>')
      return true
    },
    codes: ['HTTP_SOFT_404'],
  },
  {
    name: 'a card behind authentication',
    tamper: at(CARD, (response) => response.writeHead(401).end()),
    codes: ['HTTP_STATUS', 'SITE_LINK_DEAD'],
  },
  {
    name: 'an error of the server',
    tamper: at('/.well-known/ard.json', (response) => response.writeHead(500).end('oops')),
    codes: ['HTTP_STATUS', 'SITE_LINK_BROKEN', 'SITE_LINK_DEAD'],
  },
  {
    name: 'a filter that gives a part of what was asked for',
    tamper: at(`${INDEX}?type=knowledge`, (response) =>
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"protocol":{"version":"1.0.0"},"provider":{"name":"Acme"},"skills":[]}'),
    ),
    codes: ['HTTP_FILTER'],
  },
  {
    name: 'a cache that does not look at the query',
    tamper: (() => {
      let filtered = false
      return (request: IncomingMessage, response: ServerResponse) => {
        if (request.url === `${INDEX}?type=task`) filtered = true
        if (request.url !== INDEX || !filtered) return false
        response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end('{"protocol":{"version":"1.0.0"},"provider":{"name":"Acme"},"skills":[]}')
        return true
      }
    })(),
    codes: ['HTTP_FILTER_LEAKS'],
  },
]

describe('every fault of a server is found, and nothing else is said', () => {
  test.each(faults.map((f) => [f.name, f] as const))('%s', async (_, { tamper, codes: expected }) => {
    const origin = await serveSite((await goodSites()).public, tamper)
    expect(codes(await verifyServed(origin))).toEqual(expected)
  })

  test('a server that does not filter is told apart from one that filters wrongly', async () => {
    const origin = await serveSite((await goodSites()).public, (request) => {
      request.url = request.url!.replace(/\?type=.*/, '')
      return false
    })
    const result = await verifyServed(origin)
    expect(codes(result)).toEqual([])
    expect(result.diagnostics.map(({ code }) => code)).toContain('HTTP_FILTER_IGNORED')
  })

  test('the same fault on every path is one finding', async () => {
    const origin = await serveSite(
      (await goodSites()).public,
      header('cache-control', () => undefined, isDocument),
    )
    const { diagnostics } = await verifyServed(origin)
    expect(diagnostics.filter(({ code }) => code === 'HTTP_CACHE')).toHaveLength(1)
    expect(diagnostics.find(({ code }) => code === 'HTTP_CACHE')?.message).toMatch(/and \d+ more/)
  })
})

describe('the authenticated view', () => {
  const authorization = 'Bearer t0ken-for-the-test'
  const refuse: Tamper = (request, response) => {
    if (request.headers.authorization === authorization) return false
    response.writeHead(401, { 'Cache-Control': 'no-store' }).end()
    return true
  }

  test.each([
    ['answers strangers', () => false, ['SITE_PRIVATE_OPEN']],
    [
      'may be kept',
      (...args: Parameters<Tamper>) => refuse(...args) || header('cache-control', () => 'public, max-age=60')(...args),
      ['HTTP_CACHE_PRIVATE'],
    ],
    [
      'lets other origins in',
      (...args: Parameters<Tamper>) => {
        if (refuse(...args) === true) return true
        args[1].setHeader('Access-Control-Allow-Origin', '*')
        return false
      },
      ['HTTP_CORS_PRIVATE'],
    ],
  ] as ReadonlyArray<readonly [string, Tamper, readonly string[]]>)('%s', async (_, tamper, expected) => {
    const origin = await serveSite((await goodSites()).private, tamper)
    const result = await verify(httpReader(origin, { headers: { authorization } }), {
      origin: ORIGIN,
      now: NOW,
      isPrivate: true,
    })
    expect(codes(result)).toEqual(expected)
    expect(JSON.stringify(result)).not.toContain(authorization)
  })

  test('the header goes to the origin alone', async () => {
    const seen: unknown[] = []
    const other = await serveSite((await goodSites()).public, (request, response) => {
      seen.push(request.headers.authorization)
      response.end('{}')
      return true
    })
    const origin = await serveSite(
      (await goodSites()).private,
      at('/.well-known/ard.json', (response) => response.writeHead(302, { Location: `${other.origin}/x.json` }).end()),
    )
    await verify(httpReader(origin, { headers: { authorization } }), { origin: ORIGIN, now: NOW, isPrivate: true })
    expect(seen).toEqual([])
  })
})

test('a development key is a warning on this machine and an error elsewhere', async () => {
  const { public: site } = await buildFiles(
    { 'agents/desk.yaml': agentYaml() },
    { trust: {} },
    { keys: keysOf({ ...ED25519, kid: 'dev-1' }) },
  )
  expect(codes(await verifyServed(await serveSite(site!)))).toEqual(['SIGNATURE_DEVELOPMENT_KEY_LOCAL'])
  expect(codes(await verifyAs(memoryReader(site!)))).toEqual(['SIGNATURE_DEVELOPMENT_KEY'])
})

import { createServer } from 'node:http'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { serializeJson } from '../../src/json.ts'
import { folderReader } from '../../src/load/site-folder.ts'
import { httpReader } from '../../src/load/site-http.ts'
import { signAgentCard } from '../../src/sign/agent-card.ts'
import { openJwkSet } from '../../src/sign/key-set.ts'
import { publicHalf } from '../../src/sign/jwk.ts'
import { crawlSite } from '../../src/verify/crawl.ts'
import { found, memoryReader, type Fetched, type SiteReader, type Web } from '../../src/verify/readers.ts'
import { verify, type VerifyResult } from '../../src/verify/verify.ts'
import { ED25519, keysOf } from '../keys.ts'
import { folderOf } from '../site.ts'
import { codes, listen, NOW, ORIGIN, verifyAs } from './good-site.ts'

/** A site that somebody made by hand: files by path, objects as JSON. */
function site(files: Readonly<Record<string, unknown>>): SiteReader {
  const artifacts = Object.entries(files).map(([path, content]) => ({
    path,
    body: typeof content === 'string' ? new TextEncoder().encode(content) : serializeJson(content),
    mediaType: '',
    cache: 'discovery' as const,
    from: [],
    format: '',
  }))
  return memoryReader({ artifacts })
}

const all = ({ diagnostics }: VerifyResult): string[] => [...new Set(diagnostics.map(({ code }) => code))].toSorted()

const CARD = {
  name: 'Desk',
  description: 'Answers questions.',
  version: '1.0.0',
  supportedInterfaces: [{ url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true, pushNotifications: false },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'greet', name: 'Greet', description: 'Greets guests.', tags: ['desk'] }],
}

const CARD_V03 = { ...CARD, supportedInterfaces: undefined, protocolVersion: '0.3.0', url: 'https://acme.example/a2a' }

const ENTRY = {
  identifier: 'urn:air:acme.example:agent:desk',
  displayName: 'Desk',
  type: 'application/a2a-agent-card+json',
  url: 'https://acme.example/desk.json',
  representativeQueries: ['who is on duty', 'when do you open'],
}

const catalog = (...entries: object[]): object => ({ specVersion: '1.0', host: { displayName: 'Acme' }, entries })

const signed = (card: object, jku?: string): Promise<object> => signAgentCard(card as never, keysOf(ED25519), jku)

const jwks = { keys: [publicHalf(ED25519)] }

describe('sites in the shapes that publishers use', () => {
  test('one card and nothing else', async () => {
    expect(all(await verifyAs(site({ '.well-known/agent-card.json': CARD })))).toEqual([])
  })

  test('a card of 0.3 is valid, with a note', async () => {
    expect(all(await verifyAs(site({ '.well-known/agent-card.json': CARD_V03 })))).toEqual(['SITE_CARD_V03'])
  })

  test('a signature on a card of 0.3 means nothing', async () => {
    const card = { ...CARD_V03, signatures: [{ protected: 'e30', signature: 'AA' }] }
    expect(codes(await verifyAs(site({ '.well-known/agent-card.json': card })))).toEqual(['SIGNATURE_V03'])
  })

  test('a catalog that lists others, who are not asked', async () => {
    const result = await verifyAs(
      site({ '.well-known/ai-catalog.json': catalog({ ...ENTRY, url: 'https://other.example/card.json' }) }),
    )
    expect(all(result)).toEqual([])
    expect(result.report.unknown.join()).toContain('other.example')
  })

  test('a catalog found by robots.txt alone, by the head of the page alone', async () => {
    for (const from of [
      { 'robots.txt': 'User-agent: *\nAgentmap: https://acme.example/here.json\n' },
      { 'index.html': "<link href='/here.json' rel='ai-catalog'>" },
    ]) {
      const result = await verifyAs(
        site({ ...from, 'here.json': catalog({ ...ENTRY, representativeQueries: ['one'] }) }),
      )
      expect(codes(result)).toContain('SITE_ENTRY_QUERIES')
    }
  })

  test('a key set of tokens at the well-known place is no one’s mistake', async () => {
    const tokens = {
      keys: [
        { kty: 'RSA', kid: 'a', use: 'sig', alg: 'RS256', n: 'AQAB', e: 'AQAB' },
        { kty: 'EC', crv: 'P-384', kid: 'b', x: 'AA', y: 'AA' },
      ],
    }
    expect(all(await verifyAs(site({ '.well-known/agent-card.json': CARD, '.well-known/jwks.json': tokens })))).toEqual(
      [],
    )
  })

  test('a card that names a key set on its own origin', async () => {
    const card = await signed(CARD, 'https://acme.example/agent/jwks.json')
    const files = { '.well-known/agent-card.json': card, 'agent/jwks.json': jwks }
    const result = await verifyAs(site(files))
    expect([all(result), result.report.signatures]).toEqual([[], 1])
    expect(all(await verifyAs(site({ ...files, '.well-known/jwks.json': { keys: [] } })))).toEqual([])
  })

  test('a card that sends its readers to another host, and verifies all the same', async () => {
    const card = await signed(CARD, 'https://keys.example/jwks.json')
    expect(all(await verifyAs(site({ '.well-known/agent-card.json': card, '.well-known/jwks.json': jwks })))).toEqual([
      'SIGNATURE_JKU',
    ])
  })

  test('a card that is signed for one reading of three', async () => {
    const card = (await signed({ ...CARD, iconUrl: '' })) as { signatures: unknown[] }
    expect(card.signatures.length).toBeGreaterThan(1)
    const result = await verifyAs(
      site({
        '.well-known/agent-card.json': { ...card, signatures: card.signatures.slice(0, 1) },
        '.well-known/jwks.json': jwks,
      }),
    )
    expect(all(result)).toContain('SIGNATURE_PARTIAL')
  })

  test('an unsigned card where keys to trust are given', async () => {
    expect(codes(await verifyAs(site({ '.well-known/agent-card.json': CARD }), { trusted: openJwkSet(jwks) }))).toEqual(
      ['SIGNATURE_MISSING'],
    )
  })

  test('a server card of an old draft', async () => {
    expect(
      all(
        await verifyAs(
          site({
            '.well-known/mcp/server-card.json': {
              serverInfo: { name: 'x', version: '1' },
              transport: { type: 'http', endpoint: '/mcp' },
            },
          }),
        ),
      ),
    ).toEqual(['SITE_SERVER_CARD_OLD'])
  })

  test('a key that has expired beside one that has not', async () => {
    const old = { ...publicHalf(ED25519), kid: 'old', exp: NOW - 86_400 }
    expect(all(await verifyAs(site({ '.well-known/jwks.json': { keys: [publicHalf(ED25519), old] } })))).toEqual([
      'SITE_KEY_EXPIRED',
    ])
  })

  test('links of a folder that is a part of a site are suggestions', async () => {
    const card = { ...CARD, documentationUrl: 'https://acme.example/docs', iconUrl: 'https://acme.example/icon.png' }
    const { diagnostics } = await verifyAs(site({ '.well-known/agent-card.json': card }))
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['suggestion SITE_LINK_ABSENT'])
  })

  test('an entry over plain http', async () => {
    const result = await verifyAs(
      site({ '.well-known/ard.json': catalog({ ...ENTRY, url: 'http://other.example/card.json' }) }),
    )
    expect(codes(result)).toEqual(['URL_NOT_HTTPS'])
  })

  test('a card that registries find too large', async () => {
    const examples = Array.from({ length: 200 }, (_, i) => `An example of a request that is long enough, number ${i}`)
    const card = { ...CARD, skills: [{ ...CARD.skills[0], examples }] }
    expect(codes(await verifyAs(site({ '.well-known/agent-card.json': card })))).toEqual(['AGENT_CARD_TOO_LARGE'])
  })

  test('a catalog that is read in part', async () => {
    const entries = Array.from({ length: 3 }, (_, i) => ({
      ...ENTRY,
      identifier: `urn:air:acme.example:agent:n${i}`,
      url: `https://acme.example/${i}.json`,
    }))
    const reader = site({
      '.well-known/ard.json': catalog(...entries),
      ...Object.fromEntries(entries.map((_, i) => [`${i}.json`, { ...CARD, name: `n${i}` }])),
    })
    expect(codes(await verifyAs(reader, { limit: 1 }))).toEqual(['SITE_TRUNCATED'])
  })

  test('nothing at all', async () => {
    expect(codes(await verifyAs(site({ 'about.txt': 'hello' })))).toEqual(['SITE_EMPTY'])
  })

  test('a site that says nowhere which origin it is', async () => {
    const manifest = catalog({ ...ENTRY, trustManifest: { identity: 'did:web:acme.example' } })
    const files = {
      '.well-known/agent-card.json': CARD,
      '.well-known/ard.json': {
        ...manifest,
        host: { displayName: 'Acme', trustManifest: { identity: 'did:web:acme.example' } },
      },
    }
    const result = await verify(site(files))
    expect(codes(result)).toEqual([])
    expect(result.report.origin).toBe('')
    expect(result.report.unknown.join()).toContain('--origin')
    expect(JSON.stringify(result)).not.toContain('origin.invalid')
  })
})

test('the origin of a folder is that of its DID document where nothing else tells', async () => {
  const result = await verify(site({ '.well-known/did.json': { id: 'did:web:acme.example' } }))
  expect([result.report.origin, codes(result)]).toEqual([ORIGIN.origin, []])
})

describe('what lies on other hosts', () => {
  const failing = (failure: Fetched['failure']): Fetched => ({
    status: 0,
    headers: {},
    body: new Uint8Array(),
    redirects: [],
    ...(failure === undefined ? {} : { failure }),
  })
  const web = (answer: Fetched): Web => ({ get: async () => answer })
  const foreign = site({ '.well-known/ard.json': catalog({ ...ENTRY, url: 'https://other.example/card.json' }) })

  test('is read, and its faults are warnings', async () => {
    expect(codes(await verifyAs(foreign, { web: web(found(serializeJson(CARD))) }))).toEqual([])
    const { diagnostics } = await verifyAs(foreign, {
      web: web(found(serializeJson({ ...CARD, name: 1, url: 'https://x.example' }))),
    })
    expect([...new Set(diagnostics.map(({ code, severity }) => `${severity} ${code}`))].toSorted()).toEqual([
      'suggestion AGENT_ENDPOINT_ORIGIN',
      'warning AGENT_V03_MEMBER',
      'warning SITE_SCHEMA_FOREIGN',
    ])
  })

  test('is gone, cannot be reached, or must not be', async () => {
    expect(codes(await verifyAs(foreign, { web: web({ ...failing(undefined), status: 404 }) }))).toEqual([
      'SITE_LINK_BROKEN',
    ])
    expect(
      codes(await verifyAs(foreign, { web: web(failing({ kind: 'network', reason: 'cannot be read (ENOTFOUND)' })) })),
    ).toEqual(['SITE_LINK_UNREACHED'])
    expect(
      codes(await verifyAs(foreign, { web: web(failing({ kind: 'refused', reason: 'leads to a private network' })) })),
    ).toEqual(['SITE_LINK_REFUSED'])
  })

  test('is not asked for twice, nor by what nobody promised', async () => {
    const asked: string[] = []
    const counting: Web = { get: async (url) => (asked.push(url), found(serializeJson(CARD))) }
    const manifest = catalog(
      { ...ENTRY, url: 'https://other.example/card.json' },
      { ...ENTRY, identifier: 'urn:air:acme.example:agent:two', url: 'https://other.example/card.json' },
      {
        ...ENTRY,
        identifier: 'urn:air:acme.example:api:three',
        type: 'application/json',
        url: 'https://other.example/openapi.json',
      },
    )
    await verifyAs(site({ '.well-known/ard.json': manifest }), { web: counting })
    expect(asked).toEqual(['https://other.example/card.json'])
  })
})

describe('answers that only a public host gives', () => {
  const server = (answers: Readonly<Record<string, Partial<Fetched>>>): SiteReader => ({
    kind: 'http',
    origin: ORIGIN,
    get: async (path) => ({ ...found(new Uint8Array()), status: 404, ...answers[path] }),
  })
  const good = {
    status: 200,
    body: serializeJson(CARD),
    headers: {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cache-control': 'max-age=60',
      etag: '"a"',
      'x-content-type-options': 'nosniff',
    },
  }

  test.each([
    ['another origin', ['https://www.acme.example/x'], 'HTTP_REDIRECT_ORIGIN'],
    ['plain http', ['http://acme.example/x', 'https://acme.example/y'], 'HTTP_REDIRECT_INSECURE'],
  ] as const)('a redirect over %s', async (_, redirects, code) => {
    expect(codes(await verify(server({ '/.well-known/agent-card.json': { ...good, redirects } })))).toContain(code)
  })

  test('no validator, no nosniff, gzip without Vary: suggestions', async () => {
    const { etag: _, 'x-content-type-options': __, ...headers } = good.headers
    expect(all(await verify(server({ '/.well-known/agent-card.json': { ...good, headers } })))).toEqual(
      expect.arrayContaining(['HTTP_ETAG', 'HTTP_NOSNIFF']),
    )
    const gzip = { ...good, headers: { ...good.headers, 'content-encoding': 'gzip' } }
    expect(all(await verify(server({ '/.well-known/agent-card.json': gzip })))).toContain('HTTP_VARY')
  })

  test('a page in a skill that a browser would run', async () => {
    const index = {
      $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
      skills: [
        {
          name: 'x',
          type: 'skill-md',
          description: 'X.',
          url: 'x/SKILL.md',
          digest: `sha256:${'0'.repeat(64)}`,
          files: ['demo.html'],
        },
      ],
    }
    const page = {
      ...good,
      body: new TextEncoder().encode('<script>'),
      headers: { ...good.headers, 'content-type': 'text/html' },
    }
    const path = '/.well-known/agent-skills'
    expect(
      codes(
        await verify(
          server({ [`${path}/index.json`]: { ...good, body: serializeJson(index) }, [`${path}/x/demo.html`]: page }),
        ),
      ),
    ).toContain('HTTP_ACTIVE')
  })
})

describe('a folder', () => {
  test('answers in every layout that hosts want, and never from outside of it', async () => {
    const outside = folderOf({ 'secret.json': '{}' })
    const folder = folderOf({
      'index.html': 'page',
      'a/index.json': '1',
      'b.json': '2',
      'c.all.json': '3',
      'd/index.html': '4',
      'ä ö.txt': '5',
    })
    symlinkSync(join(outside, 'secret.json'), join(folder, 'linked.json'))
    const reader = folderReader(folder)
    const read = async (path: string): Promise<string | undefined> =>
      (await reader.get(path)) && new TextDecoder().decode((await reader.get(path))!.body)
    expect(await Promise.all(['/', '/a', '/b', '/c', '/d/', '/%C3%A4%20%C3%B6.txt', '/b?type=x'].map(read))).toEqual([
      'page',
      '1',
      '2',
      '3',
      '4',
      '5',
      '2',
    ])
    expect(
      await Promise.all(['/linked.json', `/..${outside}/secret.json`, '/%2e%2e/x', '/a%00', '/none'].map(read)),
    ).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(await reader.list!()).not.toContain('linked.json')
  })
})

test('a path with two slashes stays on its origin', async () => {
  const asked: string[] = []
  const origin = await listen(
    createServer((request, response) => (asked.push(request.url!), response.writeHead(404).end())),
  )
  const answer = await httpReader(origin).get('//evil.example/x')
  expect([asked, answer?.status]).toEqual([['//evil.example/x'], 404])
})

test('offline, a redirect to another origin is not followed', async () => {
  const origin = await listen(
    createServer((_, response) => response.writeHead(302, { Location: 'https://acme.example/x' }).end()),
  )
  const answer = await httpReader(origin, { offline: true }).get('/x')
  expect(answer?.failure?.reason).toContain('nothing outside of the site is asked')
})

test('all answers together have a limit', async () => {
  const origin = await listen(createServer((_, response) => response.end('x'.repeat(1000))))
  const reader = httpReader(origin, { limits: { totalBytes: 1500 } })
  const answers = [await reader.get('/1'), await reader.get('/2'), await reader.get('/3')]
  expect(answers.map((answer) => answer?.failure?.kind)).toEqual([undefined, undefined, 'limit'])
})

test('a site without end is read in part, and that is said', async () => {
  const entries = Array.from({ length: 30 }, (_, i) => ({
    ...ENTRY,
    identifier: `urn:air:acme.example:agent:n${i}`,
    url: `https://acme.example/${i}.json`,
  }))
  const reader = site({
    '.well-known/ard.json': catalog(...entries),
    ...Object.fromEntries(entries.map((_, i) => [`${i}.json`, { ...CARD, name: `n${i}` }])),
  })
  const crawl = await crawlSite(reader, { base: ORIGIN, limit: 10 })
  expect(crawl.truncated).toBe(true)
  expect(crawl.documents.length).toBeLessThan(30)
})

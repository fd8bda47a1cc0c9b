import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { httpReader, openWeb } from '../../src/load/site-http.ts'
import { verify } from '../../src/verify/verify.ts'
import { listen, ORIGIN } from './good-site.ts'

const LIMITS = { bytes: 100_000, seconds: 1, redirects: 3 }

async function ask(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  path = '/x',
): Promise<Awaited<ReturnType<ReturnType<typeof httpReader>['get']>>> {
  const origin = await listen(createServer(answer))
  return await httpReader(origin, { limits: LIMITS }).get(path)
}

describe('a hostile server', () => {
  test('redirects in a circle', async () => {
    const answer = await ask((request, response) =>
      response.writeHead(302, { Location: request.url === '/x' ? '/y' : '/x' }).end(),
    )
    expect(answer?.failure).toEqual({ kind: 'limit', reason: 'redirects in a circle' })
  })

  test('redirects without end', async () => {
    let n = 0
    const answer = await ask((_, response) => response.writeHead(302, { Location: `/${n++}` }).end())
    expect(answer?.failure?.reason).toBe('redirects more than 3 times')
  })

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/',
    'https://10.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://0x7f000001/',
    'https://metadata.google.internal/',
    'http://acme.example/',
  ])('redirects to %s', async (location) => {
    const answer = await ask((_, response) => response.writeHead(302, { Location: location }).end())
    expect(answer?.failure?.kind).toBe('refused')
  })

  test.each(['file:///etc/passwd', 'data:application/json,{}', 'javascript:alert(1)', 'gopher://acme.example/'])(
    'redirects to the scheme of %s',
    async (location) => {
      const answer = await ask((_, response) => response.writeHead(302, { Location: location }).end())
      expect(answer?.failure?.kind).toBe('refused')
    },
  )

  test('redirects to another port of this machine', async () => {
    let asked = 0
    const other = await listen(createServer((_, response) => (asked++, response.end('{}'))))
    const answer = await ask((_, response) => response.writeHead(302, { Location: `${other.origin}/x` }).end())
    expect(answer?.failure?.kind).toBe('refused')
    expect(asked).toBe(0)
  })

  test('never ends its body', async () => {
    const answer = await ask((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(65_536)), 1)
      response.on('close', () => clearInterval(timer))
    })
    expect(answer?.failure?.reason).toMatch(/^sends more than the 100000 bytes/)
  })

  test('sends a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(50 << 20))
    const answer = await ask((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb))
    expect(answer?.failure?.reason).toMatch(/^sends more than/)
  })

  test('sends what is no gzip', async () => {
    const answer = await ask((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('plain'))
    expect(answer?.failure).toEqual({ kind: 'network', reason: 'is no valid content of its content coding' })
  })

  test('uses a coding that nobody knows', async () => {
    const answer = await ask((_, response) => response.writeHead(200, { 'Content-Encoding': 'x-evil' }).end('plain'))
    expect(answer?.failure?.reason).toContain('x-evil')
  })

  test('drips', async () => {
    const answer = await ask((_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => clearInterval(timer))
    })
    expect(answer?.failure?.reason).toBe('did not end within 1 seconds')
  })

  test('never answers, or hangs up', async () => {
    expect((await ask(() => undefined))?.failure?.kind).toBe('limit')
    expect((await ask((request) => request.socket.destroy()))?.failure?.kind).toBe('network')
  })

  test('sends a header without end', async () => {
    const answer = await ask((_, response) => response.writeHead(200, { 'X-Long': 'x'.repeat(100_000) }).end('{}'))
    expect(answer?.failure?.kind).toBe('network')
  })

  test('points at places that only its reader can reach, and nobody goes there', async () => {
    let asked = 0
    const other = await listen(createServer((_, response) => (asked++, response.end('{}'))))
    const entry = (url: string, name: string): object => ({
      identifier: `urn:air:acme.example:agent:${name}`,
      displayName: name,
      type: 'application/a2a-agent-card+json',
      url,
      representativeQueries: ['a', 'b'],
    })
    const urls = [
      `${other.origin}/card.json`,
      'https://169.254.169.254/latest',
      'https://localhost:1/card.json',
      'https://[::1]/card.json',
      'https://intranet/card.json',
    ]
    const manifest = JSON.stringify({
      specVersion: '1.0',
      host: { displayName: 'Acme' },
      entries: urls.map((url, i) => entry(url, `n${i}`)),
    })
    const origin = await listen(
      createServer((request, response) =>
        request.url === '/.well-known/ard.json'
          ? response.writeHead(200, { 'Content-Type': 'application/json' }).end(manifest)
          : response.writeHead(404).end(),
      ),
    )
    const result = await verify(httpReader(origin, { limits: LIMITS }), {
      origin: ORIGIN,
      web: openWeb({ limits: LIMITS }),
    })
    expect(asked).toBe(0)
    expect(
      result.diagnostics
        .filter(({ code }) => code === 'SITE_LINK_REFUSED')
        .map(({ pointer }) => pointer)
        .toSorted(),
    ).toEqual(urls.map((_, i) => `/entries/${i}/url`))
  })

  test('is a catalog of catalogs without end', async () => {
    let asked = 0
    const origin = await listen(
      createServer((request, response) => {
        if (
          !request.url!.endsWith('.json') ||
          (request.url!.startsWith('/.well-known/') && !request.url!.endsWith('ard.json'))
        )
          return response.writeHead(404).end()
        asked++
        const entries = [0, 1].map((i) => ({
          identifier: `urn:air:acme.example:c:${asked}-${i}`,
          displayName: 'C',
          type: 'application/ai-catalog+json',
          url: `https://acme.example/${asked}-${i}.json`,
          representativeQueries: ['a', 'b'],
        }))
        return response
          .writeHead(200, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ specVersion: '1.0', entries }))
      }),
    )
    const result = await verify(httpReader(origin), { origin: ORIGIN })
    expect(result.diagnostics.map(({ code }) => code)).toContain('SITE_CATALOG_DEPTH')
    expect(asked).toBeLessThan(200)
  })

  test('is not there at all', async () => {
    const origin = await listen(createServer(() => undefined))
    const result = await verify(
      httpReader(new URL(`http://127.0.0.1:${origin.port}`), { limits: { ...LIMITS, seconds: 0.2 } }),
    )
    expect(result.diagnostics.map(({ code }) => code)).toEqual(['SITE_UNREACHED'])
  })
})

test.each([401, 429, 500, 502, 503])('a site that answers %i to everything was not verified', async (status) => {
  const origin = await listen(createServer((_, response) => response.writeHead(status).end('no')))
  const { diagnostics } = await verify(httpReader(origin), { origin: ORIGIN })
  expect(diagnostics).toMatchObject([{ code: 'SITE_UNREACHED', message: expect.stringContaining(String(status)) }])
})

test.each([403, 404])('a server that answers %i for what is not there has nothing there', async (status) => {
  const origin = await listen(createServer((_, response) => response.writeHead(status).end('no')))
  const { diagnostics } = await verify(httpReader(origin), { origin: ORIGIN })
  expect(diagnostics.map(({ code }) => code)).toEqual(['SITE_EMPTY'])
})

test('documents of any shape are findings, never a crash', async () => {
  const shapes = [
    'null',
    '1',
    '"x"',
    '[]',
    '[[]]',
    '{}',
    '{"entries":{}}',
    '{"entries":[1,null,[],{"url":1,"data":[],"trustManifest":[]}]}',
    '{"skills":[null,{"name":1,"url":{},"files":[1]}]}',
    '{"keys":[null,1,{"kty":1,"kid":{}}]}',
    '{"verificationMethod":[{"publicKeyJwk":1}],"service":[{"serviceEndpoint":[1]}]}',
    '{"__proto__":{"entries":[]},"constructor":1}',
    '{"signatures":[{"protected":"e30","signature":"x"}],"supportedInterfaces":[]}',
    '{"linkset":[{"item":[1]}]}',
    '{"host":{"trustManifest":{"identity":1,"signature":1}},"entries":[{"identifier":1,"trustManifest":{"identity":"did:web:","signature":"a..b","provenance":[1],"attestations":[{"uri":1}]}}]}',
  ]
  for (const shape of shapes) {
    const origin = await listen(
      createServer((request, response) =>
        request.url!.startsWith('/.well-known/signpost')
          ? response.writeHead(404).end()
          : response.writeHead(200).end(shape),
      ),
    )
    await expect(verify(httpReader(origin), { origin: ORIGIN })).resolves.toBeDefined()
  }
})

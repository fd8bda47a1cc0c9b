import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, expect, test } from 'vitest'
import { openService } from '../../../src/load/site-http.ts'

async function serve(handle: (req: IncomingMessage, res: ServerResponse, body: string) => void): Promise<URL> {
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8').on('data', (text: string) => (body += text))
    req.on('end', () => handle(req, res, body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1?key=no#part`)
}

test('asks below the URL of the API, with JSON', async () => {
  const seen: unknown[] = []
  const url = await serve((req, res, body) => {
    seen.push(req.method, req.url, req.headers['content-type'], req.headers.accept, body)
    res.end('{"results":[]}')
  })
  const service = openService(url, { isNamed: true })
  expect(service.url).toBe(`${url.origin}/api/v1/`)
  const answer = await service.post('search', { query: { text: 'ü' } })
  expect([answer.status, new TextDecoder().decode(answer.body)]).toEqual([200, '{"results":[]}'])
  await service.get('agents/urn%3Aair%3Aa.example%3Ab')
  expect(seen).toEqual([
    'POST',
    '/api/v1/search',
    'application/json',
    'application/json',
    '{"query":{"text":"ü"}}',
    'GET',
    '/api/v1/agents/urn%3Aair%3Aa.example%3Ab',
    undefined,
    'application/json',
    '',
  ])
})

test('a service that nobody named may be neither on this machine nor without https', async () => {
  const url = await serve((_req, res) => void res.end('{}'))
  expect((await openService(url).post('search', {})).failure).toMatchObject({ kind: 'refused' })
  expect((await openService(new URL('https://localhost:1/')).post('search', {})).failure).toMatchObject({
    kind: 'refused',
  })
  expect((await openService(new URL('https://10.0.0.1/')).get('agents/x')).failure).toMatchObject({ kind: 'refused' })
})

test('a redirect keeps the question or ends, and leads to no private place', async () => {
  const asked: string[] = []
  const url = await serve((req, res, body) => {
    asked.push(`${req.method} ${req.url} ${body}`)
    if (req.url === '/api/v1/search') return void res.writeHead(307, { Location: '/api/v2/search' }).end()
    if (req.url === '/api/v1/lost') return void res.writeHead(302, { Location: '/api/v2/search' }).end()
    if (req.url === '/api/v1/away') return void res.writeHead(308, { Location: 'https://192.168.0.1/search' }).end()
    if (req.url === '/api/v1/round') return void res.writeHead(307, { Location: '/api/v1/round' }).end()
    res.end('{}')
  })
  const service = openService(url, { isNamed: true })
  expect((await service.post('search', { a: 1 })).status).toBe(200)
  expect(asked).toEqual(['POST /api/v1/search {"a":1}', 'POST /api/v2/search {"a":1}'])
  expect((await service.post('lost', {})).failure).toEqual({
    kind: 'refused',
    reason: 'redirects a question in a way that loses it',
  })
  expect((await service.post('away', {})).failure).toMatchObject({ kind: 'refused' })
  expect((await service.post('round', {})).failure).toMatchObject({ kind: 'limit' })
})

test('an answer without end, and one that never ends, are given up', async () => {
  const url = await serve((req, res) => {
    if (req.url === '/api/v1/slow') return void res.write('{')
    res.end('x'.repeat(5 << 20))
  })
  expect((await openService(url, { isNamed: true }).post('search', {})).failure).toMatchObject({ kind: 'limit' })
  expect((await openService(url, { isNamed: true, limits: { seconds: 0.2 } }).post('slow', {})).failure).toMatchObject({
    kind: 'limit',
  })
})

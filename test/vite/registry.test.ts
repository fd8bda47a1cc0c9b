import { request } from 'node:http'
import { expect, test } from 'vitest'
import { runMain } from '../cli/run-main.ts'
import { folderOf } from '../site.ts'
import { ask, askRaw, type Answer } from './http.ts'
import { AGENT, createProject, skill } from './project.ts'

const SITE = {
  'skills/weather.yaml': skill('weather'),
  'skills/hidden.yaml': skill('hidden', 'access: private\nauth: {type: api_key}\n'),
  'agents/geo.yaml': AGENT,
}

/** Sends a JSON body. */
function post(url: string, target: string, body: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path: target,
        method: 'POST',
        agent: false,
        headers: { 'Content-Type': 'application/json', ...headers },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers as Answer['headers'],
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function served(
  kind: 'dev' | 'preview',
  files: Record<string, string> = {},
): Promise<{ url: string; write: (files: Record<string, string>) => void }> {
  const project = createProject({ ...SITE, ...files })
  if (kind === 'preview') await project.build()
  return { url: (await project[kind]()).url, write: (more) => project.write(more) }
}

const GEO = '/registry/agents/urn%3Aair%3Aacme.example%3Aagent%3Ageo'

for (const kind of ['dev', 'preview'] as const) {
  test(`${kind}: the registry API answers over the site's own entries, and knows nothing private`, async () => {
    const { url } = await served(kind)
    const found = await post(url, '/registry/search', JSON.stringify({ query: { text: 'find a place' } }))
    expect([found.status, found.headers['content-type'], found.headers['access-control-allow-origin']]).toEqual([
      200,
      'application/json',
      '*',
    ])
    const { results } = JSON.parse(found.text) as { results: Array<Record<string, unknown>> }
    expect(results[0]).toMatchObject({
      identifier: 'urn:air:acme.example:agent:geo',
      score: 100,
      source: 'https://acme.example/.well-known/ard.json',
    })

    const entry = await ask(url, GEO)
    expect([entry.status, (JSON.parse(entry.text) as { displayName: string }).displayName]).toEqual([200, 'Geo'])
    expect((await ask(url, GEO, { headers: { 'If-None-Match': entry.headers['etag']! } })).status).toBe(304)

    const skills = JSON.parse((await ask(url, '/registry/skills?type=api')).text) as Array<{ id: string }>
    expect(skills.map(({ id }) => id)).toEqual(['example.acme.weather-v1'])
    expect((await ask(url, '/registry/agents?pageSize=100')).text).not.toContain('hidden')
    expect(
      (await post(url, '/registry/search', JSON.stringify({ query: { text: 'do hidden' }, pageSize: 100 }))).text,
    ).not.toContain('hidden')
    const facets = await post(
      url,
      '/registry/explore',
      JSON.stringify({ resultType: { facets: [{ field: 'publisher' }] } }),
    )
    expect(
      (JSON.parse(facets.text) as { facets: { publisher: { buckets: unknown[] } } }).facets.publisher.buckets,
    ).toMatchObject([{ value: 'acme.example' }])
  })

  test(`${kind}: errors come in the envelope, preflights are answered, and a body without end is cut off`, async () => {
    const { url } = await served(kind)
    const errors = [
      [await post(url, '/registry/search', '{'), 400, 'INVALID_ARGUMENT'],
      [await ask(url, '/registry/agents/%zz'), 400, 'INVALID_ARGUMENT'],
      [await ask(url, '/registry/agents/urn%3Aair%3Aacme.example%3Anone'), 404, 'NOT_FOUND'],
      [await ask(url, '/registry/search'), 405, 'INVALID_ARGUMENT'],
      [await post(url, '/registry/search', ' '.repeat(70_000)), 413, 'INVALID_ARGUMENT'],
    ] as const
    for (const [{ status, text }, expected, errorCode] of errors)
      expect([status, (JSON.parse(text) as { errorCode: string }).errorCode]).toEqual([expected, errorCode])
    const preflight = await ask(url, '/registry/search', {
      method: 'OPTIONS',
      headers: { Origin: 'https://a.example', 'Access-Control-Request-Method': 'POST' },
    })
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([204, 'POST, OPTIONS'])
    const endless = `POST /registry/search HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n11170\r\n${' '.repeat(0x11170)}\r\n`
    expect(await askRaw(url, endless)).toMatch(/^HTTP\/1\.1 413 /)
  })
}

test('preview: `search` finds by it, and `trace` selects by it what the site serves', async () => {
  const { url } = await served('preview')
  const found = await runMain(
    ['search', 'find a place', '--service', `${url}/registry`, '--keys', 'keys.json', '--format', 'json'],
    { cwd: folderOf({ 'keys.json': '{"keys":[]}' }) },
  )
  const { results } = (
    JSON.parse(found.stdout) as { report: { results: Array<{ identifier: string; usable: boolean }> } }
  ).report
  // Without trust data nothing is usable, however well it fits.
  expect(results[0]).toMatchObject({ identifier: 'urn:air:acme.example:agent:geo', usable: false })
  const argv = [
    'trace',
    url,
    '--origin',
    'https://acme.example',
    '--tag',
    'geo',
    '--service',
    `${url}/registry`,
    '--format',
    'json',
  ]
  const traced = await runMain(argv)
  expect(JSON.parse(traced.stdout)).toMatchObject({
    errors: 0,
    report: {
      strategy: 'curated-registry',
      hits: [
        {
          name: 'Geo',
          cardUrl: 'https://acme.example/agents/geo/agent-card.json',
          matchedTags: ['geo'],
          skillId: 'find',
        },
      ],
      selected: { skillId: 'find', preferredInterface: { url: 'https://acme.example/a2a' } },
      hops: [
        { method: 'POST', response: { status: 200, cacheControl: 'no-store' } },
        { method: 'GET', response: { status: 200 } },
      ],
    },
  })
})

test('dev: what changed is found', async () => {
  const { url, write } = await served('dev')
  const question = JSON.stringify({ query: { text: 'xylophone' } })
  expect((JSON.parse((await post(url, '/registry/search', question)).text) as { results: unknown[] }).results).toEqual(
    [],
  )
  write({ 'agents/geo.yaml': AGENT.replace('find a place', 'play the xylophone') })
  await expect
    .poll(
      async () => (JSON.parse((await post(url, '/registry/search', question)).text) as { results: unknown[] }).results,
      { timeout: 20_000 },
    )
    .toHaveLength(1)
})

test('dev: a site with errors says so in the envelope', async () => {
  const { url } = await served('dev', { 'agents/geo.yaml': 'name: [' })
  const answer = await post(url, '/registry/search', JSON.stringify({ query: { text: 'a' } }))
  expect([answer.status, (JSON.parse(answer.text) as { errorCode: string }).errorCode]).toEqual([500, 'INTERNAL_ERROR'])
})

test("published registry files are served as they are, and pages of an app are the app's", async () => {
  const files = { ...SITE, 'index.html': '<!doctype html><title>App</title>' }
  const project = createProject(files, { formats: { 'skill-sharing': { registry: true } } })
  await project.build()
  const { url } = await project.preview()
  const list = await ask(url, '/registry/skills?type=api')
  expect([list.status, list.headers['cache-control']]).toEqual([200, 'public, max-age=300, must-revalidate'])
  expect(
    (await ask(url, '/registry/agents', { headers: { 'Sec-Fetch-Dest': 'document', Accept: 'text/html' } })).text,
  ).toContain('<title>App</title>')
  expect((await ask(url, '/registry/agents')).headers['content-type']).toBe('application/json')
})

import { createHash } from 'node:crypto'
import { readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import { describe, expect, test } from 'vitest'
import { ask, type Answer } from './http.ts'
import { AGENT, createProject, skill } from './project.ts'

const site = {
  'skills/weather.yaml': skill('weather'),
  'skills/hidden.yaml': skill('hidden', 'access: private\nauth: {type: api_key}\n'),
  'skills/forms/SKILL.md':
    '---\nname: forms\ndescription: Fills forms.\nrepresentativeQueries: [fill a form, complete a form]\n---\n\n# Forms\n',
  'skills/forms/assets/form é.html': '<script>alert(1)</script>',
  'skills/forms/notes.txt': 'notes',
}

async function previewed(files: Record<string, string> = {}): Promise<{
  get: (target: string, method?: string, headers?: Record<string, string>) => Promise<Answer>
  root: string
}> {
  const project = createProject({ ...site, ...files })
  await project.build()
  const server = await project.preview()
  return {
    get: (target, method = 'GET', headers = {}) => ask(server.url, target, { method, headers }),
    root: project.root,
  }
}

test('every published path answers its bytes, HEAD, 304 and OPTIONS alike', async () => {
  const { get, root } = await previewed()
  const manifest = JSON.parse(readFileSync(path.join(root, 'dist-deploy/manifest.json'), 'utf8')) as {
    public: {
      files: Array<{ url: string; file: string; sha256: string; mediaType: string; cache: string; active?: boolean }>
    }
  }
  expect(manifest.public.files.length).toBeGreaterThan(10)
  for (const { url, sha256, mediaType, active } of manifest.public.files) {
    const full = await get(url)
    expect([url, full.status, full.headers['content-type']]).toEqual([url, 200, mediaType])
    expect(full.headers['etag']).toBe(`"${sha256}"`)
    expect(full.headers['access-control-allow-origin']).toBe('*')
    expect(full.headers['x-content-type-options']).toBe('nosniff')
    expect(full.headers['cache-control']).toMatch(/^public, max-age=(300, must-revalidate|31536000, immutable)$/)
    expect(full.headers['vary']).toBeUndefined()
    expect(full.headers['content-disposition'] !== undefined).toBe(active === true)

    const head = await get(url, 'HEAD')
    expect(head.text).toBe('')
    expect({ ...head.headers, date: 0 }).toEqual({ ...full.headers, date: 0 })
    const unchanged = await get(url, 'GET', { 'If-None-Match': `W/"x", W/${full.headers['etag']}` })
    expect([unchanged.status, unchanged.text, unchanged.headers['etag'], unchanged.headers['cache-control']]).toEqual([
      304,
      '',
      full.headers['etag'],
      full.headers['cache-control'],
    ])
    const preflight = await get(url, 'OPTIONS', {
      Origin: 'https://client.example',
      'Access-Control-Request-Method': 'GET',
      'Access-Control-Request-Headers': 'a2a-version',
    })
    expect([
      preflight.status,
      preflight.headers['access-control-allow-origin'],
      preflight.headers['access-control-allow-headers'],
    ]).toEqual([204, '*', 'A2A-Version, A2A-Extensions, Authorization, Content-Type, If-None-Match'])
    expect((await get(url, 'POST')).status).toBe(405)
  }
})

test('an extensionless document is JSON, and a page of another origin may read it', async () => {
  const { get } = await previewed()
  const index = await get('/.well-known/skill-sharing', 'GET', { Origin: 'https://client.example' })
  expect(index.headers['content-type']).toMatch(/^application\/json/)
  expect(index.headers['access-control-allow-origin']).toBe('*')
  expect(JSON.parse(index.text)).toMatchObject({ provider: { name: 'Acme' } })
})

test('the type filter', async () => {
  const { get } = await previewed()
  const names = async (query: string): Promise<string[]> =>
    (
      JSON.parse((await get(`/.well-known/skill-sharing${query}`)).text) as {
        skills: Array<{ capability_type: string }>
      }
    ).skills.map((s) => s.capability_type)
  expect((await names('')).toSorted()).toEqual(['api', 'knowledge'])
  expect(await names('?type=api')).toEqual(['api'])
  expect(await names('?type=%61pi&type=knowledge')).toEqual(['api'])
  expect(await names('?type=API')).toEqual([])
  expect(await names('?type=task')).toEqual([])
  expect((await names('?type=')).length).toBe(2)
})

test('active content is downloaded, not run', async () => {
  const { get } = await previewed()
  const answer = await get('/.well-known/agent-skills/forms/assets/form%20%C3%A9.html')
  expect(answer.status).toBe(200)
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="form _.html"; filename*=UTF-8''form%20%C3%A9.html`,
  )
  expect(answer.headers['content-security-policy']).toBe("sandbox; default-src 'none'")
})

describe('what is not there', () => {
  test.each([
    '/.well-known/agent.json',
    '/skills/hidden/descriptor.json',
    '/skills/hidden.yaml',
    '/agents/x/agent-card.json',
    '/dist-private/index.html',
    '/.well-known/skill-sharing/',
  ])('%s is 404 for a browser too', async (target) => {
    const { get } = await previewed()
    const answer = await get(target, 'GET', { Accept: 'text/html,*/*' })
    expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'no-store',
    ])
  })

  test.each(['/', '%2f', '/.', '//', '\\'])('a published path with %j behind it', async (end) => {
    const { get } = await previewed()
    for (const published of [
      '/.well-known/skill-sharing',
      '/.well-known/agent-skills/forms/assets/form%20%C3%A9.html',
      '/index.html',
    ]) {
      const answer = await get(`${published}${end}`)
      expect([published, answer.status, answer.headers['content-type']]).not.toEqual([
        published,
        200,
        expect.anything(),
      ])
      expect([published, answer.text.includes('alert')]).toEqual([published, false])
    }
  })

  test('a published path with a doubled slash', async () => {
    const { get } = await previewed()
    expect((await get('/.well-known//skill-sharing')).status).toBe(404)
    expect((await get('//.well-known/skill-sharing')).status).toBe(404)
  })

  test('elsewhere the page of the site says so', async () => {
    const { get } = await previewed()
    const answer = await get('/nowhere', 'GET', { Accept: 'text/html' })
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('in an app its routes are its own, but not below /.well-known/', async () => {
    const { get } = await previewed({
      'index.html': '<html><head></head><body>APP</body></html>',
      'public/.well-known/own.json': '{}',
      'public/skills/own.txt': 'own',
    })
    const html = { Accept: 'text/html' }
    expect((await get('/skills/route', 'GET', html)).text).toContain('APP')
    expect((await get('/skills/own.txt', 'GET', html)).text).toBe('own')
    expect((await get('/.well-known/own.json', 'GET', html)).text).toBe('{}')
    expect((await get('/.well-known/nothing', 'GET', html)).status).toBe(404)
    expect((await get('/skills/weather/descriptor.json', 'GET', html)).headers['content-type']).toMatch(
      /^application\/json/,
    )
    expect((await get('/', 'GET', html)).headers['link']).toContain('</.well-known/skill-sharing>')
  })
})

test('the page links to the documents', async () => {
  const { get } = await previewed()
  expect((await get('/')).headers['link']).toContain('</.well-known/skill-sharing>; rel="')
})

test('an A2A client reads the card, from the origin and from an agent’s base URL', async () => {
  const project = createProject({ ...site, 'agents/geo.yaml': AGENT })
  await project.build()
  const { url } = await project.preview()
  const asked: Array<[target: string, version: string | null]> = []
  const resolver = new DefaultAgentCardResolver({
    fetchImpl: async (input, init) => {
      const request = new Request(input, init)
      asked.push([new URL(request.url).pathname, request.headers.get('A2A-Version')])
      const wanted = [...request.headers.keys()].filter((name) => name !== 'accept')
      const allowed = await ask(url, new URL(request.url).pathname, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://client.example',
          'Access-Control-Request-Method': 'GET',
          'Access-Control-Request-Headers': wanted.join(','),
        },
      })
      expect(allowed.status).toBe(204)
      const names = allowed.headers['access-control-allow-headers']!.toLowerCase().split(', ')
      expect(names).toEqual(expect.arrayContaining(wanted))
      return await fetch(request)
    },
  })
  expect((await resolver.resolve(url)).name).toBe('Geo')
  expect((await resolver.resolve(`${url}/agents/geo/`)).name).toBe('Geo')
  expect(asked).toEqual([
    ['/.well-known/agent-card.json', '1.0'],
    ['/agents/geo/.well-known/agent-card.json', '1.0'],
  ])
})

test('what is served is what was built, until it is built again', async () => {
  const project = createProject(site)
  await project.build()
  const server = await project.preview()
  project.write({ 'skills/weather.yaml': skill('weather').replace('weather skill', 'climate skill') })
  const before = await ask(server.url, '/skills/weather/descriptor.json')
  expect(before.text).toContain('weather skill')
  expect(before.headers['etag']).toBe(`"${createHash('sha256').update(before.text).digest('hex')}"`)
  await project.build()
  expect((await ask(server.url, '/skills/weather/descriptor.json')).text).toContain('climate skill')
})

test('before the first build it says what to do', async () => {
  const project = createProject(site)
  const server = await project.preview()
  expect(project.log.error.join()).toContain('run `vite build`')
  const answer = await ask(server.url, '/.well-known/skill-sharing')
  expect([answer.status, answer.headers['cache-control']]).toEqual([503, 'no-store'])
})

test('a link in the public folder leads to no source', async () => {
  const { get, root } = await previewed()
  symlinkSync(path.join(root, 'skills/hidden.yaml'), path.join(root, 'dist/link.txt'))
  symlinkSync(root, path.join(root, 'dist/all'))
  for (const target of [
    '/link.txt',
    '/all/skills/hidden.yaml',
    '/all/dist-private/.well-known/skill-sharing',
    '/all/dist-deploy/manifest.json',
  ]) {
    const answer = await get(target)
    expect([target, answer.status, answer.text.includes('hidden')]).toEqual([target, 404, false])
  }
})

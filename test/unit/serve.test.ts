import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SITE_FOLDERS } from '../../src/headers.ts'
import {
  entityTag,
  indexSite,
  matchesEntityTag,
  parseTarget,
  respond,
  respondMissing,
  type SiteResponse,
} from '../../src/serve.ts'
import type { Artifact, Site } from '../../src/site.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const artifact = (path: string, text: string, more: Partial<Artifact> = {}): Artifact => ({
  path,
  body: bytes(text),
  mediaType: 'application/json',
  cache: 'discovery',
  from: [],
  format: 'test',
  ...more,
})
const site: Site = {
  view: 'public',
  origin: 'https://acme.example',
  artifacts: [
    artifact('.well-known/skill-sharing', '{"all":1}\n'),
    artifact('.well-known/skill-sharing.api.json', '{"api":1}\n'),
    artifact('.well-known/skill-sharing.none.json', '{"none":1}\n'),
    artifact('.well-known/agent-skills/demo/notes für é.md', '# é\n', { mediaType: 'text/markdown; charset=utf-8' }),
    artifact('.well-known/agent-skills/demo/100%.md', 'x', { mediaType: 'text/markdown; charset=utf-8' }),
    artifact('404.html', '<title>404</title>', { mediaType: 'text/html; charset=utf-8' }),
    artifact('index.html', '<title>Acme</title>', { mediaType: 'text/html; charset=utf-8' }),
    artifact('skills/demo/demo-0123456789ab.zip', 'PK', { mediaType: 'application/zip', cache: 'immutable' }),
  ],
}
const index = indexSite(site, { discovery: 300, keys: 300, immutable: 31536000 })
const get = async (
  target: string,
  more: { method?: string; ifNoneMatch?: string } = {},
): Promise<SiteResponse | undefined> => await respond(index, { method: 'GET', target, ...more })
const text = (response: SiteResponse | undefined): string => new TextDecoder().decode(response?.body)

describe('a path of the site', () => {
  test('GET answers the bytes with every header', async () => {
    const response = await get('/.well-known/skill-sharing')
    expect(text(response)).toBe('{"all":1}\n')
    expect(response).toMatchObject({
      status: 200,
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': '10',
        'Cache-Control': 'public, max-age=300, must-revalidate',
        ETag: `"${createHash('sha256').update('{"all":1}\n').digest('hex')}"`,
      },
    })
  })

  test('HEAD answers the same headers without a body', async () => {
    const { body, ...rest } = (await get('/.well-known/skill-sharing'))!
    expect(body).toBeDefined()
    expect(await get('/.well-known/skill-sharing', { method: 'HEAD' })).toEqual(rest)
  })

  test('OPTIONS answers a preflight', async () => {
    const response = await get('/.well-known/skill-sharing', { method: 'OPTIONS' })
    expect(response).toMatchObject({ status: 204, headers: { 'Access-Control-Allow-Origin': '*' } })
    expect(response).not.toHaveProperty('body')
  })

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE'])('%s is refused', async (method) => {
    expect(await get('/.well-known/skill-sharing', { method })).toMatchObject({
      status: 405,
      headers: { Allow: 'GET, HEAD, OPTIONS', 'Cache-Control': 'no-store' },
    })
  })

  test('the root is the page', async () => {
    expect(text(await get('/'))).toBe('<title>Acme</title>')
    expect(text(await get('/?utm=1'))).toBe('<title>Acme</title>')
    expect(text(await get('/index.html'))).toBe('<title>Acme</title>')
  })

  test('the type filter answers another document', async () => {
    expect(text(await get('/.well-known/skill-sharing?type=api'))).toBe('{"api":1}\n')
    expect(text(await get('/.well-known/skill-sharing?type=zzz'))).toBe('{"none":1}\n')
    expect((await get('/.well-known/skill-sharing?type=api'))?.headers['ETag']).toBe(entityTag(bytes('{"api":1}\n')))
  })

  test.each([
    '/.well-known/agent-skills/demo/notes%20f%C3%BCr%20%C3%A9.md',
    '/%2Ewell-known/agent-skills/demo/notes%20f%C3%BCr%20%C3%A9.md',
    'http://127.0.0.1:4173/.well-known/agent-skills/demo/notes%20f%C3%BCr%20%C3%A9.md?x#y',
  ])('%s is decoded', async (target) => {
    expect(text(await get(target))).toBe('# é\n')
  })

  test('encoding is taken off once', async () => {
    expect(text(await get('/.well-known/agent-skills/demo/100%25.md'))).toBe('x')
    expect(await get('/.well-known/agent-skills/demo/100%2525.md')).toBeUndefined()
  })
})

describe('conditional requests', () => {
  const tag = entityTag(bytes('{"all":1}\n'))
  test.each([tag, `W/${tag}`, `"x", ${tag}`, `W/"x",W/${tag}`, '*', ' * ', `"a,b", ${tag}`])(
    'If-None-Match: %s is 304',
    async (field) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await get('/.well-known/skill-sharing', { method, ifNoneMatch: field })
        expect(response).toEqual({
          status: 304,
          headers: {
            'Cache-Control': 'public, max-age=300, must-revalidate',
            ETag: tag,
            'Access-Control-Allow-Origin': '*',
            'Access-Control-Expose-Headers': 'ETag',
            'X-Content-Type-Options': 'nosniff',
          },
        })
      }
    },
  )

  test.each(['"other"', '', tag.slice(1, -1), `"x${tag.slice(1)}`, '"*"'])(
    'If-None-Match: %j is 200',
    async (field) => {
      expect(await get('/.well-known/skill-sharing', { ifNoneMatch: field })).toMatchObject({ status: 200 })
    },
  )

  test('tags that differ in their bytes do not match', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.uint8Array(), (a, b) => {
        const equal = Buffer.compare(a, b) === 0
        expect(matchesEntityTag(`W/${entityTag(a)}, "z"`, entityTag(b))).toBe(equal)
      }),
    )
  })
})

describe('what is not there', () => {
  const missing = async (target: string, folders = SITE_FOLDERS, method = 'GET'): Promise<SiteResponse | undefined> =>
    (await get(target, { method })) ?? (await respondMissing(index, { method, target }, folders))

  test.each([
    '/.well-known/ard.json',
    '/.well-known/skill-sharing/',
    '/.well-known//skill-sharing',
    '/skills/nothing/descriptor.json',
    '/agents/x/agent-card.json',
    '/catalogs/x',
    '/registry/agents',
    '/servers/x',
  ])('%s is 404 as 404', async (target) => {
    const response = await missing(target)
    expect(response).toMatchObject({
      status: 404,
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        'Access-Control-Allow-Origin': '*',
      },
    })
    expect(response?.headers).not.toHaveProperty('ETag')
    expect(text(response)).not.toContain('<')
  })

  test('HEAD has no body', async () => {
    const response = await missing('/.well-known/ard.json', SITE_FOLDERS, 'HEAD')
    expect(response).toMatchObject({ status: 404, headers: { 'Content-Length': '10' } })
    expect(response).not.toHaveProperty('body')
  })

  test('a preflight for it still lets the 404 through', async () => {
    expect(await missing('/.well-known/ard.json', SITE_FOLDERS, 'OPTIONS')).toMatchObject({ status: 204 })
  })

  test.each([
    '/.well-known/%zz',
    '/.well-known/a%00b',
    '/skills/../.env',
    '/skills/%2e%2e/x',
    '/.well-known/./x',
    '/skills/%c3%28',
    '/.well-known/a%2Fb',
  ])('%s is a bad request', async (target) => {
    expect(await missing(target)).toMatchObject({ status: 400, headers: { 'Cache-Control': 'no-store' } })
  })

  test.each(['/about', '/skillset/x', '/skills', '/assets/%zz', '/a/../b', '/wellknown/x'])(
    '%s is not the site’s',
    async (target) => {
      expect(await missing(target)).toBeUndefined()
    },
  )

  test('a site that is the whole origin answers with its own page', async () => {
    const response = await missing('/about', [...SITE_FOLDERS, ''])
    expect(response).toMatchObject({
      status: 404,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
    })
    expect(response?.headers).not.toHaveProperty('ETag')
    expect(text(response)).toBe('<title>404</title>')
    expect((await missing('/skills/x', [...SITE_FOLDERS, '']))?.headers['Content-Type']).toBe(
      'text/plain; charset=utf-8',
    )
  })
})

test('a decoded path never leaves the site', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('/', '..', '.', '%2e', '%2F', '%5c', '\\', 'a', '%00', '%', '?', '#')),
      (parts) => {
        const { path } = parseTarget(`/${parts.join('')}`)
        if (path === undefined) return
        expect(path.split('/')).not.toContain('..')
        expect(path).not.toContain('\0')
      },
    ),
  )
})

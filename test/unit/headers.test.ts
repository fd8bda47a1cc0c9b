import { describe, expect, test } from 'vitest'
import {
  attachment,
  headerRules,
  preflightHeaders,
  responseHeaders,
  routePath,
  type HeaderContext,
  type PathFacts,
} from '../../src/headers.ts'

const cache = { discovery: 300, keys: 60, immutable: 31536000 }
const publicView: HeaderContext = { view: 'public', cache, links: [] }
const index: PathFacts = { path: '.well-known/skill-sharing', mediaType: 'application/json', cache: 'discovery' }

describe('response headers', () => {
  test('of a discovery document', () => {
    expect(responseHeaders(index, headerRules(publicView))).toEqual({
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=300, must-revalidate',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag',
      'X-Content-Type-Options': 'nosniff',
    })
  })

  test.each([
    ['discovery', 'public, max-age=300, must-revalidate'],
    ['keys', 'public, max-age=60, must-revalidate'],
    ['immutable', 'public, max-age=31536000, immutable'],
  ] as const)('cache class %s', (name, value) => {
    expect(responseHeaders({ ...index, cache: name }, headerRules(publicView))['Cache-Control']).toBe(value)
  })

  test('the private view is stored by nobody and shared with no other origin', () => {
    const headers = responseHeaders({ ...index, cache: 'immutable' }, headerRules({ ...publicView, view: 'private' }))
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    })
  })

  test('active content is an attachment in a sandbox', () => {
    const facts = {
      path: '.well-known/agent-skills/a/assets/form.html',
      mediaType: 'text/html; charset=utf-8',
      cache: 'discovery',
      active: true,
    } as const
    expect(responseHeaders(facts, headerRules(publicView))).toMatchObject({
      'Content-Disposition': 'attachment; filename="form.html"',
      'Content-Security-Policy': "sandbox; default-src 'none'",
    })
    expect(responseHeaders(index, headerRules(publicView))).not.toHaveProperty('Content-Disposition')
    expect(responseHeaders(index, headerRules(publicView))).not.toHaveProperty('Content-Security-Policy')
  })

  test('the API catalog names its relation, where there is one', () => {
    const facts: PathFacts = {
      path: '.well-known/api-catalog',
      mediaType: 'application/linkset+json',
      cache: 'discovery',
    }
    const href = '/.well-known/api-catalog'
    const links = [{ rel: 'api-catalog', href, type: 'application/linkset+json', title: 'API catalog' }]
    const rules = headerRules({ ...publicView, links })
    expect(responseHeaders(facts, rules)['Link']).toBe(`<${href}>; rel="api-catalog"`)
    expect(responseHeaders({ ...index, path: 'index.html' }, rules)['Link']).toContain(`<${href}>; rel="api-catalog"`)
    expect(responseHeaders(facts, headerRules(publicView))).not.toHaveProperty('Link')
  })

  test('the page links to what is there, and nothing else does', () => {
    const links = [
      { rel: 'service-desc', href: '/.well-known/agent-card.json', type: 'application/json', title: 'Agent Card' },
      { rel: 'describedby', href: '/.well-known/skill-sharing', type: 'application/json', title: 'Skill index' },
    ]
    const rules = headerRules({ ...publicView, links })
    expect(responseHeaders({ path: 'index.html', mediaType: 'text/html', cache: 'discovery' }, rules)['Link']).toBe(
      '</.well-known/agent-card.json>; rel="service-desc"; type="application/json", </.well-known/skill-sharing>; rel="describedby"; type="application/json"',
    )
    expect(responseHeaders(index, rules)).not.toHaveProperty('Link')
    expect(headerRules(publicView).map((rule) => rule.name)).not.toContain('Link')
  })

  test.each(['text/html\r\nSet-Cookie: a=b', 'text/\u4e2d', 'text/plain\0'])('%j cannot be sent', (mediaType) => {
    expect(() => responseHeaders({ ...index, mediaType }, headerRules(publicView))).toThrow(TypeError)
  })
})

describe('attachment names', () => {
  test.each([
    ['report.html', 'attachment; filename="report.html"'],
    [
      'a "quoted" \\ name.svg',
      `attachment; filename="a _quoted_ _ name.svg"; filename*=UTF-8''a%20%22quoted%22%20%5C%20name.svg`,
    ],
    ['50%.js', `attachment; filename="50_.js"; filename*=UTF-8''50%25.js`],
    [
      'facture d’été.html',
      `attachment; filename="facture d__t_.html"; filename*=UTF-8''facture%20d%E2%80%99%C3%A9t%C3%A9.html`,
    ],
    ["it's (1).js", `attachment; filename="it's (1).js"`],
    ['漫才.html', `attachment; filename="__.html"; filename*=UTF-8''%E6%BC%AB%E6%89%8D.html`],
    ['a\r\nb.js', `attachment; filename="a__b.js"; filename*=UTF-8''a%0D%0Ab.js`],
    ['😀.js', `attachment; filename="_.js"; filename*=UTF-8''%F0%9F%98%80.js`],
    ["é'(*).js", `attachment; filename="_'(*).js"; filename*=UTF-8''%C3%A9%27%28%2A%29.js`],
  ])('%j', (name, value) => {
    expect(attachment(name)).toBe(value)
  })
})

test('a browser may ask for the card with an A2A-Version header', () => {
  expect(preflightHeaders('public')).toEqual({
    Allow: 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers': 'A2A-Version, A2A-Extensions, Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
  })
  expect(Object.keys(preflightHeaders('private')).filter((name) => name.startsWith('Access-Control'))).toEqual([])
})

describe('the type filter', () => {
  const full = '.well-known/skill-sharing'
  test.each([
    ['', full],
    ['type=', full],
    ['type', full],
    ['other=api', full],
    ['type=api', `${full}.api.json`],
    ['type=plugin', `${full}.plugin.json`],
    ['type=knowledge', `${full}.knowledge.json`],
    ['type=task', `${full}.task.json`],
    ['x=1&type=api&y=2', `${full}.api.json`],
    ['type=%61pi', `${full}.api.json`],
    ['%74ype=api', `${full}.api.json`],
    ['type=api&type=task', `${full}.api.json`],
    ['type=&type=task', full],
    ['type=API', `${full}.none.json`],
    ['type=apix', `${full}.none.json`],
    ['type=api%20', `${full}.none.json`],
    ['type=bogus', `${full}.none.json`],
    ['type=__proto__', `${full}.none.json`],
    ['type=toString', `${full}.none.json`],
    ['type=%zz', `${full}.none.json`],
    ['TYPE=api', full],
  ])('?%s', (query, path) => {
    expect(routePath(full, query)).toBe(path)
  })

  test('is the registry list’s too, and no other path’s', () => {
    expect(routePath('registry/skills', 'type=task')).toBe('registry/skills.task.json')
    expect(routePath('.well-known/agent-card.json', 'type=task')).toBe('.well-known/agent-card.json')
  })
})

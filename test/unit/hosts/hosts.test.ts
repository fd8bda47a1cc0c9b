import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderHosts } from '../../../src/hosts/hosts-document.ts'
import { hosts } from '../../../src/hosts/index.ts'
import { createSiteRules, type SiteRules } from '../../../src/hosts/site-rules.ts'
import { hostNames } from '../../../src/schemas/options.ts'
import { createSite, type Artifact } from '../../../src/site.ts'

const cache = { discovery: 300, keys: 60, immutable: 31_536_000 }

function artifact(path: string, mediaType = 'application/json', more: Partial<Artifact> = {}): Artifact {
  return { path, body: new Uint8Array([1]), mediaType, cache: 'discovery', from: [], format: 'test', ...more }
}

function rulesOf(
  artifacts: readonly Artifact[],
  publisher: readonly string[] = [],
  view: 'public' | 'private' = 'public',
): SiteRules {
  return createSiteRules(createSite(view, 'https://acme.example', artifacts), cache, publisher)
}

const list = Object.values(hosts)

test('the option knows every host, and there is no other', () => {
  expect(Object.keys(hosts).toSorted()).toEqual([...hostNames].toSorted())
  for (const [name, host] of Object.entries(hosts)) expect(host.name).toBe(name)
})

test('docs/hosts.md is what the hosts say', () => {
  expect(readFileSync('docs/hosts.md', 'utf8')).toBe(renderHosts(hosts))
})

test.each(list)('$name: every exception from an ability is told in a sentence', ({ can }) => {
  for (const { has, note } of Object.values(can)) {
    expect(note === undefined).toBe(has === true)
    if (note !== undefined) expect(note).toMatch(/^[A-Z].*\.$/)
  }
})

describe.each(list)('$name', (host) => {
  test('has the same files for the same site, with names of their own', () => {
    const rules = rulesOf([artifact('.well-known/skill-sharing'), artifact('index.html', 'text/html; charset=utf-8')])
    const files = host.render(rules)
    expect(host.render(rules)).toEqual(files)
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
  })

  test('no name of a file adds a line or ends a text', () => {
    const names = [
      'a\n  X-Injected: yes',
      'a\r\nX-Injected: yes',
      "b'; X-Injected; '",
      'c"; X-Injected "',
      'd}\nX-Injected {',
      'e# X-Injected',
      'f $(X-Injected)',
      'g`X-Injected`',
      'h\u2028X-Injected',
      'i%0AX-Injected',
      'j\\',
      'k*',
      'l:x',
      'm{x}',
    ]
    const paths = names.flatMap((name) => [
      `.well-known/agent-skills/x/${name}`,
      `.well-known/agent-skills/x/${name}/y.odd`,
      `.well-known/agent-skills/x/${name}.html`,
    ])
    const odd = paths.map((path, i) =>
      artifact(path, i % 2 === 0 ? 'text/odd' : 'text/even', i % 3 === 2 ? { active: true } : {}),
    )
    const usual = [artifact('.well-known/skill-sharing'), artifact('.well-known/agent-skills/x/z.md', 'text/markdown')]
    let files: ReturnType<typeof host.render>
    try {
      files = host.render(rulesOf([...usual, ...odd]))
    } catch (error) {
      // A shell script cannot hold such a name, and says so.
      expect(error).toBeInstanceOf(TypeError)
      files = host.render(rulesOf([...usual, ...odd.filter(({ path }) => !/[\r\n]/.test(path))]))
    }
    for (const { path, body } of files) {
      if (path.endsWith('.json')) expect(() => JSON.parse(body) as unknown).not.toThrow()
      expect(body.split(/[\r\n]/).filter((line) => /^[\s}'"]*X-Injected/.test(line))).toEqual([])
    }
  })

  test('the authenticated view is kept by nobody and shared with no other origin', () => {
    const files = host.render(
      rulesOf([artifact('.well-known/skill-sharing'), artifact('.well-known/agent-card.json')], [], 'private'),
    )
    const text = files.map(({ body }) => body).join('\n')
    expect(text).not.toContain('Access-Control-Allow-Origin')
    if (host.can.cache.has === true) expect(text).toContain('private, no-store')
    expect(text).not.toContain('max-age=300')
  })

  test('says nothing about the folders of a publisher as a whole', () => {
    const rules = rulesOf(
      [artifact('.well-known/skill-sharing'), artifact('skills/a/descriptor.json')],
      ['index.html', 'assets/app.js', '.well-known/own.json'],
    )
    const text = host
      .render(rules)
      .filter(({ path }) => /^(_headers|vercel\.json|firebase\.json|staticwebapp\.config\.json|\.htaccess)$/.test(path))
      .map(({ body }) => body)
      .join('\n')
    expect(text).not.toMatch(/^\/\*$/m)
    expect(text).not.toContain('"/(.*)"')
    expect(text).not.toContain('"globalHeaders"')
    expect(text).not.toContain('"/**"')
    expect(text).not.toContain('"/.well-known/**"')
    expect(text).not.toContain('m#^/#')
  })
})

describe('limits', () => {
  const skills = (count: number, name: (i: number) => string): Artifact[] =>
    Array.from({ length: count }, (_, i) =>
      artifact(`.well-known/agent-skills/s${i}/${name(i)}`, 'text/markdown; charset=utf-8'),
    )

  test('a thousand skills with archives need a handful of rules on Cloudflare', () => {
    const archives = Array.from({ length: 1000 }, (_, i) =>
      artifact(`.well-known/agent-skills/s${i}-0123456789ab.zip`, 'application/zip', { cache: 'immutable' }),
    )
    const rules = rulesOf([
      ...skills(1000, () => 'SKILL.md'),
      ...archives,
      artifact('.well-known/agent-skills/index.json'),
    ])
    expect(hosts['cloudflare-pages'].render(rules)[0]!.rules).toBeLessThan(10)
    expect(hosts['cloudflare-workers'].render(rules)[0]!.rules).toBeLessThan(10)
    expect(hosts['cloudflare-workers'].notes(rules).join(' ')).toContain('more archives than Cloudflare has rules for')
  })

  test('a missing archive is nothing to keep for a year on Workers', () => {
    const rules = rulesOf([
      artifact('.well-known/agent-skills/a-0123456789ab.zip', 'application/zip', { cache: 'immutable' }),
      artifact('.well-known/agent-skills/b-0123456789ab.zip', 'application/zip', { cache: 'immutable' }),
      artifact('.well-known/agent-skills/index.json'),
    ])
    const { body } = hosts['cloudflare-workers'].render(rules)[0]!
    expect(body).not.toContain('*.zip')
    expect(body.match(/immutable/g)?.length).toBe(2)
  })
})

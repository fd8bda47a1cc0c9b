import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGuard, type Guard, type GuardContext } from '../../src/vite/guard.ts'

const config = { skills: ['skills'], agents: ['agents'], privateDir: 'dist-private', deployDir: 'dist-deploy' }
let root: string

beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signpost-guard-')))
  const files = [
    'skills/private.yaml',
    'skills/private.yaml~',
    'skills/with space.md',
    'skills/deep/SKILL.md',
    'skills/deep/assets/form.html',
    'skills/deep/index',
    'agents/geo.json',
    'src/main.ts',
    'src/data.json',
    'public/logo.svg',
    'public/key.jwk.json',
    'keys/site.json',
    'dist-private/index.html',
    'dist-deploy/manifest.json',
    '.dist-private.signpost/next/index.html',
    '.signpost/dev.json',
    '.env.local',
    'index.html',
    'README.md',
    'package.json',
    'node_modules/vite/client.mjs',
    'plugins/one/skills/a.yaml',
    'plugins/one/code.ts',
  ]
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), 'x')
  }
  symlinkSync(path.join(root, 'skills/private.yaml'), path.join(root, 'src/link.txt'))
  symlinkSync(path.join(root, 'skills'), path.join(root, 'src/folder'))
})
afterAll(() => rmSync(root, { recursive: true }))

function guard(more: Partial<GuardContext> = {}): Guard {
  return createGuard({
    root,
    folders: [path.join(root, 'public')],
    config,
    keyFile: 'keys/site.json',
    extensions: ['.json'],
    ...more,
  })
}

describe('a URL of a guarded file', () => {
  test.each([
    '/skills/private.yaml',
    '/skills/private.yaml?raw',
    '/skills/private.yaml?import&raw',
    '/skills/private.yaml?url',
    '/skills/private.yaml#x',
    '/skills/private.yaml.map',
    '/skills/private.yaml~',
    '/%73kills/private.yaml',
    '/%2573kills/private.yaml',
    '/skills%2Fprivate.yaml',
    '/skills%252Fprivate.yaml',
    '/skills/private%2Eyaml',
    '/skills/private.yaml%3Fraw',
    '/skills/private.yaml%23x',
    '/skills/private.yaml/',
    '/skills//private.yaml',
    '//skills/private.yaml',
    '/./skills/./private.yaml',
    '/skills/../skills/private.yaml',
    '/src/../skills/private.yaml',
    '/nowhere/%2e%2e/skills/private.yaml',
    '/..%2f..%2fskills/private.yaml',
    '/skills\\private.yaml',
    '/skills%5Cprivate.yaml',
    '/skills/deep\\..\\private.yaml',
    '/@id/skills/private.yaml',
    '/@id/__x00__/skills/private.yaml',
    '/@id//skills/private.yaml',
    'http://localhost/skills/private.yaml',
    '/skills/with%20space.md',
    '/skills/%zz/../private.yaml',
    '/skills/deep/SKILL.md',
    '/skills/deep/assets/form.html',
    '/skills/deep/assets/form',
    '/skills/deep',
    '/skills/deep/',
    '/agents/geo.json',
    '/agents/geo',
    '/src/link.txt',
    '/src/folder/private.yaml',
    '/key.jwk.json',
    '/public/key.jwk.json',
    '/keys/site.json',
    '/dist-private/index.html',
    '/dist-private/',
    '/dist-private',
    '/dist-deploy/manifest.json',
    '/.dist-private.signpost/next/index.html',
    '/.signpost/dev.json',
    '/.env.local',
  ])('%s', (url) => {
    expect(guard().fileBehind(url)).toBeDefined()
  })

  test.each(['/@fs', '/@fs/', '/@id', '/@fs//', '', '/@fs/%2e', '/%40fs'])('%s before the absolute path', (prefix) => {
    expect(guard().fileBehind(`${prefix}${root}/skills/private.yaml`)).toBeDefined()
  })

  test('below a base or behind an alias', () => {
    const aliases = (url: string): string[] => [url.replace(/^\/?~defs/, path.join(root, 'skills'))]
    expect(guard({ bases: ['/docs/'] }).fileBehind('/docs/skills/private.yaml')).toBeDefined()
    expect(guard({ aliases }).fileBehind('/~defs/private.yaml')).toBeDefined()
    expect(guard({ aliases }).fileBehind('/@id/~defs/private.yaml')).toBeDefined()
  })

  test('in any mixture of spellings', () => {
    const dots = fc.constantFrom('', './', '/', 'x/../', '%2e/', 'x/%2E%2e/')
    const letter = (c: string): fc.Arbitrary<string> =>
      fc.constantFrom(c, `%${c.charCodeAt(0).toString(16)}`, `%25${c.charCodeAt(0).toString(16)}`)
    const text = (s: string): fc.Arbitrary<string> => fc.tuple(...[...s].map(letter)).map((parts) => parts.join(''))
    const spelling = fc.tuple(
      fc.constantFrom('/', '//', '/@id/'),
      dots,
      text('skills'),
      fc.constantFrom('/', '//', '\\', '%2f', '%5c'),
      dots,
      text('private.yaml'),
      fc.constantFrom('', '?raw', '?x&url', '#a', '%3fraw'),
    )
    const under = guard()
    fc.assert(fc.property(spelling, (parts) => void expect(under.fileBehind(parts.join(''))).toBeDefined()))
  })
})

describe('everything else', () => {
  test.each([
    '/',
    '/index.html',
    '/src/main.ts',
    '/src/data.json',
    '/logo.svg',
    '/README.md',
    '/package.json',
    '/skills',
    '/skills/',
    '/skills/nothing',
    '/skills/route/of/the/app',
    '/node_modules/vite/client.mjs',
    '/%zz',
    '/\0',
    '/plugins/one/code.ts',
    '/@vite/client',
  ])('%s is served', (url) => {
    expect(guard().fileBehind(url)).toBeUndefined()
  })

  test('a URL of any shape is judged without failing', () => {
    const under = guard()
    fc.assert(fc.property(fc.string(), (url) => void under.fileBehind(`/${url}`)))
  })
})

describe('folders of definitions', () => {
  test('that match a pattern', () => {
    const under = guard({ config: { ...config, skills: ['plugins/*/skills'] } })
    expect(under.covers(path.join(root, 'plugins/one/skills/a.yaml'))).toBe(true)
    expect(under.covers(path.join(root, 'plugins/one/code.ts'))).toBe(false)
  })

  test('that come later', () => {
    const under = guard({ config: { ...config, skills: ['later/*/skills'] } })
    const file = path.join(root, 'later/one/skills/a.yaml')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, 'x')
    expect(under.covers(file)).toBe(false)
    under.refresh()
    expect(under.covers(file)).toBe(true)
  })

  test('the project itself: only definitions are guarded', () => {
    const under = guard({ config: { ...config, skills: ['.'], agents: [] } })
    mkdirSync(path.join(root, 'inline'), { recursive: true })
    for (const file of ['inline/SKILL.md', 'inline/run.sh', 'top.yaml']) writeFileSync(path.join(root, file), 'x')
    for (const file of ['inline/SKILL.md', 'inline/run.sh', 'top.yaml'])
      expect(under.covers(path.join(root, file))).toBe(true)
    for (const file of ['index.html', 'package.json', 'src/main.ts', 'node_modules/vite/client.mjs'])
      expect(under.covers(path.join(root, file))).toBe(false)
  })
})

test('the same as patterns for Vite', () => {
  expect(guard().deny).toEqual(
    expect.arrayContaining([
      '*.jwk.json',
      '**/{.signpost,.*.signpost}/**',
      `${root}/keys/site.json`,
      `${root}/dist-private/**`,
      `${root}/dist-deploy/**`,
      `${root}/skills/**`,
      `${root}/agents/**`,
    ]),
  )
})

import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeSite } from '../../../src/emit.ts'
import { parseManifest } from '../../../src/manifest.ts'
import { inputOf, leftovers, makeRoot, makeSite, read, stamps, write, writeFiles, written } from './project.ts'

const PUBLIC = { '.well-known/skill-sharing': '{"v":1}', 'skills/pdf/descriptor.json': '{"pdf":1}' }
const PRIVATE = { ...PUBLIC, 'skills/secret/descriptor.json': '{"secret":1}' }
const IGNORE = '# Signpost writes this folder.\n*\n'

describe('the three folders', () => {
  test('hold the public site, the authenticated view and the manifest', () => {
    const root = makeRoot()
    const report = written(root, { public: PUBLIC, private: PRIVATE, app: { 'index.html': '<p>', 'assets/a.js': '1' } })
    expect(read(path.join(root, 'dist'))).toEqual({ ...PUBLIC, 'index.html': '<p>', 'assets/a.js': '1' })
    expect(read(path.join(root, 'dist-private'))).toEqual({ ...PRIVATE, '.gitignore': IGNORE })
    expect(Object.keys(read(path.join(root, 'dist-deploy')))).toEqual(['.gitignore', 'manifest.json'])
    const manifest = parseManifest(readFileSync(path.join(root, 'dist-deploy/manifest.json')))!
    expect(manifest.public.files.map(({ file }) => file)).toEqual(Object.keys(PUBLIC))
    expect(manifest.private?.files.map(({ file }) => file)).toEqual(Object.keys(PRIVATE))
    expect(manifest.app.map(({ file }) => file)).toEqual(['assets/a.js', 'index.html'])
    expect(leftovers(root)).toEqual([])
    expect(report.folders).toEqual([
      { role: 'deploy', path: 'dist-deploy', files: 2, written: 2, unchanged: 0, removed: 0, changed: true },
      { role: 'private', path: 'dist-private', files: 4, written: 4, unchanged: 0, removed: 0, changed: true },
      { role: 'public', path: 'dist', files: 4, written: 4, unchanged: 0, removed: 0, changed: true },
    ])
  })

  test('may lie outside the root, in folders that do not exist yet, and be reached through a linked root', () => {
    const outside = makeRoot()
    const root = makeRoot()
    symlinkSync(root, path.join(outside, 'linked'))
    const report = written(path.join(outside, 'linked'), {
      public: PUBLIC,
      app: {},
      outDir: path.join(outside, 'a/b/site'),
    })
    expect(read(path.join(outside, 'a/b/site'))).toEqual(PUBLIC)
    expect(report.folders.map((folder) => folder.path)).toEqual(['dist-deploy', path.join(outside, 'a/b/site')])
  })

  test('have no private one without a private site, and lose it when there is none any more', () => {
    const root = makeRoot()
    written(root, { public: PUBLIC, app: {} })
    expect(lstatSync(path.join(root, 'dist-private'), { throwIfNoEntry: false })).toBeUndefined()
    written(root, { public: PUBLIC, private: PRIVATE, app: {} })
    const report = written(root, { public: PUBLIC, app: {} })
    expect(lstatSync(path.join(root, 'dist-private'), { throwIfNoEntry: false })).toBeUndefined()
    expect(report.folders[1]).toEqual({
      role: 'private',
      path: 'dist-private',
      files: 0,
      written: 0,
      unchanged: 0,
      removed: 4,
      changed: true,
    })
    expect(leftovers(root)).toEqual([])
  })

  test('keep what someone else put into the private one when its site goes', () => {
    const root = makeRoot()
    written(root, { public: PUBLIC, private: PRIVATE, app: {} })
    writeFiles(root, { 'dist-private/.vercel/project.json': '{}' })
    for (let build = 0; build < 2; build++) {
      written(root, { public: PUBLIC, app: {} })
      expect(read(path.join(root, 'dist-private'))).toEqual({ '.gitignore': IGNORE, '.vercel/project.json': '{}' })
    }
  })

  test('leave a folder alone that is not ours while nothing private is published', () => {
    const root = makeRoot({ 'dist-private/notes.txt': 'mine' })
    written(root, { public: PUBLIC, app: {} })
    expect(read(path.join(root, 'dist-private'))).toEqual({ 'notes.txt': 'mine' })
  })
})

describe('a build that changes nothing', () => {
  test.each([
    ['an app', { 'index.html': '<p>', 'assets/a.js': '1' }],
    ['a shared folder', undefined],
  ])('touches nothing: %s', (_, app) => {
    const root = makeRoot({ 'dist/about.html': 'about', 'dist/uploads/a.bin': 'a' })
    mkdirSync(path.join(root, 'dist/uploads/empty'))
    symlinkSync('a.bin', path.join(root, 'dist/uploads/link'))
    const run = { public: PUBLIC, private: PRIVATE, ...(app && { app }), emptyOutDir: false }
    written(root, run)
    const folders = ['dist', 'dist-private', 'dist-deploy'].map((name) => path.join(root, name))
    const before = folders.map(stamps)
    const report = written(root, run)
    expect(folders.map(stamps)).toEqual(before)
    expect(report.folders.map(({ changed, written, removed }) => [changed, written, removed])).toEqual([
      [false, 0, 0],
      [false, 0, 0],
      [false, 0, 0],
    ])
    expect(leftovers(root)).toEqual([])
  })

  test('in one view leaves the other untouched', () => {
    const root = makeRoot()
    written(root, { public: PUBLIC, private: PRIVATE, app: {} })
    const before = stamps(path.join(root, 'dist'))
    written(root, { public: PUBLIC, private: { ...PRIVATE, 'skills/secret/descriptor.json': '{"secret":2}' }, app: {} })
    expect(stamps(path.join(root, 'dist'))).toEqual(before)
  })
})

describe('a build that changes something', () => {
  test('keeps inode and time of the files that stay, and gives the others the current time', () => {
    const root = makeRoot()
    const run = { public: PUBLIC, app: { 'index.html': '<p>', 'app.js': '1' } }
    written(root, run)
    const old = new Date('2020-01-01T00:00:00Z')
    for (const file of [...Object.keys(PUBLIC), 'index.html', 'app.js'])
      utimesSync(path.join(root, 'dist', file), old, old)
    const inode = (file: string): number => statSync(path.join(root, 'dist', file)).ino
    const inodes = [inode('skills/pdf/descriptor.json'), inode('index.html')]
    const start = Date.now() - 1000
    written(root, {
      public: { ...PUBLIC, '.well-known/skill-sharing': '{"v":2}' },
      app: { 'index.html': '<p>', 'app.js': '2' },
    })
    const time = (file: string): number => statSync(path.join(root, 'dist', file)).mtimeMs
    expect([inode('skills/pdf/descriptor.json'), inode('index.html')]).toEqual(inodes)
    expect([time('skills/pdf/descriptor.json'), time('index.html')]).toEqual([old.getTime(), old.getTime()])
    for (const file of ['.well-known/skill-sharing', 'app.js']) {
      expect(time(file)).toBeGreaterThan(start)
      expect(time(file)).toBeLessThan(Date.now() + 2000)
    }
    expect(statSync(path.join(root, 'dist/index.html')).nlink).toBe(1)
  })

  test('gives new bytes of the same length another whole second, which is all that some servers look at', () => {
    const root = makeRoot()
    const second = (): number[] =>
      ['a.json', 'app.js'].map((file) => Math.floor(statSync(path.join(root, 'dist', file)).mtimeMs / 1000))
    written(root, { public: { 'a.json': '1' }, app: { 'app.js': '1' } })
    let before = second()
    for (const text of ['2', '3', '4']) {
      written(root, { public: { 'a.json': text }, app: { 'app.js': text } })
      const after = second()
      expect(after.every((time, index) => time > before[index]!)).toBe(true)
      before = after
    }
  })

  test('repairs files that were changed behind its back, of the same size too', () => {
    const root = makeRoot()
    const run = { public: PUBLIC, private: PRIVATE, app: { 'app.js': '1' } }
    written(root, run)
    writeFiles(root, {
      'dist/skills/pdf/descriptor.json': '{"pdf":2}',
      'dist-private/skills/pdf/descriptor.json': '',
      'dist/app.js': 'x',
    })
    rmSync(path.join(root, 'dist-deploy/.gitignore'))
    written(root, run)
    expect(read(path.join(root, 'dist'))).toEqual({ ...PUBLIC, 'app.js': '1' })
    expect(read(path.join(root, 'dist-private'))).toEqual({ ...PRIVATE, '.gitignore': IGNORE })
    expect(Object.keys(read(path.join(root, 'dist-deploy')))).toEqual(['.gitignore', 'manifest.json'])
  })

  test('repairs a published file that became a link or executable', () => {
    const root = makeRoot({ 'elsewhere.json': '{"pdf":1}' })
    written(root, { public: PUBLIC, app: {} })
    rmSync(path.join(root, 'dist/skills/pdf/descriptor.json'))
    symlinkSync(path.join(root, 'elsewhere.json'), path.join(root, 'dist/skills/pdf/descriptor.json'))
    chmodSync(path.join(root, 'dist/.well-known/skill-sharing'), 0o755)
    written(root, { public: PUBLIC, app: {} })
    expect(read(path.join(root, 'dist'))).toEqual(PUBLIC)
    expect(statSync(path.join(root, 'dist/.well-known/skill-sharing')).mode & 0o111).toBe(0)
    expect(readFileSync(path.join(root, 'elsewhere.json'), 'utf8')).toBe('{"pdf":1}')
  })

  test('does not write through a hard link that someone made to a published file', () => {
    const root = makeRoot()
    written(root, { public: PUBLIC, app: {} })
    linkSync(path.join(root, 'dist/.well-known/skill-sharing'), path.join(root, 'copy'))
    written(root, { public: { ...PUBLIC, '.well-known/skill-sharing': '{"v":2}' }, app: {} })
    expect(readFileSync(path.join(root, 'copy'), 'utf8')).toBe('{"v":1}')
  })

  test('respects the umask and keeps the permissions of the folder itself', () => {
    const root = makeRoot()
    const before = process.umask(0o027)
    try {
      written(root, { public: PUBLIC, app: {} })
    } finally {
      process.umask(before)
    }
    const mode = (file: string): number => statSync(path.join(root, file)).mode & 0o7777
    expect([mode('dist'), mode('dist/skills'), mode('dist/skills/pdf/descriptor.json')]).toEqual([0o750, 0o750, 0o640])
    chmodSync(path.join(root, 'dist'), 0o2770)
    written(root, { public: { ...PUBLIC, 'new.json': '{}' }, app: {} })
    expect(mode('dist')).toBe(0o2770)
  })
})

describe('files that are no longer published', () => {
  test("are gone with the folders that held them; the publisher's own stay", () => {
    const root = makeRoot()
    written(root, { public: PUBLIC, app: { 'index.html': '<p>', 'assets/old.js': '1' } })
    writeFiles(root, { 'dist/skills/pdf/notes.txt': 'mine', 'dist/own/file.txt': 'mine' })
    written(root, {
      public: { '.well-known/skill-sharing': '{"v":1}' },
      app: { 'index.html': '<p>', 'js/new.js': '1' },
    })
    expect(read(path.join(root, 'dist'))).toEqual({
      '.well-known/skill-sharing': '{"v":1}',
      'index.html': '<p>',
      'js/new.js': '1',
      'own/file.txt': 'mine',
      'skills/pdf/notes.txt': 'mine',
    })
    rmSync(path.join(root, 'dist/skills/pdf/notes.txt'))
    written(root, { public: { '.well-known/skill-sharing': '{"v":2}' }, app: {} })
    expect(Object.keys(read(path.join(root, 'dist')))).toEqual([
      '.well-known/skill-sharing',
      'own/file.txt',
      'skills/pdf/',
    ])
  })

  test('are gone even if another tool rewrote them', () => {
    const root = makeRoot()
    written(root, { public: PUBLIC })
    writeFiles(root, { 'dist/skills/pdf/descriptor.json': '{}' })
    written(root, { public: { '.well-known/skill-sharing': '{"v":1}' } })
    expect(read(path.join(root, 'dist'))).toEqual({ '.well-known/skill-sharing': '{"v":1}' })
  })

  test('may change hands between Signpost and the app', () => {
    const root = makeRoot()
    for (const [own, app] of [
      ['a', 'index.html'],
      ['index.html', 'a'],
      ['a', 'index.html'],
    ] as const) {
      written(root, { public: { [own]: 'own' }, app: { [app]: 'app' } })
      expect(read(path.join(root, 'dist'))).toEqual({ [own]: 'own', [app]: 'app' })
    }
  })

  test('may turn from file to folder and back', () => {
    const root = makeRoot()
    for (const files of [
      { a: '1', b: '1' },
      { 'a/b/c': '1', b: '1' },
      { a: '2', 'b/c': '2' },
    ]) {
      written(root, { public: files, app: {} })
      expect(read(path.join(root, 'dist'))).toEqual(files)
    }
  })
})

describe('a folder without a record', () => {
  test.each([
    [true, {}],
    [false, { 'old.html': 'old' }],
  ])('emptyOutDir %s', (emptyOutDir, kept) => {
    const root = makeRoot({ 'dist/old.html': 'old' })
    written(root, { public: PUBLIC, app: { 'index.html': '<p>' }, emptyOutDir })
    expect(read(path.join(root, 'dist'))).toEqual({ ...PUBLIC, 'index.html': '<p>', ...kept })
  })

  test.each([
    'not json',
    '{"generator":"other"}',
    '{"generator":"signpost","manifestVersion":1,"signing":"unsigned","public":{"origin":"","files":[{"file":"../x"}]},"app":[]}',
  ])('is one with the manifest %s', (text) => {
    const root = makeRoot({ 'dist/old.html': 'old' })
    written(root, { public: PUBLIC, app: {}, emptyOutDir: false })
    writeFiles(root, { 'dist-deploy/manifest.json': text })
    written(root, { public: { '.well-known/skill-sharing': '{"v":1}' }, app: {} })
    expect(read(path.join(root, 'dist'))).toEqual({ '.well-known/skill-sharing': '{"v":1}' })
  })

  test('is one that the manifest is not about: another folder keeps its files of the same names', () => {
    const root = makeRoot({ 'out/skills/pdf/descriptor.json': 'mine', 'out/index.html': 'mine' })
    written(root, { public: { ...PUBLIC, 'index.html': 'ours' } })
    written(root, { public: { '.well-known/skill-sharing': '{"v":1}' }, outDir: 'out' })
    expect(read(path.join(root, 'out'))).toEqual({
      '.well-known/skill-sharing': '{"v":1}',
      'index.html': 'mine',
      'skills/pdf/descriptor.json': 'mine',
    })
  })
})

describe('a folder that another framework wrote', () => {
  test('keeps everything of the framework, its empty folders and links too', () => {
    const root = makeRoot({ 'dist/index.html': 'next', 'dist/_next/a.js': '1', 'dist/skills/index.html': 'page' })
    mkdirSync(path.join(root, 'dist/empty'))
    symlinkSync('index.html', path.join(root, 'dist/latest.html'))
    const own = read(path.join(root, 'dist'))
    written(root, { public: PUBLIC })
    expect(read(path.join(root, 'dist'))).toEqual({ ...own, ...PUBLIC })
    rmSync(path.join(root, 'dist'), { recursive: true })
    writeFiles(root, { 'dist/index.html': 'next 2' })
    written(root, { public: PUBLIC })
    expect(read(path.join(root, 'dist'))).toEqual({ 'index.html': 'next 2', ...PUBLIC })
  })

  test('keeps executable files and old times as they are', () => {
    const root = makeRoot({ 'dist/install.sh': '#!/bin/sh' })
    chmodSync(path.join(root, 'dist/install.sh'), 0o755)
    utimesSync(path.join(root, 'dist/install.sh'), 1, 1)
    written(root, { public: PUBLIC })
    expect(statSync(path.join(root, 'dist/install.sh'))).toMatchObject({ mtimeMs: 1000, nlink: 1 })
    expect(statSync(path.join(root, 'dist/install.sh')).mode & 0o777).toBe(0o755)
  })
})

describe('a path that two want', () => {
  const owners = 'the skill-sharing format, from `skills/pdf.yaml`'
  test.each([
    ['the same file', { 'skills/a.json': '1' }, { 'skills/a.json': '2' }],
    ['a file where a folder must be', { 'skills/a.json': '1' }, { skills: '2' }],
    ['a folder where a file must be', { skills: '1' }, { 'skills/a/b.json': '2' }],
  ])('is a conflict with the app: %s', (_, own, app) => {
    const root = makeRoot({ 'dist/old.html': 'old' })
    const { diagnostics, report } = write(root, { public: own, app })
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([['SITE_PATH_CONFLICT', 'skills/pdf.yaml']])
    expect(diagnostics[0]!.message).toContain(owners)
    expect(diagnostics[0]!.message).toContain("the app's build")
    expect(report).toBeUndefined()
    expect(read(path.join(root, 'dist'))).toEqual({ 'old.html': 'old' })
    expect(leftovers(root)).toEqual([])
  })

  test('names a file of public/', () => {
    const root = makeRoot({ 'public/a.json': '2' })
    expect(
      write(root, { public: { 'a.json': '1' }, app: { 'a.json': '2' }, publicDir: 'public' }).diagnostics[0]!.message,
    ).toContain('your own file `public/a.json`')
  })

  test.each([
    ['the same file', { 'a.json': '1' }, { 'dist/a.json': '2' }],
    ['a file where a folder must be', { 'a/b.json': '1' }, { 'dist/a': '2' }],
    ['a folder where a file must be', { a: '1' }, { 'dist/a/b': '2' }],
  ])('is a conflict with a framework: %s', (_, own, framework) => {
    const root = makeRoot(framework)
    const before = stamps(path.join(root, 'dist'))
    const { diagnostics } = write(root, { public: own })
    expect(diagnostics.map(({ code }) => code)).toEqual(['SITE_PATH_CONFLICT'])
    expect(diagnostics[0]!.message).toContain('which Signpost did not write')
    expect(stamps(path.join(root, 'dist'))).toEqual(before)
  })

  test('is a conflict where a link stands for the folder', () => {
    const root = makeRoot({ 'dist/index.html': '1', 'elsewhere/keep.txt': '1' })
    symlinkSync('../elsewhere', path.join(root, 'dist/skills'))
    expect(write(root, { public: PUBLIC }).diagnostics.map(({ code }) => code)).toEqual(['SITE_PATH_CONFLICT'])
    expect(read(path.join(root, 'elsewhere'))).toEqual({ 'keep.txt': '1' })
  })

  test('is none where the bytes that are there already are the same, or an empty folder', () => {
    const root = makeRoot({ 'dist/a.json': '1' })
    mkdirSync(path.join(root, 'dist/b.json'))
    written(root, { public: { 'a.json': '1', 'b.json': '2' } })
    expect(read(path.join(root, 'dist'))).toEqual({ 'a.json': '1', 'b.json': '2' })
  })

  test('is a conflict between two documents that cannot lie beside each other', () => {
    const root = makeRoot()
    expect(write(root, { public: { a: '1', 'a/b': '2' }, app: {} }).diagnostics.map(({ code }) => code)).toEqual([
      'SITE_PATH_CONFLICT',
    ])
    expect(read(root)).toEqual({})
  })
})

describe('names', () => {
  test('of every odd kind are written and found again', () => {
    const names = [
      'with space.txt',
      ' leading',
      'trailing ',
      '100%.txt',
      '%41',
      'a#b',
      'a?b',
      'a&b=c',
      'a+b',
      'a;b',
      "it's",
      '"quoted"',
      '<tag>',
      'a|b',
      'a*b',
      'a:b',
      '~tilde',
      '$HOME',
      '`id`',
      '$(id)',
      '-rf',
      '--',
      '...',
      '.hidden',
      'a..b',
      '..a',
      'tab\there',
      'new\nline',
      '\u0007bell',
      '技能.md',
      'カタログ',
      'é-nfc',
      'e\u0301-nfd',
      'ß',
      'İ',
      'א',
      '\u202Etxt',
      'zero\u200Bwidth',
      '\uFEFFbom',
      '😀',
      '👩‍👩‍👧',
      'CON',
      'aux.txt',
      'node_modules',
      '__proto__',
      'constructor',
      'toString',
      'x'.repeat(255),
      '技'.repeat(85),
      'manifest.json',
      '.gitignore',
      'a{b}',
      '[a]',
      '!a',
      '@a',
    ]
    const files = Object.fromEntries(
      names.flatMap((name): [string, string][] => [
        [name, name],
        [`folder of ${name.slice(0, 40)}/${name}`, ''],
      ]),
    )
    const own = { ...Object.fromEntries(Object.entries(files)), ['deep/'.repeat(60) + 'file']: 'deep' }
    const root = makeRoot()
    written(root, { public: own, app: { 'ünïcode.js': '1' } })
    expect(read(path.join(root, 'dist'))).toEqual({ ...own, 'ünïcode.js': '1' })
    const before = stamps(path.join(root, 'dist'))
    written(root, { public: own, app: { 'ünïcode.js': '1' } })
    expect(stamps(path.join(root, 'dist'))).toEqual(before)
    written(root, { public: { a: '1' }, app: {} })
    expect(read(path.join(root, 'dist'))).toEqual({ a: '1' })
  })

  test.each([
    '',
    '/',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a/..',
    '.',
    './a',
    'a/./b',
    'a//b',
    'a/',
    'a\\b',
    '..\\x',
    'a\0b',
    '\uD800',
    'C:\\x',
  ])('that lead elsewhere are a bug: %j', (name) => {
    const root = makeRoot({ 'dist/old': 'old' })
    const before = stamps(root)
    const { build, ...rest } = inputOf(root, { public: {} })
    const site = makeSite('public', { [name]: '1' })
    expect(() => writeSite({ ...rest, build: { ...build, public: site } })).toThrow(TypeError)
    expect(() => writeSite({ ...rest, build: { ...build, private: { ...site, view: 'private' } } })).toThrow(TypeError)
    expect(stamps(root)).toEqual(before)
  })

  test('that two artifacts share are a bug', () => {
    const { build, ...rest } = inputOf(makeRoot(), { public: {} })
    const site = makeSite('public', { a: '1' })
    expect(() =>
      writeSite({
        ...rest,
        build: { ...build, public: { ...site, artifacts: [...site.artifacts, ...site.artifacts] } },
      }),
    ).toThrow(TypeError)
  })
})

test('the staging folder is consumed in every case', () => {
  const root = makeRoot({ 'dist/file': '1', 'dist-deploy/file': 'mine' })
  expect(write(root, { public: PUBLIC, app: { 'index.html': '1' } }).diagnostics.map(({ code }) => code)).toEqual([
    'SITE_TARGET_REFUSED',
  ])
  expect(leftovers(root)).toEqual([])
})

test('a large file is compared to its end', () => {
  const root = makeRoot()
  const big = 'x'.repeat(1_000_000)
  written(root, { public: { big }, app: { 'app.bin': big } })
  written(root, { public: { big: `${big.slice(1)}y` }, app: { 'app.bin': `${big.slice(1)}z` } })
  expect(read(path.join(root, 'dist'))).toEqual({ big: `${big.slice(1)}y`, 'app.bin': `${big.slice(1)}z` })
  writeFileSync(path.join(root, 'dist/big'), big)
  expect(
    written(root, { public: { big: `${big.slice(1)}y` }, app: { 'app.bin': `${big.slice(1)}z` } }).folders.at(-1),
  ).toMatchObject({ written: 1, unchanged: 1 })
})

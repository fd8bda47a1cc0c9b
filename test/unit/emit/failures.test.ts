import fs, { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { startTime } from '../../../src/emit/process.ts'
import { MUTATIONS } from './mutations.ts'
import { inputOf, leftovers, makeRoot, read, type Run, stamps, write, writeFiles, written } from './project.ts'
import { writeSite } from '../../../src/emit.ts'

const OLD: Run = { public: { a: '1', 'b/c': '1' }, private: { a: '1p' }, app: { 'app.js': '1' } }
const NEW: Run = { public: { a: '2', 'b/c': '1', d: '2' }, private: { a: '2p' }, app: { 'app.js': '2' } }
const FOLDERS = ['dist', 'dist-private', 'dist-deploy']
const snapshot = (root: string): Record<string, string>[] => FOLDERS.map((folder) => read(path.join(root, folder)))

const originals = Object.fromEntries(MUTATIONS.map((name) => [name, fs[name]]))

afterEach(() => {
  Object.assign(fs, originals)
  syncBuiltinESMExports()
})

/** Lets the operating system refuse what the function picks. */
function refuse(
  names: readonly (typeof MUTATIONS)[number][],
  code: string,
  picks: (name: string, args: readonly unknown[]) => boolean,
): void {
  for (const name of names) {
    const original = originals[name] as (...args: unknown[]) => unknown
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        if (!picks(name, args)) return original(...args)
        throw Object.assign(new Error(`${code}: refused, ${name} '${String(args[0])}'`), {
          code,
          path: typeof args[0] === 'string' ? args[0] : undefined,
          syscall: name,
        })
      },
    })
  }
  syncBuiltinESMExports()
}

describe('an error of the operating system', () => {
  test('at any point leaves the old site whole, is a finding, and the next build works', () => {
    const makers = MUTATIONS.filter((name) => !['rmSync', 'rmdirSync', 'unlinkSync'].includes(name))
    let failed = 0
    for (let at = 1; ; at++) {
      const root = makeRoot()
      written(root, OLD)
      const input = inputOf(root, NEW)
      const old = snapshot(root)
      let count = 0
      refuse(makers, 'ENOSPC', () => ++count === at)
      const { diagnostics, report } = writeSite(input)
      Object.assign(fs, originals)
      syncBuiltinESMExports()
      if (count < at) break
      if (diagnostics.length > 0) {
        failed++
        expect(diagnostics.map(({ code }) => code)).toEqual(['SITE_WRITE_FAILED'])
        expect(diagnostics[0]!.message).toMatch(
          /^The site could not be written and the one before is as it was: refused \(ENOSPC/,
        )
        expect(diagnostics[0]!.hint).toContain('space')
        expect(diagnostics[0]!.message).not.toContain(root)
        expect(report).toBeUndefined()
        expect(snapshot(root)).toEqual(old)
      }
      written(root, NEW)
      expect(read(path.join(root, 'dist'))).toEqual({ ...NEW.public, ...NEW.app })
      expect(leftovers(root)).toEqual([])
    }
    expect(failed).toBeGreaterThan(25)
  })

  test.each([1, 2, 3, 4, 5, 6])('at rename %i of moving in takes the renames before it back', (at) => {
    const root = makeRoot()
    written(root, OLD)
    const input = inputOf(root, NEW)
    const old = FOLDERS.map((folder) => stamps(path.join(root, folder)))
    let count = 0
    refuse(['renameSync'], 'EBUSY', (_, [from]) => !/staging|journal/.test(String(from)) && ++count === at)
    const { diagnostics } = writeSite(input)
    expect(diagnostics[0]!.hint).toContain('mount point')
    const files = (found: Record<string, string>): string[] => Object.keys(found)
    expect(FOLDERS.map((folder) => files(stamps(path.join(root, folder))))).toEqual(old.map(files))
    expect(leftovers(root)).toEqual([])
  })

  test('that keeps the old folder from being removed is told, and the new one is in place', () => {
    const root = makeRoot()
    written(root, OLD)
    const input = inputOf(root, NEW)
    let lastly = 0
    refuse(
      ['rmSync'],
      'EACCES',
      (_, [folder]) => String(folder).endsWith('previous') && existsSync(String(folder)) && ++lastly > 0,
    )
    const { diagnostics, report } = writeSite(input)
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('The new site is in place')])
    expect(report).toBeDefined()
    expect(read(path.join(root, 'dist'))).toEqual({ ...NEW.public, ...NEW.app })
    Object.assign(fs, originals)
    syncBuiltinESMExports()
    written(root, NEW)
    expect(leftovers(root)).toEqual([])
  })

  test.each(['EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP'])(
    'that allows no hard links (%s) makes copies with the same times',
    (code) => {
      const root = makeRoot()
      written(root, OLD)
      utimesSync(path.join(root, 'dist/b/c'), 1000, 1000)
      refuse(['linkSync'], code, () => true)
      const report = written(root, NEW)
      expect(report.folders.at(-1)).toMatchObject({ written: 3, unchanged: 1 })
      expect(statSync(path.join(root, 'dist/b/c')).mtimeMs).toBe(1_000_000)
      expect(read(path.join(root, 'dist'))).toEqual({ ...NEW.public, ...NEW.app })
    },
  )

  test('that allows no move between file systems copies the app', () => {
    const root = makeRoot()
    refuse(['renameSync'], 'EXDEV', (_, [from]) => String(from).includes('staging'))
    written(root, NEW)
    expect(read(path.join(root, 'dist'))).toEqual({ ...NEW.public, ...NEW.app })
  })

  test('about a name that is too long is told', () => {
    const root = makeRoot()
    const { diagnostics } = write(root, { public: { ['x'.repeat(256)]: '1' } })
    expect(diagnostics.map(({ code, hint }) => [code, hint])).toEqual([
      ['SITE_WRITE_FAILED', expect.stringContaining('255')],
    ])
    expect(read(root)).toEqual({})
  })

  test('about a file above a folder is told', () => {
    const root = makeRoot({ build: 'file' })
    expect(write(root, { public: { a: '1' }, outDir: 'build/dist' }).diagnostics.map(({ code }) => code)).toEqual([
      'SITE_WRITE_FAILED',
    ])
  })
})

describe('a lock', () => {
  const lock = (holder: unknown, folder = 'dist'): Record<string, string> => ({
    [`.${folder}.signpost/lock`]: typeof holder === 'string' ? holder : JSON.stringify(holder),
  })
  const own = { pid: process.pid, host: os.hostname(), started: startTime(process.pid) }

  test.each<[string, unknown]>([
    ['a process that is no more', { ...own, pid: 2 ** 22 + 1 }],
    ['a process whose number another one has now', { ...own, started: '1' }],
    ['nobody', ''],
    ['something else', '{"pid":-1}'],
  ])('of %s is taken over', (name, holder) => {
    if (name.includes('another one') && own.started === '') return
    const root = makeRoot()
    writeFiles(root, lock(holder))
    written(root, OLD)
    expect(leftovers(root)).toEqual([])
  })

  test.each(FOLDERS)('of a running process on %s stops the build and is kept', (folder) => {
    const root = makeRoot()
    written(root, OLD)
    writeFiles(root, lock(own, folder))
    const before = FOLDERS.map((name) => stamps(path.join(root, name)))
    const { diagnostics } = write(root, NEW)
    expect(diagnostics.map(({ code }) => code)).toEqual(['SITE_LOCKED'])
    expect(diagnostics[0]!.hint).toContain(`.${folder}.signpost/lock`)
    expect(FOLDERS.map((name) => stamps(path.join(root, name)))).toEqual(before)
    expect(leftovers(root)).toEqual([`.${folder}.signpost`])
  })

  test('of another machine holds for ten minutes', () => {
    const root = makeRoot()
    writeFiles(root, lock({ ...own, host: 'elsewhere' }))
    expect(write(root, OLD).diagnostics[0]!.message).toContain('"elsewhere"')
    const old = Date.now() / 1000 - 11 * 60
    utimesSync(path.join(root, '.dist.signpost/lock'), old, old)
    written(root, OLD)
  })

  test('that someone else takes while the build prepares keeps it from moving in', () => {
    const root = makeRoot()
    written(root, OLD)
    const input = inputOf(root, NEW)
    const old = snapshot(root)
    const file = path.join(root, '.dist.signpost/lock')
    refuse(['linkSync'], '', () => {
      const original = originals['writeFileSync'] as typeof writeFileSync
      original(file, JSON.stringify({ ...own, pid: 1 }))
      return false
    })
    expect(writeSite(input).diagnostics.map(({ code }) => code)).toEqual(['SITE_WRITE_FAILED'])
    expect(snapshot(root)).toEqual(old)
    expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(1)
  })
})

describe('what a killed build left', () => {
  test("is restored where its journal was lost, for it may be all there is of the publisher's files", () => {
    const root = makeRoot()
    written(root, OLD)
    writeFiles(root, { 'dist/own.txt': 'mine' })
    mkdirSync(path.join(root, '.dist.signpost'))
    fs.renameSync(path.join(root, 'dist'), path.join(root, '.dist.signpost/previous'))
    writeFiles(root, { '.dist.signpost/next/half': 'half', '.dist.signpost/staging-4194305/index.html': 'dead' })
    written(root, NEW)
    expect(read(path.join(root, 'dist'))).toEqual({ ...NEW.public, ...NEW.app, 'own.txt': 'mine' })
    expect(leftovers(root)).toEqual([])
  })

  test.each([
    '',
    'no json',
    '[]',
    '{"moves":"x"}',
    '{"moves":[{"folder":1,"remove":true},{"folder":"src","remove":true},{"folder":"..","remove":true},null]}',
  ])('is nothing with a journal that names nothing of ours: %s', (text) => {
    const root = makeRoot({ 'src/index.ts': 'mine' })
    writeFiles(root, { '.dist-deploy.signpost/journal.json': text })
    written(root, OLD)
    expect(read(path.join(root, 'src'))).toEqual({ 'index.ts': 'mine' })
    expect(leftovers(root)).toEqual([])
  })

  test('gives way to a folder that someone made anew in between', () => {
    const root = makeRoot()
    written(root, OLD)
    writeFiles(root, {
      '.dist-deploy.signpost/journal.json': '{"moves":[{"folder":"dist","remove":false}]}',
      '.dist.signpost/next/a': 'new',
      '.dist.signpost/previous/a': 'old',
    })
    rmSync(path.join(root, 'dist'), { recursive: true })
    writeFiles(root, { 'dist/hand.html': 'made by hand' })
    written(root, { ...NEW, emptyOutDir: false })
    expect(read(path.join(root, 'dist'))).toEqual({ ...NEW.public, ...NEW.app, 'hand.html': 'made by hand' })
    expect(leftovers(root)).toEqual([])
  })
})

test('a bug keeps its stack', () => {
  const root = makeRoot()
  const { build, ...rest } = inputOf(root, OLD)
  const broken = { ...build.public, artifacts: [{ ...build.public.artifacts[0]!, body: undefined as never }] }
  expect(() => writeSite({ ...rest, build: { ...build, public: broken } })).toThrow(TypeError)
  writeFileSync(path.join(root, 'still-writable'), '')
  expect(leftovers(root)).toEqual([])
})

import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChildTask } from './child.ts'
import { leftovers, makeConfig, makeRoot, read, type Run, write, writeFiles, written } from './project.ts'

const FOLDERS = ['dist', 'dist-private', 'dist-deploy']
let bundle: string

beforeAll(async () => {
  bundle = mkdtempSync(path.join(os.tmpdir(), 'signpost-child-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: path.join(import.meta.dirname, 'child.ts'),
      outDir: bundle,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'child.mjs' } },
    },
  })
})

afterAll(() => rmSync(bundle, { recursive: true, force: true }))

function taskFor(root: string, run: Run, options: Partial<ChildTask> = {}): ChildTask {
  const site = { public: run.public, ...(run.private && { private: run.private }) }
  return { root, config: makeConfig(), sites: [site], ...(run.app && { app: run.app }), ...options }
}

interface Ended {
  readonly killed: boolean
  readonly changes: number
  readonly codes: readonly string[]
}

function runChild(task: ChildTask): Promise<Ended> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [path.join(bundle, 'child.mjs'), JSON.stringify(task)], (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve({ killed: true, changes: 0, codes: [] })
      else if (error) reject(new Error(stderr))
      else resolve({ killed: false, ...(JSON.parse(stdout.split('\n').at(-2)!) as Omit<Ended, 'killed'>) })
    })
  })
}

const snapshot = (root: string): Record<string, string>[] => FOLDERS.map((folder) => read(path.join(root, folder)))

const OWN = { 'dist/own/file.txt': 'mine', 'dist-private/own.txt': 'mine too' }
const OLD: Run = {
  public: { '.well-known/skill-sharing': '1', 'skills/a/descriptor.json': 'a', 'skills/b/descriptor.json': 'b' },
  private: { '.well-known/skill-sharing': '1p', 'skills/x/descriptor.json': 'x' },
  app: { 'index.html': '<p>', 'assets/a.js': '1' },
}
const NEW: Run = {
  public: { '.well-known/skill-sharing': '2', 'skills/a/descriptor.json': 'a', 'skills/c/descriptor.json': 'c' },
  private: { '.well-known/skill-sharing': '2p', 'skills/x/descriptor.json': 'x' },
  app: { 'index.html': '<p>', 'assets/b.js': '2' },
}
const THIRD: Run = {
  public: { '.well-known/skill-sharing': '3' },
  private: { '.well-known/skill-sharing': '3p' },
  app: { 'index.html': '<p>3' },
}

/** Two processes at a time run a job for each number. */
async function each(count: number, job: (index: number) => Promise<void>): Promise<void> {
  let next = 1
  const worker = async (): Promise<void> => {
    while (next <= count) await job(next++)
  }
  await Promise.all([worker(), worker()])
}

/** Changes at the end of a build among which it commits and moves in. */
const LAST = 30

const withoutPrivate = ({ private: _, ...run }: Run): Run => run
const withoutApp = ({ app: _, ...run }: Run): Run => run

/** A root in which a site was built, with files of the publisher's own, and copies of it. */
function template(before: Run | undefined, own: Record<string, string> = {}): { root: string; copy(): string } {
  const root = makeRoot()
  if (before) {
    written(root, before)
    writeFiles(root, own)
    // A file that replaces one of the same second costs one change more: the numbers would not be the same each time.
    for (const folder of FOLDERS)
      for (const file of Object.keys(read(path.join(root, folder)))) utimesSync(path.join(root, folder, file), 1, 1)
  }
  return { root, copy: () => clone(root) }
}

function clone(root: string): string {
  const copy = makeRoot()
  cpSync(root, copy, { recursive: true, preserveTimestamps: true })
  return copy
}

function outcome(root: string, run: Run): Record<string, string>[] {
  const copy = clone(root)
  written(copy, run)
  return snapshot(copy)
}

describe('a build killed before any of its changes of the file system', () => {
  const ownPublic = { 'dist/own/file.txt': 'mine' }
  test.each<[string, number, Run | undefined, Run, Record<string, string>]>([
    ['changing all three folders', 1, OLD, NEW, OWN],
    ['removing the private folder', 3, OLD, withoutPrivate(NEW), ownPublic],
    ['making the private folder', 5, withoutPrivate(OLD), NEW, ownPublic],
    ['in a folder of another framework', 5, withoutApp(OLD), withoutApp(NEW), OWN],
    ['the first of a site', 5, undefined, NEW, {}],
    ['changing nothing', 4, OLD, OLD, OWN],
  ])(
    'leaves old or new folders, and the next build goes on: %s',
    { timeout: 120_000 },
    async (_, every, before, run, own) => {
      const { root: start, copy } = template(before, own)
      const other = run.app ? THIRD : withoutApp(THIRD)
      const [old, fresh, third] = [snapshot(start), outcome(start, run), outcome(start, other)]
      const { changes } = await runChild(taskFor(copy(), run))
      const absent = new Set<string>()

      await each(Math.floor(changes / every), async (index) => {
        const root = copy()
        const at = index * every
        const { killed } = await runChild(taskFor(root, run, { at, action: 'kill' }))
        // A file that replaces one of the same second costs one change more.
        expect(killed || at > changes - 6).toBe(true)
        for (const [folder, name] of FOLDERS.entries()) {
          const states = [old[folder], fresh[folder]]
          const between =
            !existsSync(path.join(root, name)) && !states.some((files) => Object.keys(files!).length === 0)
          if (between) {
            absent.add(`${name} ${at}`)
            expect(existsSync(path.join(root, '.dist-deploy.signpost/journal.json'))).toBe(true)
            expect(['previous', 'next'].map((part) => read(path.join(root, `.${name}.signpost`, part)))).toEqual(states)
          } else expect(states).toContainEqual(read(path.join(root, name)))
        }
        written(root, index % 2 === 0 ? run : other)
        expect(snapshot(root)).toEqual(index % 2 === 0 ? fresh : third)
        expect(leftovers(root)).toEqual([])
      })
      // Absent only between the two renames of a folder.
      expect(absent.size).toBeLessThanOrEqual(FOLDERS.length)
      expect(changes).toBeGreaterThan(before === run ? 5 : 30)
    },
  )

  test('recovers from a kill while it recovers', { timeout: 120_000 }, async () => {
    const { root: start, copy } = template(OLD, OWN)
    const [fresh, third] = [outcome(start, NEW), outcome(start, THIRD)]
    const { changes } = await runChild(taskFor(copy(), NEW))
    const crashed: string[] = []
    await each(LAST, async (index) => {
      const root = copy()
      await runChild(taskFor(root, NEW, { at: changes - LAST + index, action: 'kill' }))
      if (existsSync(path.join(root, '.dist-deploy.signpost/journal.json'))) crashed.push(root)
    })
    expect(crashed.length).toBeGreaterThan(6)
    await each(crashed.length * 2, async (index) => {
      const root = clone(crashed[index % crashed.length]!)
      await runChild(taskFor(root, THIRD, { at: (index * 7) % 37, action: 'kill' }))
      for (const [folder, name] of FOLDERS.entries())
        if (existsSync(path.join(root, name)))
          expect([snapshot(start)[folder], fresh[folder], third[folder]]).toContainEqual(read(path.join(root, name)))
      written(root, index % 2 === 0 ? THIRD : NEW)
      expect(snapshot(root)).toEqual(index % 2 === 0 ? third : fresh)
      expect(leftovers(root)).toEqual([])
    })
  })

  test('finishes folders that are no longer configured', async () => {
    const { copy } = template(OLD)
    let root: string
    let at = (await runChild(taskFor(copy(), NEW))).changes - LAST
    do {
      root = copy()
      await runChild(taskFor(root, NEW, { at: at++, action: 'kill' }))
    } while (existsSync(path.join(root, 'dist-private')))
    written(root, { ...THIRD, config: { privateDir: 'hidden' } })
    expect(read(path.join(root, 'dist-private'))).toEqual({ ...NEW.private, '.gitignore': expect.any(String) })
    expect(read(path.join(root, 'hidden'))).toEqual({ ...THIRD.private, '.gitignore': expect.any(String) })
    expect(leftovers(root)).toEqual([])
  })
})

test('a build killed at any time leaves whole folders', { timeout: 120_000 }, async () => {
  const files = (version: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`skills/s${n}/descriptor.json`, version]))
  const sites = [{ public: files('one'), private: files('one') }, { public: files('two') }]
  const root = makeRoot()
  for (let round = 0; round < 8; round++) {
    const child = spawn(process.execPath, [
      path.join(bundle, 'child.mjs'),
      JSON.stringify(taskFor(root, { public: {}, app: {} }, { sites, forever: true })),
    ])
    const closed = new Promise((resolve) => child.on('close', resolve))
    await new Promise((resolve) => setTimeout(resolve, 150 + ((round * 37) % 90)))
    child.kill('SIGKILL')
    await closed
    for (const folder of ['dist', 'dist-private']) {
      const { '.gitignore': _, ...found } = read(path.join(root, folder))
      const versions = new Set(Object.values(found))
      expect(versions.size).toBeLessThanOrEqual(1)
      expect([0, 300]).toContain(Object.keys(found).length)
    }
  }
  written(root, { public: files('three'), app: {} })
  expect(read(path.join(root, 'dist'))).toEqual(files('three'))
  expect(leftovers(root)).toEqual([])
})

describe('builds at the same time', () => {
  test('the second stops with a finding while the first writes, and the first goes on', async () => {
    const root = makeRoot()
    written(root, OLD)
    const task = taskFor(root, NEW, { at: 20, action: 'pause' })
    const child = spawn(process.execPath, [path.join(bundle, 'child.mjs'), JSON.stringify(task)])
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const before = snapshot(root)
    const { diagnostics } = write(root, THIRD)
    expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(['SITE_LOCKED'])
    expect(diagnostics[0]!.message).toContain(`process ${child.pid}`)
    expect(snapshot(root)).toEqual(before)
    writeFileSync(path.join(root, 'go'), '')
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
    expect(snapshot(root)).toEqual(outcome(root, NEW))
    expect(leftovers(root)).toEqual([])
  })

  test('end with one of the sites, whole', { timeout: 120_000 }, async () => {
    const root = makeRoot()
    const runs = Array.from({ length: 8 }, (_, n): Run => ({
      public: Object.fromEntries(Array.from({ length: 200 }, (_, file) => [`s${file}/d.json`, `${n}`])),
    }))
    const ended = await Promise.all(runs.map((run) => runChild(taskFor(root, run))))
    const good = runs.filter((_, n) => ended[n]!.codes.length === 0)
    expect(good.length).toBeGreaterThan(0)
    expect(ended.flatMap(({ codes }) => codes).filter((code) => code !== 'SITE_LOCKED')).toEqual([])
    expect(good.map((run) => run.public)).toContainEqual(read(path.join(root, 'dist')))
    expect(leftovers(root)).toEqual([])
    expect(readdirSync(root).toSorted()).toEqual(['dist', 'dist-deploy'])
    expect(JSON.parse(readFileSync(path.join(root, 'dist-deploy/manifest.json'), 'utf8')).public.files).toHaveLength(
      200,
    )
  })
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Config } from '../../../src/config.ts'
import { checkTargets } from '../../../src/emit/targets.ts'
import { leftovers, makeConfig, makeRoot, read, type Run, stamps, write, writeFiles, written } from './project.ts'

const PUBLIC = { 'skills/pdf/descriptor.json': '{}' }

/** Refused folders: name, what lies in the root, the run, the option and the reason. */
const REFUSED: ReadonlyArray<readonly [string, Record<string, string>, Partial<Run>, string, string]> = [
  ['the root', {}, { outDir: '.' }, 'build.outDir', 'the root of the site'],
  ['the root by another spelling', {}, { outDir: 'a/..' }, 'build.outDir', 'the root of the site'],
  ['the folder above', {}, { outDir: '..' }, 'build.outDir', 'the root of the site lies in it'],
  ['the file system', {}, { outDir: '/' }, 'build.outDir', 'the root of the site lies in it'],
  ['the home folder', {}, { outDir: os.homedir() }, 'build.outDir', 'home folder'],
  ['git', {}, { outDir: '.git' }, 'build.outDir', 'git keeps'],
  ['a folder of git', { '.git/HEAD': '' }, { outDir: '.git/site' }, 'build.outDir', 'git keeps'],
  ['node_modules', {}, { outDir: 'node_modules' }, 'build.outDir', 'packages'],
  ['the development key', {}, { config: { deployDir: '.signpost' } }, 'deployDir', 'development key'],
  ['inside the development key', {}, { config: { privateDir: '.signpost/x' } }, 'privateDir', 'development key'],
  ['the definitions', { 'skills/a.yaml': '' }, { outDir: 'skills' }, 'build.outDir', 'is the definitions in `skills`'],
  [
    'inside the definitions',
    { 'skills/a.yaml': '' },
    { outDir: 'skills/dist' },
    'build.outDir',
    'lies in the definitions',
  ],
  [
    'around the definitions',
    { 'site/skills/a.yaml': '' },
    { outDir: 'site', config: { skills: ['./site/skills/*'] } },
    'build.outDir',
    'holds the definitions',
  ],
  ['the agents', {}, { config: { privateDir: 'agents' } }, 'privateDir', 'is the definitions in `agents`'],
  ['public/', { 'public/a': '' }, { outDir: 'public', publicDir: 'public' }, 'build.outDir', 'your own files'],
  [
    'inside public/',
    { 'public/a': '' },
    { outDir: 'public/dist', publicDir: 'public' },
    'build.outDir',
    'your own files',
  ],
  [
    'around public/',
    { 'app/public/a': '' },
    { outDir: 'app', publicDir: 'app/public' },
    'build.outDir',
    'your own files',
  ],
  [
    'around the options',
    { 'conf/vite.config.ts': '' },
    { outDir: 'conf', config: { file: 'conf/vite.config.ts' } },
    'build.outDir',
    'options',
  ],
  ['a package', { 'src/package.json': '{}' }, { outDir: 'src' }, 'build.outDir', 'package.json'],
  [
    'a package that another framework left',
    { 'src/package.json': '{}' },
    { outDir: 'src', app: {} },
    'build.outDir',
    'package.json',
  ],
  [
    'a package for the private view',
    { 'api/package.json': '{}' },
    { config: { privateDir: 'api' } },
    'privateDir',
    'package.json',
  ],
  ['a repository', { 'site/.git/HEAD': '' }, { outDir: 'site' }, 'build.outDir', 'repository'],
  ['a work tree', { 'site/.git': 'gitdir: x' }, { outDir: 'site' }, 'build.outDir', 'repository'],
  ['a file', { dist: '' }, {}, 'build.outDir', 'it is a file'],
  ['a deployment file', { 'dist-deploy': '' }, {}, 'deployDir', 'it is a file'],
  [
    'a private view that is not ours',
    { 'dist-private/a': '' },
    { private: PUBLIC },
    'privateDir',
    'nothing in it shows',
  ],
  [
    'a private view with another .gitignore',
    { 'dist-private/.gitignore': '*\n' },
    { private: PUBLIC },
    'privateDir',
    'nothing in it shows',
  ],
  ['a deployment folder that is not ours', { 'dist-deploy/notes.txt': '' }, {}, 'deployDir', 'nothing in it shows'],
  [
    'a deployment folder with another manifest',
    { 'dist-deploy/manifest.json': '{}' },
    {},
    'deployDir',
    'nothing in it shows',
  ],
]

/** Folders that overlap: both are named. */
const OVERLAPPING: ReadonlyArray<readonly [string, Partial<Run>, readonly string[], string]> = [
  [
    'private inside public',
    { config: { privateDir: 'dist/private' } },
    ['build.outDir', 'privateDir'],
    'would publish the authenticated view',
  ],
  ['private is public', { config: { privateDir: 'dist' } }, ['build.outDir', 'privateDir'], 'is the folder of `'],
  [
    'private is public, spelt otherwise',
    { config: { privateDir: './x/../dist/' } },
    ['build.outDir', 'privateDir'],
    'is the folder of `',
  ],
  [
    'public inside private',
    { outDir: 'dist-private/site' },
    ['build.outDir', 'privateDir'],
    'lies in the folder of `privateDir`',
  ],
  [
    'deploy inside public',
    { config: { deployDir: 'dist/deploy' } },
    ['build.outDir', 'deployDir'],
    'lies in the folder of `build.outDir`',
  ],
  ['deploy is private', { config: { deployDir: 'dist-private' } }, ['deployDir', 'privateDir'], 'is the folder of `'],
]

describe('refused with a reason, and nothing is touched', () => {
  test.each(REFUSED)('%s', (_, files, run, option, reason) => {
    const root = makeRoot(files)
    const before = stamps(root)
    const { diagnostics, report } = write(root, { public: PUBLIC, ...run, ...(run.app && { app: undefined as never }) })
    expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
      ['SITE_TARGET_REFUSED', run.config?.file ?? 'vite.config.ts'],
    ])
    expect(diagnostics[0]!.message).toContain(`\`${option}\``)
    expect(diagnostics[0]!.message).toContain(reason)
    expect(diagnostics[0]!.pointer).toBe(option === 'build.outDir' ? undefined : `/${option}`)
    expect(report).toBeUndefined()
    expect(Object.keys(stamps(root))).toEqual(Object.keys(before))
    expect(read(root)).toEqual(files)
  })

  test.each(OVERLAPPING)('%s', (_, run, options, reason) => {
    const root = makeRoot()
    const { diagnostics } = write(root, { public: PUBLIC, private: PUBLIC, ...run })
    expect(diagnostics.map(({ code }) => code)).toEqual(options.map(() => 'SITE_TARGET_REFUSED'))
    for (const option of options)
      expect(diagnostics.some(({ message }) => message.includes(`(\`${option}\`)`))).toBe(true)
    expect(diagnostics.map(({ message }) => message).join()).toContain(reason)
    expect(read(root)).toEqual({})
  })

  test('a link, whatever it leads to', () => {
    const root = makeRoot({ 'real/old.html': 'old' })
    for (const name of ['dist', 'dist-private', 'dist-deploy']) symlinkSync('real', path.join(root, name))
    const { diagnostics } = write(root, { public: PUBLIC, private: PUBLIC })
    expect(diagnostics.map(({ code }) => code)).toEqual(Array(3).fill('SITE_TARGET_REFUSED'))
    expect(diagnostics[0]!.message).toContain('symbolic link')
    expect(read(path.join(root, 'real'))).toEqual({ 'old.html': 'old' })
  })

  test('a folder that a link leads out of the project', () => {
    const root = makeRoot()
    const outside = makeRoot()
    symlinkSync(outside, path.join(root, 'build'))
    const { diagnostics } = write(root, { public: PUBLIC, outDir: 'build/dist' })
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('leads out of the project')])
    expect(read(outside)).toEqual({})
  })

  test('the definitions by way of a link', () => {
    const root = makeRoot({ 'skills/a.yaml': '' })
    symlinkSync('skills', path.join(root, 'alias'))
    expect(write(root, { public: PUBLIC, outDir: 'alias/dist' }).diagnostics[0]!.message).toContain(
      'lies in the definitions',
    )
  })

  test('a link in the place of what a build prepares', () => {
    const root = makeRoot()
    const outside = makeRoot({
      'next/keep.txt': 'keep',
      'previous/keep.txt': 'keep',
      'staging-999999/keep.txt': 'keep',
    })
    symlinkSync(outside, path.join(root, '.dist.signpost'))
    expect(write(root, { public: PUBLIC }).diagnostics.map(({ code }) => code)).toEqual(['SITE_WRITE_FAILED'])
    expect(Object.keys(read(outside))).toHaveLength(3)
  })

  test.runIf(process.platform !== 'win32')('a folder with something that is no file', () => {
    const root = makeRoot({ 'dist/a.html': '' })
    execFileSync('mkfifo', [path.join(root, 'dist/pipe')])
    expect(write(root, { public: PUBLIC }).diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('`pipe`'),
    ])
    expect(leftovers(root)).toEqual([])
  })
})

describe('accepted', () => {
  test.each<[string, Record<string, string>, Partial<Run>]>([
    ['a folder of node_modules', {}, { outDir: 'node_modules/.cache/site' }],
    ['a folder whose name begins like another', { 'skills/a.yaml': '' }, { outDir: 'skills-dist' }],
    ['a folder beside patterns that begin anywhere', {}, { config: { skills: ['**/skills'] } }],
    ['an empty private folder', { 'dist-private/.keep': '' }, { config: { privateDir: 'dist-private/empty' } }],
    ['no private folder', {}, { private: PUBLIC, config: { privateDir: false } }],
    ['a package.json of the app', {}, { app: { 'package.json': '{}' } }],
  ])('%s', (_, files, run) => {
    const root = makeRoot(files)
    if (run.config?.privateDir) mkdirSync(path.join(root, run.config.privateDir), { recursive: true })
    for (let build = 0; build < 2; build++) written(root, { public: PUBLIC, ...run })
    expect(read(path.join(root, run.outDir ?? 'dist'))).toEqual({ ...PUBLIC, ...run.app })
  })

  test('a folder of ours whose manifest is lost, by its mark', () => {
    const root = makeRoot()
    written(root, { public: PUBLIC, private: { ...PUBLIC, a: '1' } })
    writeFiles(root, { 'dist-deploy/manifest.json': '' })
    written(root, { public: PUBLIC, private: PUBLIC })
    expect(Object.keys(read(path.join(root, 'dist-private')))).toEqual(['.gitignore', 'skills/pdf/descriptor.json'])
  })
})

test('targets can be asked for before anything is prepared', () => {
  const root = makeRoot()
  const config: Config = makeConfig()
  expect(checkTargets({ root, outDir: 'dist', config })).toEqual([])
  expect(checkTargets({ root, outDir: '..', config }).map(({ code }) => code)).toEqual(['SITE_TARGET_REFUSED'])
})

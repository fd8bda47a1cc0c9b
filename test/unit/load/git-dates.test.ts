import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { BuildResult } from '../../../src/build.ts'
import { buildFolder } from '../../../src/build-folder.ts'
import { manifestOf } from '../../ard.ts'
import { agentYaml, folderOf, options, skillYaml } from '../../site.ts'

function git(cwd: string, args: readonly string[], date = '2026-01-01T00:00:00Z'): void {
  const env = {
    PATH: process.env['PATH'],
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
  }
  execFileSync(
    'git',
    ['-c', 'user.name=T', '-c', 'user.email=t@acme.example', '-c', 'init.defaultBranch=main', ...args],
    { cwd, env, stdio: 'pipe' },
  )
}

function commit(root: string, files: Record<string, string>, date: string): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  git(root, ['add', '-A'])
  git(root, ['commit', '-q', '-m', 'x'], date)
}

function build(root: string, ard: object = { dates: 'git' }): Promise<BuildResult> {
  return buildFolder(
    root,
    { ...options, formats: { ard } as never },
    { mode: 'production', file: 'vite.config.ts', env: {} },
  )
}

function dates(result: BuildResult): Record<string, unknown> {
  const entries = ['.well-known/ard.json', 'catalogs/skills.json'].flatMap((path) => manifestOf(result, path).entries)
  return Object.fromEntries(
    entries.map(({ identifier, updatedAt }) => [identifier.replace('urn:air:acme.example:', ''), updatedAt]),
  )
}

function repository(): string {
  const root = folderOf({})
  git(root, ['init', '-q'])
  commit(
    root,
    {
      'site/skills/a b.yaml': skillYaml({ publish: { slug: 'a' } }),
      'site/agents/desk.yaml': agentYaml({ skills: [{ ref: 'b' }] }),
      'x.txt': '1',
    },
    '2026-01-02T03:04:05+02:00',
  )
  commit(root, { 'site/skills/b.yaml': skillYaml({ tags: ['x'], name: 'B' }), 'x.txt': '2' }, '2026-02-02T00:00:00Z')
  commit(
    root,
    { 'site/skills/own.yaml': skillYaml({ name: 'Own', updated_at: '2025-05-05T05:05:05Z' }) },
    '2026-03-02T00:00:00Z',
  )
  commit(root, { 'x.txt': '3' }, '2026-04-02T00:00:00Z')
  return join(root, 'site')
}

test('a date is that of the last commit that changed a file of the entry, in UTC, unless the definition has one', async () => {
  const root = repository()
  writeFileSync(join(root, 'skills/new.yaml'), skillYaml({ name: 'New' }))
  const result = await build(root)
  expect(result.diagnostics.filter(({ code }) => code.startsWith('ARD_'))).toEqual([])
  expect(dates(result)).toEqual({
    // The card says what the skill says.
    'agent:desk': '2026-02-02T00:00:00Z',
    'catalog:skills': undefined,
    'descriptor:a': '2026-01-02T01:04:05Z',
    'descriptor:b': '2026-02-02T00:00:00Z',
    'descriptor:new': undefined,
    'descriptor:own': '2025-05-05T05:05:05Z',
  })
  expect(dates(await build(root, {}))['descriptor:a']).toBeUndefined()
})

test('what a merge changed by itself counts, and both of its sides', async () => {
  const root = repository()
  const top = dirname(root)
  git(top, ['checkout', '-q', '-b', 'side'])
  commit(top, { 'site/skills/b.yaml': skillYaml({ tags: ['side'], name: 'B' }) }, '2026-05-01T00:00:00Z')
  git(top, ['checkout', '-q', 'main'])
  commit(top, { 'site/skills/a b.yaml': skillYaml({ publish: { slug: 'a' }, tags: ['main'] }) }, '2026-05-02T00:00:00Z')
  git(top, ['merge', '-q', '--no-ff', '--no-commit', 'side'])
  commit(top, { 'site/skills/own.yaml': skillYaml({ name: 'Own again' }) }, '2026-05-03T00:00:00Z')
  expect(dates(await build(root))).toMatchObject({
    'descriptor:a': '2026-05-02T00:00:00Z',
    'descriptor:b': '2026-05-01T00:00:00Z',
    'descriptor:own': '2026-05-03T00:00:00Z',
  })
})

test('a history that is cut off gives a finding and no dates', async () => {
  const root = repository()
  const clone = folderOf({})
  git(clone, ['clone', '-q', '--depth', '1', `file://${dirname(root)}`, 'copy'])
  const result = await build(join(clone, 'copy/site'))
  expect(result.diagnostics.map(({ code, pointer }) => [code, pointer])).toContainEqual([
    'ARD_DATES_HISTORY',
    '/formats/ard/dates',
  ])
  expect(dates(result)['descriptor:a']).toBeUndefined()
})

test('so does a folder without a repository, and one without a commit', async () => {
  const root = folderOf({ 'skills/a.yaml': skillYaml() })
  expect((await build(root)).diagnostics.map(({ code }) => code)).toEqual(['ARD_DATES_HISTORY'])
  git(root, ['init', '-q'])
  expect((await build(root)).diagnostics.map(({ code }) => code)).toEqual(['ARD_DATES_HISTORY'])
  expect((await build(root, { dates: 'definition' })).diagnostics).toEqual([])
})

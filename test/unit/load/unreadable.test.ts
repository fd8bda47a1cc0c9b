import { chmodSync, mkdirSync, symlinkSync, type readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/commands/context.ts'
import type { Flags } from '../../../src/commands/command.ts'
import { openRoot } from '../../../src/load/disk.ts'
import { loadSources } from '../../../src/load/load.ts'
import { folderOf, skillYaml } from '../../site.ts'

const config = { skills: ['skills'], agents: ['agents'], exclude: [], file: 'vite.config.ts' }

/** Root may read everything: only what the kernel refuses to everybody is unreadable for it. */
const isRoot = process.getuid?.() === 0

const closed: string[] = []

afterEach(() => {
  for (const folder of closed.splice(0)) chmodSync(folder, 0o755)
})

function close(folder: string): void {
  chmodSync(folder, 0)
  closed.push(folder)
}

describe('folders of definitions that may not be read', () => {
  test.skipIf(isRoot)('are findings that name them', () => {
    for (const skills of [['skills'], ['skills/*'], ['**/deep']]) {
      const root = folderOf({ 'skills/a/deep/b.yaml': skillYaml() })
      const folder = skills[0] === 'skills' ? 'skills' : 'skills/a'
      close(join(root, folder))
      const { diagnostics } = loadSources(root, { ...config, skills })
      expect(diagnostics.map((d) => `${d.code} ${d.file ?? ''}`)).toContain(`DEFINITION_UNREADABLE ${folder}`)
    }
  })

  test('a search that the system refuses is a finding; one that is wrong is thrown', () => {
    const root = folderOf({ 'skills/a.yaml': skillYaml() })
    const disk = openRoot(root)
    const fs = {
      readdirSync: () => {
        throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES', path: join(root, 'skills') })
      },
    } as unknown as { readdirSync: typeof readdirSync }
    expect(disk.find('skills/*', { fs })).toEqual([])
    expect(disk.diagnostics).toMatchObject([
      {
        code: 'DEFINITION_UNREADABLE',
        file: 'skills',
        message: 'skills cannot be read: the system does not allow it.',
      },
    ])
    expect(() => disk.find('', {})).toThrow(TypeError)
  })
})

describe('a public folder that cannot be read', () => {
  const options = {
    origin: 'https://acme.example',
    provider: { name: 'Acme' },
    defaults: { access: 'public' },
  } as const
  const silent = { write: (): void => undefined }
  const io = { cwd: '/', env: {}, stdout: silent, stderr: silent, version: '0' }
  const context = (root: string, outDir?: string): ReturnType<typeof contextOf> => {
    const flags = (outDir === undefined ? {} : { outDir }) as Flags
    return contextOf({ root, file: 'signpost.config.mjs', options }, flags, io as never)
  }

  test('a file of it is a finding', async () => {
    const root = folderOf({ 'dist/index.html': '' })
    symlinkSync('robots.txt', join(root, 'dist/robots.txt'))
    const { diagnostics } = await context(root)
    expect(diagnostics).toMatchObject([
      { code: 'SITE_WRITE_FAILED', message: expect.stringContaining('dist/robots.txt') },
    ])
  })

  test.each(['/', '..', '.'])('nothing is read of %s, which is refused', async (outDir) => {
    const root = folderOf({ 'x/robots.txt': 'User-agent: *' })
    mkdirSync(join(root, 'x/skills'))
    const at = join(root, 'x')
    expect(await context(at, outDir === '/' ? '/' : join(at, outDir))).not.toHaveProperty('publicFiles')
  })

  test('a file in its place is refused, and not read', async () => {
    const root = folderOf({})
    writeFileSync(join(root, 'dist'), '')
    expect(await context(root)).not.toHaveProperty('publicFiles')
  })
})

import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const script = `
import { buildFolder } from ${JSON.stringify(new URL('../../src/build-folder.ts', import.meta.url).href)}
import { createHash } from 'node:crypto'
const result = await buildFolder(process.argv[1], { origin: 'https://acme.example', provider: { name: 'Acme' }, defaults: { access: 'public' }, trust: false }, { mode: 'production', file: 'vite.config.ts', env: {} })
const list = ['public', 'private'].flatMap((view) => result[view].artifacts.map((a) => [view, a.path, a.mediaType, createHash('sha256').update(a.body).digest('hex')].join(' ')))
process.stdout.write(JSON.stringify([list, result.diagnostics]))
`

/** What a build of the sample definitions gives in a process with this environment. */
function built(folder: string, env: Record<string, string>): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script, folder],
    { cwd: root, encoding: 'utf8', env: { ...process.env, ...env } },
  )
  if (stdout === '') throw new Error(stderr)
  return stdout
}

test('the same definitions give the same bytes from another folder, time zone, locale and file order', () => {
  const other = join(mkdtempSync(join(tmpdir(), 'signpost-é ')), 'deeper', 'site')
  onTestFinished(() => rmSync(other, { recursive: true, force: true }))
  mkdirSync(other, { recursive: true })
  for (const folder of ['agents', 'skills']) {
    mkdirSync(join(other, folder))
    // Made in reverse, so that the file system lists them in another order.
    for (const name of readdirSync(join(root, folder)).toSorted().toReversed()) {
      cpSync(join(root, folder, name), join(other, folder, name), { recursive: true })
      utimesSync(join(other, folder, name), 1e9, 1e9)
    }
  }
  const here = built(root, { TZ: 'UTC', LC_ALL: 'C' })
  expect(JSON.parse(here)[0].length).toBeGreaterThan(20)
  expect(built(other, { TZ: 'Pacific/Chatham', LC_ALL: 'sv_SE.UTF-8', LANG: 'sv_SE.UTF-8' })).toBe(here)
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'signpost-cases-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Run {
  readonly id: string
  readonly ok: boolean
  readonly why?: string
}

function run(name: string, ...args: string[]): Run[] {
  const report = join(folder, `${name}.json`)
  const { stderr } = spawnSync(process.execPath, ['test/cases/tools/run.mjs', '--json', report, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CI: '' },
  })
  expect(stderr).toBe('')
  return JSON.parse(readFileSync(report, 'utf8')) as Run[]
}

test('definitions from real reports have the right outcome', { timeout: 600_000 }, () => {
  const runs = run('groups', '--group', 'fm,fs,id,url,sec,a2a,as,mcp,host')
  expect(runs.length).toBeGreaterThan(40)
  expect(runs.filter((r) => !r.ok)).toEqual([])
})

test.each(['real-04', 'real-05', 'real-13', 'real-14'])(
  'a whole tree from a real provider: %s',
  { timeout: 120_000 },
  (id) => {
    const runs = run(id, '--only', id)
    expect(runs.length).toBeGreaterThan(0)
    expect(runs.filter((r) => !r.ok)).toEqual([])
  },
)

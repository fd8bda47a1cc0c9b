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

test('inputs from real reports have the right outcome', { timeout: 900_000 }, () => {
  const report = join(folder, 'report.json')
  const { stderr } = spawnSync(process.execPath, ['test/cases/tools/run.mjs', '--json', report], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CI: '' },
  })
  expect(stderr).toBe('')
  const runs = JSON.parse(readFileSync(report, 'utf8')) as Run[]
  expect(runs.length).toBeGreaterThan(60)
  expect(runs.filter((r) => !r.ok)).toEqual([])
})

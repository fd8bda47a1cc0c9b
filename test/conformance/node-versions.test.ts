import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { buildSample, sampleRoot } from '../sample.ts'
import { otherNode } from './tool.ts'

test('another version of Node builds the same bytes, archives included', async (context) => {
  const node = await otherNode(context)
  const script = `
import { createHash } from 'node:crypto'
import { buildSample } from ${JSON.stringify(new URL('../sample.ts', import.meta.url).href)}
const { public: site } = await buildSample()
const files = site.artifacts.map(({ path, body }) => [path, createHash('sha256').update(body).digest('hex')])
process.stdout.write(JSON.stringify([process.versions.node, files]))`
  const { stdout } = await promisify(execFile)(node, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: sampleRoot,
  })
  const [version, files] = JSON.parse(stdout) as [string, unknown]
  expect(version.split('.')[0]).not.toBe(process.versions.node.split('.')[0])
  const { artifacts } = (await buildSample()).public
  expect(artifacts.some(({ path }) => path.endsWith('.zip'))).toBe(true)
  expect(files).toEqual(artifacts.map(({ path, body }) => [path, createHash('sha256').update(body).digest('hex')]))
})

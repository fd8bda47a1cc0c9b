import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { Artifact } from '../../src/site.ts'
import { buildSample } from '../sample.ts'
import { folderOf } from '../site.ts'
import { installTool, runTool } from './tool.ts'

test('the reference validator accepts every SKILL.md of the sample, in both views and at both addresses', async (context) => {
  const cli = await installTool(context, 'skills-ref@0.1.5', 'node_modules/skills-ref/dist/cli.js')
  const sample = await buildSample()
  const skills = [...sample.public.artifacts, ...sample.private!.artifacts].filter(({ path }) =>
    path.endsWith('/SKILL.md'),
  )
  expect(skills).toHaveLength(10)
  for (const [index, skill] of skills.entries()) {
    const root = folderOf({})
    const folder = join(root, String(index), skillName(skill))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'SKILL.md'), skill.body)
    const { code, output } = await runTool(process.execPath, [cli, 'validate', folder], root)
    expect([skill.path, code, output]).toEqual([skill.path, 0, output])
  }
})

function skillName({ path }: Artifact): string {
  return dirname(path).split('/').at(-1)!
}

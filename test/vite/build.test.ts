import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Rolldown } from 'vite'
import { createProject, skill } from './project.ts'

const site = {
  'skills/weather.yaml': skill('weather'),
  'skills/hidden.yaml': skill('hidden', 'access: private\nauth: {type: api_key}\n'),
}
const broken = `${skill('broken')}tags: 7\n`

test('without an index.html the site is all there is', async () => {
  const project = createProject(site)
  await project.build()
  const files = project.list('dist')
  expect(files).toEqual(
    expect.arrayContaining([
      '.well-known/skill-sharing',
      '.well-known/skill-sharing.api.json',
      'index.html',
      'skills/weather/descriptor.json',
    ]),
  )
  expect(files.filter((file) => /\.js$|\.map$|^assets|hidden|virtual/.test(file))).toEqual([])
  expect(project.list('dist-private')).toContain('skills/hidden/descriptor.json')
  expect(readdirSync(project.root).toSorted()).toEqual(['dist', 'dist-deploy', 'dist-private', 'skills'])
})

test('the report says what was written where, warnings first', async () => {
  const project = createProject({ 'skills/weather.yaml': `${skill('weather')}colour: red\n` })
  await project.build()
  const [report] = project.log.warn
  expect(report).toMatch(
    /skills\/weather\.yaml:\d+:\d+ {2}warning {2}DEFINITION_UNKNOWN_KEY[^]*Site of https:\/\/acme\.example[^]*skill-sharing +7 documents[^]*dist +\d+ files/,
  )
  expect(project.log.error).toEqual([])
  expect(project.log.info.join('\n')).not.toContain('staging')
  expect(project.plugin().api?.written?.folders.map(({ path: folder }) => folder)).toEqual(['dist-deploy', 'dist'])
})

test('an error in one definition writes nothing and says everything', async () => {
  const project = createProject(site)
  await project.build()
  const before = project.list('dist').map((file) => [file, readFileSync(path.join(project.root, 'dist', file), 'utf8')])
  project.write({
    'skills/broken.yaml': broken,
    'skills/other.yaml': skill('other').replace('version: 1.0.0', 'version: one'),
  })
  const failure = await project.build().then(
    () => undefined,
    (error: Error) => error,
  )
  expect(failure?.message).toMatch(/Signpost found 2 errors: nothing was written\./)
  const [report] = project.log.error
  expect(report).toMatch(/skills\/broken\.yaml:\d+:\d+[^]*skills\/other\.yaml:3:10/)
  expect(project.plugin().api?.result?.diagnostics.filter((d) => d.severity === 'error')).toHaveLength(2)
  expect(project.plugin().api?.written).toBeUndefined()
  expect(
    project.list('dist').map((file) => [file, readFileSync(path.join(project.root, 'dist', file), 'utf8')]),
  ).toEqual(before)
  expect(readdirSync(project.root).toSorted()).toEqual(['dist', 'dist-deploy', 'dist-private', 'skills'])
})

test('warnings fail a strict build', async () => {
  const files = { 'skills/weather.yaml': `${skill('weather')}colour: red\n` }
  await expect(createProject(files, { strict: true }).build()).rejects.toThrow(/1 warning: nothing was written/)
  const project = createProject(files)
  await expect(
    project.build({
      plugins: [{ name: 'cli', configResolved: () => void Object.assign(project.plugin().api!, { strict: true }) }],
    }),
  ).rejects.toThrow(/1 warning/)
  expect(existsSync(path.join(project.root, 'dist'))).toBe(false)
})

test('a build that changes nothing writes nothing', async () => {
  const project = createProject({ ...site, 'public/logo.svg': '<svg/>', 'public/.hidden': 'x' })
  await project.build()
  const times = (): Array<[string, number, number]> =>
    project
      .list('dist')
      .map((file) => [
        file,
        statSync(path.join(project.root, 'dist', file)).mtimeMs,
        statSync(path.join(project.root, 'dist', file)).ino,
      ])
  const before = times()
  await project.build()
  expect(times()).toEqual(before)
  expect(before.map(([file]) => file)).toEqual(expect.arrayContaining(['logo.svg', '.hidden']))
})

test('a file of public/ at the path of a document is an error', async () => {
  const project = createProject({ ...site, 'public/.well-known/skill-sharing': '{}' })
  await expect(project.build()).rejects.toThrow(/Signpost found 1 error/)
  expect(project.log.error.join()).toContain('SITE_PATH_CONFLICT')
})

test.each(['/docs/', '/docs'])('a base of %s is explained', async (base) => {
  const project = createProject(site)
  await expect(project.build({ base })).rejects.toThrow()
  expect(project.plugin().api?.result?.diagnostics.map((d) => d.code)).toContain('CONFIG_BASE')
  expect(existsSync(path.join(project.root, 'dist'))).toBe(false)
})

test.each(['./', '', 'https://cdn.example/assets/'])('a base of %j is fine', async (base) => {
  const project = createProject(site)
  await project.build({ base })
  expect(project.list('dist')).toContain('.well-known/skill-sharing')
})

test('an outDir elsewhere', async () => {
  const project = createProject(site)
  await project.build({ build: { outDir: 'out/public' } })
  expect(project.list('out/public')).toContain('.well-known/skill-sharing')
  expect(readdirSync(path.join(project.root, 'out'))).toEqual(['public'])
})

test('a failing app build changes nothing', async () => {
  const project = createProject({
    ...site,
    'index.html': '<script type="module" src="/main.js"></script>',
    'main.js': 'import "./missing.js"',
  })
  await expect(project.build()).rejects.toThrow(/missing/)
  expect(readdirSync(project.root).toSorted()).toEqual(['index.html', 'main.js', 'skills'])
})

test('a build for a server is left alone', async () => {
  const project = createProject({ ...site, 'server.js': 'export const a = 1' })
  await project.build({ build: { ssr: 'server.js', outDir: 'server' } })
  expect(project.list('server')).toEqual(['server.mjs'])
  expect(readdirSync(project.root)).not.toContain('dist')
})

test('--watch builds again when a definition changes or comes', async () => {
  const project = createProject(site)
  const watcher = (await project.build({ build: { watch: {} } })) as Rolldown.RolldownWatcher
  try {
    const descriptor = (name: string): string => path.join(project.root, `dist/skills/${name}/descriptor.json`)
    await vi.waitFor(() => expect(existsSync(descriptor('weather'))).toBe(true), { timeout: 20_000 })
    project.write({ 'skills/weather.yaml': skill('weather').replace('weather skill', 'climate skill') })
    await vi.waitFor(() => expect(readFileSync(descriptor('weather'), 'utf8')).toContain('climate skill'), {
      timeout: 20_000,
    })
    project.write({ 'skills/broken.yaml': broken })
    await vi.waitFor(() => expect(project.log.error.join()).toContain('skills/broken.yaml'), { timeout: 20_000 })
    expect(readFileSync(descriptor('weather'), 'utf8')).toContain('climate skill')
    project.write({ 'skills/broken.yaml': skill('broken') })
    await vi.waitFor(() => expect(existsSync(descriptor('broken'))).toBe(true), { timeout: 20_000 })
  } finally {
    await watcher.close()
  }
})

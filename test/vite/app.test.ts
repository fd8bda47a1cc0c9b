import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { build as viteBuild } from 'vite'
import { AGENT, createProject, skill } from './project.ts'

const app = {
  'index.html':
    '<!doctype html>\n<html><head><title>App</title></head><body><div id="app"></div><script type="module" src="/src/main.ts"></script></body></html>\n',
  'src/main.ts':
    'import "./style.css"\nimport logo from "./logo.svg?url"\nexport const mount = (): void => void (document.querySelector("#app")!.textContent = logo)\nmount()\n',
  'src/style.css': 'body { color: teal }\n',
  'src/logo.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(2000)}</svg>`,
  'public/robots.txt': 'User-agent: *\n',
}
const definitions = { 'skills/weather.yaml': skill('weather') }

test('assets of an app are what Vite makes without the plugin', async () => {
  const project = createProject({ ...app, ...definitions })
  const build = { sourcemap: true } as const
  await project.build({ build })
  await viteBuild({ root: project.root, configFile: false, logLevel: 'silent', build: { ...build, outDir: 'plain' } })
  const plain = project.list('plain').filter((file) => !['index.html', 'robots.txt'].includes(file))
  expect(plain.length).toBeGreaterThan(3)
  for (const file of plain) {
    expect(readFileSync(path.join(project.root, 'dist', file), 'utf8'), file).toBe(
      readFileSync(path.join(project.root, 'plain', file), 'utf8'),
    )
  }
  expect(project.list('dist')).toEqual(expect.arrayContaining(['.well-known/skill-sharing', 'robots.txt']))
  expect(readFileSync(path.join(project.root, 'dist/robots.txt'), 'utf8')).toMatch(
    /^User-agent: \*\n\n# signpost: begin[^]*\nAgentmap: https:\/\/acme\.example\/\.well-known\/ard\.json\n/,
  )
  expect(project.list('dist').filter((file) => ['404.html', 'index.md', 'sitemap.xml'].includes(file))).toEqual([])
  expect(project.log.info.join('\n')).toMatch(/dist\/assets\/index-/)
  expect(project.plugin().api?.result?.diagnostics).toEqual([])
})

test('its page gets links to what is published, and to nothing else', async () => {
  const project = createProject({ ...app, ...definitions })
  await project.build()
  const page = readFileSync(path.join(project.root, 'dist/index.html'), 'utf8')
  expect(page).toContain('<title>App</title>')
  expect(page.match(/href="\/[^"]*"/g)?.filter((href) => href.includes('.well-known'))).toEqual([
    'href="/.well-known/ard.json"',
    'href="/.well-known/ai-catalog.json"',
    'href="/.well-known/skill-sharing"',
  ])

  project.write({ 'agents/geo.yaml': AGENT })
  await project.build()
  expect(readFileSync(path.join(project.root, 'dist/index.html'), 'utf8')).toMatch(
    /<link rel="service-desc" href="\/\.well-known\/agent-card\.json" type="application\/json"/,
  )
})

test('a link that the page has already is not added', async () => {
  const link = '<link rel="describedby" href="/.well-known/skill-sharing">'
  const project = createProject({
    ...app,
    ...definitions,
    'index.html': app['index.html'].replace('<title>', `${link}<title>`),
  })
  await project.build()
  expect(
    readFileSync(path.join(project.root, 'dist/index.html'), 'utf8').match(/\.well-known\/skill-sharing/g),
  ).toHaveLength(1)
})

test('several pages', async () => {
  const project = createProject({
    ...app,
    ...definitions,
    'about/index.html': '<html><head></head><body>about</body></html>',
  })
  await project.build({
    build: {
      rolldownOptions: { input: ['index.html', 'about/index.html'].map((file) => path.join(project.root, file)) },
    },
  })
  expect(readFileSync(path.join(project.root, 'dist/about/index.html'), 'utf8')).toContain('.well-known/skill-sharing')
})

test('files of the last app build go, files of someone else stay', async () => {
  const project = createProject({ ...app, ...definitions })
  await project.build({ build: { emptyOutDir: false } })
  const assets = project.list('dist').filter((file) => file.startsWith('assets/') && file.endsWith('.js'))
  project.write({ 'dist/notes.txt': 'mine', 'src/main.ts': `${app['src/main.ts']}console.log(1)\n` })
  await project.build({ build: { emptyOutDir: false } })
  expect(project.list('dist')).toContain('notes.txt')
  expect(project.list('dist')).not.toContain(assets[0])
})

describe('definitions never reach the browser', () => {
  const secret = skill('hidden', 'access: private\nauth: {type: api_key}\n')
  test.each([
    ['an import', 'import text from "../skills/hidden.yaml?raw"\nconsole.log(text)\n'],
    ['an import of an absolute path', 'import text from "/skills/hidden.yaml?raw"\nconsole.log(text)\n'],
    ['a URL import', 'import url from "../skills/hidden.yaml?url"\nconsole.log(url)\n'],
    ['a dynamic import', 'console.log(await import("../skills/hidden.yaml?raw"))\n'],
    ['a glob', 'console.log(import.meta.glob("../skills/*.yaml", { query: "?raw", eager: true }))\n'],
    ['a new URL', 'console.log(new URL("../skills/hidden.yaml", import.meta.url).href)\n'],
    ['a data file', 'import data from "../agents/card.json"\nconsole.log(data)\n'],
  ])('by %s', async (_, code) => {
    const project = createProject({
      ...app,
      ...definitions,
      'skills/hidden.yaml': secret,
      'agents/card.json': '{"hidden": 1}',
      'src/main.ts': code,
    })
    const built = await project.build({ build: { assetsInlineLimit: 0 } }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    expect(built).toMatch(/SITE_SOURCE_BUNDLED/)
    expect(built).toMatch(/skills\/\w+\.yaml|agents\/card\.json/)
    expect(existsSync(path.join(project.root, 'dist'))).toBe(false)
  })

  test('by a style sheet or a page', async () => {
    const file = 'skills/deep/assets/logo.svg'
    const folder = {
      'skills/deep/SKILL.md': '---\nname: deep\ndescription: Deep.\naccess: private\n---\n',
      [file]: app['src/logo.svg'],
    }
    const style = createProject({
      ...app,
      ...folder,
      'src/style.css': 'body { background: url("../skills/deep/assets/logo.svg") }',
    })
    await expect(style.build()).rejects.toThrow(/SITE_SOURCE_BUNDLED/)
    const page = createProject({
      ...app,
      ...folder,
      'index.html': app['index.html'].replace('<div', `<img src="./${file}"><div`),
    })
    await expect(page.build()).rejects.toThrow(/SITE_SOURCE_BUNDLED/)
  })
})

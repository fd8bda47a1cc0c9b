import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { ask, askRaw, listen, type Answer } from './http.ts'
import { createProject, OPTIONS, skill, type Files } from './project.ts'

const SECRET = 'zebra-crossing'
const site: Files = {
  'skills/weather.yaml': skill('weather'),
  'skills/hidden.yaml': `# ${SECRET}\n${skill('hidden', 'access: private\nauth: {type: api_key}\n')}`,
  'skills/deep/SKILL.md': `---\nname: deep\ndescription: Deep things.\nmetadata: { internal: true }\n---\n${SECRET}\n`,
  'skills/deep/scripts/run.js': `// ${SECRET}\n`,
  'skills/deep/assets/form.html': `<p>${SECRET}</p>`,
  'skills/deep/data.json': `{"a": "${SECRET}"}`,
  'skills/deep/style.css': `/* ${SECRET} */`,
  'keys/site.jwk.json': `{"d": "${SECRET}"}`,
  '.signpost/dev.json': `{"d": "${SECRET}"}`,
  '.env': `A=${SECRET}\n`,
  'dist-private/index.html': `<p>${SECRET}</p>`,
  'dist-deploy/manifest.json': `{"a": "${SECRET}"}`,
}
const app: Files = {
  'index.html':
    '<!doctype html><html><head><title>APP</title></head><body><script type="module" src="/src/main.ts"></script></body></html>',
  'src/main.ts': 'console.log("app")\n',
}

/** What Vite's server sends to its client. */
interface HotMessage {
  readonly type: string
  readonly err?: { readonly frame?: string }
}

test('serves the bytes and headers of a build', async () => {
  const project = createProject(Object.fromEntries(Object.entries(site).filter(([file]) => !file.startsWith('dist-'))))
  await project.build()
  const built = await project.preview()
  const live = await project.dev()
  for (const file of project.list('dist')) {
    const target = `/${file.split('/').map(encodeURIComponent).join('/')}`
    const [a, b] = [await ask(built.url, target), await ask(live.url, target)]
    expect([target, b.status, b.text, { ...b.headers, date: 0 }]).toEqual([
      target,
      a.status,
      a.text,
      { ...a.headers, date: 0 },
    ])
  }
  expect(await ask(live.url, '/')).toMatchObject({
    status: 200,
    headers: { 'content-type': expect.stringMatching(/^text\/html/) as string },
  })
})

test('HEAD, 304, preflight, filter and 404', async () => {
  const { url } = await createProject(site).dev()
  const full = await ask(url, '/.well-known/skill-sharing')
  const etag = full.headers['etag']!
  expect(await ask(url, '/.well-known/skill-sharing', { method: 'HEAD' })).toMatchObject({
    status: 200,
    text: '',
    headers: { etag, 'content-length': String(Buffer.byteLength(full.text)) },
  })
  expect(await ask(url, '/.well-known/skill-sharing', { headers: { 'If-None-Match': etag } })).toMatchObject({
    status: 304,
    headers: { etag },
  })
  const preflight = {
    Origin: 'https://client.example',
    'Access-Control-Request-Method': 'GET',
    'Access-Control-Request-Headers': 'a2a-version',
  }
  const allowed = await ask(url, '/.well-known/skill-sharing', { method: 'OPTIONS', headers: preflight })
  expect([allowed.status, allowed.headers['access-control-allow-origin'], allowed.headers['vary']]).toEqual([
    204,
    '*',
    undefined,
  ])
  expect(JSON.parse((await ask(url, '/.well-known/skill-sharing?type=task')).text)).toMatchObject({ skills: [] })
  for (const target of ['/.well-known/nothing', '/skills/hidden/descriptor.json', '/skills/x', '/registry/nothing']) {
    expect(await ask(url, target, { headers: { Accept: 'text/html,*/*' } })).toMatchObject({
      status: 404,
      headers: { 'cache-control': 'no-store' },
    })
  }
})

describe('never serves', () => {
  const targets = (root: string): string[] => {
    const files = Object.keys(site).filter((file) => !file.endsWith('weather.yaml'))
    return files.flatMap((file) => [
      `/${file}`,
      `/${file}?raw`,
      `/${file}?raw&import`,
      `/${file}?import`,
      `/${file}?url`,
      `/${file}?inline`,
      `/${file}?import&inline`,
      `/${file}?html-proxy&index=0.js`,
      `/${file}?v=1`,
      `/${file}?worker`,
      `/${file}?worker_file`,
      `/${file}?direct`,
      `/${file}.map`,
      `/${file.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
      `/${file.replace(/[a-z]/, (c) => `%25${c.charCodeAt(0).toString(16)}`)}`,
      `/${file.replaceAll('/', '//')}`,
      `//${file}`,
      `/${file.replaceAll('/', '\\')}`,
      `/${file.replaceAll('/', '%2f')}`,
      `/${file.replaceAll('/', '%5c')}`,
      `/src/../${file}`,
      `/skills/../${file}`,
      `/${file.replace('/', '/x/../')}`,
      `/./${file}`,
      `/@fs${root}/${file}`,
      `/@fs/${root}/${file}`,
      `/@fs${root}/${file}?raw`,
      `/@fs${root}/${file}?import&raw`,
      `/@fs${root}/${file}?url&import`,
      `/@fs${root}/src/../${file}`,
      `/@fs${root.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`)}/${file}`,
      `${root}/${file}`,
      `${root}/${file}?import&raw`,
      `/@id/${file}`,
      `/@id//${file}?raw`,
      `/@id/${root}/${file}?import&raw`,
      `/@id/__x00__${root}/${file}`,
      `/src/link/${file}`,
    ])
  }

  test.each([
    ['in a site', {}],
    ['in an app', app],
  ])('a source, by any spelling: %s', async (_, more) => {
    const project = createProject({ ...site, 'src/x.ts': '', ...more })
    symlinkSync(project.root, path.join(project.root, 'src/link'))
    const { url } = await project.dev()
    await ask(url, '/')
    for (const target of targets(project.root)) {
      for (const headers of [
        {},
        { Accept: 'text/html,*/*', 'Sec-Fetch-Dest': 'document' },
        { Accept: '*/*', 'Sec-Fetch-Dest': 'script' },
      ]) {
        const { status, text } = await ask(url, target, { headers: headers as Record<string, string> })
        expect([target, status < 500 && text.includes(SECRET)]).toEqual([target, false])
      }
      const raw = await askRaw(
        url,
        `GET http://localhost${target.startsWith('/') ? target : `/${target}`} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      )
      expect([target, raw.includes(SECRET)]).toEqual([target, false])
    }
  })

  test('a source through an import of the app, and says why', async () => {
    const project = createProject({
      ...site,
      ...app,
      'src/main.ts': 'import text from "../skills/hidden.yaml?raw"\nconsole.log(text)\n',
    })
    const { url } = await project.dev()
    const answer = await ask(url, '/src/main.ts', { headers: { Accept: '*/*' } })
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('SITE_SOURCE_BUNDLED')
    expect(answer.text).not.toContain(SECRET)
  })

  test('the private view', async () => {
    const { url } = await createProject(site).dev()
    expect((await ask(url, '/.well-known/skill-sharing')).text).not.toContain('hidden')
    expect((await ask(url, '/skills/hidden/descriptor.json')).status).toBe(404)
  })

  test('patterns of the user are kept, and those of Vite', async () => {
    const project = createProject({ ...site, ...app, 'src/own.secret': SECRET, 'src/cert.pem': SECRET })
    const own = await project.dev({ server: { fs: { deny: ['*.secret'] } } })
    expect(own.config.server.fs.deny).toEqual(expect.arrayContaining(['*.secret', `${project.root}/skills/**`]))
    expect((await ask(own.url, '/src/own.secret?raw')).text).not.toContain(SECRET)
    const other = createProject({ ...site, ...app, 'src/cert.pem': SECRET })
    const plain = await other.dev()
    expect((await ask(plain.url, '/src/cert.pem')).text).not.toContain(SECRET)
    expect(plain.config.server.fs.deny).toEqual(expect.arrayContaining(['.env', '.env.*']))
  })
})

describe('in an app', () => {
  test('routes, modules and public files are its own', async () => {
    const project = createProject({
      ...site,
      ...app,
      'public/.well-known/own.json': '{}',
      'public/skills/own.txt': 'own',
    })
    const { url } = await project.dev()
    const html = { headers: { Accept: 'text/html' } }
    expect((await ask(url, '/', html)).text).toContain('APP')
    expect((await ask(url, '/skills/route', html)).text).toContain('APP')
    expect((await ask(url, '/skills/deep', html)).text).toContain('APP')
    expect((await ask(url, '/skills/own.txt')).text).toBe('own')
    expect((await ask(url, '/.well-known/own.json')).text).toBe('{}')
    expect((await ask(url, '/src/main.ts')).text).toContain('console.log')
    expect(await ask(url, '/.well-known/nothing', html)).toMatchObject({ status: 404 })
    expect((await ask(url, '/skills/weather/descriptor.json', html)).headers['content-type']).toMatch(
      /^application\/json/,
    )
  })

  test('the page gets the links, in the head and as a header', async () => {
    const { url } = await createProject({ ...site, ...app }).dev()
    const page = await ask(url, '/', { headers: { Accept: 'text/html' } })
    expect(page.text).toMatch(/<head>[^]*<link[^>]* href="\/\.well-known\/skill-sharing"[^]*<\/head>/)
    expect(page.text).not.toContain('agent-card.json')
    expect(page.headers['link']).toContain('</.well-known/skill-sharing>')
  })
})

describe('follows its sources', () => {
  const descriptor = (url: string, name = 'weather'): Promise<Answer> => ask(url, `/skills/${name}/descriptor.json`)

  test('a changed, a new and a removed definition', async () => {
    const project = createProject(site)
    const { url } = await project.dev()
    expect((await descriptor(url)).text).toContain('weather skill')
    project.write({ 'skills/weather.yaml': skill('weather').replace('weather skill', 'climate skill') })
    await vi.waitFor(async () => expect((await descriptor(url)).text).toContain('climate skill'), { timeout: 10_000 })
    project.write({ 'skills/later/skill.yaml': skill('later') })
    await vi.waitFor(async () => expect((await descriptor(url, 'later')).status).toBe(200), { timeout: 10_000 })
  })

  test('a request waits for a rebuild that is due', async () => {
    const project = createProject(site)
    const server = await project.dev()
    await descriptor(server.url)
    project.write({ 'skills/weather.yaml': skill('weather').replace('weather skill', 'climate skill') })
    server.watcher.emit('all', 'change', path.join(project.root, 'skills/weather.yaml'))
    expect((await descriptor(server.url)).text).toContain('climate skill')
  })

  test('an error is shown, the last good site goes on, and success clears it', async () => {
    const project = createProject({ ...site, ...app })
    const server = await project.dev()
    await descriptor(server.url)
    const messages = await listen<HotMessage>(server.url, server.config.webSocketToken)
    await vi.waitFor(() => expect(messages.map((m) => m.type)).toContain('connected'), { timeout: 10_000 })

    project.write({ 'skills/weather.yaml': skill('weather').replace('version: 1.0.0', 'version: one') })
    await vi.waitFor(() => expect(messages.map((m) => m.type)).toContain('error'), { timeout: 10_000 })
    const { err } = messages.find((m) => m.type === 'error')!
    expect(err).toMatchObject({
      plugin: 'signpost',
      id: path.join(project.root, 'skills/weather.yaml'),
      loc: { line: 3, column: 10 },
    })
    expect(err?.frame).toMatch(/> 3 \| version: one\n.*\^\^\^/)
    expect(project.log.error.join()).toMatch(/skills\/weather\.yaml:3:10/)
    expect((await descriptor(server.url)).text).toContain('"1.0.0"')

    const late = await listen<HotMessage>(server.url, server.config.webSocketToken)
    await vi.waitFor(() => expect(late.map((m) => m.type)).toContain('error'), { timeout: 10_000 })

    project.write({ 'skills/weather.yaml': skill('weather').replace('version: 1.0.0', 'version: 1.1.0') })
    await vi.waitFor(() => expect(messages.map((m) => m.type)).toContain('full-reload'), { timeout: 10_000 })
    expect((await descriptor(server.url)).text).toContain('"1.1.0"')
  })

  test('a start with errors says so until they are put right', async () => {
    const project = createProject({ 'skills/weather.yaml': 'name: [' })
    const { url } = await project.dev()
    expect(await ask(url, '/.well-known/skill-sharing')).toMatchObject({
      status: 503,
      headers: { 'cache-control': 'no-store' },
    })
    expect(await ask(url, '/')).toMatchObject({ status: 503, text: expect.stringContaining('/@vite/client') as string })
    project.write({ 'skills/weather.yaml': skill('weather') })
    await vi.waitFor(async () => expect((await ask(url, '/.well-known/skill-sharing')).status).toBe(200), {
      timeout: 10_000,
    })
  })
})

test('a document whose path is that of a source file is served', async () => {
  const project = createProject({
    ...site,
    'skills/forms/SKILL.md': '---\nname: forms\ndescription: Forms.\n---\n',
    'skills/forms/descriptor.json': `{"a": "${SECRET}"}`,
  })
  const { url } = await project.dev()
  const answer = await ask(url, '/skills/forms/descriptor.json')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
  expect(answer.text).not.toContain(SECRET)
  expect((await ask(url, '/skills/forms/descriptor.json?raw&import')).text).not.toContain(SECRET)
  expect((await ask(url, '/skills//forms/descriptor.json')).text).not.toContain(SECRET)
})

test('a person who opens the page of the site gets Vite’s client with it', async () => {
  const { url } = await createProject(site).dev()
  const page = await ask(url, '/', { headers: { Accept: 'text/html', 'Sec-Fetch-Dest': 'document' } })
  expect(page.text).toContain('<script type="module" src="/@vite/client"></script></head>')
  expect((await ask(url, '/@vite/client')).status).toBe(200)
  expect((await ask(url, '/')).text).not.toContain('@vite/client')
})

test('the mode decides whether loopback is fine', async () => {
  const local = { origin: 'http://localhost:5173', publisher: 'acme.example' }
  const project = createProject(
    { 'skills/weather.yaml': skill('weather').replace('https://acme.example/api', 'http://localhost:5173/api') },
    { ...OPTIONS, ...local },
  )
  const { url } = await project.dev({ mode: 'development' })
  expect((await ask(url, '/.well-known/skill-sharing')).status).toBe(200)
  await expect(project.build({ mode: 'production' })).rejects.toThrow(/nothing was written/)
})

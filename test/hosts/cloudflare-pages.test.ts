import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cloudflarePages } from '../../src/hosts/cloudflare-pages.ts'
import { urlPath } from '../../src/site.ts'
import { ask, type Answer } from './http.ts'
import { layOut, removeLaidOut, type LaidOut } from './lay-out.ts'
import { freePort, startServer, type Running } from './process.ts'
import { buildSample } from './sample.ts'
import { describeHost } from './suite.ts'
import { findTool } from './tools.ts'

const modules = findTool('wrangler')

describeHost(
  cloudflarePages,
  {
    // Pages redirects a page to its name without the ending.
    target: (file) =>
      file === '404.html'
        ? undefined
        : urlPath(file)
            .replace(/index\.html$/, '')
            .replace(/\.html$/, ''),
    excused: ({ path: file }, header) => header === 'Content-Disposition' && file.endsWith('.html'),
    start: (build) => startPages(layOut(build)),
  },
  modules === undefined,
)

test.skipIf(modules === undefined)(
  'in an app without a page for errors a missing document is no page of the app, and no rule is refused',
  async () => {
    const app = {
      'index.html': '<!doctype html><title>App</title>',
      'assets/app.js': 'console.log(1)',
      '.well-known/assetlinks.json': '[]',
      _headers: '/*\n  X-Own: yes\n  Cache-Control: no-store\n',
    }
    const texts = { _headers: app['_headers'] }
    const build = await buildSample({ hosts: ['cloudflare-pages'], formats: { page: false } }, undefined, {
      publicFiles: Object.keys(app),
      publicTexts: texts,
    })
    expect(build.diagnostics.filter((d) => d.severity === 'error')).toEqual([])
    const folders = layOut(build, app)
    const server = await startPages(folders)
    try {
      const get = (path: string): Promise<Answer> => ask(server.address, path)
      expect((await get('/.well-known/nothing')).status).toBe(404)
      expect((await get('/some/route')).body.toString()).toBe(app['index.html'])
      const index = await get('/.well-known/skill-sharing')
      expect([index.headers['cache-control'], index.headers['content-type'], index.headers['x-own']]).toEqual([
        'public, max-age=300, must-revalidate',
        'application/json',
        'yes',
      ])
      expect((await get('/assets/app.js')).headers['cache-control']).toBe('no-store')
      expect((await get('/')).headers['link']).toContain('</.well-known/skill-sharing>')
      const rules = readFileSync(path.join(folders.dist, '_headers'), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('/')).length
      expect(server.log()).toMatch(new RegExp(`Parsed ${rules} valid header rules`))
      expect(server.log()).not.toMatch(/invalid header/i)
    } finally {
      await server.stop()
      removeLaidOut()
    }
  },
)

async function startPages({ root, dist }: LaidOut): Promise<Running> {
  const port = await freePort()
  const wrangler = path.join(modules!, 'wrangler/bin/wrangler.js')
  const args = [
    'pages',
    'dev',
    dist,
    '--ip',
    '127.0.0.1',
    '--port',
    String(port),
    '--compatibility-date',
    '2026-01-01',
    '--show-interactive-dev-session=false',
  ]
  return startServer(port, [process.execPath, wrangler, ...args], {
    cwd: root,
    env: { WRANGLER_SEND_METRICS: 'false', CI: '1', HOME: root, XDG_CONFIG_HOME: root },
  })
}

import path from 'node:path'
import { expect, test } from 'vitest'
import { netlify } from '../../src/hosts/netlify.ts'
import { urlPath } from '../../src/site.ts'
import { ask } from './http.ts'
import { layOut, removeLaidOut, type LaidOut } from './lay-out.ts'
import { startIsolated, type Running } from './process.ts'
import { buildSample } from './sample.ts'
import { describeHost } from './suite.ts'
import { canIsolate, findTool } from './tools.ts'

const modules = findTool('netlify')

describeHost(
  netlify,
  {
    // The local server does not find them; the platform takes no `#` in a name.
    target: (file) => (/[*#]/.test(file) ? undefined : urlPath(file)),
    queries: {
      '?type=api&type=task': 'PATH.task.json',
      '?type=task&type=api': 'PATH.api.json',
      '?%74ype=api': 'PATH',
    },
    ignores: ['Cache-Control', 'Content-Type'],
    start: (build) => startNetlify(layOut(build)),
  },
  modules === undefined || !canIsolate,
)

test.skipIf(modules === undefined || !canIsolate)('beside an app that answers everything with its page', async () => {
  const app = { 'index.html': '<!doctype html><title>App</title>', _redirects: '/* /index.html 200\n' }
  const context = { publicFiles: Object.keys(app), publicTexts: { _redirects: app['_redirects'] } }
  const build = await buildSample({ hosts: ['netlify'], formats: { page: false } }, undefined, context)
  const server = await startNetlify(layOut(build, app))
  try {
    const status = async (path: string): Promise<number> => (await ask(server.address, path)).status
    const body = async (path: string): Promise<string> => (await ask(server.address, path)).body.toString()
    expect(await body('/some/route')).toBe(app['index.html'])
    expect(await status('/.well-known/nothing')).toBe(404)
    const filtered = build.public!.artifacts.find(({ path }) => path === '.well-known/skill-sharing.api.json')!
    expect(await body('/.well-known/skill-sharing?type=api')).toBe(new TextDecoder().decode(filtered.body))
    expect(await status('/.well-known/skill-sharing')).toBe(200)
  } finally {
    await server.stop()
    removeLaidOut()
  }
})

function startNetlify({ root, dist }: LaidOut): Promise<Running> {
  const args = [
    'dev',
    '--offline',
    '--internal-disable-edge-functions',
    '--dir',
    dist,
    '--port',
    '8888',
    '--no-open',
    '--skip-gitignore',
  ]
  return startIsolated(8888, [process.execPath, path.join(modules!, 'netlify-cli/bin/run.js'), ...args], {
    root,
    env: { HOME: root, XDG_CONFIG_HOME: root, CI: '1' },
  })
}

import path from 'node:path'
import { cloudflarePages } from '../../src/hosts/cloudflare-pages.ts'
import { urlPath } from '../../src/site.ts'
import { layOut } from './lay-out.ts'
import { freePort, startServer } from './process.ts'
import { describeHost } from './suite.ts'
import { findTool } from './tools.ts'

const modules = findTool('wrangler')

describeHost(
  cloudflarePages,
  {
    // Pages redirects a page to its name without the ending.
    target: (file) => (file === '404.html' ? undefined : urlPath(file).replace(/index\.html$/, '').replace(/\.html$/, '')),
    excused: ({ path: file }, header) => header === 'Content-Disposition' && file.endsWith('.html'),
    async start(build) {
      const { root, dist } = layOut(build)
      const port = await freePort()
      const wrangler = path.join(modules!, 'wrangler/bin/wrangler.js')
      const args = ['pages', 'dev', dist, '--ip', '127.0.0.1', '--port', String(port), '--compatibility-date', '2026-01-01', '--show-interactive-dev-session=false']
      return startServer(port, [process.execPath, wrangler, ...args], { cwd: root, env: { WRANGLER_SEND_METRICS: 'false', CI: '1', HOME: root, XDG_CONFIG_HOME: root } })
    },
  },
  modules === undefined,
)

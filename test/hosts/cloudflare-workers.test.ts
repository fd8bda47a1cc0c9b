import { cpSync } from 'node:fs'
import path from 'node:path'
import { canonicalPath } from '../../src/hosts/cloudflare.ts'
import { cloudflareWorkers } from '../../src/hosts/cloudflare-workers.ts'
import { layOut } from './lay-out.ts'
import { freePort, startServer } from './process.ts'
import { describeHost } from './suite.ts'
import { findTool } from './tools.ts'

const modules = findTool('wrangler')

describeHost(
  cloudflareWorkers,
  {
    // A page is redirected to its name without the ending, and every path to one with as little encoded as can be.
    target: (file) =>
      file === '404.html'
        ? undefined
        : canonicalPath(file)
            .replace(/index\.html$/, '')
            .replace(/\.html$/, ''),
    excused: ({ path: file }, header) => header === 'Content-Disposition' && file.endsWith('.html'),
    async start(build) {
      const { root, deploy } = layOut(build)
      cpSync(deploy, root, { recursive: true })
      const port = await freePort()
      const args = ['dev', '--ip', '127.0.0.1', '--port', String(port), '--show-interactive-dev-session=false']
      return startServer(port, [process.execPath, path.join(modules!, 'wrangler/bin/wrangler.js'), ...args], {
        cwd: root,
        env: { WRANGLER_SEND_METRICS: 'false', CI: '1', HOME: root, XDG_CONFIG_HOME: root },
      })
    },
  },
  modules === undefined,
)

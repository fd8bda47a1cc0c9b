import path from 'node:path'
import { netlify } from '../../src/hosts/netlify.ts'
import { urlPath } from '../../src/site.ts'
import { layOut } from './lay-out.ts'
import { startIsolated } from './process.ts'
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
    async start(build) {
      const { root, dist } = layOut(build)
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
    },
  },
  modules === undefined || !canIsolate,
)

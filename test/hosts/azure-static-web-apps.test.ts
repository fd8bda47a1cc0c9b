import path from 'node:path'
import { azureStaticWebApps } from '../../src/hosts/azure-static-web-apps.ts'
import { urlPath } from '../../src/site.ts'
import { layOut } from './lay-out.ts'
import { startIsolated } from './process.ts'
import { describeHost } from './suite.ts'
import { canIsolate, findTool } from './tools.ts'

const modules = findTool('swa')

describeHost(
  azureStaticWebApps,
  {
    // It does not find names that are percent-encoded.
    target: (file) => (/[^\w./-]/.test(file) ? undefined : urlPath(file)),
    // Every file has the same ETag there.
    emulatorLacks: ['revalidation'],
    excused: ({ path: file, mediaType }, header) =>
      header === 'Content-Type' && (!/\.[^/]+$/.test(file) || (file.endsWith('.json') && mediaType.includes('+json'))),
    async start(build) {
      const { root, dist } = layOut(build)
      const args = ['start', '.', '--host', '127.0.0.1', '--port', '4280']
      return startIsolated(
        4280,
        [process.execPath, path.join(modules!, '@azure/static-web-apps-cli/dist/cli/bin.js'), ...args],
        { root, cwd: dist, env: { HOME: root } },
      )
    },
  },
  modules === undefined || !canIsolate,
)

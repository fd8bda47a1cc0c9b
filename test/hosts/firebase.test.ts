import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { firebase } from '../../src/hosts/firebase.ts'
import { urlPath } from '../../src/site.ts'
import { layOut } from './lay-out.ts'
import { freePort, startServer } from './process.ts'
import { describeHost } from './suite.ts'
import { findTool } from './tools.ts'

const modules = findTool('superstatic')

describeHost(
  firebase,
  {
    // It does not find some odd names, and answers the page for errors with 404 at its own path too.
    target: (file) => (/[*'#]|^404\.html$/.test(file) ? undefined : urlPath(file)),
    emulatorLacks: ['revalidation'],
    async start(build) {
      const { root, deploy } = layOut(build)
      const { hosting } = JSON.parse(readFileSync(path.join(deploy, 'firebase.json'), 'utf8')) as { hosting: object }
      writeFileSync(path.join(root, 'hosting.json'), JSON.stringify(hosting))
      const port = await freePort()
      const args = ['.', '-c', 'hosting.json', '--host', '127.0.0.1', '--port', String(port)]
      return startServer(port, [process.execPath, path.join(modules!, 'superstatic/lib/bin/server.js'), ...args], {
        cwd: root,
      })
    },
  },
  modules === undefined,
)

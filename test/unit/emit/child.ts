import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type EmitBase, type EmitResult, writeSite } from '../../../src/emit.ts'
import type { Site } from '../../../src/site.ts'
import { openStaging } from '../../../src/emit/workspace.ts'
import { MUTATIONS } from './mutations.ts'

/** What the test tells this process to write, and what to do before its n-th change of the file system. */
export interface ChildTask {
  readonly root: string
  readonly config: object
  readonly sites: Array<{ readonly public: Record<string, string>; readonly private?: Record<string, string> }>
  /** Files of the app's build; made anew for every site. */
  readonly app?: Record<string, string>
  readonly at?: number
  readonly action?: 'kill' | 'pause'
  /** Write the sites in turn until killed. */
  readonly forever?: boolean
}

const task = JSON.parse(process.argv[2]!) as ChildTask

function toSite(view: Site['view'], files: Record<string, string>): Site {
  const artifact = {
    mediaType: 'application/json',
    cache: 'discovery',
    from: ['skills/pdf.yaml'],
    format: 'skill-sharing',
  } as const
  const artifacts = Object.keys(files)
    .toSorted()
    .map((path) => ({ path, body: new TextEncoder().encode(files[path]), ...artifact }))
  return { view, origin: 'https://acme.example', artifacts }
}

function stage(): EmitBase {
  if (task.app === undefined) return { mode: 'shared' }
  const folder = openStaging(`${task.root}/dist`)
  for (const [file, text] of Object.entries(task.app)) {
    const location = `${folder}/${file}`
    fs.mkdirSync(location.slice(0, location.lastIndexOf('/')), { recursive: true })
    fs.writeFileSync(location, text)
  }
  return { mode: 'replace', folder, emptyOutDir: true }
}

function run(site: ChildTask['sites'][number], base: EmitBase): EmitResult {
  const views = { public: toSite('public', site.public), private: site.private && toSite('private', site.private) }
  return writeSite({ root: task.root, outDir: 'dist', base, build: { config: task.config as never, ...views } })
}

let changes = 0
let base = stage()
for (const name of MUTATIONS) {
  const original = fs[name] as (...args: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (++changes === task.at && task.action === 'kill') process.kill(process.pid, 'SIGKILL')
      if (changes === task.at && task.action === 'pause') {
        process.stdout.write('paused\n')
        while (!fs.existsSync(`${task.root}/go`)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      }
      return original(...args)
    },
  })
}
syncBuiltinESMExports()

let outcome: EmitResult
do {
  for (const site of task.sites) {
    outcome = run(site, base)
    if (task.forever) base = stage()
  }
} while (task.forever)
console.log(JSON.stringify({ changes, codes: outcome!.diagnostics.map(({ code }) => code) }))

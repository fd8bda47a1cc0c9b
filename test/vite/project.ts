import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import {
  build,
  createLogger,
  createServer,
  preview,
  type InlineConfig,
  type Logger,
  type PreviewServer,
  type ViteDevServer,
} from 'vite'
import type { SignpostOptions } from '../../src/config.ts'
import { signpost } from '../../src/vite.ts'

/** Files of a project by path. */
export type Files = Readonly<Record<string, string>>

/** A project in a temporary folder. */
export interface TestProject {
  readonly root: string
  /** What was logged, level by level, without colours. */
  readonly log: { readonly info: string[]; readonly warn: string[]; readonly error: string[] }
  write(files: Files): void
  build(more?: InlineConfig): Promise<unknown>
  dev(more?: InlineConfig): Promise<ViteDevServer & { url: string }>
  preview(more?: InlineConfig): Promise<PreviewServer & { url: string }>
  plugin(): ReturnType<typeof signpost>
  /** Relative paths of all files below a folder, sorted. */
  list(folder: string): string[]
}

/** Options that every project has. */
export const OPTIONS: SignpostOptions = {
  origin: 'https://acme.example',
  provider: { name: 'Acme' },
  trust: false,
  defaults: { access: 'public' },
}

/** A skill definition; every text of it names the skill. */
export function skill(name: string, more = ''): string {
  return `id: example.acme.${name}-v1
name: ${name} skill
version: 1.0.0
capability_type: api
description: What ${name} does.
representativeQueries: [do ${name}, please do ${name}]
endpoint:
  url: https://acme.example/api/${name}
  method: POST
${more}`
}

/** An agent definition. */
export const AGENT = `name: Geo
description: Finds places.
version: 1.0.0
supportedInterfaces:
  - url: https://acme.example/a2a
    protocolBinding: JSONRPC
    protocolVersion: "1.0"
capabilities: {}
defaultInputModes: [text/plain]
defaultOutputModes: [text/plain]
representativeQueries: [find a place, where is it]
skills:
  - id: find
    name: Find
    description: Finds a place.
    tags: [geo]
`

/** A project of these files, removed after the test. */
export function createProject(files: Files, options: Partial<SignpostOptions> = {}): TestProject {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'signpost-vite-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const log: TestProject['log'] = { info: [], warn: [], error: [] }
  let plugin: ReturnType<typeof signpost>
  const inline = (more: InlineConfig = {}): InlineConfig => {
    plugin = signpost({ ...OPTIONS, ...options })
    return {
      root,
      configFile: false,
      customLogger: recordingLogger(log),
      ...more,
      plugins: [plugin, ...(more.plugins ?? [])],
    }
  }
  const project: TestProject = {
    root,
    log,
    write(more) {
      for (const [name, text] of Object.entries(more)) {
        const file = path.join(root, name)
        mkdirSync(path.dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    },
    build: async (more) => await build(inline(more)),
    async dev(more = {}) {
      const server = await createServer(inline({ ...more, server: { host: '127.0.0.1', port: 0, ...more.server } }))
      onTestFinished(() => server.close())
      await server.listen()
      return Object.assign(server, { url: urlOf(server) })
    },
    async preview(more = {}) {
      const server = await preview(inline({ ...more, preview: { host: '127.0.0.1', port: 0, ...more.preview } }))
      onTestFinished(() => server.close())
      return Object.assign(server, { url: urlOf(server) })
    },
    plugin: () => plugin,
    list(folder) {
      const base = path.join(root, folder)
      const names = readdirSync(base, { recursive: true, encoding: 'utf8' })
      return names.filter((name) => statSync(path.join(base, name)).isFile()).toSorted()
    },
  }
  project.write(files)
  return project
}

function urlOf(server: { httpServer: { address(): unknown } | null }): string {
  const { port } = server.httpServer!.address() as { port: number }
  return `http://127.0.0.1:${port}`
}

function recordingLogger(log: TestProject['log']): Logger {
  const logger = createLogger('info')
  const strip = (text: string): string => text.replaceAll(/\u001b\[[0-9;]*m/g, '')
  logger.info = (text) => void log.info.push(strip(text))
  logger.warn = (text) => void log.warn.push(strip(text))
  logger.warnOnce = (text) => void log.warn.push(strip(text))
  logger.error = (text) => void log.error.push(strip(text))
  return logger
}

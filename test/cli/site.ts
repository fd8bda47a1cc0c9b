import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ran } from './run-main.ts'

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url))

/** The compiled command. */
export const BIN: string = path.join(REPOSITORY, 'lib/bin.js')

/** Options that publish. */
export const OPTIONS = {
  origin: 'https://acme.example',
  provider: { name: 'Acme' },
  trust: false,
  defaults: { access: 'public' },
}

/** A Vite config with the plugin. */
export const VITE_CONFIG = viteConfig(OPTIONS)

/** A skill without a finding. */
export const SKILL = `id: example.acme.translate-v1
name: Translate documents
version: 1.0.0
capability_type: api
description: Translates a document from one language into another.
endpoint: { url: "https://acme.example/translate", method: POST }
tags: [translation]
representativeQueries: [Translate this letter, Put this page into French]
`

/** A Vite config with the plugin and its options. */
export function viteConfig(options: object, more = ''): string {
  return `import { signpost } from 'signpost/vite'\nexport default { plugins: [signpost(${JSON.stringify(options)})]${more} }\n`
}

/** A project in a temporary folder, in which \`signpost\` and \`vite\` are installed. */
export interface TemporarySite {
  readonly root: string
  /** Runs the real command in it. */
  run(argv: readonly string[], options?: { cwd?: string; env?: Record<string, string> }): Promise<Ran>
  write(files: Record<string, string>): Promise<void>
  /** Every file below a folder of it with its text. */
  read(folder: string): Promise<Record<string, string>>
  remove(): Promise<void>
}

/** Lays out a project. */
export async function createSite(files: Record<string, string>): Promise<TemporarySite> {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'signpost-cli-')))
  const write: TemporarySite['write'] = async (texts) => {
    for (const [name, text] of Object.entries(texts)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true })
      await writeFile(path.join(root, name), text)
    }
  }
  await write({ 'package.json': '{"type":"module","private":true}', ...files })
  await mkdir(path.join(root, 'node_modules'))
  await symlink(REPOSITORY, path.join(root, 'node_modules/signpost'))
  await symlink(path.join(REPOSITORY, 'node_modules/vite'), path.join(root, 'node_modules/vite'))
  return {
    root,
    write,
    run: (argv, { cwd = root, env = {} } = {}) => runBin(argv, cwd, env),
    async read(folder) {
      const names = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true })
      const paths = names.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
      const texts = await Promise.all(
        paths
          .toSorted()
          .map(async (file) => [path.relative(path.join(root, folder), file), await readFile(file, 'utf8')]),
      )
      return Object.fromEntries(texts)
    },
    remove: () => rm(root, { recursive: true }),
  }
}

function runBin(argv: readonly string[], cwd: string, env: Record<string, string>): Promise<Ran> {
  return new Promise((resolve, reject) => {
    // Not the environment of the tests: a CI or a colour setting of theirs must not decide.
    const child = spawn(process.execPath, [BIN, ...argv], {
      timeout: 50_000,
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env },
    })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? -1, ...output }))
  })
}

import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach } from 'vitest'
import type { Config } from '../../../src/config.ts'
import { type EmitInput, type EmitResult, writeSite } from '../../../src/emit.ts'
import { openStaging } from '../../../src/emit/workspace.ts'
import type { Artifact, Site } from '../../../src/site.ts'

const roots: string[] = []

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** An empty folder that is removed after the test. */
export function makeRoot(files: Record<string, string> = {}): string {
  const root = mkdtempSync(path.join(os.tmpdir(), 'signpost-emit-'))
  roots.push(root)
  writeFiles(root, files)
  return root
}

export function writeFiles(root: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
}

export function makeSite(view: Site['view'], files: Record<string, string>): Site {
  const artifacts = Object.keys(files)
    .toSorted()
    .map((file): Artifact => ({
      path: file,
      body: new TextEncoder().encode(files[file]),
      mediaType: 'application/json',
      cache: 'discovery',
      from: ['skills/pdf.yaml'],
      format: 'skill-sharing',
    }))
  return { view, origin: 'https://acme.example', artifacts }
}

export function makeConfig(options: Partial<Config> = {}): Config {
  return {
    skills: ['skills'],
    agents: ['agents'],
    privateDir: 'dist-private',
    deployDir: 'dist-deploy',
    file: 'vite.config.ts',
    ...options,
  } as Config
}

export interface Run {
  readonly public: Record<string, string>
  readonly private?: Record<string, string>
  /** Files of the app's build; absent: another framework wrote the folder. */
  readonly app?: Record<string, string>
  readonly emptyOutDir?: boolean
  readonly outDir?: string
  readonly config?: Partial<Config>
  readonly publicDir?: string
}

export function inputOf(root: string, run: Run): EmitInput {
  const outDir = run.outDir ?? 'dist'
  const build = {
    config: makeConfig(run.config),
    public: makeSite('public', run.public),
    private: run.private && makeSite('private', run.private),
  }
  const { publicDir } = run
  if (run.app === undefined) return { root, outDir, build, base: { mode: 'shared' }, publicDir }
  const folder = openStaging(path.resolve(root, outDir))
  writeFiles(folder, run.app)
  return { root, outDir, build, base: { mode: 'replace', folder, emptyOutDir: run.emptyOutDir ?? true }, publicDir }
}

export function write(root: string, run: Run): EmitResult {
  return writeSite(inputOf(root, run))
}

/** Writes and asserts that nothing was found. */
export function written(root: string, run: Run): NonNullable<EmitResult['report']> {
  const { report, diagnostics } = write(root, run)
  if (report === undefined || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  return report
}

/** Every file below a folder with its text; links as `-> where`, empty folders as `/`. */
export function read(folder: string): Record<string, string> {
  const files = new Map<string, string>()
  const walk = (at: string, prefix: string): void => {
    const names = readdirSync(at).toSorted()
    if (names.length === 0 && prefix !== '') files.set(prefix, '/')
    for (const name of names) {
      const stat = lstatSync(path.join(at, name))
      if (stat.isDirectory()) walk(path.join(at, name), `${prefix}${name}/`)
      else
        files.set(
          prefix + name,
          stat.isSymbolicLink() ? `-> ${readlinkSync(path.join(at, name))}` : readFileSync(path.join(at, name), 'utf8'),
        )
    }
  }
  if (lstatSync(folder, { throwIfNoEntry: false })) walk(folder, '')
  return Object.fromEntries(files)
}

/** Identity and times of everything below a folder, itself included: what a write of any kind would change. */
export function stamps(folder: string): Record<string, string> {
  const found: Record<string, string> = {}
  const walk = (at: string): void => {
    const { ino, mode, nlink, mtimeNs, ctimeNs } = lstatSync(at, { bigint: true })
    found[at] = [ino, mode, nlink, mtimeNs, ctimeNs].join(' ')
    if (lstatSync(at).isDirectory()) for (const name of readdirSync(at)) walk(path.join(at, name))
  }
  walk(folder)
  return found
}

/** What a build left beside its folders. */
export function leftovers(root: string): string[] {
  return readdirSync(root).filter((name) => name.endsWith('.signpost'))
}

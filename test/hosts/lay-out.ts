import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BuildResult } from '../../src/build.ts'
import { writeSite } from '../../src/emit.ts'

/** The folders of a build; `deploy` is the one of its first host. */
export interface LaidOut {
  readonly root: string
  readonly dist: string
  readonly deploy: string
}

const roots: string[] = []

/** Removes every folder that was laid out. */
export function removeLaidOut(): void {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
}

/**
 * Writes a build as `signpost build` does.
 *
 * @param app Files of the app, by path.
 */
export function layOut(build: BuildResult, app: Readonly<Record<string, string>> = {}): LaidOut {
  const root = mkdtempSync(path.join(tmpdir(), 'signpost-host-'))
  roots.push(root)
  const staging = path.join(root, 'staging')
  mkdirSync(staging)
  for (const [file, text] of Object.entries(app)) {
    mkdirSync(path.dirname(path.join(staging, file)), { recursive: true })
    writeFileSync(path.join(staging, file), text)
  }
  const { config, private: authenticated, deploy } = build
  const { diagnostics } = writeSite({
    root,
    outDir: 'dist',
    build: { config, public: build.public!, private: authenticated, deploy },
    base: { mode: 'replace', folder: staging, emptyOutDir: true },
  })
  if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics))
  return { root, dist: path.join(root, 'dist'), deploy: path.join(root, 'dist-deploy', config.hosts[0]!) }
}

import path from 'node:path'
import { createColors } from 'picocolors'
import { build as buildWithVite } from 'vite'
import { buildFolder } from '../../src/build-folder.ts'
import type { BuildResult } from '../../src/build.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { pretty } from '../../src/diagnostics/reporters/pretty.ts'
import { signpost } from '../../src/vite.ts'
import { runMain } from '../cli/run-main.ts'
import { folderOf, options } from '../site.ts'
import type { Fixture } from './fixture.ts'

/** What a user is told about a site. */
export interface Outcome {
  /** Every finding: severity, code and place. */
  readonly findings: readonly string[]
  /** The pretty report, without what differs from run to run. */
  readonly report: string
}

/** Lays a fixture out on disk and runs it through the real thing. */
export async function run(fixture: Fixture): Promise<Outcome> {
  const root = folderOf(fixture.files ?? {})
  const undo = fixture.setup?.(root)
  try {
    const { diagnostics, report } = await runners[runnerOf(fixture)](root, fixture)
    return { findings: diagnostics.map(shortly), report: withoutAccidents(report, root) }
  } finally {
    undo?.()
  }
}

type Runner = (root: string, fixture: Fixture) => Promise<{ diagnostics: readonly Diagnostic[]; report: string }>

function runnerOf({ argv, vite }: Fixture): 'folder' | 'command' | 'vite' {
  return argv !== undefined ? 'command' : vite !== undefined ? 'vite' : 'folder'
}

const runners = {
  async folder(root, fixture) {
    const context = { mode: 'production', file: 'vite.config.ts', env: {}, ...fixture.context } as const
    const result = await buildFolder(root, { ...options, ...fixture.options }, context)
    return { diagnostics: result.diagnostics, report: reportOf(result) }
  },
  async command(root, { argv = [] }) {
    const json = await runMain([...argv, '--format', 'json'], { cwd: root })
    const { stdout } = await runMain(argv, { cwd: root })
    return { diagnostics: (JSON.parse(json.stdout) as { diagnostics: Diagnostic[] }).diagnostics, report: stdout }
  },
  async vite(root, fixture) {
    const plugin = signpost({ ...options, ...fixture.options })
    await buildWithVite({ root, configFile: false, logLevel: 'silent', ...fixture.vite, plugins: [plugin] }).catch(
      (error: unknown) => {
        if (!(error instanceof Error)) throw error
      },
    )
    const { result } = plugin.api!
    if (result === undefined) throw new Error('Vite did not get as far as building the site')
    return { diagnostics: result.diagnostics, report: reportOf(result) }
  },
} satisfies Record<string, Runner>

/** A report without the names that differ from run to run. */
function withoutAccidents(report: string, root: string): string {
  return (
    report
      // The relative path first: it ends with the absolute one where the two have no folder in common.
      .replaceAll(path.relative(process.cwd(), root), '/site')
      .replaceAll(root, '/site')
      .replaceAll(/process \d+ on "[^"]*"/g, 'process 4711 on "builder"')
  )
}

function reportOf({ diagnostics, sourceText }: BuildResult): string {
  const context = { colors: createColors(false), version: '', displayPath: (file: string) => file, sourceText }
  return pretty({ diagnostics, report: {}, summary: [], strict: false }, context)
}

function shortly({ severity, code, file, url, line, column }: Diagnostic): string {
  const place = [file ?? url, line, column].filter((part) => part !== undefined)
  return [severity, code, ...(place.length === 0 ? [] : [place.join(':')])].join(' ')
}

import path from 'node:path'
import type { BuildResult } from '../build.ts'
import { buildFolder } from '../build-folder.ts'
import { diagnose, hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { writeSite, type EmitReport } from '../emit.ts'
import { errorsOf, placeOf, reasonOf } from '../load/failure.ts'
import type { SiteOptions } from '../load/options.ts'
import { importVite } from '../load/vite.ts'
import type { SignpostApi } from '../vite.ts'
import { buildReport, buildSummary } from '../build-report.ts'
import type { Flags, Io } from './command.ts'
import { contextOf, outDirOf } from './context.ts'
import { finish } from './finish.ts'
import { isStrict, openProject } from './project.ts'

/** `signpost build`: makes the site and writes it, through `vite build` where the Vite config has the plugin. */
export async function run(_operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const { root, site, diagnostics } = await openProject(flags, io)
  if (site === undefined) return finish({ diagnostics, report: {}, summary: [], strict: false }, { root }, flags, io)
  const outcome =
    site.vite === undefined
      ? await buildBeside(site, flags, io)
      : await buildWithVite(site, site.vite.configFile, flags, io)
  const { build, emit } = outcome
  const run = {
    diagnostics: outcome.diagnostics,
    report: build === undefined ? {} : buildReport(build, emit),
    summary: build === undefined ? [] : buildSummary(build, emit),
    strict: isStrict(flags, build?.config),
  }
  return finish(run, { root, sourceText: (file) => build?.sourceText(file) }, flags, io)
}

interface Outcome {
  /** Every finding, the build's included. */
  readonly diagnostics: readonly Diagnostic[]
  readonly build?: BuildResult | undefined
  /** Absent where nothing was written. */
  readonly emit?: EmitReport | undefined
}

/** Adds the site to the folder that another tool wrote. */
async function buildBeside(site: SiteOptions, flags: Flags, io: Io): Promise<Outcome> {
  const build = await buildFolder(site.root, site.options, await contextOf(site, flags, io))
  const { config, diagnostics } = build
  const stopped =
    hasErrors(diagnostics) || (isStrict(flags, config) && diagnostics.some((d) => d.severity === 'warning'))
  if (stopped || config === undefined || build.public === undefined) return { build, diagnostics }
  const written = writeSite({
    root: site.root,
    outDir: outDirOf(site, flags, io),
    build: { config, public: build.public, private: build.private },
    base: { mode: 'shared' },
  })
  return { build, diagnostics: [...diagnostics, ...written.diagnostics], emit: written.report }
}

/** Runs `vite build`, which the plugin takes part in, and asks the plugin what came of it. */
async function buildWithVite(site: SiteOptions, configFile: string, flags: Flags, io: Io): Promise<Outcome> {
  const vite = await importVite(site.root)
  let api: SignpostApi | undefined
  const failure = await vite!
    .build({
      root: site.root,
      configFile,
      logLevel: 'silent',
      ...(flags.outDir === undefined ? {} : { build: { outDir: path.resolve(io.cwd, flags.outDir) } }),
      plugins: [
        {
          name: 'signpost:command',
          configResolved({ plugins }) {
            api = plugins.find(({ name }) => name === 'signpost')?.api as SignpostApi | undefined
            if (api !== undefined && flags.strict) api.strict = true
          },
        },
      ],
    })
    .then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  const build = api?.result
  const diagnostics = build?.diagnostics ?? []
  if (failure === undefined) return { build, diagnostics, emit: api?.written }
  if (isReported(failure.error)) return { build, diagnostics }
  return { build, diagnostics: [...diagnostics, appFailure(failure.error, site.root)] }
}

/** Whether an error of a Vite build only says that the plugin found errors. */
function isReported(error: unknown): boolean {
  return [error, ...errorsOf(error)].some((e) => e instanceof Error && 'signpost' in e)
}

/**
 * The finding for a build that failed outside of the plugin.
 *
 * @throws the error itself where it comes from the plugin: that is a bug.
 */
function appFailure(error: unknown, root: string): Diagnostic {
  const cause = errorsOf(error)[0] ?? error
  if (cause instanceof Error && 'plugin' in cause && cause.plugin === 'signpost') throw cause
  return diagnose('SITE_APP_FAILED', placeOf(cause, root), { reason: reasonOf(cause) })
}

import path from 'node:path'
import type { InlineConfig, Plugin } from 'vite'
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
    build: { ...build, config, public: build.public, private: build.private },
    base: { mode: 'shared' },
  })
  return { build, diagnostics: [...diagnostics, ...written.diagnostics], emit: written.report }
}

/** Runs `vite build`, which the plugin takes part in, and asks the plugin what came of it. */
async function buildWithVite(site: SiteOptions, configFile: string, flags: Flags, io: Io): Promise<Outcome> {
  const { createBuilder } = (await importVite(site.root))!
  // Vite may resolve the config, and make the plugin, once for each environment.
  const apis = new Set<SignpostApi>()
  const takePart: Plugin = {
    name: 'signpost:command',
    config({ build, environments = {} }) {
      // Not by an inline option: Vite lets no empty one win.
      for (const options of [build, ...Object.values(environments).map((e) => e.build)])
        if (options) options.watch = null
    },
    configResolved({ plugins }) {
      for (const { name, api } of plugins as readonly Plugin<SignpostApi>[]) {
        if (name !== 'signpost' || api === undefined) continue
        if (flags.strict) api.strict = true
        apis.add(api)
      }
    },
  }
  const outDir = flags.outDir === undefined ? {} : { outDir: path.resolve(io.cwd, flags.outDir) }
  const config: InlineConfig = {
    root: site.root,
    configFile,
    logLevel: 'silent',
    build: outDir,
    plugins: [takePart],
  }
  // The same call as that of `vite build`.
  const failure = await createBuilder(config, null)
    .then((builder) => builder.buildApp())
    .then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  const api = [...apis].find(({ result }) => result !== undefined)
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

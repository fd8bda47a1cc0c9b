import path from 'node:path'
import type { EnvironmentOptions, Logger, ResolvedConfig, UserConfig } from 'vite'
import { buildSummary } from '../build-report.ts'
import type { BuildResult } from '../build.ts'
import { hasErrors } from '../diagnostics/diagnostic.ts'
import { checkTargets } from '../emit/targets.ts'
import { discardStaging, openStaging, workspaceOf } from '../emit/workspace.ts'
import { writeSite, type EmitReport } from '../emit.ts'
import { EMPTY_ENTRY, relocateSources } from './bundle.ts'
import type { Project } from './project.ts'
import { failure, isPublishable, logResult, withFindings } from './report.ts'

/**
 * Lets Vite build the app into a staging folder and moves app and site in together: a build that fails changes nothing.
 */
export interface SiteWriter {
  /** What a Vite config has to say for that. */
  config(needsEntry: boolean): UserConfig
  /** Takes it back for an environment that inherited it and is not the site's. */
  restore(environment: EnvironmentOptions): void
  /** Lets messages name the folder that the files end up in. */
  rename(config: ResolvedConfig): void
  /**
   * Starts a build with what was made of the definitions.
   *
   * @throws where it must not be published; the findings are logged.
   */
  start(result: BuildResult, project: Project, logger: Logger, strict?: boolean): void
  /** Notes that the app is complete. */
  bundled(): void
  /**
   * Writes the site, or cleans up after a build that failed.
   *
   * @throws where it could not be written; the findings are logged.
   */
  finish(logger: Logger): { result: BuildResult; report: EmitReport } | undefined
}

/** A writer for the project of a Vite config that is not resolved yet. */
export function createSiteWriter(user: UserConfig): SiteWriter {
  const root = path.resolve(user.root ?? '.')
  const ownDir = user.environments?.['client']?.build?.outDir
  const outDir = path.resolve(root, ownDir ?? user.build?.outDir ?? 'dist')
  const staging = path.join(workspaceOf(outDir).folder, `staging-${process.pid}`)
  const emptyOutDir = user.build?.emptyOutDir ?? !path.relative(root, outDir).startsWith('..')
  let started: { result: BuildResult; project: Project } | undefined
  let complete = false

  return {
    config(needsEntry) {
      const output = user.build?.rolldownOptions?.output ?? user.build?.rollupOptions?.output
      const several = Array.isArray(output)
      const sourcemapPathTransform = relocateSources(
        staging,
        outDir,
        several ? undefined : output?.sourcemapPathTransform,
      )
      const build = {
        outDir: staging,
        emptyOutDir: true,
        rolldownOptions: {
          // Without an app there is nothing to bundle, so reading the definitions is all that takes time.
          ...(needsEntry ? { input: EMPTY_ENTRY, checks: { bundlerTimings: false } } : {}),
          ...(several ? {} : { output: { sourcemapPathTransform } }),
        },
      }
      return { build, ...(ownDir === undefined ? {} : { environments: { client: { build: { outDir: staging } } } }) }
    },
    restore({ build }) {
      if (build?.outDir !== staging) return
      build.outDir = user.build?.outDir ?? 'dist'
      if (user.build?.emptyOutDir === undefined) delete build.emptyOutDir
      else build.emptyOutDir = user.build.emptyOutDir
      if (build.rolldownOptions?.input === EMPTY_ENTRY) delete build.rolldownOptions.input
    },
    rename({ logger, root: base }) {
      const info = logger.info.bind(logger)
      const [from, to] = [path.relative(base, staging), path.relative(base, outDir)]
      logger.info = (text, options) => info(text.replaceAll(from, to), options)
    },
    start(result, project, logger, strict) {
      started = undefined
      complete = false
      const refused = result.config ? checkTargets({ ...targets(project), config: result.config }) : []
      const checked = refused.length > 0 ? withFindings(result, refused) : result
      if (!isPublishable(checked, strict)) {
        logResult(logger, checked, project.root)
        throw failure(checked)
      }
      openStaging(outDir)
      started = { result, project }
    },
    bundled() {
      complete = true
    },
    finish(logger) {
      if (!started) return undefined
      const { result, project } = started
      const { config } = result
      if (!complete || !config || !result.public) {
        discardStaging(staging)
        return undefined
      }
      complete = false
      const build = { ...result, config, public: result.public, private: result.private }
      const { diagnostics, report } = writeSite({
        ...targets(project),
        build,
        base: { mode: 'replace', folder: staging, emptyOutDir },
      })
      const final = diagnostics.length > 0 ? withFindings(result, diagnostics) : result
      logResult(logger, final, project.root, buildSummary(result, report))
      if (!report || hasErrors(diagnostics)) throw failure(final)
      return { result: final, report }
    },
  }

  function targets(project: Project): { root: string; outDir: string; publicDir?: string | undefined } {
    return { root: project.root, outDir, publicDir: project.publicDir }
  }
}

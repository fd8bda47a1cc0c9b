import path from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { buildFolder } from './build-folder.ts'
import type { BuildResult } from './build.ts'
import { resolveConfig, type Config, type SignpostOptions } from './config.ts'
import { diagnose, type Diagnostic } from './diagnostics/diagnostic.ts'
import type { EmitReport } from './emit.ts'
import { createSiteWriter, type SiteWriter } from './vite/build.ts'
import { createBundleGuard, dropEmptyEntry, EMPTY_ENTRY, EMPTY_ID, type BundleGuard } from './vite/bundle.ts'
import { denyPatterns } from './vite/deny.ts'
import { serveDev, type DevSite } from './vite/dev.ts'
import { createGuard, definitionFolders, type Guard } from './vite/guard.ts'
import { headTags } from './vite/head.ts'
import { servePreview } from './vite/preview.ts'
import {
  buildContext,
  hasPage,
  inputsOf,
  keyFileOf,
  outDirOf,
  projectOptions,
  readProject,
  type Project,
} from './vite/project.ts'
import { BuildFailure, withFindings } from './vite/report.ts'

/** What the plugin offers to other programs, as `plugin.api`. */
export interface SignpostApi {
  readonly options: SignpostOptions
  /** Lets warnings fail a build, whatever the options say. */
  strict?: boolean
  /** The last build of this plugin, with everything that was found. */
  result?: BuildResult
  /** What that build wrote; absent where it wrote nothing. */
  written?: EmitReport
}

/** Vite plugin: publishes the definitions of a project with `vite build`, and serves them in `vite` and `vite preview`. */
export function signpost(options: SignpostOptions): Plugin<SignpostApi> {
  const api: SignpostApi = { options }
  // Only for what does not depend on the project; the findings are those of the build.
  const settings = resolveConfig(options, { mode: 'development', file: '', env: {} }).config
  const guarded = { config: settings, keyFile: keyFileOf(options) }
  let inputs: readonly string[] | undefined
  let config: ResolvedConfig
  let project: Project
  let guard: Guard
  let bundleGuard: BundleGuard
  let writer: SiteWriter | undefined
  let dev: DevSite | undefined

  const build = async (): Promise<BuildResult> => {
    const { base } = config
    const result = await buildFolder(project.root, projectOptions(options, project), await buildContext(project))
    const misplaced = base.startsWith('/') && base !== '/'
    api.result = misplaced ? withFindings(result, [diagnose('CONFIG_BASE', { file: project.file }, { base })]) : result
    return api.result
  }

  const failed = (finding: Diagnostic): Error => {
    if (api.result) api.result = withFindings(api.result, [finding])
    return new BuildFailure(`${finding.code}: ${finding.message}\nhint: ${finding.hint}`, api.result)
  }

  return {
    name: 'signpost',
    enforce: 'post',
    api,

    config: {
      order: 'post',
      async handler(user, { command, isPreview, isSsrBuild }) {
        inputs = inputsOf(user)
        if (command === 'serve')
          return isPreview ? undefined : { server: { fs: { deny: await denyPatterns(user, guarded) } } }
        if (isSsrBuild) return undefined
        writer = createSiteWriter(user)
        return writer.config(inputs === undefined && !hasPage(user))
      },
    },
    configEnvironment: {
      order: 'post',
      handler(name, environment) {
        if (name !== 'client') writer?.restore(environment)
      },
    },
    configResolved(resolved) {
      config = resolved
      project = readProject(resolved, inputs)
      const { alias, extensions } = resolved.resolve
      guard = createGuard({
        root: project.root,
        folders: [resolved.publicDir, outDirOf(resolved)].filter((folder) => folder !== ''),
        ...guarded,
        bases: [resolved.base],
        extensions,
        aliases: (url) => alias.map(({ find, replacement }) => url.replace(find, replacement)),
      })
      bundleGuard = createBundleGuard({ root: project.root, config: settings, guard, failed })
      writer?.rename(resolved)
    },

    resolveId: {
      order: 'pre',
      async handler(source, importer, { isEntry, ...context }) {
        if (source === EMPTY_ENTRY) return EMPTY_ID
        const scan = 'scan' in context && context.scan
        if (importer === undefined || scan || this.environment.config.consumer !== 'client') return undefined
        if (!bundleGuard.suspects(source)) return undefined
        const resolved = await this.resolve(source, importer, { isEntry, ...context, skipSelf: true })
        if (resolved) bundleGuard.refuseModule(resolved.id, importer)
        return resolved
      },
    },
    load: {
      order: 'pre',
      handler(id) {
        if (id === EMPTY_ID) return 'export {}'
        if (this.environment.config.consumer === 'client') bundleGuard.refuseModule(id)
        return undefined
      },
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        await dev?.live.ready()
        const site = dev ? dev.live.site : api.result?.public
        return site && headTags(site, html)
      },
    },

    async buildStart() {
      if (!writer || this.environment.name !== 'client') return
      guard.refresh()
      for (const folder of sourceFolders(project, settings)) this.addWatchFile(folder)
      writer.start(await build(), project, config.logger, api.strict)
    },
    generateBundle: {
      order: 'post',
      handler(_output, bundle) {
        if (this.environment.config.consumer !== 'client') return
        dropEmptyEntry(bundle)
        bundleGuard.refuseAssets(bundle)
      },
    },
    writeBundle() {
      if (this.environment.name === 'client') writer?.bundled()
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const done = this.environment.name === 'client' ? writer?.finish(config.logger) : undefined
        if (done) [api.result, api.written] = [done.result, done.report]
      },
    },

    configureServer: {
      order: 'pre',
      handler(server) {
        const sources = (): string[] => sourceFolders(project, settings)
        dev = serveDev(server, { root: project.root, sources, guard, app: project.app, build })
        return dev.addMissing
      },
    },
    configurePreviewServer: {
      order: 'pre',
      handler(server) {
        const deployDir = path.resolve(project.root, settings.deployDir)
        return servePreview(server, {
          outDir: outDirOf(config),
          deployDir,
          cache: settings.cache,
          guard,
          app: project.app,
        })
      },
    },
  }
}

/** Everything that a change in makes a new build due. */
function sourceFolders(project: Project, settings: Config): string[] {
  const { root, publicDir } = project
  return [
    ...definitionFolders(root, settings),
    ...(publicDir === undefined ? [] : [publicDir]),
    path.join(root, '.gitignore'),
  ]
}

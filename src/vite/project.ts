import { existsSync } from 'node:fs'
import path from 'node:path'
import fastGlob from 'fast-glob'
import type { ResolvedConfig, UserConfig } from 'vite'
import type { BuildContext } from '../build.ts'
import type { FolderContext } from '../build-folder.ts'
import type { SignpostOptions } from '../config.ts'
import { isObject } from '../json.ts'
import { loadOwnFiles } from '../load/own-files.ts'

/** What the plugin knows of the project that it runs in; every path is absolute. */
export interface Project {
  readonly root: string
  /** Folder of the publisher's own files; absent where there is none. */
  readonly publicDir?: string
  /** HTML pages of the app, relative to the root. */
  readonly pages: readonly string[]
  /** Whether the app answers the root, so that the site has no page. */
  readonly ownPage: boolean
  /** Whether there is an app: URLs that are not the site's are then its own. */
  readonly app: boolean
  /** File that holds the options, relative to the root. */
  readonly file: string
  readonly mode: BuildContext['mode']
}

/** The project of a resolved config. */
export function readProject(config: ResolvedConfig, inputs: readonly string[] | undefined): Project {
  const { root, publicDir, configFile } = config
  const pages = (inputs ?? ['index.html'])
    .filter((file) => file.endsWith('.html') && existsSync(path.resolve(root, file)))
    .map((file) => relative(root, path.resolve(root, file)))
  const ownPage = pages.length > 0 || config.appType === 'custom'
  return {
    root,
    ...(publicDir && existsSync(publicDir) ? { publicDir } : {}),
    pages,
    ownPage,
    app: ownPage || inputs !== undefined,
    file: configFile ? relative(root, configFile) : 'vite.config.ts',
    mode: config.mode === 'development' ? 'development' : 'production',
  }
}

/** The options of a project: an app that has pages gets none of the site's. */
export function projectOptions(options: SignpostOptions, { ownPage }: Project): SignpostOptions {
  if (!ownPage || !isObject(options)) return options
  const formats: unknown = options.formats ?? {}
  return isObject(formats) ? { ...options, formats: { ...formats, page: false } } : options
}

/** File of the signing keys that options name. */
export function keyFileOf(options: SignpostOptions): string | undefined {
  const trust: unknown = isObject(options) ? options.trust : undefined
  const keys = isObject(trust) ? trust['keys'] : undefined
  const file = isObject(keys) ? keys['file'] : undefined
  return typeof file === 'string' ? file : undefined
}

/** What a build needs to know of the project besides its definitions. */
export async function buildContext(project: Project): Promise<FolderContext> {
  const { root, file, mode, publicDir } = project
  return {
    file,
    mode,
    env: process.env,
    ...(publicDir === undefined ? {} : { publicDir }),
    ...(await loadOwnFiles(root, publicDir, { list: () => listPublicFiles(project), file })),
  }
}

/** The entries that a config names; `undefined` where it leaves the choice to Vite. */
export function inputsOf(config: UserConfig): readonly string[] | undefined {
  const client = config.environments?.['client']
  const builds = [client?.build, config.build]
  const inputs: readonly unknown[] = [
    client?.input,
    config.input,
    ...builds.flatMap((build) => [
      build?.rolldownOptions?.input,
      build?.rollupOptions?.input,
      build?.lib && (build.lib.entry ?? []),
    ]),
  ]
  const found = inputs.find((input) => input !== undefined && input !== false)
  if (found === undefined) return undefined
  return typeof found === 'string' ? [found] : Object.values(found as Record<string, string>)
}

/** Whether a config that is not resolved yet has the page that Vite builds by itself. */
export function hasPage(config: UserConfig): boolean {
  return existsSync(path.resolve(config.root ?? '.', 'index.html'))
}

/** The folder that the public site is built into. */
export function outDirOf(config: ResolvedConfig): string {
  return path.resolve(config.root, (config.environments['client'] ?? config).build.outDir)
}

/** The files that are published as they lie in the public folder, and the pages of the app. */
async function listPublicFiles({ publicDir, pages }: Project): Promise<string[]> {
  const files = publicDir === undefined ? [] : await fastGlob('**', { cwd: publicDir, dot: true })
  return [...new Set([...files, ...pages])].toSorted()
}

function relative(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/')
}

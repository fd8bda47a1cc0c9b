import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, UserConfig } from 'vite'
import type { SignpostOptions } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { isObject } from '../json.ts'
import { errorsOf, placeOf, reasonOf } from './failure.ts'
import { importVite } from './vite.ts'

/** The options of a site and where they stand. */
export interface SiteOptions {
  /** Absolute path of the folder that definitions and files of findings are relative to. */
  readonly root: string
  /** As written, unchecked. */
  readonly options: SignpostOptions
  /** The file that holds them, relative to `root`. */
  readonly file: string
  /** What a Vite config says about the site; absent where the options stand in a signpost.config. */
  readonly vite?: {
    /** Absolute path. */
    readonly configFile: string
    readonly config: UserConfig
  }
}

/** Names of Vite's config files, in Vite's order of precedence. */
export const VITE_CONFIGS: readonly string[] = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map(
  (end) => `vite.config.${end}`,
)

/** Names of the config file of a site that Vite does not build. */
export const SIGNPOST_CONFIGS: readonly string[] = ['ts', 'js', 'mjs'].map((end) => `signpost.config.${end}`)

/**
 * Reads the options of the site in a folder: from the plugin in its Vite config, else from its signpost.config.
 *
 * @param root Absolute path.
 * @param configFile Absolute path of the only file to look at.
 */
export async function loadOptions(
  root: string,
  configFile?: string,
): Promise<{ site?: SiteOptions; diagnostics: Diagnostic[] }> {
  const given = configFile === undefined ? undefined : isSignpostConfig(configFile)
  const viteConfig = given === true ? undefined : (configFile ?? firstOf(root, VITE_CONFIGS))
  const signpostConfig = given === false ? undefined : (configFile ?? firstOf(root, SIGNPOST_CONFIGS))
  let reading = viteConfig
  try {
    const fromVite = viteConfig === undefined ? undefined : await loadViteConfig(root, viteConfig)
    if (fromVite !== undefined) return { site: fromVite, diagnostics: [] }
    reading = signpostConfig
    if (signpostConfig !== undefined) return { site: await loadSignpostConfig(root, signpostConfig), diagnostics: [] }
  } catch (error) {
    return { diagnostics: [unreadable(root, reading!, error)] }
  }
  const place = viteConfig === undefined ? {} : { file: relative(root, viteConfig) }
  const above = configFile === undefined ? configAbove(root) : undefined
  return { diagnostics: [diagnose('CONFIG_MISSING', place, { viteConfig: place.file, above })] }
}

/** A plugin as it stands in a config: alone, nested, promised or switched off. */
type PluginTree = UserConfig['plugins'] extends (infer P)[] | undefined ? P : never

/** A reason that is not worth a stack: it is about the user's config. */
class ConfigError extends Error {
  readonly fix: string | undefined
  constructor(message: string, fix?: string) {
    super(message)
    this.fix = fix
  }
}

async function loadViteConfig(root: string, file: string): Promise<SiteOptions | undefined> {
  const vite = await importVite(root)
  if (vite === undefined) throw new ConfigError('Vite is not installed.', 'Run `npm install --save-dev vite`.')
  const env = { command: 'build', mode: 'production', isSsrBuild: false, isPreview: false } as const
  const loaded = await vite.loadConfigFromFile(env, file, root, 'silent')
  const config = loaded?.config ?? {}
  const plugin = (await flatten(config.plugins)).find((p) => p.name === 'signpost')
  const options: unknown = plugin?.api?.options
  if (options === undefined) return undefined
  const siteRoot = path.resolve(root, config.root ?? '.')
  return {
    root: siteRoot,
    options: options as SignpostOptions,
    file: relative(siteRoot, file),
    vite: { configFile: file, config },
  }
}

async function flatten(tree: unknown): Promise<Plugin[]> {
  const settled = await (tree as PluginTree)
  if (Array.isArray(settled)) return (await Promise.all(settled.map(flatten))).flat()
  return isObject(settled) ? [settled as unknown as Plugin] : []
}

async function loadSignpostConfig(root: string, file: string): Promise<SiteOptions> {
  const module = await importConfig(root, file)
  const options: unknown = await (module['default'] ?? module['options'])
  if (!isObject(options)) {
    throw new ConfigError('it exports no options.', 'Write `export default { origin: …, provider: … }`.')
  }
  return { root, options: options as unknown as SignpostOptions, file: relative(root, file) }
}

async function importConfig(root: string, file: string): Promise<Record<string, unknown>> {
  if (!file.endsWith('.ts')) return await importFile(file)
  const vite = await importVite(root)
  if (vite === undefined) return await importFile(file)
  const inline = { configFile: false, root, logLevel: 'silent' } as const
  return (await vite.runnerImport<Record<string, unknown>>(file, inline)).module
}

async function importFile(file: string): Promise<Record<string, unknown>> {
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      throw new ConfigError('this Node does not run TypeScript.', 'Install Vite, or write signpost.config.mjs instead.')
    }
    if (error instanceof SyntaxError && file.endsWith('.js')) {
      throw new ConfigError(
        error.message,
        'If the package is not `"type": "module"`, name the file signpost.config.mjs.',
      )
    }
    throw error
  }
}

function unreadable(root: string, file: string, error: unknown): Diagnostic {
  const cause = errorsOf(error)[0] ?? error
  const name = relative(root, file)
  const place = placeOf(cause, root)
  const fix = cause instanceof ConfigError ? cause.fix : undefined
  return diagnose('CONFIG_UNREADABLE', place.file === name ? place : { file: name }, {
    file: name,
    reason: reasonOf(cause),
    fix,
  })
}

/** The config of a folder above, relative to `root`: commands are easily run one folder too deep. */
function configAbove(root: string): string | undefined {
  for (let folder = root; !existsSync(path.join(folder, '.git'));) {
    const parent = path.dirname(folder)
    if (parent === folder) return undefined
    folder = parent
    const file = firstOf(folder, [...SIGNPOST_CONFIGS, ...VITE_CONFIGS])
    if (file !== undefined) return relative(root, file)
  }
  return undefined
}

function isSignpostConfig(file: string): boolean {
  return path.basename(file).startsWith('signpost.config.')
}

function firstOf(root: string, names: readonly string[]): string | undefined {
  return names.map((name) => path.join(root, name)).find((file) => existsSync(file))
}

function relative(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/')
}

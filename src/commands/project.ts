import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { isCI } from 'ci-info'
import type { Config } from '../config.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { loadOptions, type SiteOptions } from '../load/options.ts'
import { UsageError, type Flags, type Io } from './command.ts'

/** The site that a command works on. */
export interface Project {
  /** Absolute path of the folder that files of findings are relative to. */
  readonly root: string
  /** Absent where the options could not be read. */
  readonly site?: SiteOptions
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Finds the site that the flags name and reads its options.
 *
 * @throws {UsageError} where `--root` is no folder or `--config` no file.
 */
export async function openProject(flags: Flags, io: Io): Promise<Project> {
  const root = path.resolve(io.cwd, flags.root ?? '.')
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`--root: ${root} is no folder.`)
  const config = flags.config === undefined ? undefined : path.resolve(io.cwd, flags.config)
  if (config !== undefined && !(existsSync(config) && statSync(config).isFile())) {
    throw new UsageError(`--config: ${config} is no file.`)
  }
  const { site, diagnostics } = await loadOptions(root, config)
  return { root: site?.root ?? root, diagnostics, ...(site === undefined ? {} : { site }) }
}

/** Whether warnings fail the run: by `--strict`, or by the option `strict`. */
export function isStrict(flags: Flags, config: Config | undefined): boolean {
  return flags.strict === true || config?.strict === true || (config?.strict === 'ci' && isCI)
}

import path from 'node:path'
import type { Rolldown } from 'vite'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { definitionFolders, type Guard, type GuardedFolders } from './guard.ts'

/** The module that is bundled where a project has no code of its own: Vite wants an entry. */
export const EMPTY_ENTRY = 'virtual:signpost/empty'

/** Id of the empty module, marked as virtual so that no other plugin reads it as a file. */
export const EMPTY_ID = `\0${EMPTY_ENTRY}`

/** Takes the chunk of the empty entry out of a bundle, with its source map. */
export function dropEmptyEntry(bundle: Rolldown.OutputBundle): void {
  for (const [name, output] of Object.entries(bundle)) {
    if (output.type !== 'chunk' || output.facadeModuleId !== EMPTY_ID) continue
    if (output.sourcemapFileName) delete bundle[output.sourcemapFileName]
    delete bundle[name]
  }
}

/** Keeps guarded files out of what browsers get. */
export interface BundleGuard {
  /** Whether an import may lead to a guarded file, judged by its text: the rest need not be resolved twice. */
  suspects(source: string): boolean
  /** @throws where a module is made from a guarded file. */
  refuseModule(id: string, importer?: string): void
  /** @throws where an asset is made from one: stylesheets and pages refer to files without importing them. */
  refuseAssets(bundle: Rolldown.OutputBundle): void
}

/** What a guard of bundles is made from. */
export interface BundleGuardContext {
  /** Absolute path. */
  readonly root: string
  readonly config: GuardedFolders
  readonly guard: Guard
  /** The error that ends a build for a finding. */
  failed(finding: Diagnostic): Error
}

/** The guard of a project's bundles. */
export function createBundleGuard(context: BundleGuardContext): BundleGuard {
  const { root, config, guard, failed } = context
  const refuse = (file: string, importer?: string): never => {
    const source = importer === undefined ? undefined : relative(root, withoutQuery(importer))
    const args = { definition: relative(root, file), importer: source }
    const finding = diagnose('SITE_SOURCE_BUNDLED', source === undefined ? {} : { file: source }, args)
    throw failed(finding)
  }
  return {
    suspects(source) {
      const folders = definitionFolders(root, config).map((folder) => path.basename(folder))
      return /\.(ya?ml|md|json|env)\b/i.test(source) || folders.some((name) => source.includes(name))
    },
    refuseModule(id, importer) {
      const file = withoutQuery(id)
      if (path.isAbsolute(file) && guard.covers(file)) refuse(file, importer)
    },
    refuseAssets(bundle) {
      for (const output of Object.values(bundle)) {
        const names = output.type === 'asset' ? output.originalFileNames : []
        const file = names.map((name) => path.resolve(root, name)).find((name) => guard.covers(name))
        if (file !== undefined) refuse(file)
      }
    },
  }
}

/**
 * Makes source maps written to a staging folder name their sources as seen from the folder that they will lie in.
 *
 * @param other the user's own transformation, which comes first.
 */
export function relocateSources(
  staging: string,
  target: string,
  other?: Rolldown.OutputOptions['sourcemapPathTransform'],
): (source: string, map: string) => string {
  return (source, map) => {
    const own = other?.(source, map) ?? source
    if (path.isAbsolute(own) || /^[a-z][a-z0-9+.-]+:/i.test(own)) return own
    const from = path.dirname(path.resolve(staging, map))
    const to = path.resolve(target, path.relative(staging, from))
    return path.relative(to, path.resolve(from, own)).replaceAll(path.sep, '/')
  }
}

function withoutQuery(id: string): string {
  return id.replace(/[?#].*$/s, '')
}

function relative(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/')
}

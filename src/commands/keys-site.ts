import { existsSync } from 'node:fs'
import path from 'node:path'
import { resolveConfig } from '../config.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { DEVELOPMENT_KEY } from '../load/development-key.ts'
import type { SiteFolders } from '../load/key-file.ts'
import { loadRetiredKeys, loadSigningKeys } from '../load/keys.ts'
import type { PrivateJwk } from '../sign/jwk.ts'
import { createKeys, NO_KEYS, type Keys, type RetiredKey } from '../sign/keys.ts'
import { resolveTrust, type TrustOptions } from '../sign/trust-options.ts'
import type { Flags, Io } from './command.ts'
import { outDirOf } from './context.ts'
import { openProject } from './project.ts'

/** What the commands about keys know of a site. */
export interface KeySite {
  /** Absolute path. */
  readonly root: string
  /** The file that holds the options, relative to the root. */
  readonly file: string
  /** Absent where there is no site here. */
  readonly folders?: SiteFolders
  readonly trust: false | TrustOptions
  readonly signing: readonly PrivateJwk[]
  /** Where the signing keys come from, as messages name it. */
  readonly source?: string
  readonly retired: readonly RetiredKey[]
  readonly keys: Keys
  readonly diagnostics: readonly Diagnostic[]
  /** Those that keep the retired keys from being edited. */
  readonly obstacles: readonly Diagnostic[]
}

/** Reads the keys of the site that the flags name; makes none. */
export async function openKeys(flags: Flags, io: Io, now: number = Math.floor(Date.now() / 1000)): Promise<KeySite> {
  const { root, site, diagnostics } = await openProject(flags, io)
  if (site === undefined)
    return {
      root,
      file: '',
      trust: false,
      signing: [],
      retired: [],
      keys: NO_KEYS,
      diagnostics,
      obstacles: diagnostics,
    }
  const { options, file, vite } = site
  const { config } = resolveConfig(options, { mode: 'production', file, env: io.env })
  const trust = resolveTrust(options.trust, config.publisher)
  const built = vite?.config.build?.outDir
  const outDir =
    flags.outDir === undefined && built !== undefined ? path.resolve(root, built) : outDirOf(site, flags, io)
  const publicDir = vite?.config.publicDir === false ? '' : vite?.config.publicDir
  const folders = { root, config, outDir, publicDir }
  if (trust === false)
    return { root, file, folders, trust, signing: [], retired: [], keys: NO_KEYS, diagnostics: [], obstacles: [] }
  const isTerminal = existsSync(path.join(root, DEVELOPMENT_KEY))
  const context = { env: io.env, isTerminal, isCI: false, now, outDir, publicDir, keepDevelopmentKey: false }
  const isMissing = typeof trust.keys.retired === 'string' && !existsSync(path.resolve(root, trust.keys.retired))
  const retired = isMissing ? { keys: [], diagnostics: [] } : loadRetiredKeys(root, { file }, trust, now)
  const signing = loadSigningKeys(root, { ...config, trust }, trust, context)
  const made = createKeys(signing.keys, retired.keys, { file, pointer: '/trust/keys/retired' })
  return {
    root,
    file,
    folders,
    trust,
    signing: signing.keys,
    ...(signing.source === undefined ? {} : { source: signing.source }),
    retired: retired.keys,
    keys: made.keys,
    diagnostics: [...diagnostics, ...retired.diagnostics, ...signing.diagnostics, ...made.diagnostics],
    obstacles: retired.diagnostics.filter(({ severity }) => severity === 'error'),
  }
}

import path from 'node:path'
import type { Config } from '../config.ts'
import { diagnose, hasErrors, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { PrivateJwk } from '../sign/jwk.ts'
import { createKeys, NO_KEYS, type Keys, type RetiredKey } from '../sign/keys.ts'
import { parseSigningKeys, readRetiredKeys, type KeySource } from '../sign/read-keys.ts'
import type { TrustOptions } from '../sign/trust-options.ts'
import { DEVELOPMENT_KEY, openDevelopmentKey } from './development-key.ts'
import { checkKeyFile, readKeyFile, type SiteFolders } from './key-file.ts'

/** What of a config decides about keys. */
export type KeyConfig = Pick<Config, 'file' | 'preview'> &
  SiteFolders['config'] & { readonly trust: false | TrustOptions }

/** What decides about keys beside the options. */
export interface KeyContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a person runs this: a development key is for them alone. */
  readonly isTerminal: boolean
  readonly isCI: boolean
  /** Epoch seconds, to judge the times of keys. */
  readonly now: number
  readonly outDir?: string | undefined
  readonly publicDir?: string | undefined
  /** Whether a new development key is kept in its file; `false` for what must not write. @default true */
  readonly keepDevelopmentKey?: boolean
}

/** Reads the keys of a site: from `SIGNPOST_SIGNING_KEY`, else from the key file, else the development key at a terminal. */
export function loadKeys(
  root: string,
  config: KeyConfig,
  context: KeyContext,
): { readonly keys: Keys; readonly diagnostics: Diagnostic[] } {
  const { trust, file } = config
  if (trust === false) return { keys: NO_KEYS, diagnostics: [] }
  const retired = loadRetiredKeys(root, config, trust, context.now)
  const signing = loadSigningKeys(root, config, trust, context)
  const all = [...retired.diagnostics, ...signing.diagnostics]
  const made = createKeys(hasErrors(all) ? [] : signing.keys, retired.keys, { file, pointer: '/trust/keys/retired' })
  return { keys: made.keys, diagnostics: [...all, ...made.diagnostics] }
}

/** The retired keys of a site, from its options or from the file that they name. */
export function loadRetiredKeys(
  root: string,
  { file }: Pick<Config, 'file'>,
  { keys }: TrustOptions,
  now: number,
): { readonly keys: readonly RetiredKey[]; readonly diagnostics: Diagnostic[] } {
  const option = { option: '`trust.keys.retired`', place: { file, pointer: '/trust/keys/retired' } }
  const { retired } = keys
  if (retired === undefined) return { keys: [], diagnostics: [] }
  if (typeof retired !== 'string') return readRetiredKeys(retired, { name: option.option, place: option.place }, now)
  const read = readKeyFile(retired, root, option)
  if ('diagnostic' in read) return { keys: [], diagnostics: [read.diagnostic] }
  const source: KeySource = { name: `\`${retired}\``, place: { file: posix(retired) } }
  let value: unknown
  try {
    value = JSON.parse(read.text.replace(/^\uFEFF/, ''))
  } catch {
    // The parser's message quotes the text, and this file could hold a private key by mistake.
    const hint = 'It is a JSON list of public JWKs with `until`, or a JWK Set of them.'
    return {
      keys: [],
      diagnostics: [diagnose('KEY_JSON', source.place, { source: source.name, problem: 'holds no valid JSON', hint })],
    }
  }
  return readRetiredKeys(value, source, now)
}

/** The private keys that a build is given, the first of which signs, and what there is to say about them. */
export function loadSigningKeys(
  root: string,
  config: KeyConfig,
  trust: TrustOptions,
  context: KeyContext,
): { readonly keys: readonly PrivateJwk[]; readonly diagnostics: Diagnostic[]; readonly source?: string } {
  const { env, now, isCI, isTerminal } = context
  const folders: SiteFolders = { root, config, outDir: context.outDir, publicDir: context.publicDir }
  const { file } = trust.keys
  const looks = file === undefined ? [] : checkKeyFile(file, folders)
  const unsigned = (...diagnostics: Diagnostic[]): { keys: []; diagnostics: Diagnostic[] } => ({
    keys: [],
    diagnostics: [...looks, ...diagnostics],
  })
  if (isOn(env['SIGNPOST_UNSIGNED']))
    return unsigned(diagnose('KEY_MISSING', {}, { reason: '`SIGNPOST_UNSIGNED` is set' }))
  if (config.preview && !trust.signPreviews) return unsigned(diagnose('KEY_PREVIEW', { file: config.file }, {}))
  const given = env['SIGNPOST_SIGNING_KEY']
  if (given !== undefined && given.trim() !== '') {
    const source = '`SIGNPOST_SIGNING_KEY`'
    const parsed = parseSigningKeys(given, { name: source, place: {} }, now)
    return { keys: parsed.keys, diagnostics: [...looks, ...parsed.diagnostics], source }
  }
  if (file !== undefined) {
    const read = readKeyFile(file, root, {
      option: '`trust.keys.file`',
      place: { file: config.file, pointer: '/trust/keys/file' },
    })
    if ('diagnostic' in read) return unsigned(read.diagnostic)
    const parsed = parseSigningKeys(
      read.text,
      { name: `\`${file}\``, place: { file: posix(path.relative(root, path.resolve(root, file))) } },
      now,
    )
    return { keys: parsed.keys, diagnostics: [...looks, ...parsed.diagnostics], source: `\`${file}\`` }
  }
  if (isCI && trust.required)
    return unsigned(diagnose('KEY_REQUIRED', { file: config.file, pointer: '/trust/required' }, {}))
  if (isCI || !isTerminal)
    return unsigned(
      diagnose(
        'KEY_MISSING',
        {},
        {
          reason: `there is no signing key, and ${isCI ? 'this is CI' : 'this is no terminal'}, where no development key is made`,
        },
      ),
    )
  return loadDevelopmentKey(folders, context)
}

function loadDevelopmentKey(
  folders: SiteFolders,
  { now, keepDevelopmentKey: keep = true }: KeyContext,
): { readonly keys: readonly PrivateJwk[]; readonly diagnostics: Diagnostic[]; readonly source?: string } {
  const place = { file: DEVELOPMENT_KEY }
  try {
    const { text, made } = openDevelopmentKey(folders.root, { keep })
    const { keys, diagnostics } = parseSigningKeys(text, { name: `\`${DEVELOPMENT_KEY}\``, place }, now, {
      development: true,
    })
    const [key] = keys
    const said =
      key === undefined || (made && !keep)
        ? []
        : [diagnose('KEY_DEVELOPMENT', place, { kid: key.kid, file: DEVELOPMENT_KEY, made })]
    return {
      keys,
      diagnostics: [...checkKeyFile(DEVELOPMENT_KEY, folders), ...diagnostics, ...said],
      source: `\`${DEVELOPMENT_KEY}\``,
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return {
      keys: [],
      diagnostics: [
        diagnose(
          'KEY_MISSING',
          {},
          { reason: `there is no signing key, and no development key can be kept in ${DEVELOPMENT_KEY} (${code})` },
        ),
      ],
    }
  }
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false'
}

function posix(file: string): string {
  return file.replaceAll('\\', '/')
}

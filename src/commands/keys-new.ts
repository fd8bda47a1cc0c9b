import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { visible } from '../diagnostics/visible.ts'
import { placeOfKeyFile } from '../load/key-file.ts'
import { generateKey } from '../load/new-key.ts'
import { json } from '../diagnostics/reporters/json.ts'
import { publicHalf, type PrivateJwk, type PublicJwk } from '../sign/jwk.ts'
import { UsageError, type Flags, type Io } from './command.ts'
import { openKeys } from './keys-site.ts'

/**
 * `signpost keys new`: makes a key pair. The private JWK goes to a new file (`--out`) or to stdout, which must not be a
 * terminal; the public one and what to do next go to stderr.
 */
export async function newKey(flags: Flags, io: Io): Promise<number> {
  const { alg = 'EdDSA', out } = flags.own ?? {}
  if (alg !== 'EdDSA' && alg !== 'ES256') throw new UsageError('--alg is EdDSA or ES256.')
  if (flags.format !== 'pretty' && flags.format !== 'json')
    throw new UsageError(`--format ${flags.format} shows findings, and a new key has none.`)
  const toFile = typeof out === 'string' && out !== '-'
  if (!toFile) {
    if (flags.format === 'json')
      throw new UsageError('--format json needs --out FILE: without a file, stdout is for the key itself.')
    if (io.stdout.isTTY === true && out !== '-') {
      throw new UsageError(
        'A private key is not shown on a terminal. Name a file (`--out FILE`), pipe it to where it is kept, or ask for it with `--out -`.',
      )
    }
    const key = generateKey(alg)
    io.stdout.write(`${JSON.stringify(key)}\n`)
    explain(key, undefined, flags, io)
    return 0
  }
  const file = path.resolve(io.cwd, out)
  await checkPlace(file, flags, io)
  const key = generateKey(alg)
  writeKey(file, key)
  if (flags.format === 'json')
    io.stdout.write(
      json({ diagnostics: [], report: { file, publicKey: { ...publicHalf(key) } }, summary: [], strict: false }),
    )
  else explain(key, file, flags, io)
  return 0
}

/** Refuses a file from which a build could publish the key. */
async function checkPlace(file: string, flags: Flags, io: Io): Promise<void> {
  const site = await openKeys(flags, io)
  const place = site.folders === undefined ? undefined : placeOfKeyFile(file, site.folders)
  if (place !== undefined)
    throw new UsageError(`${visible(file)} lies in ${place}, from where the key could be published.`)
}

function writeKey(file: string, key: PrivateJwk): void {
  if (existsSync(file)) throw new UsageError(`${visible(file)} exists, and a key is never overwritten.`)
  try {
    writeFileSync(file, `${JSON.stringify(key, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new UsageError(`${visible(file)} cannot be written (${code}).`)
  }
}

function explain(key: PublicJwk, file: string | undefined, flags: Flags, io: Io): void {
  const where =
    file === undefined
      ? []
      : [
          `The private key is in ${visible(file)}. Keep it out of the repository, and keep a copy where you keep secrets.`,
          '',
        ]
  const steps = [
    '',
    'Next steps:',
    ...(file === undefined
      ? ['  1. Keep what was written to stdout as the secret SIGNPOST_SIGNING_KEY of your CI.']
      : ['  1. Give it to the build: its text in SIGNPOST_SIGNING_KEY, or its path in the option trust.keys.file.']),
    '  2. For a first key that is all: build and deploy.',
    '  3. To replace a key, publish the new one behind the old one in a JWK Set, wait one max-age, then let it',
    '     sign and retire the old one. docs/keys.md has the details.',
  ]
  const text = [
    ...where,
    'Public key:',
    JSON.stringify(publicHalf(key), null, 2),
    ...(flags.quiet === true ? [] : steps),
  ]
  io.stderr.write(`${text.join('\n')}\n`)
}

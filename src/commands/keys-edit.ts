import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { isObject, type JsonObject } from '../json.ts'
import { readKeyFile } from '../load/key-file.ts'
import { JWKS_PATH } from '../sign/self-check.ts'
import { publicHalf, readPublicJwk, type PublicJwk } from '../sign/jwk.ts'
import { formatDate, parseTime } from '../sign/time.ts'
import { UsageError, type Flags, type Io } from './command.ts'
import { finish } from './finish.ts'
import { openKeys, type KeySite } from './keys-site.ts'

/** Days for which a retired key stays published unless `--until` says otherwise. */
const RETIRED_DAYS = 90

/**
 * `signpost keys retire KID`: keeps the public half of a key that no longer signs published for a while. Adds it to the
 * file that `trust.keys.retired` names, else prints the entry for the config.
 */
export async function retireKey(kid: string, flags: Flags, io: Io): Promise<number> {
  const now = Math.floor(Date.now() / 1000)
  const until = untilOf(flags, now)
  const site = await openKeys(flags, io, now)
  const found = site.retired.find(({ jwk }) => jwk.kid === kid)
  if (found !== undefined)
    return report(site, [], { kid, already: true }, [`The key ${kid} is retired already.`], flags, io)
  if (site.signing[0]?.kid === kid) {
    return report(
      site,
      [diagnose('KEY_STILL_SIGNS', {}, { kid, source: site.source!, action: 'retire' })],
      {},
      [],
      flags,
      io,
    )
  }
  const others = otherKeys(site, flags, io)
  const known = [...site.signing.slice(1), ...others]
  const key = known.find((jwk) => jwk.kid === kid)
  if (key === undefined) return report(site, [notFound(kid, known)], {}, [], flags, io)
  const { use: _, ...members } = publicHalf(key)
  const entry: JsonObject = { ...members, until }
  const file = retiredFile(site)
  if (file === undefined) {
    const lines = [
      `Add this entry to \`trust.keys.retired\` in ${site.file || 'your config'}:`,
      '',
      JSON.stringify(entry, null, 2),
    ]
    return report(site, [], { entry }, lines, flags, io)
  }
  if (site.obstacles.length > 0) return report(site, [], {}, [], flags, io)
  editRetired(path.resolve(site.root, file), (entries) => [...entries, entry])
  const lines = [
    `${kid} is in ${file} and stays published until ${until}.`,
    ...(site.signing.some((jwk) => jwk.kid === kid)
      ? [`Remove it from ${site.source}, then build and deploy.`]
      : ['Build and deploy.']),
  ]
  return report(site, [], { entry, file }, lines, flags, io)
}

/**
 * `signpost keys revoke KID`: takes a key out of the published ones at once. Removes it from the file that
 * `trust.keys.retired` names; elsewhere it says what to change.
 */
export async function revokeKey(kid: string, flags: Flags, io: Io): Promise<number> {
  const site = await openKeys(flags, io)
  const isRetired = site.retired.some(({ jwk }) => jwk.kid === kid)
  const signs = site.signing.some((jwk) => jwk.kid === kid)
  if (!isRetired && !signs)
    return report(site, [notFound(kid, [...site.signing, ...site.retired.map(({ jwk }) => jwk)])], {}, [], flags, io)
  const file = retiredFile(site)
  const findings: Diagnostic[] = [
    ...(signs ? [diagnose('KEY_STILL_SIGNS', {}, { kid, source: site.source!, action: 'revoke' })] : []),
    ...(isRetired && file === undefined
      ? [diagnose('KEY_IN_CONFIG', { file: site.file, pointer: '/trust/keys/retired' }, { kid, file: site.file })]
      : []),
  ]
  if (!isRetired || file === undefined) return report(site, findings, {}, [], flags, io)
  editRetired(path.resolve(site.root, file), (entries) => entries.filter((entry) => kidOf(entry) !== kid))
  const lines = [
    `${kid} is no longer in ${file}.`,
    'Build and deploy now: until then it is still published, and clients keep it for one max-age more.',
  ]
  return report(site, findings, { revoked: kid, file }, lines, flags, io)
}

function untilOf({ own }: Flags, now: number): string {
  const until = own?.['until'] ?? formatDate(now + RETIRED_DAYS * 86_400)
  const end = typeof until === 'string' ? parseTime(until) : undefined
  if (end === undefined) throw new UsageError('--until is a date such as 2030-01-31.')
  if (end <= now) throw new UsageError('--until lies in the past. To take a key out at once, revoke it.')
  return until as string
}

/** Public keys of the JWK Set that `--from` names, else of the last build. */
function otherKeys({ root, folders }: KeySite, { own }: Flags, io: Io): PublicJwk[] {
  const { from } = own ?? {}
  if (typeof from === 'string') {
    const read = readKeyFile(path.resolve(io.cwd, from), root, { option: '--from', place: { file: from } })
    if ('diagnostic' in read) throw new UsageError(read.diagnostic.message)
    return keysOf(read.text)
  }
  if (folders?.outDir === undefined) return []
  try {
    return keysOf(readFileSync(path.resolve(root, folders.outDir, JWKS_PATH), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    return []
  }
}

function keysOf(text: string): PublicJwk[] {
  let set: unknown
  try {
    set = JSON.parse(text)
  } catch {
    return []
  }
  const keys = isObject(set) && Array.isArray(set['keys']) ? (set['keys'] as readonly unknown[]) : []
  return keys.flatMap((value) => {
    const read = readPublicJwk(value)
    return 'jwk' in read ? [read.jwk] : []
  })
}

function retiredFile({ trust }: KeySite): string | undefined {
  const retired = trust === false ? undefined : trust.keys.retired
  return typeof retired === 'string' ? retired : undefined
}

/** Rewrites a file of retired keys, whole or not at all; one that is not there yet is made. */
function editRetired(file: string, edit: (entries: readonly unknown[]) => readonly unknown[]): void {
  const value: unknown = JSON.parse(readIfThere(file) ?? '[]')
  const isSet = isObject(value)
  const entries = (isSet ? value['keys'] : value) as readonly unknown[]
  const edited = isSet ? { ...value, keys: edit(entries) } : edit(entries)
  const draft = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(draft, `${JSON.stringify(edited, null, 2)}\n`, { flag: 'wx' })
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

/** The name of an entry, which is its thumbprint where it has none of its own. */
function kidOf(entry: unknown): string | undefined {
  const read = readPublicJwk(entry)
  return 'jwk' in read ? read.jwk.kid : undefined
}

function notFound(kid: string, known: readonly PublicJwk[]): Diagnostic {
  return diagnose('KEY_NOT_FOUND', {}, { kid, known: [...new Set(known.map((jwk) => jwk.kid))] })
}

function report(
  site: KeySite,
  findings: readonly Diagnostic[],
  result: JsonObject,
  summary: readonly string[],
  flags: Flags,
  io: Io,
): number {
  return finish(
    { diagnostics: [...site.obstacles, ...findings], report: result, summary, strict: flags.strict === true },
    { root: site.root },
    flags,
    io,
  )
}

import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { visible } from '../diagnostics/visible.ts'
import { folderReader } from '../load/site-folder.ts'
import { httpReader } from '../load/site-http.ts'
import { openJwkSet, type KeySet } from '../sign/key-set.ts'
import { isLoopback } from '../url.ts'
import type { SiteReader } from '../verify/readers.ts'
import { UsageError, type Flags, type Io } from './command.ts'

/** The site that an operand names. */
export interface SiteOperand {
  readonly reader: SiteReader
  /** Absolute path, where it is a folder. */
  readonly folder?: string
}

/** How a site is opened. */
export interface OpenOptions {
  /** Whether redirects to other origins are refused. @default false */
  readonly offline?: boolean
}

/**
 * Opens an origin, with the headers of `--header`, or a folder.
 *
 * @throws {UsageError} where the operand is neither, or a flag does not fit it.
 */
export function openSite(operand: string, flags: Flags, io: Io, { offline = false }: OpenOptions = {}): SiteOperand {
  const headers = headersOf(flags)
  if (/^https?:\/\//i.test(operand)) return { reader: httpReader(parseOrigin(operand), { headers, offline }) }
  const folder = path.resolve(io.cwd, operand)
  if (operand === '' || !existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`${visible(operand)} is neither a folder nor an origin such as https://acme.example.`)
  if (Object.keys(headers).length > 0)
    throw new UsageError('--header is for an origin; a folder is not asked for anything.')
  return { reader: folderReader(folder), folder }
}

/** The origin that `--origin` names. */
export function givenOrigin({ own }: Flags): URL | undefined {
  const origin = own?.['origin']
  return typeof origin === 'string' ? parseOrigin(origin) : undefined
}

/** An origin on the command line: https, or http on this machine. */
export function parseOrigin(operand: string): URL {
  const url = URL.canParse(operand) ? new URL(operand) : undefined
  if (url === undefined || url.username !== '' || url.password !== '')
    throw new UsageError(
      `${url === undefined ? visible(operand) : 'What stands there'} is no origin such as https://acme.example.`,
    )
  assertSecure(url)
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new UsageError(`Clients look at the root of a host: name ${url.origin}.`)
  return url
}

/** @throws {UsageError} for plain http, but to this machine. */
export function assertSecure(url: URL): void {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new UsageError(
      `${url.origin} is not https, so nothing that it answers could be trusted. Plain http is for loopback addresses.`,
    )
}

/** The headers of every `--header`, by lower-case name. */
export function headersOf({ own }: Flags): Record<string, string> {
  const lines = [own?.['header'] ?? []].flat().filter((line) => typeof line === 'string')
  return Object.fromEntries(lines.map(parseHeader))
}

/** The keys of the JWK Set, or the one key, that `--keys` names. */
export function givenKeys({ own }: Flags, io: Io): KeySet | undefined {
  const shown = own?.['keys']
  if (typeof shown !== 'string') return undefined
  let document: unknown
  try {
    document = JSON.parse(readFileSync(path.resolve(io.cwd, shown), 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--keys: ${visible(shown)} ${code === undefined ? 'is no JSON' : `cannot be read (${code})`}.`)
  }
  const { keys, kty } = (document ?? {}) as { keys?: unknown; kty?: unknown }
  if (!Array.isArray(keys) && kty === undefined) throw new UsageError(`--keys: ${visible(shown)} is no JWK Set.`)
  return openJwkSet(Array.isArray(keys) ? document : { keys: [document] })
}

function parseHeader(written: string): [string, string] {
  const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]+)$/.exec(written) ?? []
  // The value is a credential: no message repeats it.
  if (name === '') throw new UsageError("--header takes a name and a value: --header 'Authorization: Bearer …'.")
  return [name.toLowerCase(), value.trim()]
}

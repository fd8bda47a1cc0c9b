import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { amount } from '../diagnostics/reporters/reporter.ts'
import { folderReader } from '../load/site-folder.ts'
import { httpReader, openWeb } from '../load/site-http.ts'
import { parseYaml } from '../parse/yaml.ts'
import { maskSource } from '../scan/mask.ts'
import { openJwkSet, type KeySet } from '../sign/key-set.ts'
import { isLoopback } from '../url.ts'
import type { SiteReader } from '../verify/readers.ts'
import { verify, type VerifyOptions, type VerifyResult } from '../verify/verify.ts'
import { UsageError, type Flags, type Io } from './command.ts'
import { finish } from './finish.ts'

/** `signpost verify <origin or folder>`: reads a site as clients do and reports every broken promise. */
export async function run(operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const [operand = ''] = operands
  const own = flags.own ?? {}
  const offline = own['offline'] === true
  const { reader, folder } = openReader(operand, text(own['header']), offline, io)
  const origin = text(own['origin'])
  const keys = text(own['keys'])
  const options: VerifyOptions = {
    ...(origin === undefined ? {} : { origin: parseOrigin(origin) }),
    ...(keys === undefined ? {} : { trusted: readKeys(path.resolve(io.cwd, keys), keys) }),
    ...(offline ? {} : { web: openWeb() }),
    now: Math.floor(Date.now() / 1000),
    isPrivate: own['private'] === true,
  }
  const result = await verify(reader, options)
  const sources = createSources(folder, result)
  const run = {
    diagnostics: result.diagnostics.map(createPositioner(sources)),
    report: result.report,
    summary: summaryOf(result),
    strict: flags.strict === true,
  }
  return finish(run, { root: folder ?? io.cwd, sourceText: sources.masked }, flags, io)
}

function openReader(
  operand: string,
  header: string | undefined,
  offline: boolean,
  io: Io,
): { reader: SiteReader; folder?: string } {
  if (/^https?:\/\//i.test(operand)) {
    const origin = parseOrigin(operand)
    return {
      reader: httpReader(origin, { offline, ...(header === undefined ? {} : { headers: parseHeader(header) }) }),
    }
  }
  const folder = path.resolve(io.cwd, operand)
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new UsageError(`${operand} is neither a folder nor an origin such as https://acme.example.`)
  if (header !== undefined) throw new UsageError('--header is for an origin; a folder is not asked for anything.')
  return { reader: folderReader(folder), folder }
}

/** https, or http on this machine. */
function parseOrigin(operand: string): URL {
  const url = URL.canParse(operand) ? new URL(operand) : undefined
  if (url === undefined || url.username !== '' || url.password !== '')
    throw new UsageError(
      `${url === undefined ? operand : 'What stands there'} is no origin such as https://acme.example.`,
    )
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    throw new UsageError(
      `${url.origin} is not https, so nothing that it answers could be trusted. Plain http is for loopback addresses.`,
    )
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new UsageError(`Clients look at the root of a host: verify ${url.origin}.`)
  return url
}

function parseHeader(written: string): Record<string, string> {
  const [, name = '', value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]+)$/.exec(written) ?? []
  // The value is a credential: no message repeats it.
  if (name === '') throw new UsageError("--header takes a name and a value: --header 'Authorization: Bearer …'.")
  return { [name.toLowerCase()]: value.trim() }
}

function readKeys(file: string, shown: string): KeySet {
  let document: unknown
  try {
    document = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new UsageError(`--keys: ${shown} ${code === undefined ? 'is no JSON' : `cannot be read (${code})`}.`)
  }
  const { keys, kty } = (document ?? {}) as { keys?: unknown; kty?: unknown }
  if (!Array.isArray(keys) && kty === undefined) throw new UsageError(`--keys: ${shown} is no JWK Set.`)
  return openJwkSet(Array.isArray(keys) ? document : { keys: [document] })
}

interface Sources {
  /** Text of a file of the folder. */
  readonly plain: (file: string) => string | undefined
  /** The same with every secret masked, for code frames. */
  readonly masked: (file: string) => string | undefined
}

/** Longer documents are shown without the lines around a finding. */
const MAX_SHOWN = 1 << 20

function createSources(folder: string | undefined, { secrets }: VerifyResult): Sources {
  const plain = (file: string): string | undefined => {
    if (folder === undefined) return undefined
    try {
      const bytes = readFileSync(path.join(folder, file))
      return bytes.length > MAX_SHOWN || bytes.includes(0) ? undefined : bytes.toString('utf8')
    } catch {
      return undefined
    }
  }
  const masked = (file: string): string | undefined => {
    const found = plain(file)
    return found === undefined ? undefined : maskSource(found, file, secrets)
  }
  return { plain, masked }
}

/** Gives findings in JSON files of a folder the line and column of their pointers; a file is parsed once. */
function createPositioner({ plain }: Sources): (finding: Diagnostic) => Diagnostic {
  const documents = new Map<string, ReturnType<typeof parseYaml>['document']>()
  return (finding) => {
    const { file, pointer, line, severity } = finding
    if (file === undefined || pointer === undefined || line !== undefined || severity === 'suggestion') return finding
    if (!documents.has(file)) {
      const source = plain(file)
      documents.set(
        file,
        source === undefined ? undefined : parseYaml(source, file.endsWith('.json') ? file : `${file}.json`).document,
      )
    }
    const document = documents.get(file)
    return document === undefined ? finding : { ...finding, ...document.at(pointer, 'value'), file }
  }
}

function summaryOf({ report: { origin, documents, links, signatures, unknown } }: VerifyResult): string[] {
  const count = Object.values(documents).reduce((sum, n) => sum + n, 0)
  return [
    `Verified ${amount(count, 'document')} and ${amount(links, 'link')}${origin === '' ? '' : ` of ${origin}`}.`,
    ...(signatures === 0 ? [] : [`${amount(signatures, 'signature')} ${signatures === 1 ? 'verifies' : 'verify'}.`]),
    ...unknown.map((sentence) => `Not known: ${sentence}`),
  ]
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { visible, visibleJson } from '../diagnostics/visible.ts'
import type { JsonValue } from '../json.ts'
import { httpReader, openService, openWeb } from '../load/site-http.ts'
import { inferOrigin } from '../verify/origin.ts'
import { traceDiscovery, type Trace, type TraceOptions } from '../verify/trace.ts'
import { UsageError, type Flags, type Io } from './command.ts'
import { finish } from './finish.ts'
import { assertSecure, givenOrigin, headersOf, openSite, parseOrigin } from './site-operand.ts'

/** `signpost trace <origin, card or folder>`: the way from a query to the skill that a client calls. */
export async function run(operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const [operand = ''] = operands
  const own = flags.own ?? {}
  const card = cardOf(operand)
  const { reader } =
    card === undefined
      ? openSite(operand, flags, io)
      : { reader: httpReader(parseOrigin(card.origin), { headers: headersOf(flags) }) }
  const base = givenOrigin(flags) ?? reader.origin ?? (await inferOrigin(reader))
  if (base === undefined) throw new UsageError('The folder does not say which origin it is for: give --origin.')
  const text = textOf(own['text'])
  const service = textOf(own['service'])
  const bindings = listOf(own['binding'])
  const options: TraceOptions = {
    base,
    tags: listOf(own['tag']),
    web: openWeb(),
    ...(text === undefined ? {} : { text }),
    ...(bindings.length === 0 ? {} : { bindings }),
    ...(card === undefined ? {} : { card: card.pathname + card.search }),
    ...(service === undefined ? {} : { registry: openService(serviceUrl(service), { isNamed: true }) }),
  }
  if (service !== undefined && options.tags.length === 0 && text === undefined)
    throw new UsageError('A registry is asked for something: give --tag or --text.')
  if (service !== undefined && card !== undefined) throw new UsageError('A card that is known needs no --service.')
  const { trace, diagnostics } = await traceDiscovery(reader, options)
  const out = textOf(own['out'])
  const expected = textOf(own['expect'])
  if (out !== undefined) write(path.resolve(io.cwd, out), trace)
  const changed = expected === undefined ? [] : compare(path.resolve(io.cwd, expected), expected, trace)
  return finish(
    {
      diagnostics: [...diagnostics, ...changed],
      report: trace,
      summary: summaryOf(trace),
      strict: flags.strict === true,
    },
    { root: io.cwd },
    flags,
    io,
  )
}

/** A URL with a path names a card. */
function cardOf(operand: string): URL | undefined {
  if (!/^https?:\/\//i.test(operand) || !URL.canParse(operand)) return undefined
  const url = new URL(operand)
  if (url.pathname === '/') return undefined
  if (url.username !== '' || url.password !== '')
    throw new UsageError('What stands there holds credentials: give them by --header.')
  url.hash = ''
  return url
}

/** A URL of a discovery service on the command line: https, or http on this machine. */
export function serviceUrl(written: string): URL {
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UsageError(
      `--service takes the URL of a discovery service${url === undefined ? `, and ${visible(written)} is none` : ' without credentials'}.`,
    )
  assertSecure(url)
  return url
}

function write(file: string, trace: Trace): void {
  try {
    writeFileSync(file, `${visibleJson(trace)}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new UsageError(`--out: ${visible(file)} cannot be written (${code}).`)
  }
}

function compare(file: string, shown: string, trace: Trace): Diagnostic[] {
  let expected: JsonValue
  try {
    expected = JSON.parse(readFileSync(file, 'utf8')) as JsonValue
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(
      `--expect: ${visible(shown)} ${code === undefined ? 'is no JSON' : `cannot be read (${code})`}.`,
    )
  }
  const [members] = [differing(expected, trace)]
  return members.length === 0 ? [] : [diagnose('TRACE_CHANGED', { file: shown }, { file: shown, members })]
}

/** Members of a trace that are not as they were. */
function differing(expected: JsonValue, trace: Trace): string[] {
  const old = (typeof expected === 'object' && expected !== null ? expected : {}) as Readonly<Record<string, JsonValue>>
  return [...new Set([...Object.keys(old), ...Object.keys(trace)])]
    .filter((name) => JSON.stringify(old[name]) !== JSON.stringify(trace[name]))
    .toSorted()
}

function summaryOf({ note, hits, selected, hops }: Trace): string[] {
  const found = hits.map(
    ({ name, skillId, matchedTags, cardUrl }, i) =>
      `  ${i + 1}. ${skillId} of ${name}${matchedTags.length === 0 ? '' : ` (${matchedTags.join(', ')})`}  ${cardUrl}`,
  )
  const chosen =
    selected === null
      ? []
      : [
          '',
          'Selected:',
          `  ${selected.skillId}: ${selected.next} at ${selected.preferredInterface.url} (${selected.preferredInterface.protocolBinding} ${selected.preferredInterface.protocolVersion})`,
        ]
  const way = hops.map(
    ({ hop, method, url, response: { status, etag, cacheControl } }) =>
      `  ${hop}. ${method} ${url}  ${status}${etag === null ? '' : `  ${etag}`}${cacheControl === null ? '' : `  ${cacheControl}`}`,
  )
  return [note, ...(found.length === 0 ? [] : ['', 'Found:', ...found]), ...chosen, '', 'Hops:', ...way]
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function listOf(value: unknown): string[] {
  return [value ?? []].flat().filter((item) => typeof item === 'string')
}

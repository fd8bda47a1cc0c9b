import { lookup as lookupHost } from 'node:dns'
import { Agent, request as requestHttp, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { unreachableHost } from '../scan/reachability.ts'
import type { Conditions, Failure, Fetched, SiteReader, Web } from '../verify/readers.ts'

/** Bounds of what a server can make its reader do. */
export interface HttpLimits {
  /** Bytes of a body, after its content coding was undone. */
  readonly bytes: number
  /** Seconds until the last byte of an answer, redirects included. */
  readonly seconds: number
  readonly redirects: number
}

/** Bounds that no honest document comes near. */
export const HTTP_LIMITS: HttpLimits = { bytes: 64 << 20, seconds: 20, redirects: 5 }

/** How an origin is asked. */
export interface HttpOptions {
  /** Sent to that origin alone. */
  readonly headers?: Readonly<Record<string, string>>
  readonly limits?: Partial<HttpLimits>
}

/**
 * Reads the site at an origin. The origin itself may be anywhere; where an answer redirects elsewhere, the place has to be
 * one that the public reaches.
 */
export function httpReader(origin: URL, { headers = {}, limits = {} }: HttpOptions = {}): SiteReader {
  const ask = createClient({ ...HTTP_LIMITS, ...limits }, { origin, headers })
  return { kind: 'http', origin, get: (path, conditions) => ask(new URL(path, origin), conditions) }
}

/** Reads documents of any public host. */
export function openWeb({ limits = {} }: Pick<HttpOptions, 'limits'> = {}): Web {
  const ask = createClient({ ...HTTP_LIMITS, ...limits }, undefined)
  return { get: (url) => ask(new URL(url)) }
}

/** The origin that was named by the person who runs this, which may be in a private network, and what it alone is sent. */
type Home = { readonly origin: URL; readonly headers: Readonly<Record<string, string>> } | undefined

type Client = (url: URL, conditions?: Conditions) => Promise<Fetched>

function createClient(limits: HttpLimits, home: Home): Client {
  const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new SecureAgent({ keepAlive: true }) }
  return async (start, conditions = {}) => {
    const redirects: string[] = []
    const deadline = AbortSignal.timeout(limits.seconds * 1000)
    try {
      for (let url = start; ;) {
        const answer = await once(url, conditions, { agents, limits, home, deadline })
        const next = redirectOf(answer, url)
        if (next === undefined) return { ...answer, redirects }
        if (next.href === start.href || redirects.includes(next.href)) throw new Stop('limit', 'redirects in a circle')
        redirects.push(next.href)
        if (redirects.length > limits.redirects)
          throw new Stop('limit', `redirects more than ${limits.redirects} times`)
        url = next
      }
    } catch (error) {
      return { status: 0, headers: {}, body: new Uint8Array(), redirects, failure: failureOf(error, deadline, limits) }
    }
  }
}

interface Exchange {
  readonly agents: { readonly 'http:': Agent; readonly 'https:': SecureAgent }
  readonly limits: HttpLimits
  readonly home: Home
  readonly deadline: AbortSignal
}

/** One request and its answer. */
function once(
  url: URL,
  { method = 'GET', headers = {}, anonymous = false }: Conditions,
  { agents, limits, home, deadline }: Exchange,
): Promise<Fetched> {
  const isHome = home !== undefined && url.origin === home.origin.origin
  if (!isHome) guard(url)
  const own = isHome && !anonymous ? home.headers : {}
  const options = {
    method,
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'signpost-verify', ...headers, ...own },
    signal: deadline,
    agent: url.protocol === 'http:' ? agents['http:'] : agents['https:'],
    ...(isHome ? {} : { lookup: publicLookup }),
  }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? requestHttp : requestHttps)(url, options, (response) => {
      readBody(response, method, limits.bytes).then(
        (body) => resolve({ status: response.statusCode ?? 0, headers: headersOf(response), body, redirects: [] }),
        reject,
      )
    })
    request.on('error', reject)
    request.end()
  })
}

/** What a document leads to may be no address of this machine or its networks (server-side request forgery). */
function guard(url: URL): void {
  if (url.protocol !== 'https:')
    throw new Stop('refused', `leads to ${url.protocol}//${url.host}, and only https is followed`)
  if (url.username !== '' || url.password !== '') throw new Stop('refused', 'leads to a URL with credentials')
  const reason = unreachableHost(url.href)
  if (reason !== undefined) throw new Stop('refused', `leads where no outsider gets to: ${reason}`)
}

/** Resolves a name and refuses it where any of its addresses is a private one: the connection is made to what was judged. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookupHost(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, '', 0)
    for (const { address, family } of addresses) {
      const reason = unreachableHost(`https://${family === 6 ? `[${address}]` : address}/`)
      if (reason !== undefined) return callback(new Stop('refused', `leads to ${hostname}, and ${reason}`), '', 0)
    }
    const [first] = addresses
    if (options.all === true) return callback(null, addresses)
    return callback(null, first?.address ?? '', first?.family ?? 0)
  })
}

async function readBody(response: IncomingMessage, method: string, limit: number): Promise<Uint8Array> {
  const { statusCode: status } = response
  if (method === 'HEAD' || status === 204 || status === 304) {
    response.resume()
    return new Uint8Array()
  }
  const chunks: Buffer[] = []
  let length = 0
  const stream = decoded(response)
  try {
    for await (const chunk of stream) {
      length += (chunk as Buffer).length
      if (length > limit) throw new Stop('limit', `sends more than the ${limit} bytes that are read at most`)
      chunks.push(chunk as Buffer)
    }
  } finally {
    response.destroy(length > limit ? new Error('too long') : undefined)
    if (stream !== response) stream.destroy()
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function decoded(response: IncomingMessage): Readable {
  const coding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
  const create = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress }[
    coding
  ]
  if (create === undefined) {
    if (coding !== '' && coding !== 'identity')
      throw new Stop('network', `uses a content coding that nobody asked for (${coding.slice(0, 40)})`)
    return response
  }
  const decoder = create()
  response.on('error', (error) => decoder.destroy(error))
  return response.pipe(decoder)
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
}

function redirectOf({ status, headers }: Fetched, from: URL): URL | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  if (!URL.canParse(location, from.href)) throw new Stop('network', 'redirects to what is no URL')
  const next = new URL(location, from)
  if (next.protocol !== 'https:' && next.protocol !== 'http:')
    throw new Stop('refused', `redirects to a URL of the scheme ${next.protocol}`)
  next.hash = ''
  return next
}

class Stop extends Error {
  readonly kind: Failure['kind']
  constructor(kind: Failure['kind'], reason: string) {
    super(reason)
    this.kind = kind
  }
}

function failureOf(error: unknown, deadline: AbortSignal, { seconds }: HttpLimits): Failure {
  const cause =
    error instanceof Stop ? error : error instanceof Error && error.cause instanceof Stop ? error.cause : undefined
  if (cause !== undefined) return { kind: cause.kind, reason: cause.message }
  if (deadline.aborted) return { kind: 'limit', reason: `did not end within ${seconds} seconds` }
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === undefined) throw error
  return {
    kind: 'network',
    reason:
      code.startsWith('Z_') || code.startsWith('ERR__')
        ? 'is no valid content of its content coding'
        : `cannot be read (${code})`,
  }
}

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
  /** Bytes and seconds of all answers together. */
  readonly totalBytes: number
  readonly totalSeconds: number
}

/** Bounds that no honest document comes near. */
export const HTTP_LIMITS: HttpLimits = {
  bytes: 64 << 20,
  seconds: 20,
  redirects: 5,
  totalBytes: 512 << 20,
  totalSeconds: 600,
}

/** How an origin is asked. */
export interface HttpOptions {
  /** Sent to that origin alone. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether redirects to other origins are refused. @default false */
  readonly offline?: boolean
  readonly limits?: Partial<HttpLimits>
}

/**
 * Reads the site at an origin. The origin itself may be anywhere; where an answer redirects elsewhere, the place has to be
 * one that the public reaches.
 */
export function httpReader(origin: URL, { headers = {}, offline = false, limits = {} }: HttpOptions = {}): SiteReader {
  const ask = createClient({ ...HTTP_LIMITS, ...limits }, { origin, headers, offline })
  // A path may start with two slashes: resolved against the origin it would be another host.
  return { kind: 'http', origin, get: (path, conditions) => ask(new URL(origin.origin + path), conditions) }
}

/** Reads documents of any public host. */
export function openWeb({ limits = {} }: Pick<HttpOptions, 'limits'> = {}): Web {
  const ask = createClient({ ...HTTP_LIMITS, ...limits }, undefined)
  return { get: (url) => ask(new URL(url)) }
}

/** A discovery service: what its API answers. */
export interface Service {
  /** URL of the API, with a trailing slash. */
  readonly url: string
  /** Sends a JSON body to a path below the API's URL. */
  post(path: string, body: unknown): Promise<Fetched>
  get(path: string): Promise<Fetched>
}

/** How a service is asked. */
export interface ServiceOptions extends Pick<HttpOptions, 'limits'> {
  /** Whether the person who runs this named it: it may be in a private network then. @default false */
  readonly isNamed?: boolean
}

/** Asks a service. No answer of an API is as long as a document may be. */
export function openService(url: URL, { isNamed = false, limits = {} }: ServiceOptions = {}): Service {
  const home = isNamed ? { origin: new URL(url.origin), headers: {}, offline: false } : undefined
  const ask = createClient({ ...HTTP_LIMITS, bytes: 4 << 20, ...limits }, home)
  const base = new URL(url)
  base.search = ''
  base.hash = ''
  base.pathname = base.pathname.replace(/\/*$/, '/')
  const accept = 'application/json'
  return {
    url: base.href,
    post: (path, body) =>
      ask(new URL(path, base), {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    get: (path) => ask(new URL(path, base), { headers: { accept } }),
  }
}

/** The origin that was named by the person who runs this, which may be in a private network, and what it alone is sent. */
type Home =
  | { readonly origin: URL; readonly headers: Readonly<Record<string, string>>; readonly offline: boolean }
  | undefined

type Client = (url: URL, conditions?: Message) => Promise<Fetched>

/** A request, with a body where it is a question to a service. */
interface Message extends Omit<Conditions, 'method'> {
  readonly method?: Conditions['method'] | 'POST'
  readonly body?: string
}

function createClient(limits: HttpLimits, home: Home): Client {
  const agents = { 'http:': new Agent({ keepAlive: true }), 'https:': new SecureAgent({ keepAlive: true }) }
  let end: number | undefined
  let total = 0
  return async (start, conditions = {}) => {
    const redirects: string[] = []
    end ??= performance.now() + limits.totalSeconds * 1000
    // A timer of our own: Node 20 may collect the one of AbortSignal.timeout before it fires when only `any` holds it.
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), Math.max(0, Math.min(limits.seconds * 1000, end - performance.now())))
    const deadline = stop.signal
    try {
      if (total > limits.totalBytes) throw new Stop('limit', `was not asked for: ${total} bytes were read before`)
      for (let url = start; ;) {
        const answer = await once(url, conditions, { agents, limits, home, deadline })
        total += answer.body.length
        const next = redirectOf(answer, url)
        if (next === undefined) return { ...answer, redirects }
        // What turns a POST into a GET would lose the question.
        if (conditions.method === 'POST' && answer.status !== 307 && answer.status !== 308)
          throw new Stop('refused', 'redirects a question in a way that loses it')
        if (next.href === start.href || redirects.includes(next.href)) throw new Stop('limit', 'redirects in a circle')
        redirects.push(next.href)
        if (redirects.length > limits.redirects)
          throw new Stop('limit', `redirects more than ${limits.redirects} times`)
        url = next
      }
    } catch (error) {
      return { status: 0, headers: {}, body: new Uint8Array(), redirects, failure: failureOf(error, deadline, limits) }
    } finally {
      clearTimeout(timer)
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
  { method = 'GET', headers = {}, anonymous = false, body }: Message,
  { agents, limits, home, deadline }: Exchange,
): Promise<Fetched> {
  const isHome = home !== undefined && url.origin === home.origin.origin
  if (!isHome) guard(url, home?.offline === true)
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
    request.end(body)
  })
}

/** What a document leads to may be no address of this machine or its networks (server-side request forgery). */
function guard(url: URL, offline: boolean): void {
  if (offline)
    throw new Stop('refused', `leads to another origin (${url.origin}), and nothing outside of the site is asked`)
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

/** What system codes mean to whoever typed the address. */
const NETWORK_FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has no address',
  EAI_AGAIN: 'has no address that could be found now',
  ECONNREFUSED: 'refuses connections',
  ECONNRESET: 'broke the connection off',
  EHOSTUNREACH: 'is not to be reached from here',
  ENETUNREACH: 'is not to be reached from here',
  CERT_HAS_EXPIRED: 'has an expired certificate',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that nobody vouches for',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that nobody vouches for',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate whose chain is not complete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another host',
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
        : `${NETWORK_FAULTS[code] ?? 'cannot be read'} (${code})`,
  }
}

import { createHash } from 'node:crypto'
import type { Config } from './config.ts'
import {
  headerRules,
  METHODS,
  preflightHeaders,
  responseHeaders,
  routePath,
  type HeaderRule,
  type Headers,
  type PathFacts,
} from './headers.ts'
import { headLinks } from './page/links.ts'
import type { Site } from './site.ts'

/** A path of the site with its bytes. */
export interface Resource extends PathFacts {
  body(): Uint8Array | Promise<Uint8Array>
}

/** A site as the handler reads it. */
export interface SiteIndex {
  readonly view: Site['view']
  readonly rules: readonly HeaderRule[]
  /** The resource at a decoded path without the leading slash. */
  lookup(path: string): Resource | undefined
}

/** The part of an HTTP request that an answer depends on. */
export interface SiteRequest {
  readonly method: string
  /** Request target as received (RFC 9112, section 3.2). */
  readonly target: string
  readonly ifNoneMatch?: string | undefined
}

/** A complete answer; `body` is absent where none is sent. */
export interface SiteResponse {
  readonly status: number
  readonly headers: Headers
  readonly body?: Uint8Array
}

/** A request target in parts. */
export interface Target {
  /** Decoded path without the leading slash; `undefined` where it names no file: bad encoding, NUL, dot segments. */
  readonly path: string | undefined
  /** The path as received, for telling whose a bad one is. */
  readonly raw: string
  readonly query: string
}

/** A site in memory, ready to be served. */
export function indexSite(site: Site, cache: Config['cache']): SiteIndex {
  const artifacts = new Map(site.artifacts.map((artifact) => [artifact.path, artifact]))
  return {
    view: site.view,
    rules: headerRules({ view: site.view, cache, links: headLinks(artifacts) }),
    lookup(path) {
      const artifact = artifacts.get(path)
      return artifact && { ...artifact, body: () => artifact.body }
    },
  }
}

/** The answer of a site to a request for one of its paths; `undefined` where it has no such path. */
export async function respond(index: SiteIndex, request: SiteRequest): Promise<SiteResponse | undefined> {
  const { path, query } = parseTarget(request.target)
  if (path === undefined) return undefined
  const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
  const resource = index.lookup(routePath(file, query))
  if (!resource) return undefined
  if (request.method === 'OPTIONS') return { status: 204, headers: preflightHeaders(index.view) }
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(index, 405, { Allow: METHODS })
  return await respondWith(index, resource, request)
}

/**
 * The answer to a request for a path that the site does not have: 404 as 404 below `folders`, and `undefined`, someone
 * else's, outside of them.
 *
 * @param folders URL folders that are the site's alone, each with its trailing slash; the empty one is the whole origin.
 */
export async function respondMissing(
  index: SiteIndex,
  request: SiteRequest,
  folders: readonly string[],
): Promise<SiteResponse | undefined> {
  const { path, raw } = parseTarget(request.target)
  const folder = folders.find((f) => (path ?? raw).startsWith(f))
  if (folder === undefined) return undefined
  if (request.method === 'OPTIONS') return { status: 204, headers: preflightHeaders(index.view) }
  if (path === undefined) return refuse(index, 400)
  const page = folder === '' ? index.lookup('404.html') : undefined
  if (!page) return refuse(index, 404, {}, request.method)
  const response = await respondWith(index, page, { method: request.method, target: request.target })
  const { ETag: _, ...headers } = response.headers
  return { ...response, status: 404, headers: { ...headers, 'Cache-Control': 'no-store' } }
}

/** Splits a request target, origin-form or absolute-form, and decodes its path once. */
export function parseTarget(target: string): Target {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(target)?.[0] ?? ''
  const [, before = '', query = ''] = /^([^?#]*)(?:\?([^#]*))?/.exec(target.slice(origin.length)) ?? []
  const raw = before.replace(/^\//, '')
  return { path: decodePath(raw), raw, query }
}

/** A strong entity tag from the bytes (RFC 9110, section 8.8.3). */
export function entityTag(body: Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('hex')}"`
}

/** Whether an If-None-Match field matches an entity tag, by weak comparison (RFC 9110, section 13.1.2). */
export function matchesEntityTag(field: string, tag: string): boolean {
  if (field.trim() === '*') return true
  const opaque = (t: string): string => t.replace(/^W\//, '')
  return (field.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []).some((t) => opaque(t) === opaque(tag))
}

/** Metadata of the bytes, which a 304 leaves out (RFC 9110, section 15.4.5). */
const REPRESENTATION = new Set(['Content-Type', 'Content-Length', 'Content-Disposition'])

async function respondWith(index: SiteIndex, resource: Resource, request: SiteRequest): Promise<SiteResponse> {
  const body = await resource.body()
  const tag = entityTag(body)
  const headers = { ...responseHeaders(resource, index.rules), ETag: tag, 'Content-Length': String(body.byteLength) }
  if (request.ifNoneMatch !== undefined && matchesEntityTag(request.ifNoneMatch, tag)) {
    return {
      status: 304,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !REPRESENTATION.has(name))),
    }
  }
  return { status: 200, headers, ...(request.method === 'HEAD' ? {} : { body }) }
}

const REASONS = { 400: 'Bad request', 404: 'Not found', 405: 'Method not allowed' } as const

function refuse(index: SiteIndex, status: keyof typeof REASONS, extra: Headers = {}, method = 'GET'): SiteResponse {
  const body = new TextEncoder().encode(`${REASONS[status]}\n`)
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(body.byteLength),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(index.view === 'public' ? { 'Access-Control-Allow-Origin': '*' } : {}),
    ...extra,
  }
  return { status, headers, ...(method === 'HEAD' ? {} : { body }) }
}

function decodePath(raw: string): string | undefined {
  const segments: string[] = []
  for (const part of raw.split('/')) {
    let segment: string
    try {
      segment = decodeURIComponent(part)
    } catch {
      return undefined
    }
    if (segment === '.' || segment === '..' || segment.includes('\0') || segment.includes('/')) return undefined
    segments.push(segment)
  }
  return segments.join('/')
}

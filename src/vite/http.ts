import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SiteRequest, SiteResponse } from '../serve.ts'

/** The part of Node's request that a site's answer depends on; `target` is the URL before any rewriting. */
export function siteRequest(req: IncomingMessage & { originalUrl?: string | undefined }): SiteRequest {
  return {
    method: req.method ?? 'GET',
    target: req.originalUrl ?? req.url ?? '/',
    ifNoneMatch: req.headers['if-none-match'],
  }
}

/** Sends an answer. Headers that a server set for its own answers before are dropped. */
export function send(res: ServerResponse, response: SiteResponse): void {
  for (const name of res.getHeaderNames()) res.removeHeader(name)
  res.writeHead(response.status, response.headers).end(response.body)
}

/** A short answer of the server itself, kept by nobody. */
export function notice(status: number, text: string, mediaType = 'text/plain'): SiteResponse {
  const body = new TextEncoder().encode(`${text}\n`)
  const headers = {
    'Content-Type': `${mediaType}; charset=utf-8`,
    'Content-Length': String(body.byteLength),
    'Cache-Control': 'no-store',
  }
  return { status, headers, body }
}

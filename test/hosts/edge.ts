import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { ask, type Address } from './http.ts'
import type { Running } from './process.ts'

type Headers = Record<string, { value: string }>
type Query = Record<string, { value: string; multiValue?: Array<{ value: string }> }>
interface EdgeRequest {
  method: string
  uri: string
  querystring: Query
  headers: Headers
}
type Handler = (event: object) => EdgeRequest | { statusCode: number; headers: Headers }

interface Policy {
  readonly ResponseHeadersPolicyConfig: {
    readonly CorsConfig?: { readonly AccessControlExposeHeaders: { readonly Items: readonly string[] } }
  }
}

/**
 * What CloudFront does with the generated functions and policy, before a bucket: the function may answer or change the
 * path, the object comes from the bucket, the policy adds its headers.
 */
export async function startEdge(folder: string, bucket: Address, prefix: string): Promise<Running> {
  const onRequest = loadFunction(path.join(folder, 'viewer-request.js'))
  const onResponse = loadFunction(path.join(folder, 'viewer-response.js'))
  const policy = JSON.parse(readFileSync(path.join(folder, 'response-headers-policy.json'), 'utf8')) as Policy
  const expose = policy.ResponseHeadersPolicyConfig.CorsConfig?.AccessControlExposeHeaders.Items.join(', ')
  const server = http.createServer((req, res) => {
    void (async () => {
      const [uri = '/', query = ''] = (req.url ?? '/').split(/\?(.*)/s)
      const request: EdgeRequest = { method: req.method ?? 'GET', uri, querystring: readQuery(query), headers: {} }
      const decided = onRequest({ version: '1.0', context: {}, viewer: {}, request })
      if ('statusCode' in decided) return res.writeHead(decided.statusCode, flat(decided.headers)).end()
      const conditional: Record<string, string> =
        req.headers['if-none-match'] === undefined ? {} : { 'If-None-Match': req.headers['if-none-match'] }
      const object = await ask(bucket, prefix + decided.uri, { method: request.method, headers: conditional })
      const kept = ['content-type', 'cache-control', 'content-disposition', 'etag', 'content-length'].flatMap((name) =>
        object.headers[name] === undefined ? [] : [[name, { value: object.headers[name] }] as const],
      )
      const response = { statusCode: object.status, headers: Object.fromEntries(kept) as Headers }
      response.headers['x-content-type-options'] = { value: 'nosniff' }
      if (expose !== undefined)
        Object.assign(response.headers, {
          'access-control-allow-origin': { value: '*' },
          'access-control-expose-headers': { value: expose },
        })
      const answer = onResponse({ version: '1.0', context: {}, viewer: {}, request, response }) as {
        statusCode: number
        headers: Headers
      }
      return res.writeHead(answer.statusCode, flat(answer.headers)).end(object.body)
    })().catch((error: unknown) => res.writeHead(599).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: (server.address() as AddressInfo).port,
    log: () => '',
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A CloudFront function is a script with a \`handler\`, and nothing of Node around it. */
export function loadFunction(file: string): Handler {
  const handler: unknown = runInNewContext(`${readFileSync(file, 'utf8')}\nhandler`, {})
  return (event) =>
    JSON.parse(JSON.stringify((handler as (e: object) => unknown)(structuredClone(event)))) as ReturnType<Handler>
}

/** A query as CloudFront hands it over: as it was written, the first value beside all. */
function readQuery(query: string): Query {
  const found: Query = {}
  for (const part of query.split('&').filter((p) => p !== '')) {
    const [name = '', value = ''] = part.split(/=(.*)/s)
    const known = found[name]
    if (known === undefined) found[name] = { value }
    else
      found[name] = { value: known.value, multiValue: [...(known.multiValue ?? [{ value: known.value }]), { value }] }
  }
  return found
}

function flat(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, { value }]) => [name, value]))
}

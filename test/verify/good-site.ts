import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { httpReader, type HttpLimits } from '../../src/load/site-http.ts'
import { indexSite, respond, respondMissing } from '../../src/serve.ts'
import type { Site } from '../../src/site.ts'
import type { SiteReader } from '../../src/verify/readers.ts'
import { verify, type VerifyOptions, type VerifyResult } from '../../src/verify/verify.ts'
import { ED25519, keysOf } from '../keys.ts'
import { agentYaml, buildFiles, skillMd, skillYaml } from '../site.ts'

export const ORIGIN = new URL('https://acme.example')

/** Some time in 2026. */
export const NOW = 1_785_000_000

const files = {
  'skills/parcel-tracking.yaml': skillYaml(),
  'skills/refunds.yaml': skillYaml({
    name: 'Refunds',
    capability_type: 'task',
    access: 'restricted',
    auth: { type: 'api_key', header: 'X-API-Key' },
    endpoint: { url: 'https://api.acme.example/refunds', method: 'POST' },
    representativeQueries: ['refund order 9', 'give me my money back'],
  }),
  'skills/secret-plan.yaml': skillYaml({
    name: 'Hidden roadmap planner',
    access: 'private',
    auth: { type: 'api_key', header: 'X-API-Key' },
    representativeQueries: ['plan the launch', 'what comes next'],
  }),
  'skills/till-close/SKILL.md': skillMd(
    'till-close',
    'metadata: { access: public, version: "1.0.0" }\nrepresentativeQueries: ["close the till", "count the cash"]',
  ),
  'skills/pdf-tools/SKILL.md': skillMd(
    'pdf-tools',
    'metadata: { access: public, version: "2.0.0" }\nrepresentativeQueries: ["merge two pdfs", "rotate a page"]',
  ),
  'skills/pdf-tools/references/forms.md': '# Forms\n\nFill them.\n',
  'agents/desk.yaml': agentYaml({ publish: { primary: true } }),
  'agents/bridge.yaml': agentYaml({
    name: 'Bridge',
    supportedInterfaces: [
      { url: 'https://acme.example/bridge', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: 'https://acme.example/bridge-old', protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
    representativeQueries: ['talk to the old system', 'bridge both versions'],
    publish: { primary: false },
  }),
  'agents/tools.yaml': `kind: mcp-server\nname: example.acme/tools\nversion: "1.0.0"\ndescription: Tools of Acme.\nremotes:\n  - type: streamable-http\n    url: https://acme.example/mcp\ntools:\n  - name: book\n    description: Books a slot.\n    inputSchema: { type: object }\nrepresentativeQueries: ["book a slot", "list the tools"]\n`,
}

let built: Promise<{ public: Site; private: Site }> | undefined

/** Both views of a site with one of everything, signed by a fixed key. */
export function goodSites(): Promise<{ public: Site; private: Site }> {
  built ??= buildFiles(files, { trust: {} }, { keys: keysOf(ED25519) }).then((result) => {
    if (result.public === undefined || result.private === undefined)
      throw new Error(JSON.stringify(result.diagnostics, null, 1))
    return { public: result.public, private: result.private }
  })
  return built
}

// Documents are changed in ways that no type allows.
// eslint-disable-next-line typescript/no-explicit-any
type Json = any

/** The files of a site that a test changes. */
export interface SiteFiles {
  paths(): string[]
  text(path: string): string
  put(path: string, body: string | Uint8Array): void
  remove(path: string): void
  /** Changes a JSON document. */
  edit(path: string, change: (document: Json) => void): void
  /** Changes a JSON document and every copy of it that has the same bytes. */
  editAll(path: string, change: (document: Json) => void): void
  replace(path: string, from: string | RegExp, to: string): void
  site(): Site
}

/** The files of a site, to be changed. */
export function filesOf(site: Site): SiteFiles {
  const bodies = new Map(site.artifacts.map(({ path, body }) => [path, body]))
  const known = new Map(site.artifacts.map((a) => [a.path, a]))
  const fresh = { mediaType: 'application/json', cache: 'discovery', from: [], format: 'test' } as const
  const files: SiteFiles = {
    paths: () => [...bodies.keys()],
    text(path) {
      const found = bodies.get(path)
      if (found === undefined) throw new Error(`There is no ${path} in ${files.paths().join(', ')}`)
      return new TextDecoder().decode(found)
    },
    put(path, body) {
      bodies.set(path, typeof body === 'string' ? new TextEncoder().encode(body) : body)
    },
    remove(path) {
      files.text(path)
      bodies.delete(path)
    },
    edit(path, change) {
      const document = JSON.parse(files.text(path))
      change(document)
      files.put(path, `${JSON.stringify(document, null, 2)}\n`)
    },
    editAll(path, change) {
      const original = files.text(path)
      for (const other of files.paths()) if (files.text(other) === original) files.edit(other, change)
    },
    replace(path, from, to) {
      const before = files.text(path)
      const after = before.replace(from, to)
      if (after === before) throw new Error(`${path} does not hold ${String(from)}`)
      files.put(path, after)
    },
    site() {
      const artifacts = [...bodies].map(([path, body]) => ({ ...(known.get(path) ?? fresh), path, body }))
      return { ...site, artifacts: artifacts.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
    },
  }
  return files
}

/** Verifies a site that stands for ORIGIN. */
export function verifyAs(reader: SiteReader, options: VerifyOptions = {}): Promise<VerifyResult> {
  return verify(reader, { origin: ORIGIN, now: NOW, ...options })
}

/** Codes of findings that are no suggestions, each once, sorted. */
export function codes({ diagnostics }: VerifyResult): string[] {
  return [
    ...new Set(diagnostics.filter(({ severity }) => severity !== 'suggestion').map(({ code }) => code)),
  ].toSorted()
}

/** What a test does to an answer: returns true where it has answered itself. */
export type Tamper = (request: IncomingMessage, response: ServerResponse, site: Site) => boolean | Promise<boolean>

const CACHE = { discovery: 300, keys: 300, immutable: 31_536_000 }

/** Serves a site on 127.0.0.1 as previews and hosts do, gzip included. */
export async function serveSite(site: Site, tamper?: Tamper): Promise<URL> {
  const index = indexSite(site, CACHE)
  return await listen(
    createServer((request, response) => {
      void (async () => {
        if ((await tamper?.(request, response, site)) === true) return
        const asked = {
          method: request.method ?? 'GET',
          target: request.url ?? '/',
          ifNoneMatch: request.headers['if-none-match'],
        }
        const answer = (await respond(index, asked)) ?? (await respondMissing(index, asked, ['']))!
        const isText = /json|text/.test(answer.headers['Content-Type'] ?? '')
        const gzip =
          answer.body !== undefined && isText && /gzip/.test(String(request.headers['accept-encoding'] ?? ''))
        const body = gzip ? gzipSync(answer.body!) : answer.body
        for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
        if (gzip) {
          response.setHeader('Content-Encoding', 'gzip')
          response.setHeader('Vary', 'Accept-Encoding')
          response.setHeader('Content-Length', body!.byteLength)
        }
        response.statusCode = answer.status
        response.end(body)
      })()
    }),
  )
}

/** The origin of a server on 127.0.0.1, closed when the test is over. */
export async function listen(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
}

/** Verifies what a server answers, as ORIGIN. */
export function verifyServed(
  origin: URL,
  options: VerifyOptions = {},
  limits: Partial<HttpLimits> = {},
): Promise<VerifyResult> {
  return verifyAs(httpReader(origin, { limits }), options)
}

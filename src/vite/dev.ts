import path from 'node:path'
import type { Connect, Logger, ViteDevServer } from 'vite'
import type { BuildResult } from '../build.ts'
import { PAGE } from '../headers.ts'
import { entityTag, type SiteResponse } from '../serve.ts'
import type { Guard } from './guard.ts'
import { notice } from './http.ts'
import { siteFolders, useMissing, useSite, type ServedSite } from './middleware.ts'
import { createLiveSite, type LiveSite } from './rebuild.ts'
import { logResult, overlayError } from './report.ts'

/** What the dev server serves a site from. */
export interface DevContext {
  readonly root: string
  /** Folders that a change in makes a rebuild due. */
  readonly sources: () => readonly string[]
  readonly guard: Guard
  /** Whether the project has pages of its own. */
  readonly app: boolean
  build(): Promise<BuildResult>
}

/** A site in the dev server. */
export interface DevSite {
  readonly live: LiveSite
  /** Adds what comes behind the server's own middlewares. */
  addMissing(): void
}

/** Serves a site from memory in a dev server and follows its sources. */
export function serveDev(server: ViteDevServer, context: DevContext): DevSite {
  const { logger } = server.config
  const { root, guard, app } = context
  const overlay = createOverlay(server)
  let shown: string | undefined
  const live = createLiveSite(context.build, {
    built(result) {
      const state = JSON.stringify(result.diagnostics)
      if (state !== shown && (shown !== undefined || result.diagnostics.length > 0)) reportChange(logger, result, root)
      shown = state
      overlay.show(result, root, app)
    },
    crashed(error) {
      logger.error(`signpost: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
    },
  })
  server.watcher.add([...context.sources()])
  server.watcher.on('all', (_event, file) => {
    guard.refresh()
    if (context.sources().some((folder) => file === folder || file.startsWith(`${folder}${path.sep}`)))
      live.invalidate()
  })

  const site: ServedSite = {
    guard,
    app,
    async index() {
      await live.ready()
      return live.index
    },
    origin: () => live.site?.origin,
    refused: (file) =>
      logger.warnOnce(`signpost: a request for ${path.relative(root, file)} was refused: it is never served.`),
    transform: (req, urlPath, response) =>
      isPageVisit(req, urlPath, response) ? withClient(response, server.config.base) : response,
    unavailable(_req, urlPath) {
      const text = 'The definitions have errors: see the terminal.'
      if (!app && isPage(urlPath)) return withClient(notice(503, text, 'text/html'), server.config.base)
      return siteFolders(app).some((folder) => urlPath.startsWith(folder)) ? notice(503, text) : undefined
    },
  }
  useSite(server.middlewares, site)
  return { live, addMissing: () => useMissing(server.middlewares, site) }
}

function createOverlay(server: ViteDevServer): { show(result: BuildResult, root: string, app: boolean): void } {
  let failing: ReturnType<typeof overlayError>
  let published: string | undefined
  server.ws.on('vite:client:connect', (_data, client) => {
    if (failing) client.send({ type: 'error', err: failing })
  })
  return {
    show(result, root, app) {
      const wasFailing = failing !== undefined
      failing = overlayError(result, root)
      if (failing) return server.ws.send({ type: 'error', err: failing })
      const tag = result.public && entityTag(Buffer.concat(result.public.artifacts.map((a) => a.body)))
      const changed = published !== undefined && published !== tag && !app
      published = tag
      if (wasFailing || changed) server.ws.send({ type: 'full-reload', path: '*' })
    },
  }
}

function reportChange(logger: Logger, result: BuildResult, root: string): void {
  if (result.diagnostics.length > 0) logResult(logger, result, root)
  else logger.info('signpost: no problems any more.')
}

/** Whether a person opens the site's page: a program that reads it gets the published bytes. */
function isPageVisit(req: Connect.IncomingMessage, urlPath: string, response: SiteResponse): boolean {
  return req.headers['sec-fetch-dest'] === 'document' && isPage(urlPath) && response.status === 200
}

function isPage(urlPath: string): boolean {
  return urlPath === '' || urlPath === PAGE
}

/** The page with Vite's client, which shows errors and reloads. */
function withClient(response: SiteResponse, base: string): SiteResponse {
  if (!response.body) return response
  const html = new TextDecoder().decode(response.body)
  const body = new TextEncoder().encode(
    html.replace(/<\/head>|$/, (end) => `<script type="module" src="${base}@vite/client"></script>${end}`),
  )
  const { ETag: _, ...headers } = response.headers
  return {
    ...response,
    body,
    headers: { ...headers, 'Content-Length': String(body.byteLength), 'Cache-Control': 'no-store' },
  }
}

import type { ServerResponse } from 'node:http'
import type { Connect } from 'vite'
import { PAGE, SITE_FOLDERS } from '../headers.ts'
import { parseTarget, respond, respondMissing, type SiteIndex, type SiteResponse } from '../serve.ts'
import type { Guard } from './guard.ts'
import { notice, send, siteRequest } from './http.ts'
import { answerRegistry } from './registry.ts'

/** A server's view of a site: what is served, and what is the app's. */
export interface ServedSite {
  /** The site as it is to be served now; `undefined` where there is none yet. */
  index(): Promise<SiteIndex | undefined>
  /** Origin of the URLs of that site. */
  origin(): string | undefined
  readonly guard: Guard
  /** Whether URLs outside of the site may be the app's. */
  readonly app: boolean
  /** Told which file a refused request was for. */
  refused?(file: string): void
  /** Whether a URL that is none of the site's could lead the server to a file of the site. */
  misspells?(url: string): boolean
  /** May answer with something else than the site's own response. */
  transform?(req: Connect.IncomingMessage, path: string, response: SiteResponse): SiteResponse
  /** The answer for a path while there is no site; `undefined` leaves it to the server. */
  unavailable(req: Connect.IncomingMessage, path: string): SiteResponse | undefined
}

/** Adds a site to a server: before everything that the server does itself. */
export function useSite(middlewares: Connect.Server, site: ServedSite): void {
  const registry = answerRegistry(site)
  middlewares.use(registry)
  // A published path may be the name of a source file too: what is published goes first.
  middlewares.use(answer(site))
  middlewares.use(refuseSources(site))
  // The servers' own CORS middleware ends every preflight, so that of a site comes before it.
  middlewares.stack.unshift({ route: '', handle: answerPreflight(site) })
  middlewares.stack.unshift({ route: '', handle: onlyPreflight(registry) })
}

/** Adds the site's 404 behind everything that the server or the app have at a path, and before an app's fallback page. */
export function useMissing(middlewares: Connect.Server, site: ServedSite): void {
  middlewares.use(
    asyncHandler(async (req, res, next) => {
      const request = siteRequest(req)
      const index = await site.index()
      // A page of the app that the server found under another name.
      const rewritten = site.app && req.url !== req.originalUrl && !/^\/(index\.html)?([?#]|$)/.test(req.url ?? '')
      const response =
        index && !rewritten
          ? await respondMissing(index, request, [...siteFolders(site.app), ...(site.app ? [] : [''])])
          : undefined
      if (response) send(res, response)
      else next()
    }),
  )
}

/** URL folders where nothing but the site answers. An app may have routes below some; well-known URIs are nobody's pages. */
export function siteFolders(app: boolean): readonly string[] {
  return app ? ['.well-known/'] : SITE_FOLDERS
}

function refuseSources({ guard, refused }: ServedSite): Connect.NextHandleFunction {
  return (req, res, next) => {
    const file = guard.fileBehind(req.url ?? '/')
    if (file === undefined) return next()
    refused?.(file)
    send(res, notice(404, 'Not found'))
  }
}

function answer(site: ServedSite): Connect.NextHandleFunction {
  return asyncHandler(async (req, res, next) => {
    const index = await site.index()
    const request = siteRequest(req)
    const { path } = parseTarget(request.target)
    const response = index ? await respond(index, request) : site.unavailable(req, path ?? '')
    if (!response && site.misspells?.(request.target)) return send(res, notice(404, 'Not found'))
    if (path === undefined) return next()
    if (response) return send(res, site.transform?.(req, path, response) ?? response)
    if (index && site.app) setPageHeaders(index, path, res)
    next()
  })
}

function answerPreflight(site: ServedSite): Connect.NextHandleFunction {
  return asyncHandler(async (req, res, next) => {
    const index = req.method === 'OPTIONS' ? await site.index() : undefined
    const request = siteRequest(req)
    const response =
      index && ((await respond(index, request)) ?? (await respondMissing(index, request, siteFolders(site.app))))
    if (response) send(res, response)
    else next()
  })
}

function onlyPreflight(handle: Connect.NextHandleFunction): Connect.NextHandleFunction {
  return (req, res, next) => (req.method === 'OPTIONS' ? handle(req, res, next) : next())
}

/** The app's page is the page of the site: it carries the links. */
function setPageHeaders(index: SiteIndex, path: string, res: ServerResponse): void {
  if (path !== '' && path !== PAGE) return
  for (const { to, name, value } of index.rules)
    if (typeof to === 'object' && 'path' in to && to.path === PAGE) res.setHeader(name, value)
}

function asyncHandler(
  handle: (req: Connect.IncomingMessage, res: ServerResponse, next: Connect.NextFunction) => Promise<void>,
): Connect.NextHandleFunction {
  return (req, res, next) => void handle(req, res, next).catch(next)
}

import type { IncomingMessage } from 'node:http'
import type { Connect } from 'vite'
import { readRegistry } from '../registry/entries.ts'
import { refuse } from '../registry/answers.ts'
import { BODY_LIMIT, createRegistry, isRegistryTarget, registryResponse, type Registry } from '../registry/registry.ts'
import { respond, type SiteIndex } from '../serve.ts'
import { send, siteRequest } from './http.ts'

/** What a registry is made from. */
export interface RegistrySite {
  index(): Promise<SiteIndex | undefined>
  /** Origin of the site's URLs. */
  origin(): string | undefined
  /** Whether pages of an app may lie at the same URLs. */
  readonly app: boolean
}

/** Answers the registry API over the entries of the site as it is now; what the site itself publishes there goes first. */
export function answerRegistry(site: RegistrySite): Connect.NextHandleFunction {
  const registries = new WeakMap<SiteIndex, Promise<Registry>>()
  const registryOf = (index: SiteIndex, origin: string): Promise<Registry> => {
    const known = registries.get(index) ?? openRegistry(index, origin)
    registries.set(index, known)
    return known
  }
  const handle = async (req: Connect.IncomingMessage): Promise<ReturnType<typeof registryResponse>> => {
    const request = siteRequest(req)
    // A person who opens an app's own page is no client of the registry.
    if (!isRegistryTarget(request.target) || (site.app && req.headers['sec-fetch-dest'] === 'document'))
      return undefined
    const index = await site.index()
    const origin = site.origin()
    if (index === undefined || origin === undefined)
      return refuse(
        'INTERNAL_ERROR',
        'There is no site to search yet: its definitions have errors, or it is not built.',
      )
    if (req.method !== 'POST' && (await respond(index, request)) !== undefined) return undefined
    const { body, isTooLong } = req.method === 'POST' ? await readBody(req) : { body: undefined, isTooLong: false }
    return registryResponse(await registryOf(index, origin), {
      ...request,
      ...(body === undefined ? {} : { body }),
      isTooLong,
    })
  }
  return (req, res, next) => {
    handle(req).then((response) => {
      if (response === undefined) return next()
      // The rest of a body that was not read must not pass for the next request.
      if (!req.readableEnded && req.method === 'POST') res.shouldKeepAlive = false
      send(res, response)
    }, next)
  }
}

async function openRegistry(index: SiteIndex, origin: string): Promise<Registry> {
  const read = async (path: string): Promise<Uint8Array | undefined> => await index.lookup(path)?.body()
  return createRegistry(await readRegistry({ origin, read }))
}

async function readBody(req: IncomingMessage): Promise<{ readonly body: Uint8Array; readonly isTooLong: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).byteLength
    if (length > BODY_LIMIT) return { body: new Uint8Array(), isTooLong: true }
    chunks.push(chunk as Buffer)
  }
  return { body: Buffer.concat(chunks), isTooLong: false }
}

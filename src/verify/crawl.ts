import { isObject, type JsonObject } from '../json.ts'
import { urlPath } from '../site.ts'
import { JSON_KINDS, textOf, type Kind, type SiteDocument } from './document.ts'
import { parseJson } from './json-text.ts'
import { kindOfPath, kindOfType, ROOTS } from './kinds.ts'
import { each, headerLinks, linksOf, type SiteLink } from './links.ts'
import type { Fetched, SiteReader, Web } from './readers.ts'

/** How a site is read. */
export interface CrawlOptions {
  /** Origin that the site stands for: links to it are links of the site. */
  readonly base: URL
  /** Asked for what is on other hosts; absent: nothing there is. */
  readonly web?: Web
  /** Paths that are published by others than the site that is read, decoded, without the leading slash. */
  readonly elsewhere?: Pick<ReadonlySet<string>, 'has'>
  /** Whether links that no client has to follow are followed as well. @default true */
  readonly peripheral?: boolean
  /** Documents that are read at most. @default 25000 */
  readonly limit?: number
}

/** A promise and what became of it. */
export interface FollowedLink extends SiteLink {
  readonly from: SiteDocument
  /** Absolute; absent where the reference is none that a client could follow. */
  readonly url?: string
  readonly foreign: boolean
  /** Whether anybody asked for it. */
  readonly asked: boolean
  readonly target?: SiteDocument
  /** The answer where there is no document in it. */
  readonly answer?: Fetched
}

/** Everything that a client finds on a site. */
export interface Crawl {
  /** In the order in which they were found, the well-known ones first. */
  readonly documents: readonly SiteDocument[]
  readonly links: readonly FollowedLink[]
  /** Well-known places that answered with something else than 200 and 404. */
  readonly refused: ReadonlyArray<{ readonly url: string; readonly answer: Fetched }>
  /** Whether the site has more documents than were read. */
  readonly truncated: boolean
  /** What a server answers for a document that it has not; absent for a folder. */
  readonly missing?: Fetched
}

/** A path that no site has. */
export const MISSING = '/.well-known/signpost-there-is-no-such-document'

/** Catalogs within catalogs that readers follow (ARD, "Nesting": 4 is recommended). */
export const CATALOG_DEPTH = 4

const PARALLEL = 8

/** Links that no client has to follow, tried on a server. */
const MOST_TRIED = 200

/** Reads a site as clients do: what lies where they look, what a folder holds, and whatever any of it promises. */
export async function crawlSite(reader: SiteReader, options: CrawlOptions): Promise<Crawl> {
  const { base, web, elsewhere, limit = LIMIT, peripheral = true } = options
  const documents: SiteDocument[] = []
  const links: FollowedLink[] = []
  const refused: { url: string; answer: Fetched }[] = []
  let queue: SiteDocument[] = []
  let truncated = false
  let tried = 0
  const answers = new Map<string, Promise<Fetched | undefined>>()
  const shelf = createShelf(base)

  const ask = (url: string): Promise<Fetched | undefined> => {
    const known = answers.get(url)
    if (known !== undefined) return known
    const answer = isOwn(url, base) ? reader.get(pathAndQuery(url)) : web!.get(url)
    answers.set(url, answer)
    return answer
  }
  const add = (found: Found): SiteDocument => {
    const { document, isNew } = shelf.take(found)
    if (isNew) {
      const all = [document, ...embedded(document)]
      documents.push(...all)
      queue.push(...all)
    }
    return document
  }
  const followLink = async (link: FollowedLink): Promise<{ asked: boolean; answer?: Fetched | undefined }> => {
    const { url, foreign, must, digested } = link
    if (url === undefined || (foreign && (web === undefined || !(must || digested === true)))) return { asked: false }
    if (!foreign && elsewhere?.has(pathOf(url)) === true) return { asked: false }
    if (documents.length >= limit) {
      truncated = true
      return { asked: false }
    }
    // A server is not asked for every page of a site, and for none of them with its content.
    if (isPeripheral(link) && !answers.has(url)) {
      if (reader.kind === 'http' && ++tried > MOST_TRIED) return { asked: false }
      return { asked: true, answer: await reader.get(pathAndQuery(url), { method: 'HEAD' }) }
    }
    return { asked: true, answer: await ask(url) }
  }
  const settle = (link: FollowedLink, asked: boolean, answer: Fetched | undefined): void => {
    const { url, kind, from } = link
    const isDocument = asked && answer?.status === 200 && url !== undefined && !isPeripheral(link)
    const depth = kind !== 'catalog' ? from.depth : from.kind === 'catalog' ? from.depth + 1 : 0
    const target = isDocument ? add({ url, kind, answer, depth }) : undefined
    links.push({
      ...link,
      asked,
      ...(answer === undefined ? {} : { answer }),
      ...(target === undefined ? {} : { target }),
    })
  }

  const places = await startingPoints(reader)
  const missing = reader.kind === 'http' ? await reader.get(MISSING) : undefined
  const isMissing = ({ status, body }: Fetched): boolean =>
    status === 404 ||
    status === 410 ||
    (!isRefusal(status) &&
      status === missing?.status &&
      (status !== 200 || Buffer.compare(body, missing.body) === 0) &&
      missing.failure === undefined)
  await inBatches(
    [...places],
    async ([path, kind]) => {
      const url = new URL(path === 'index.html' ? '/' : urlPath(path), base).href
      return { path, url, kind, answer: await ask(url) }
    },
    ({ path, url, kind, answer }) => {
      if (answer === undefined || (isMissing(answer) && kind !== 'page')) return
      if (answer.status === 200) add({ url, kind, answer, depth: 0 })
      else if (ROOTS.some(([root]) => root === path)) refused.push({ url, answer })
    },
  )
  while (queue.length > 0) {
    const found = queue.flatMap((from) => promisesOf(from, base)).filter((link) => peripheral || !isPeripheral(link))
    queue = []
    await inBatches(
      found,
      async (link) => ({ link, ...(await followLink(link)) }),
      ({ link, asked, answer }) => settle(link, asked, answer),
    )
  }
  return { documents, links, refused, truncated, ...(missing === undefined ? {} : { missing }) }
}

/** Whether a status says that the asker may not know, or that the server cannot tell, and so nothing of the document. */
export function isRefusal(status: number): boolean {
  return status >= 500 || [401, 407, 429].includes(status)
}

/** Where clients look, and what a folder holds besides. */
async function startingPoints(reader: SiteReader): Promise<ReadonlyMap<string, Kind>> {
  const paths = new Map(ROOTS)
  for (const path of (await reader.list?.()) ?? []) {
    const kind = kindOfPath(path)
    if (kind !== 'other' && !paths.has(path)) paths.set(path, kind)
  }
  return paths
}

/** Whether nothing but the existence of a link's target matters. */
function isPeripheral({ must, kind, digested }: SiteLink): boolean {
  return !must && kind === 'other' && digested !== true
}

function promisesOf(from: SiteDocument, base: URL): FollowedLink[] {
  // Readers stop at some depth, so what lies below is nobody's promise.
  if (from.kind === 'catalog' && from.depth > CATALOG_DEPTH) return []
  const header = from.kind === 'page' ? from.fetched.headers['link'] : undefined
  return [...linksOf(from), ...(header === undefined ? [] : headerLinks(header))].map((link) => {
    const url = URL.canParse(link.reference, from.url) ? new URL(link.reference, from.url) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol)) return { ...link, from, foreign: false, asked: false }
    url.hash = ''
    return { ...link, from, url: url.href, foreign: url.origin !== base.origin, asked: false }
  })
}

interface Found {
  readonly url: string
  readonly kind: Kind
  readonly answer: Fetched
  readonly depth: number
}

/** Keeps documents by URL, and tells those with the same bytes. */
function createShelf(base: URL): { take(found: Found): { document: SiteDocument; isNew: boolean } } {
  const byUrl = new Map<string, SiteDocument>()
  const byBody = new Map<string, SiteDocument>()
  return {
    take({ url, kind, answer, depth }) {
      const known = byUrl.get(url)
      if (known !== undefined && (known.kind === kind || kind === 'other')) return { document: known, isNew: false }
      const text = JSON_KINDS.has(kind) ? textOf({ fetched: answer }) : undefined
      const json = text === undefined ? undefined : parseJson(text)
      const key = bodyKey(kind, answer)
      const other = byBody.get(key)
      const isCopy = other !== undefined && Buffer.compare(other.fetched.body, answer.body) === 0
      const foreign = !isOwn(url, base)
      const document: SiteDocument = {
        url,
        kind,
        fetched: answer,
        foreign,
        pointer: '',
        depth,
        ...(foreign ? {} : { path: pathOf(url) }),
        ...(json === undefined ? {} : { json }),
        ...(isCopy ? { copyOf: other } : {}),
      }
      byUrl.set(url, document)
      if (!isCopy) byBody.set(key, document)
      return { document, isNew: true }
    },
  }
}

/** The documents that a catalog holds, at whatever depth. */
function embedded(document: SiteDocument): SiteDocument[] {
  const { json, kind, depth, pointer } = document
  if (kind !== 'catalog' || !isObject(json) || depth > CATALOG_DEPTH) return []
  return each(json['entries'], '/entries').flatMap(([entry, at]): SiteDocument[] => {
    const { data } = entry as JsonObject
    const held = kindOfType(entry['type'] ?? entry['mediaType'])
    if (!isObject(data) || !JSON_KINDS.has(held)) return []
    const child = {
      ...document,
      kind: held,
      pointer: `${pointer}${at}/data`,
      json: data,
      depth: held === 'catalog' ? depth + 1 : depth,
    }
    return [child, ...embedded(child)]
  })
}

const LIMIT = 25_000

/** Equal bodies have equal keys, and few others do. */
function bodyKey(kind: Kind, { body }: Fetched): string {
  const step = Math.max(1, Math.floor(body.length / 64))
  let sum = 0
  for (let i = 0; i < body.length; i += step) sum = (Math.imul(sum, 31) + body[i]!) | 0
  return `${kind} ${body.length} ${sum}`
}

function isOwn(url: string, base: URL): boolean {
  return new URL(url).origin === base.origin
}

function pathOf(url: string): string {
  const { pathname } = new URL(url)
  if (pathname.endsWith('/')) return `${decode(pathname.slice(1))}index.html`
  return decode(pathname.slice(1))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function pathAndQuery(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Works on items in parallel, and takes the results in the items' order. */
async function inBatches<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  take: (result: R) => void,
): Promise<void> {
  for (let i = 0; i < items.length; i += PARALLEL) {
    for (const result of await Promise.all(items.slice(i, i + PARALLEL).map(work))) take(result)
  }
}

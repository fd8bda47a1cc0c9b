import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { groupBy } from '../../group.ts'
import { MISSING, type Crawl } from '../crawl.ts'
import type { SiteDocument } from '../document.ts'
import { kindName } from '../kinds.ts'
import type { Fetched, SiteReader } from '../readers.ts'
import type { Step } from '../step.ts'
import { reasonOf } from './links.ts'

/** Whether a server answers HEAD, OPTIONS and conditional requests as it has to, tried on a few documents of each kind. */
export const answers: Step = {
  name: 'answers',
  http: true,
  async run({ crawl, reader, isPrivate, base }) {
    const documents = crawl.documents.filter(
      ({ foreign, pointer, path }) => !foreign && pointer === '' && path !== undefined,
    )
    const tried = groupBy(documents, ({ kind }) => kind).flatMap((group) => group.slice(0, SAMPLE))
    const diagnostics = [...checkRefusals(crawl), ...checkMissing(crawl, base)]
    for (const document of tried) {
      diagnostics.push(...(await checkHead(document, reader)))
      if (!isPrivate) diagnostics.push(...(await checkConditions(document, reader)))
    }
    if (!isPrivate)
      for (const card of documents.filter(({ kind }) => kind === 'agent-card').slice(0, 1))
        diagnostics.push(...(await checkPreflight(card, reader)))
    return { diagnostics }
  },
}

/** Documents of each kind. */
const SAMPLE = 2

function checkRefusals({ refused }: Crawl): Diagnostic[] {
  const groups = groupBy(
    refused.filter(({ url }) => new URL(url).pathname !== '/'),
    ({ answer }) => reasonOf(answer),
  )
  return groups.map((group) => {
    const [{ url, answer }] = group as [(typeof refused)[number]]
    return diagnose(
      'HTTP_STATUS',
      { url },
      { reason: reasonOf(answer), others: group.slice(1).map((other) => new URL(other.url).pathname) },
    )
  })
}

function checkMissing({ missing }: Crawl, base: URL): Diagnostic[] {
  return missing?.status === 200
    ? [
        diagnose(
          'HTTP_SOFT_404',
          { url: new URL(MISSING, base).href },
          { type: missing.headers['content-type'] ?? 'no media type' },
        ),
      ]
    : []
}

async function checkHead(document: SiteDocument, reader: SiteReader): Promise<Diagnostic[]> {
  const answer = await reader.get(requestOf(document), { method: 'HEAD' })
  const report = (problem: string): Diagnostic[] => [
    diagnose('HTTP_HEAD', { url: document.url }, { what: kindName(document.kind), problem }),
  ]
  if (answer === undefined || answer.status !== 200)
    return report(answer?.failure?.reason ?? `answers ${answer?.status ?? 404}`)
  const [type, own] = [answer, document.fetched].map(({ headers }) => headers['content-type'])
  return type === own ? [] : report(`says ${type ?? 'no media type'} where GET says ${own ?? 'none'}`)
}

/** An answer that was kept is asked for again with its tag, as it was sent (RFC 9110, 13.1.2). */
async function checkConditions(document: SiteDocument, reader: SiteReader): Promise<Diagnostic[]> {
  const place = { url: document.url }
  const { etag, 'last-modified': modified } = document.fetched.headers
  if (etag === undefined) return modified === undefined ? [diagnose('HTTP_ETAG', place, {})] : []
  if (!/^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/.test(etag)) return [diagnose('HTTP_ETAG_FORM', place, { etag })]
  const path = requestOf(document)
  const same = await reader.get(path, { headers: { 'if-none-match': etag } })
  const other = await reader.get(path, { headers: { 'if-none-match': '"signpost-no-such-tag"' } })
  const diagnostics: Diagnostic[] = []
  if (same?.status !== 304) diagnostics.push(diagnose('HTTP_CONDITIONAL', place, { etag, status: same?.status ?? 404 }))
  if (other?.status === 304) diagnostics.push(diagnose('HTTP_CONDITIONAL_STALE', place, {}))
  return [...diagnostics, ...(await checkCompressed(document, reader, same?.status === 304))]
}

/** The same with gzip, whose tags some servers make and then do not know again. */
async function checkCompressed(
  document: SiteDocument,
  reader: SiteReader,
  hasRevalidation: boolean,
): Promise<Diagnostic[]> {
  const place = { url: document.url }
  const path = requestOf(document)
  const gzip = { 'accept-encoding': 'gzip' }
  const answer = await reader.get(path, { headers: gzip })
  if (answer?.status !== 200 || !isCompressed(answer)) return []
  const differs = Buffer.compare(answer.body, document.fetched.body) !== 0 ? [diagnose('HTTP_GZIP', place, {})] : []
  const vary = /\baccept-encoding\b|\*/i.test(answer.headers['vary'] ?? '') ? [] : [diagnose('HTTP_VARY', place, {})]
  const { etag } = answer.headers
  if (etag === undefined || !hasRevalidation) return [...differs, ...vary]
  const again = await reader.get(path, { headers: { ...gzip, 'if-none-match': etag } })
  const conditional =
    again?.status === 304 ? [] : [diagnose('HTTP_CONDITIONAL_GZIP', place, { etag, status: again?.status ?? 404 })]
  return [...differs, ...vary, ...conditional]
}

function isCompressed({ headers }: Fetched): boolean {
  return /gzip/i.test(headers['content-encoding'] ?? '')
}

/** A2A clients send `A2A-Version`, so that browsers ask before they read a card. */
async function checkPreflight({ url, ...document }: SiteDocument, reader: SiteReader): Promise<Diagnostic[]> {
  const headers = {
    origin: 'https://client.example',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'a2a-version',
  }
  const answer = await reader.get(requestOf({ url, ...document }), { method: 'OPTIONS', headers })
  const allowed = answer?.headers['access-control-allow-headers'] ?? ''
  const report = (problem: string): Diagnostic[] => [diagnose('HTTP_PREFLIGHT', { url }, { problem })]
  if (answer === undefined || answer.status < 200 || answer.status > 299)
    return report(answer?.failure?.reason ?? `answers ${answer?.status ?? 404}`)
  if (!/^(?:\*|https:\/\/client\.example)$/.test(answer.headers['access-control-allow-origin']?.trim() ?? ''))
    return report('allows no origin')
  return /\*|\ba2a-version\b/i.test(allowed) ? [] : report('does not allow the header `A2A-Version`')
}

function requestOf({ url }: Pick<SiteDocument, 'url'>): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

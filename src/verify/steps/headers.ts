import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Code, RuleArguments } from '../../diagnostics/rules.ts'
import { groupBy } from '../../group.ts'
import { isActiveType } from '../../media-type.ts'
import { JSON_KINDS, type SiteDocument } from '../document.ts'
import { kindName } from '../kinds.ts'
import type { Step } from '../step.ts'

/** Whether answers say what clients, browsers and caches need to know. The same fault on many paths is one finding. */
export const headers: Step = {
  name: 'headers',
  http: true,
  run({ crawl, isPrivate, reader }) {
    const documents = crawl.documents.filter(({ foreign, pointer }) => !foreign && pointer === '')
    const isSecure = reader.origin?.protocol === 'https:'
    return {
      diagnostics: [
        ...documents.flatMap((document) => checkRedirects(document, reader.origin)),
        ...gather('HTTP_TYPE', documents.flatMap(checkType)),
        ...(isPrivate ? [] : gather('HTTP_CORS', documents.flatMap(checkAccess))),
        ...(isPrivate ? gather('HTTP_CORS_PRIVATE', documents.flatMap(checkPrivateAccess)) : []),
        ...(isPrivate ? gather('HTTP_CACHE_PRIVATE', documents.flatMap(checkPrivateCache)) : checkCaches(documents)),
        ...gather(
          'HTTP_NOSNIFF',
          documents
            .filter(({ fetched }) => fetched.headers['x-content-type-options']?.trim().toLowerCase() !== 'nosniff')
            .map((document) => ({ document, problem: '' })),
        ),
        ...gather(
          'HTTP_ACTIVE',
          documents
            .filter(isUnguarded)
            .map((document) => ({ document, problem: document.fetched.headers['content-type'] ?? '' })),
        ),
        ...documents
          .filter(isEncodedArchive)
          .map(({ url, fetched }) =>
            diagnose('HTTP_ENCODED_ARCHIVE', { url }, { coding: fetched.headers['content-encoding']! }),
          ),
        ...(isSecure
          ? documents
              .filter(({ fetched }) => fetched.redirects.some((to) => to.startsWith('http:')))
              .map(({ url }) => diagnose('HTTP_REDIRECT_INSECURE', { url }, {}))
          : []),
      ],
    }
  },
}

interface Fault {
  readonly document: SiteDocument
  readonly problem: string
}

/** Codes of findings that stand for many paths. */
type Gathered =
  | 'HTTP_TYPE'
  | 'HTTP_CORS'
  | 'HTTP_CORS_PRIVATE'
  | 'HTTP_CACHE'
  | 'HTTP_CACHE_LONG'
  | 'HTTP_CACHE_PRIVATE'
  | 'HTTP_NOSNIFF'
  | 'HTTP_ACTIVE'

function gather(code: Gathered, faults: readonly Fault[]): Diagnostic[] {
  return groupBy(faults, ({ problem, document }) => `${problem}\0${code === 'HTTP_TYPE' ? document.kind : ''}`).map(
    (group) => {
      const [{ document, problem }] = group as [Fault]
      const args = {
        what: kindName(document.kind),
        problem,
        others: group.slice(1).map((fault) => new URL(fault.document.url).pathname),
      }
      return diagnose(code as Code, { url: document.url }, args as RuleArguments<Code>)
    },
  )
}

function checkRedirects({ url, fetched: { redirects }, kind }: SiteDocument, origin: URL | undefined): Diagnostic[] {
  const to = redirects.at(-1)
  if (to === undefined || kind === 'page') return []
  const isElsewhere = redirects.some((hop) => new URL(hop).origin !== origin?.origin)
  return [diagnose(isElsewhere ? 'HTTP_REDIRECT_ORIGIN' : 'HTTP_REDIRECT', { url }, { to })]
}

const TEXT_TYPES: Partial<Record<SiteDocument['kind'], RegExp>> = {
  archive: /^application\/(?:zip|gzip|x-gzip|agent-skills\+(?:zip|gzip)|octet-stream)$/,
  llms: /^text\/(?:plain|markdown)$/,
  page: /^(?:text\/html|application\/xhtml\+xml)$/,
  robots: /^text\/plain$/,
  'security-txt': /^text\/plain$/,
  'skill-md': /^text\/(?:markdown|plain)$/,
}

function checkType(document: SiteDocument): Fault[] {
  const { kind, fetched } = document
  const written = fetched.headers['content-type']?.trim() ?? ''
  const type = written.split(';')[0]!.trim().toLowerCase()
  const known = JSON_KINDS.has(kind) ? /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json$/ : TEXT_TYPES[kind]
  return known === undefined || known.test(type)
    ? []
    : [{ document, problem: written === '' ? 'no media type' : `the media type ${written}` }]
}

/** Any page may read public documents: `*`, and no credentials beside it (Fetch, 3.3.3). */
function checkAccess(document: SiteDocument): Fault[] {
  const { 'access-control-allow-origin': origin, 'access-control-allow-credentials': credentials } =
    document.fetched.headers
  if (document.kind === 'page' || document.kind === 'sitemap' || document.kind === 'robots') return []
  if (origin?.trim() !== '*') return [{ document, problem: origin === undefined ? 'is missing' : `is ${origin}` }]
  return credentials === undefined
    ? []
    : [{ document, problem: 'is `*` beside `Access-Control-Allow-Credentials`, which browsers refuse' }]
}

function checkPrivateAccess(document: SiteDocument): Fault[] {
  const origin = document.fetched.headers['access-control-allow-origin']
  return origin === undefined ? [] : [{ document, problem: origin }]
}

function checkPrivateCache(document: SiteDocument): Fault[] {
  const written = document.fetched.headers['cache-control']
  return /\bno-store\b/i.test(written ?? '')
    ? []
    : [{ document, problem: written === undefined ? 'is missing' : `is ${written}` }]
}

/** Seconds after which a document that can change has to be asked for again. */
const DAY = 86_400

function checkCaches(documents: readonly SiteDocument[]): Diagnostic[] {
  const isMutable = ({ kind, url }: SiteDocument): boolean =>
    kind !== 'page' && kind !== 'other' && !/-[0-9a-f]{8,64}\.[a-z.]+$/.test(url)
  const missing = documents.filter(
    ({ fetched }) => fetched.headers['cache-control'] === undefined && fetched.headers['expires'] === undefined,
  )
  const long = documents.filter(isMutable).flatMap((document): Fault[] => {
    const written = document.fetched.headers['cache-control'] ?? ''
    const age = /\bmax-age\s*=\s*"?(\d+)/i.exec(written)?.[1]
    return /\bimmutable\b/i.test(written) || Number(age ?? 0) > DAY ? [{ document, problem: written }] : []
  })
  return [
    ...gather(
      'HTTP_CACHE',
      missing.map((document) => ({ document, problem: '' })),
    ),
    ...gather('HTTP_CACHE_LONG', long),
  ]
}

/** HTML, SVG and scripts of skills would run on the publisher's own origin. */
function isUnguarded({ path, fetched: { headers: fields } }: SiteDocument): boolean {
  if (
    path === undefined ||
    !/^\.well-known\/(?:agent-)?skills\//.test(path) ||
    !isActiveType(fields['content-type'] ?? '')
  )
    return false
  return (
    !/^attachment\b/i.test(fields['content-disposition'] ?? '') &&
    !/\bsandbox\b/.test(fields['content-security-policy'] ?? '')
  )
}

function isEncodedArchive({ kind, fetched }: SiteDocument): boolean {
  const coding = fetched.headers['content-encoding']
  return kind === 'archive' && coding !== undefined && coding !== 'identity'
}

import { sortDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { diagnose } from '../diagnostics/diagnostic.ts'
import type { JsonObject } from '../json.ts'
import { redactDiagnostics } from '../scan/scan.ts'
import type { Secret } from '../scan/mask.ts'
import type { KeySet } from '../sign/key-set.ts'
import { crawlSite, isRefusal, type Crawl } from './crawl.ts'
import { inferOrigin, isUnknown, UNKNOWN_ORIGIN } from './origin.ts'
import type { SiteReader, Web } from './readers.ts'
import type { Step, Verification } from './step.ts'
import { answers } from './steps/answers.ts'
import { attestations } from './steps/attestations.ts'
import { catalogs } from './steps/catalogs.ts'
import { digests } from './steps/digests.ts'
import { drift } from './steps/drift.ts'
import { filter } from './steps/filter.ts'
import { headers } from './steps/headers.ts'
import { json } from './steps/json.ts'
import { keys } from './steps/keys.ts'
import { links } from './steps/links.ts'
import { privacy } from './steps/privacy.ts'
import { schema } from './steps/schema.ts'
import { checkReachability, scanDocuments } from './steps/secrets.ts'
import { securityTxt } from './steps/security-txt.ts'
import { signatures } from './steps/signatures.ts'
import { trust } from './steps/trust.ts'

/** How a site is verified. */
export interface VerifyOptions {
  /** Origin that the site stands for. @default the reader's own, or the one that its documents name */
  readonly origin?: URL
  /** The keys to trust. @default those that the publisher's domain publishes */
  readonly trusted?: KeySet
  /** Asked for what lies on other hosts. @default nobody is asked */
  readonly web?: Web
  /** Epoch seconds. @default no time is judged */
  readonly now?: number
  /** Whether it is the authenticated view. @default false */
  readonly isPrivate?: boolean
  /** Whether a subdomain of a publisher counts as the publisher. @default false */
  readonly subdomains?: boolean
  /** Whether loopback addresses may be plain http. @default where the origin is one itself */
  readonly development?: boolean
  /** Documents that are read at most. @default 25000 */
  readonly limit?: number
}

/** What came of it. */
export interface VerifyResult {
  /** Sorted; no secret stands in any of them. */
  readonly diagnostics: readonly Diagnostic[]
  readonly report: VerifyReport
  /** Secrets that the site serves, for whoever shows its texts. */
  readonly secrets: readonly Secret[]
}

/** What was looked at. */
export interface VerifyReport extends JsonObject {
  /** The origin that the site was judged as; empty where none is known. */
  readonly origin: string
  /** Documents by kind, embedded ones included. */
  readonly documents: Readonly<Record<string, number>>
  readonly links: number
  /** Signatures that verify. */
  readonly signatures: number
  /** What could not be known, and why: full sentences. */
  readonly unknown: readonly string[]
}

/** The examination in its order: what a document is, what it points at, whose it is, and how it is served. */
export const STEPS: readonly Step[] = [
  json,
  schema,
  catalogs,
  links,
  digests,
  keys,
  signatures,
  trust,
  attestations,
  headers,
  answers,
  filter,
  privacy,
  drift,
  securityTxt,
]

/** Reads a site as clients do and reports every broken promise. */
export async function verify(reader: SiteReader, options: VerifyOptions = {}): Promise<VerifyResult> {
  const base = options.origin ?? reader.origin ?? (await inferOrigin(reader)) ?? new URL(UNKNOWN_ORIGIN)
  const { web, limit } = options
  const crawl = await crawlSite(reader, {
    base,
    ...(web === undefined ? {} : { web }),
    ...(limit === undefined ? {} : { limit }),
  })
  const verification = createVerification(reader, base, crawl, options)
  const unreached = unreachedReason(crawl)
  if (unreached !== undefined) {
    const diagnostics = [diagnose('SITE_UNREACHED', { url: base.href }, { reason: unreached })]
    return { diagnostics, report: createReport(verification, [], 0), secrets: [] }
  }
  const { diagnostics, unknown, signatures: signed } = await runSteps(STEPS, verification)
  const scan = await scanDocuments(verification)
  const all = [...emptiness(verification), ...diagnostics, ...checkReachability(verification), ...scan.diagnostics]
  const shown = isUnknown(base) ? all.map(withoutOrigin) : all
  return {
    diagnostics: sortDiagnostics(redactDiagnostics(shown, scan.secrets)),
    report: createReport(verification, unknown, signed),
    secrets: scan.secrets,
  }
}

/** What the steps judge by. */
export function createVerification(
  reader: SiteReader,
  base: URL,
  crawl: Crawl,
  { trusted, web, now, isPrivate = false, subdomains = false, development }: VerifyOptions,
): Verification {
  const known = new Map(crawl.documents.map(({ url, fetched }) => [url, fetched]))
  return {
    reader,
    base,
    crawl,
    isPrivate,
    subdomains,
    development: development ?? base.protocol === 'http:',
    isOnline: web !== undefined,
    ...(trusted === undefined ? {} : { trusted }),
    ...(now === undefined ? {} : { now }),
    async read(url) {
      const { origin, pathname, search, href } = new URL(url)
      return known.get(href) ?? (origin === base.origin ? reader.get(pathname + search) : web?.get(href))
    },
  }
}

/** Runs steps in their order. */
export async function runSteps(
  steps: readonly Step[],
  verification: Verification,
): Promise<{ diagnostics: Diagnostic[]; unknown: string[]; signatures: number }> {
  const diagnostics: Diagnostic[] = []
  const unknown: string[] = []
  let signed = 0
  for (const step of steps) {
    if (step.http === true && verification.reader.kind !== 'http') continue
    const result = await step.run(verification)
    diagnostics.push(...result.diagnostics)
    unknown.push(...(result.unknown ?? []))
    signed += result.signatures ?? 0
  }
  return { diagnostics, unknown, signatures: signed }
}

/** Why nothing at all was answered; completes "the site …". */
function unreachedReason({ documents, refused, missing }: Crawl): string | undefined {
  if (documents.length > 0 || refused.length === 0 || missing === undefined) return undefined
  if (missing.failure !== undefined) return missing.failure.reason
  const isSame = isRefusal(missing.status) && refused.every(({ answer }) => answer.status === missing.status)
  return isSame ? `answers ${missing.status} wherever clients look` : undefined
}

function emptiness({ crawl, reader, base }: Verification): Diagnostic[] {
  const truncated = crawl.truncated
    ? [diagnose('SITE_TRUNCATED', { url: base.href }, { count: crawl.documents.length })]
    : []
  const hasDocuments = crawl.documents.some(
    ({ kind }) => !['page', 'robots', 'sitemap', 'security-txt', 'llms'].includes(kind),
  )
  return hasDocuments
    ? truncated
    : [...truncated, diagnose('SITE_EMPTY', { url: base.href }, { isFolder: reader.kind === 'folder' })]
}

function createReport({ base, crawl, reader }: Verification, unknown: readonly string[], signed: number): VerifyReport {
  const documents: Record<string, number> = {}
  for (const { kind } of crawl.documents) documents[kind] = (documents[kind] ?? 0) + 1
  const origin = isUnknown(base) ? '' : base.origin
  const folder = reader.kind === 'http' ? [] : [FOLDER]
  const unnamed =
    origin === ''
      ? [
          'Which origin this is was not said, so nothing that its documents point at by an absolute URL was looked for: give `--origin`.',
        ]
      : []
  return {
    origin,
    documents: Object.fromEntries(Object.entries(documents).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    links: crawl.links.length,
    signatures: signed,
    unknown: [...folder, ...unnamed, ...new Set(unknown)],
  }
}

const FOLDER =
  'A folder has no answers: headers, media types, redirects, conditional requests, HEAD, CORS, what `?type=` answers, and who may read what are seen on the deployed site alone.'

function withoutOrigin({ url, ...finding }: Diagnostic): Diagnostic {
  return url === undefined ? finding : { ...finding, url: url.slice(UNKNOWN_ORIGIN.length) }
}

import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject } from '../../json.ts'
import { fingerprint } from '../../diagnostics/severity.ts'
import { createLocator } from '../../scan/locate.ts'
import { findUnreachableUrls } from '../../scan/reachability.ts'
import { scanTexts, type SecretFinding } from '../../scan/secrets.ts'
import { placeOf, textOf, type SiteDocument } from '../document.ts'
import type { Verification } from '../step.ts'

/** Larger texts hold no definition of anything. */
const MAX_LENGTH = 4 << 20

/** Secrets in what is served, with the secrets themselves so that no finding shows one. */
export async function scanDocuments({
  crawl,
}: Pick<Verification, 'crawl'>): Promise<{ diagnostics: Diagnostic[]; secrets: SecretFinding[] }> {
  const texts = crawl.documents
    .filter(
      ({ foreign, pointer, copyOf, kind }) => !foreign && pointer === '' && copyOf === undefined && kind !== 'archive',
    )
    .flatMap((document) => {
      const text = document.fetched.body.length > MAX_LENGTH ? undefined : textOf(document)
      return text === undefined || text.includes('\0')
        ? []
        : [{ document, text, file: document.fetched.file ?? document.url }]
    })
  const found = await scanTexts(texts)
  const diagnostics = found.flatMap((findings, i) => {
    const { document, text, file } = texts[i]!
    const locate = findings.length === 0 ? undefined : createLocator(file, text)
    return findings.map((finding) => {
      const { file: _, ...position } = locate!(finding.start, finding.end)
      const name = fingerprint('SITE_SECRET', file, finding.value)
      return diagnose(
        'SITE_SECRET',
        { ...placeOf(document), ...(document.fetched.file === undefined ? {} : position), fingerprint: name },
        { kind: finding.kind },
      )
    })
  })
  return { diagnostics, secrets: found.flat() }
}

/** URLs in public documents that lead nobody anywhere, or somewhere in the client's own network. */
export function checkReachability({ crawl, base, isPrivate }: Verification): Diagnostic[] {
  if (isPrivate || base.protocol === 'http:') return []
  const hosts = new Map<string, string | undefined>()
  return crawl.documents.flatMap((document: SiteDocument) => {
    const { json, foreign, pointer, copyOf } = document
    if (foreign || pointer !== '' || copyOf !== undefined || !(isObject(json) || Array.isArray(json))) return []
    return findUnreachableUrls(json, hosts).map(({ pointer: at, url, reason }) =>
      diagnose('PUBLISH_UNREACHABLE_HOST', placeOf(document, at), { url, reason }),
    )
  })
}

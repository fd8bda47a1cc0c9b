import type { Config } from '../config.ts'
import { sortDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Site } from '../site.ts'
import { createKeySet } from '../sign/key-set.ts'
import type { Keys } from '../sign/keys.ts'
import { crawlSite } from './crawl.ts'
import { memoryReader } from './readers.ts'
import { catalogs } from './steps/catalogs.ts'
import { digests } from './steps/digests.ts'
import { drift } from './steps/drift.ts'
import { filter } from './steps/filter.ts'
import { json } from './steps/json.ts'
import { keys as keysStep } from './steps/keys.ts'
import { links } from './steps/links.ts'
import { privacy } from './steps/privacy.ts'
import { schema } from './steps/schema.ts'
import { signatures } from './steps/signatures.ts'
import { trust } from './steps/trust.ts'
import type { Step } from './step.ts'
import { createVerification, runSteps } from './verify.ts'

/** What a build knows beside its sites. */
export interface SiteFacts {
  /** The keys that sign; a site that publishes none is judged by them. */
  readonly keys?: Keys
  /** Paths of the publisher's own files on the same origin: what they hold is theirs. */
  readonly publicFiles?: readonly string[]
}

/** What a build has not looked at already, and what needs no server. */
const BUILD_STEPS: readonly Step[] = [json, schema, catalogs, links, digests, keysStep, signatures, trust, filter, privacy, drift]

/**
 * What `verify` would refuse in the sites of a build, before they are written. Errors alone: what is less was said about
 * the definitions. Expiry and development keys are not judged here.
 */
export async function verifySite(sites: { readonly public: Site; readonly private?: Site }, config: Pick<Config, 'trust'>, { keys, publicFiles = [] }: SiteFacts = {}): Promise<Diagnostic[]> {
  const views = [sites.public, ...(sites.private === undefined ? [] : [sites.private])]
  const found = await Promise.all(views.map((site) => verifyView(site, config, publicFiles, keys)))
  return sortDiagnostics(found.flat())
}

async function verifyView(site: Site, { trust: options }: Pick<Config, 'trust'>, publicFiles: readonly string[], keys: Keys | undefined): Promise<Diagnostic[]> {
  const reader = memoryReader(site)
  const base = new URL(site.origin)
  const crawl = await crawlSite(reader, { base, elsewhere: new Set(publicFiles) })
  const trusted = keys === undefined ? undefined : createKeySet(keys.published.map((jwk) => ({ ids: [jwk.kid], jwk })))
  const verification = createVerification(reader, base, crawl, {
    isPrivate: site.view === 'private',
    subdomains: options !== false && options.subdomains,
    ...(trusted === undefined ? {} : { trusted }),
  })
  const { diagnostics } = await runSteps(BUILD_STEPS, verification)
  const sources = new Map(site.artifacts.map(({ path, from }) => [new URL(`/${path}`, base).href, from[0]]))
  return diagnostics
    .filter(({ severity, code }) => severity === 'error' && code !== 'SIGNATURE_DEVELOPMENT_KEY')
    .map((finding) => {
      const source = finding.url === undefined ? undefined : sources.get(finding.url)
      return source === undefined ? finding : { ...finding, file: source }
    })
}

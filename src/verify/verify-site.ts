import { sortDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { SITE_FOLDERS } from '../headers.ts'
import { urlPath, type Site } from '../site.ts'
import { crawlSite } from './crawl.ts'
import { memoryReader } from './readers.ts'
import { catalogs } from './steps/catalogs.ts'
import { digests } from './steps/digests.ts'
import { drift } from './steps/drift.ts'
import { filter } from './steps/filter.ts'
import { json } from './steps/json.ts'
import { keys } from './steps/keys.ts'
import { links } from './steps/links.ts'
import { privacy } from './steps/privacy.ts'
import { schema } from './steps/schema.ts'
import type { Step } from './step.ts'
import { createVerification, runSteps } from './verify.ts'

/** What needs no server and is not looked at by a build anyway: it scans for secrets, and verifies what it signs itself. */
const BUILD_STEPS: readonly Step[] = [json, schema, catalogs, links, digests, keys, filter, privacy, drift]

/** What is an error in any card, but only a warning where A2A 0.3 has no word for what the definition says. */
const SAID: ReadonlySet<string> = new Set(['AGENT_OAUTH_FLOWS'])

/**
 * What `verify` would refuse in the sites of a build, before they are written. Errors alone: what is less was said about
 * the definitions.
 *
 * @param options.publicFiles Paths of the publisher's own files on the same origin: what they hold is theirs. @default none
 * @param options.development Whether loopback addresses may be plain http. @default false
 */
export async function verifySite(
  sites: { readonly public: Site; readonly private?: Site },
  {
    publicFiles = [],
    development = false,
  }: { readonly publicFiles?: readonly string[]; readonly development?: boolean } = {},
): Promise<Diagnostic[]> {
  const views = [sites.public, ...(sites.private === undefined ? [] : [sites.private])]
  const theirs = new Set(publicFiles)
  // Another server may answer what lies beyond the folders of a site on the same origin, such as an MCP endpoint.
  const elsewhere = {
    has: (path: string) => theirs.has(path) || !SITE_FOLDERS.some((folder) => path.startsWith(folder)),
  }
  const found = await Promise.all(views.map((site) => verifyView(site, elsewhere, development)))
  return sortDiagnostics(found.flat())
}

async function verifyView(
  site: Site,
  elsewhere: Pick<ReadonlySet<string>, 'has'>,
  development: boolean,
): Promise<Diagnostic[]> {
  const reader = memoryReader(site)
  const base = new URL(site.origin)
  const crawl = await crawlSite(reader, { base, elsewhere, peripheral: false })
  const verification = createVerification(reader, base, crawl, { isPrivate: site.view === 'private', development })
  const { diagnostics } = await runSteps(BUILD_STEPS, verification)
  const errors = diagnostics.filter(({ severity, code }) => severity === 'error' && !SAID.has(code))
  if (errors.length === 0) return []
  const sources = new Map(site.artifacts.map(({ path, from }) => [new URL(urlPath(path), base).href, from[0]]))
  return errors.map((finding) => {
    const source = finding.url === undefined ? undefined : sources.get(finding.url)
    return source === undefined ? finding : { ...finding, file: source }
  })
}

import type { Config } from './config.ts'
import { ARD_PATH } from './formats/ard.ts'
import type { Site } from './site.ts'

/**
 * Records that lead from the publisher's domain to the ARD manifest (ARD, DNS discovery), as a snippet for a zone file (RFC
 * 1035, 5; RFC 9460); `undefined` for previews, and where there is no manifest.
 */
export function createDnsZone(
  { artifacts, origin }: Pick<Site, 'artifacts' | 'origin'>,
  { publisher, preview, development }: Pick<Config, 'publisher' | 'preview' | 'development'>,
): string | undefined {
  if (preview || development || artifacts.every(({ path }) => path !== ARD_PATH)) return undefined
  const { hostname, port } = new URL(origin)
  const where = `${hostname}.${port === '' ? '' : ` port=${port}`}`
  return `; Agent discovery for ${publisher}. Add these records to its zone; nothing depends on them.

; The host that serves /${ARD_PATH}.
_entries._agents.${publisher}. 3600 IN SVCB 1 ${where}

; The same for clients of earlier drafts.
_catalog._agents.${publisher}. 3600 IN TXT "url=${origin}/${ARD_PATH}"

; _search._agents names a discovery service. A static site has none.
`
}

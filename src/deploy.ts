import type { Config } from './config.ts'
import { createDnsZone } from './dns-zone.ts'
import type { Site } from './site.ts'

/** A file that helps to deploy a site and is no part of it. */
export interface DeployFile {
  /** Path in the deployment folder, `/`-separated. */
  readonly path: string
  readonly body: Uint8Array
}

/** What a build adds to its deployment folder, sorted by path. */
export function createDeployFiles(site: Site, config: Config): DeployFile[] {
  const zone = createDnsZone(site, config)
  return zone === undefined ? [] : [{ path: 'dns.zone', body: new TextEncoder().encode(zone) }]
}

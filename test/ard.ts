import type { BuildResult } from '../src/build.ts'
import { document } from './site.ts'

/** A trust manifest as a consumer reads it. */
interface TrustManifest {
  identity: string
  trustSchema: { version: string }
  attestations?: Array<{ uri: string; digest?: string }>
  provenance?: Array<{ relation: string; sourceId: string; sourceDigest?: string }>
  signature?: string
}

/** An entry of an ARD manifest as a consumer reads it. */
export interface ArdEntry {
  identifier: string
  type: string
  mediaType: string
  url: string
  data?: object
  description?: string
  updatedAt?: string
  representativeQueries?: string[]
  trustManifest: TrustManifest
}

/** A catalog as a consumer reads it. */
export interface ArdManifest {
  host: { identifier: string; trustManifest: TrustManifest }
  entries: ArdEntry[]
}

/** A catalog that a build publishes. */
export function manifestOf(
  result: BuildResult,
  path = '.well-known/ard.json',
  view: 'public' | 'private' = 'public',
): ArdManifest {
  return document(result, path, view) as unknown as ArdManifest
}

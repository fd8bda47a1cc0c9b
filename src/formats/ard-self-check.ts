import type { Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { isObject, type JsonValue } from '../json.ts'
import { checkEntryTrust, type TrustFault } from '../sign/entry-trust.ts'
import { createKeySet, openDidDocument, type KeySet } from '../sign/key-set.ts'
import type { Keys } from '../sign/keys.ts'
import { verifyTrustManifest } from '../sign/trust-manifest.ts'
import { urlPath, type Artifact, type Site } from '../site.ts'
import { DID_PATH } from './keys.ts'

/**
 * Takes a consumer's steps with every entry of a site's catalogs, from the bytes that are about to be written: identity,
 * signature by the published keys, and the artifact that it vouches for.
 *
 * @param keys The keys of the build, used where no DID document is published.
 */
export function checkTrustManifests(
  { artifacts, origin }: Site,
  { trust }: Pick<Config, 'trust'>,
  keys: Keys,
): Diagnostic[] {
  if (trust === false) return []
  const byPath = new Map(artifacts.map((artifact) => [artifact.path, artifact]))
  const published = publishedKeys(byPath.get(DID_PATH), keys)
  const byUrl = new Map(artifacts.map((artifact) => [origin + urlPath(artifact.path), artifact.body]))
  const evidence = { keys: published, policy: { subdomains: trust.subdomains }, signed: keys.signer !== undefined }
  const catalogs = artifacts.filter(({ format, mediaType }) => format === 'ard' && mediaType.endsWith('+json'))
  return catalogs.flatMap((artifact) => {
    const catalog = parse(artifact)
    const { host, entries } = isObject(catalog) ? catalog : {}
    const faults = (Array.isArray(entries) ? entries.filter(isObject) : []).flatMap((entry): TrustFault[] => {
      const bytes = byUrl.get(String(entry['url']))
      return checkEntryTrust(entry, { ...evidence, ...(bytes === undefined ? {} : { artifact: bytes }) })
    })
    const manifest = isObject(host) && isObject(host['trustManifest']) ? host['trustManifest'] : {}
    const ofHost = evidence.signed ? verifyTrustManifest(manifest, published) : { ok: true as const }
    const problems = [...faults.map(({ problem }) => problem), ...(ofHost.ok ? [] : [ofHost.problem])]
    return [...new Set(problems)].map((problem) =>
      diagnose('SIGNATURE_SELF_CHECK', { file: artifact.from[0] ?? artifact.path }, { path: artifact.path, problem }),
    )
  })
}

function publishedKeys(document: Artifact | undefined, { published }: Keys): KeySet {
  return document === undefined
    ? createKeySet(published.map((jwk) => ({ ids: [jwk.kid], jwk })))
    : openDidDocument(parse(document))
}

function parse({ body }: Artifact): JsonValue {
  return JSON.parse(new TextDecoder().decode(body)) as JsonValue
}

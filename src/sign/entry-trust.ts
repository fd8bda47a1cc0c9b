import { isObject, type JsonObject } from '../json.ts'
import { canonicalBytes } from './canonicalize.ts'
import { checkBinding, publisherOf, type BindingPolicy } from './identity.ts'
import type { KeySet } from './key-set.ts'
import { digestOf, verifyTrustManifest } from './trust-manifest.ts'

/** What a consumer looks at before it uses an entry (ARD 4.5): in this order, and what it does not know it cannot use. */
type TrustStep = 'publisher' | 'identity' | 'signature' | 'artifact'

/** A step that an entry fails. `problem` completes "It …". */
export interface TrustFault {
  readonly step: TrustStep
  readonly problem: string
}

/** What a consumer has gathered about an entry. */
export interface TrustEvidence {
  /** Keys of the manifest's identity. */
  readonly keys: KeySet
  /** The bytes at the entry's `url`; absent where they were not fetched. */
  readonly artifact?: Uint8Array
  readonly policy?: BindingPolicy
  /** Epoch seconds, to refuse keys that are expired or not yet valid. @default their times are not looked at */
  readonly now?: number
  /** Whether a manifest without a signature fails. @default true */
  readonly signed?: boolean
}

/**
 * The steps that an entry with a trust manifest fails: its publisher, the identity that has to be bound to it, the
 * signature by a key of that identity, and the artifact that the signature vouches for. Attested documents are to be
 * fetched and compared with their digests besides.
 */
export function checkEntryTrust(
  entry: JsonObject,
  { keys, artifact, policy, now, signed = true }: TrustEvidence,
): TrustFault[] {
  const { identifier, trustManifest: manifest } = entry
  if (!isObject(manifest)) return [{ step: 'identity', problem: 'has no trust manifest' }]
  const urn = String(identifier)
  if (publisherOf(urn) === undefined)
    return [{ step: 'publisher', problem: 'has an identifier that names no publisher' }]
  const binding = checkBinding(urn, String(manifest['identity']), policy)
  const verification =
    signed || manifest['signature'] !== undefined
      ? verifyTrustManifest(manifest, keys, now === undefined ? {} : { now })
      : undefined
  return [
    ...(binding.ok ? [] : [{ step: 'identity', problem: `names an identity that ${binding.problem}` } as const]),
    ...(verification === undefined || verification.ok
      ? []
      : [{ step: 'signature', problem: `has a signature that ${verification.problem}` } as const]),
    ...checkProvenance(entry, manifest, artifact),
  ]
}

/** Whether the manifest vouches for what the entry points at, or holds: nothing else ties the signature to it. */
function checkProvenance(entry: JsonObject, manifest: JsonObject, artifact: Uint8Array | undefined): TrustFault[] {
  const fault = (problem: string): TrustFault[] => [{ step: 'artifact', problem }]
  const { identifier, url, data } = entry
  const list = Array.isArray(manifest['provenance']) ? manifest['provenance'].filter(isObject) : []
  const origins = list.filter(({ relation }) => relation === 'publishedFrom')
  if (origins.length === 0) return fault('vouches for no artifact (`provenance`), so the artifact can be swapped')
  const id = isObject(data) ? identifier : url
  const origin = origins.find(({ sourceId }) => sourceId === id)
  if (origin === undefined)
    return fault(`vouches for ${origins.map(({ sourceId }) => String(sourceId)).join(', ')}, and not for ${String(id)}`)
  const bytes = isObject(data) ? canonicalBytes(data) : artifact
  const { sourceDigest } = origin
  if (bytes === undefined || sourceDigest === undefined || sourceDigest === digestOf(bytes)) return []
  return fault(`vouches for ${String(sourceDigest)}, and the artifact is ${digestOf(bytes)}`)
}

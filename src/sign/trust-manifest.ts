import { sha256Hex } from '../manifest.ts'
import type { JsonObject } from '../json.ts'
import { canonicalBytes } from './canonicalize.ts'
import { identityType } from './identity.ts'
import { fromCompact, signDetached, toCompact, verifyDetached, type Verification } from './jws.ts'
import type { KeySet } from './key-set.ts'
import type { Signer } from './signer.ts'

/**
 * The procedure by which trust manifests are signed, as `trustSchema` names it. A change of what is signed, or of how, is a
 * new version: consumers tell the procedure by these two members alone. The name is no URN: no namespace is registered for one.
 */
export const TRUST_PROCEDURE = { identifier: 'signpost-trust-manifest', version: '1' } as const

/** A claim about a resource or its publisher that a third party documents. */
export interface Attestation {
  readonly type: string
  readonly uri: string
  readonly mediaType: string
  /** `sha256:` and 64 lower-case hexadecimal digits, of the document at `uri`. */
  readonly digest?: string
}

/** What a manifest vouches for: an artifact by its URL, or an embedded one by the identifier of its entry. */
export interface TrustSource {
  readonly id: string
  /** `sha256:` and 64 lower-case hexadecimal digits; absent where the bytes are not known here. */
  readonly digest?: string
}

/** Facts of a trust manifest. */
export interface TrustFacts {
  /** DID, https URL or SPIFFE id. */
  readonly identity: string
  /** In place of the procedure's own name. @default TRUST_PROCEDURE with the way to find the keys */
  readonly trustSchema?: JsonObject
  readonly attestations?: readonly Attestation[]
  readonly source?: TrustSource
}

/** A trust manifest with the members that the v0.9 schema of AI Catalog allows, and no others. */
export interface TrustManifest extends JsonObject {
  readonly identity: string
}

/** A trust manifest without its signature (ARD 4.5; AI Catalog, trust manifest). */
export function createTrustManifest({ identity, trustSchema, attestations = [], source }: TrustFacts): TrustManifest {
  const type = identityType(identity)
  return {
    identity,
    identityType: type,
    trustSchema: trustSchema ?? { ...TRUST_PROCEDURE, verificationMethods: [VERIFICATION_METHODS[type]] },
    ...(attestations.length === 0 ? {} : { attestations: attestations.map(attestationMembers) }),
    ...(source === undefined ? {} : { provenance: [provenance(source)] }),
  }
}

/** The manifest with its signature as a detached JWS in compact form; without a signer as it is. */
export async function signTrustManifest(manifest: TrustManifest, signer: Signer | undefined): Promise<TrustManifest> {
  if (signer === undefined) return manifest
  return { ...manifest, signature: toCompact(await signDetached(trustManifestPayload(manifest), signer)) }
}

/** The bytes that are signed: the manifest without `signature`, in canonical form (RFC 8785). */
export function trustManifestPayload(manifest: JsonObject): Uint8Array {
  const { signature: _, ...signed } = manifest
  return canonicalBytes(signed)
}

/**
 * Verifies the signature of a manifest with the keys of its identity.
 *
 * @param now Epoch seconds, to refuse keys that are expired or not yet valid. @default their times are not looked at
 */
export function verifyTrustManifest(
  manifest: JsonObject,
  keys: KeySet,
  options: { readonly now?: number } = {},
): Verification {
  const signature = fromCompact(manifest['signature'])
  if (signature === undefined)
    return { ok: false, reason: 'malformed', problem: 'is no detached JWS: `header..signature`' }
  return verifyDetached(signature, trustManifestPayload(manifest), keys, options)
}

/** A digest as trust manifests hold it. */
export function digestOf(bytes: Uint8Array): string {
  return `sha256:${sha256Hex(bytes)}`
}

/** What `verificationMethods` says about finding the keys. */
const VERIFICATION_METHODS = { did: 'did', https: 'jwks', spiffe: 'x509', other: 'other' } as const

function attestationMembers({ type, uri, mediaType, digest }: Attestation): JsonObject {
  return { type, uri, mediaType, ...(digest === undefined ? {} : { digest }) }
}

function provenance({ id, digest }: TrustSource): JsonObject {
  return { relation: 'publishedFrom', sourceId: id, ...(digest === undefined ? {} : { sourceDigest: digest }) }
}

import { lookup } from 'mrmime'
import type { Definition } from '../catalog.ts'
import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { parseUrl } from '../url.ts'
import { canonicalBytes } from '../sign/canonicalize.ts'
import {
  createTrustManifest,
  digestOf,
  signTrustManifest,
  type Attestation,
  type TrustSource,
} from '../sign/trust-manifest.ts'
import type { FormatContext } from './format.ts'

/** What an entry points at: a URL, with the bytes there where this site publishes them, or a document that it holds. */
export type EntrySource = { readonly url: string; readonly body?: Uint8Array } | { readonly data: JsonObject }

/** What a build knows of itself when it vouches for something. */
export type TrustContext = Pick<FormatContext, 'config' | 'keys'>

/** The signed trust manifest of an entry as its member; nothing where no trust data is published. */
export async function entryTrust(
  {
    identifier,
    source,
    attestations,
  }: { readonly identifier: string; readonly source: EntrySource; readonly attestations: readonly Attestation[] },
  context: TrustContext,
): Promise<{ readonly trustManifest?: JsonObject }> {
  return signed({ attestations, source: trustSource(identifier, source) }, context)
}

/** The signed trust manifest of a host as its member: who publishes, and what is attested of the publisher. */
export async function hostTrust(context: TrustContext): Promise<{ readonly trustManifest?: JsonObject }> {
  return signed({ attestations: [] }, context)
}

/** The attestations of a definition. */
export function attestationsOf({ ard }: Pick<Definition, 'ard'>): Attestation[] {
  return readAttestations(ard['attestations'])
}

/** The media type of an attested document: as given, else by the ending of its URL. */
export function attestationMediaType({ mediaType, uri }: JsonObject): string | undefined {
  if (typeof mediaType === 'string') return mediaType
  const url = typeof uri === 'string' ? parseUrl(uri) : undefined
  return url === undefined ? undefined : lookup(url.pathname)
}

async function signed(
  { attestations, source }: { readonly attestations: readonly Attestation[]; readonly source?: TrustSource },
  { config: { trust }, keys: { signer } }: TrustContext,
): Promise<{ readonly trustManifest?: JsonObject }> {
  if (trust === false) return {}
  const { identity, trustSchema } = trust
  const ofAll = readAttestations(trust.attestations)
  const own = attestations.filter(({ uri }) => ofAll.every((other) => other.uri !== uri))
  const manifest = createTrustManifest({
    identity,
    attestations: [...own, ...ofAll],
    ...(trustSchema === undefined ? {} : { trustSchema }),
    ...(source === undefined ? {} : { source }),
  })
  return { trustManifest: await signTrustManifest(manifest, signer) }
}

/**
 * What the signature has to cover so that it protects the artifact (AI Catalog, provenance): the URL with the digest of
 * the bytes published there, or the digest of the embedded document in canonical form.
 */
function trustSource(identifier: string, source: EntrySource): TrustSource {
  if ('data' in source) return { id: identifier, digest: digestOf(canonicalBytes(source.data)) }
  return { id: source.url, ...(source.body === undefined ? {} : { digest: digestOf(source.body) }) }
}

function readAttestations(list: JsonValue | undefined | readonly JsonObject[]): Attestation[] {
  return (Array.isArray(list) ? list : []).filter(isObject).flatMap((attestation): Attestation[] => {
    const { type, uri, digest } = attestation
    const mediaType = attestationMediaType(attestation)
    if (typeof type !== 'string' || typeof uri !== 'string' || mediaType === undefined) return []
    return [{ type, uri, mediaType, ...(typeof digest === 'string' ? { digest } : {}) }]
  })
}

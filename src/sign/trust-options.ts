import { isObject, type JsonObject } from '../json.ts'

/** The option `trust`, complete. */
export interface TrustOptions {
  /** Whom trust manifests name: a DID, an https URL or a SPIFFE id. */
  readonly identity: string
  readonly keys: {
    /** File of the signing keys, relative to the root. */
    readonly file?: string
    /** Retired keys, or a file of them relative to the root; as written, unchecked. */
    readonly retired?: unknown
  }
  /** In CI a missing key is an error. */
  readonly required: boolean
  readonly signPreviews: boolean
  readonly attestations: readonly JsonObject[]
  readonly trustSchema?: JsonObject
  /** Whether a subdomain of the publisher counts as the publisher. */
  readonly subdomains: boolean
}

/**
 * Completes the option `trust`; `false` = no trust data is published. Members of a wrong type are taken as not given: the
 * schema of the options has found them.
 *
 * @param publisher FQDN in lower-case punycode.
 */
export function resolveTrust(trust: unknown, publisher: string): false | TrustOptions {
  if (trust === false) return false
  const { identity, keys, required, signPreviews, attestations, trustSchema, subdomains } = isObject(trust) ? trust : {}
  const { file, retired } = isObject(keys) ? keys : {}
  return {
    identity: typeof identity === 'string' ? identity : `did:web:${publisher}`,
    keys: { ...(typeof file === 'string' ? { file } : {}), ...(retired === undefined ? {} : { retired }) },
    required: required === true,
    signPreviews: signPreviews === true,
    attestations: Array.isArray(attestations) ? attestations.filter((a) => isObject(a)) : [],
    ...(isObject(trustSchema) ? { trustSchema } : {}),
    subdomains: subdomains === true,
  }
}

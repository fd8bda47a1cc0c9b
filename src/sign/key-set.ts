import { createPublicKey, type KeyObject } from 'node:crypto'
import { isObject } from '../json.ts'
import { readPublicJwk, type JwkFault, type PublicJwk } from './jwk.ts'

/** The keys of a verifier. It decides by them alone; whatever a signature says about keys is at most a name to look up. */
export interface KeySet {
  /** Every key of that name; more than one is the sign of a broken key set. */
  find(kid: string): readonly KeySetEntry[]
}

/** A key of a set, or why it cannot be used. */
export type KeySetEntry = { readonly jwk: PublicJwk; readonly key: () => KeyObject } | { readonly fault: JwkFault }

/** The keys of a JWK Set (RFC 7517, section 5), by their `kid`. What is no key set has no keys. */
export function openJwkSet(document: unknown): KeySet {
  const keys = isObject(document) && Array.isArray(document['keys']) ? (document['keys'] as readonly unknown[]) : []
  return createKeySet(keys.map((jwk) => ({ ids: kidOf(jwk), jwk })))
}

/**
 * The keys of a DID document (DID Core 1.0, 5.2), by the `id` of their verification method, its fragment and their `kid`.
 * Only methods with a `publicKeyJwk` that the document's own DID controls count.
 */
export function openDidDocument(document: unknown): KeySet {
  if (!isObject(document)) return createKeySet([])
  const { id: did, verificationMethod } = document
  const methods = Array.isArray(verificationMethod) ? (verificationMethod as readonly unknown[]) : []
  return createKeySet(
    methods.flatMap((method) => {
      if (!isObject(method) || typeof method['id'] !== 'string' || method['controller'] !== did) return []
      const id = method['id'].startsWith('#') ? `${String(did)}${method['id']}` : method['id']
      const fragment = id.slice(id.indexOf('#') + 1)
      return [{ ids: [id, fragment, ...kidOf(method['publicKeyJwk'])], jwk: method['publicKeyJwk'] }]
    }),
  )
}

/** A key set of keys with the names by which they can be asked for. */
export function createKeySet(named: readonly { readonly ids: readonly string[]; readonly jwk: unknown }[]): KeySet {
  const entries = new Map<string, KeySetEntry[]>()
  for (const { ids, jwk } of named) {
    const entry = openKey(jwk)
    const names = 'jwk' in entry && ids.length === 0 ? [entry.jwk.kid] : ids
    for (const id of new Set(names)) entries.set(id, [...(entries.get(id) ?? []), entry])
  }
  return { find: (kid) => entries.get(kid) ?? [] }
}

function openKey(value: unknown): KeySetEntry {
  const read = readPublicJwk(value)
  if ('fault' in read) return read
  const { kty, crv, x, y } = read.jwk
  let key: KeyObject | undefined
  return {
    jwk: read.jwk,
    key: () => (key ??= createPublicKey({ key: { kty, crv, x, ...(y === undefined ? {} : { y }) }, format: 'jwk' })),
  }
}

function kidOf(jwk: unknown): string[] {
  return isObject(jwk) && typeof jwk['kid'] === 'string' ? [jwk['kid']] : []
}

import { parseJson } from './json-text.ts'
import { textOf } from './document.ts'
import { isObject, type JsonValue } from '../json.ts'
import { openDidDocument, openJwkSet, type KeySet } from '../sign/key-set.ts'
import { parseIdentity, type Identity } from '../sign/identity.ts'
import type { Verification } from './step.ts'

/** The keys that a verifier would use, or why it finds none. `reason` completes "It …", about the document with the keys. */
export type FoundKeys =
  | { readonly keys: KeySet; readonly url?: string }
  /** `unknown`: nobody was asked. */
  | { readonly missing: 'absent' | 'unknown'; readonly url?: string; readonly reason: string }

/** The keys of the publisher's own domain: what its JWK Set and its DID document hold, as one set. */
export async function ownKeys(verification: Verification): Promise<FoundKeys> {
  if (verification.trusted !== undefined) return { keys: verification.trusted }
  const { base } = verification
  const places = ['/.well-known/jwks.json', '/.well-known/did.json'].map((path) => new URL(path, base).href)
  const [jwks, did] = await Promise.all(places.map((url) => readJson(url, verification)))
  if (jwks === undefined && did === undefined) return { missing: 'absent', url: places[0]!, reason: 'is not there' }
  const [set, document] = [openJwkSet(jwks), openDidDocument(did)]
  return { keys: { find: (kid) => (set.find(kid).length > 0 ? set.find(kid) : document.find(kid)) } }
}

/** The keys of an identity (ARD 4.5: DID document, JWK Set), unless the person who asks has named those to trust. */
export async function identityKeys({ keys, type }: Identity, verification: Verification): Promise<FoundKeys> {
  if (verification.trusted !== undefined) return { keys: verification.trusted }
  if (keys === undefined)
    return {
      missing: 'unknown',
      reason: `belongs to ${type === 'spiffe' ? 'a SPIFFE id, whose keys only the workload API of its trust domain gives out' : 'an identity whose keys no one can ask for'}`,
    }
  const { url, kind } = keys
  if (new URL(url).origin !== verification.base.origin && !verification.isOnline)
    return { missing: 'unknown', url, reason: 'was not asked for' }
  const document = await readJson(url, verification)
  if (document === undefined) return { missing: 'absent', url, reason: 'is not there, or is no JSON' }
  if (kind === 'jwk-set') return { keys: openJwkSet(document), url }
  const named = parseIdentity(isObject(document) ? String(document['id']) : '')
  // A resolver refuses a document that is not the DID's own (did:web, "Read").
  if (!('domain' in named) || named.keys?.url !== url)
    return { missing: 'absent', url, reason: 'is the document of another DID' }
  return { keys: openDidDocument(document), url }
}

/** A key set at a URL on the site's own origin. */
export async function keysAt(url: string, verification: Verification): Promise<KeySet | undefined> {
  const document = await readJson(url, verification)
  return document === undefined ? undefined : openJwkSet(document)
}

async function readJson(url: string, verification: Verification): Promise<JsonValue | undefined> {
  const answer = await verification.read(url)
  // Keys that another host gives out prove that host alone.
  if (
    answer?.status !== 200 ||
    answer.redirects.some(
      (to) => new URL(to).origin !== new URL(url).origin && new URL(to).origin !== verification.reader.origin?.origin,
    )
  )
    return undefined
  const text = textOf({ fetched: answer })
  return text === undefined ? undefined : parseJson(text.replace(/^\uFEFF/, ''))
}

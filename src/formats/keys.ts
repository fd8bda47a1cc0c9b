import { serializeJson, type JsonObject } from '../json.ts'
import type { PublicJwk } from '../sign/jwk.ts'
import type { Keys } from '../sign/keys.ts'
import { JWKS_PATH } from '../sign/self-check.ts'
import type { Artifact } from '../site.ts'
import type { Format, FormatContext } from './format.ts'

/** Path of the publisher's DID document (did:web, 3.2). */
export const DID_PATH = '.well-known/did.json'

/** The publisher's public keys: a JWK Set, and the DID document of its domain. */
export const keys: Format = {
  name: 'keys',
  summary: 'The public keys that the signatures of this site verify with, as a JWK Set and as a DID document.',
  specifications: [
    {
      title: 'JSON Web Key (JWK)',
      version: 'RFC 7517',
      date: '2015-05-01',
      url: 'https://www.rfc-editor.org/rfc/rfc7517',
    },
    {
      title: 'Decentralized Identifiers (DIDs)',
      version: '1.0',
      date: '2022-07-19',
      url: 'https://www.w3.org/TR/did-core/',
    },
    {
      title: 'did:web Method Specification',
      version: 'draft',
      date: '2023-05-06',
      url: 'https://w3c-ccg.github.io/did-method-web/',
    },
  ],
  paths: [JWKS_PATH, DID_PATH],
  generate(context) {
    const { published } = context.keys
    if (published.length === 0) return []
    return [
      artifact(JWKS_PATH, 'application/jwk-set+json', { keys: published.map(publishedKey) }, context),
      artifact(DID_PATH, 'application/json; charset=utf-8', createDidDocument(context), context),
    ]
  },
}

/** The DID document of the publisher: every published key, and where its catalog and its site are (DID Core 1.0). */
export function createDidDocument({
  config,
  origin,
  keys: { published },
}: Pick<FormatContext, 'config' | 'origin'> & { readonly keys: Keys }): JsonObject {
  const did = `did:web:${config.publisher}`
  const methods = published.map((key) => ({
    id: verificationMethodId(did, key.kid),
    type: 'JsonWebKey2020',
    controller: did,
    publicKeyJwk: publishedKey(key),
  }))
  const catalog = { id: `${did}#catalog`, type: 'AICatalog', serviceEndpoint: `${origin}/.well-known/ai-catalog.json` }
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
    id: did,
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
    service: [
      ...(config.formats['ard'] === false ? [] : [catalog]),
      { id: `${did}#site`, type: 'LinkedDomains', serviceEndpoint: origin },
    ],
  }
}

/** The id of a key in a DID document: its `kid` as the fragment, or the `kid` itself where it is such an id already. */
export function verificationMethodId(did: string, kid: string): string {
  if (kid.startsWith(`${did}#`)) return kid
  // encodeURIComponent leaves what a fragment may hold (RFC 3986, 3.5) but for these, which it may hold too.
  return `${did}#${encodeURIComponent(kid).replaceAll(/%(?:3A|40|2F|3F|24|26|2B|2C|3B|3D)/g, decodeURIComponent)}`
}

function publishedKey(key: PublicJwk): JsonObject {
  return { ...key }
}

function artifact(path: string, mediaType: string, document: JsonObject, { config }: FormatContext): Artifact {
  return { path, body: serializeJson(document), mediaType, cache: 'keys', from: [config.file], format: 'keys' }
}

import { describe, expect, test } from 'vitest'
import { createDidDocument, keys as format, verificationMethodId } from '../../../src/formats/keys.ts'
import type { FormatContext } from '../../../src/formats/format.ts'
import type { Artifact } from '../../../src/site.ts'
import { createKeys, NO_KEYS, type Keys } from '../../../src/sign/keys.ts'
import { openDidDocument, openJwkSet } from '../../../src/sign/key-set.ts'
import { ED25519, keysOf, P256 } from '../../keys.ts'
import { configOf } from '../parse/agent-source.ts'

function generate(keys: Keys, config = configOf()): Record<string, Artifact> {
  const context: FormatContext = {
    config,
    keys,
    view: 'public',
    origin: config.origin,
    catalog: { skills: [], agents: [], servers: [] },
    published: new Map(),
    hasOwnPages: false,
  }
  return Object.fromEntries((format.generate(context) as Artifact[]).map((artifact) => [artifact.path, artifact]))
}

const json = (artifact: Artifact | undefined): unknown => JSON.parse(new TextDecoder().decode(artifact!.body))

describe('jwks.json', () => {
  test('holds public members only, the signing key first', () => {
    const { '.well-known/jwks.json': jwks } = generate(keysOf(P256, ED25519))
    expect(json(jwks)).toEqual({
      keys: [
        { kty: 'EC', crv: 'P-256', x: P256.x, y: P256.y, kid: P256.kid, alg: 'ES256', use: 'sig' },
        { kty: 'OKP', crv: 'Ed25519', x: ED25519.x, kid: ED25519.kid, alg: 'EdDSA', use: 'sig' },
      ],
    })
    expect(jwks).toMatchObject({ mediaType: 'application/jwk-set+json', cache: 'keys', format: 'keys' })
  })

  test('of an unsigned build holds the retired keys, and without any there is nothing', () => {
    const retired = createKeys([], [{ jwk: keysOf(ED25519).published[0]!, isOver: false }], {}).keys
    expect(openJwkSet(json(generate(retired)['.well-known/jwks.json'])).find(ED25519.kid)).toHaveLength(1)
    expect(generate(NO_KEYS)).toEqual({})
  })
})

describe('did.json', () => {
  test('is the document of the publisher with the same keys, wherever the site is served from', () => {
    const config = configOf({ publisher: 'acme.example', origin: 'https://www.acme.example' })
    const { '.well-known/did.json': document } = generate(keysOf(ED25519), config)
    expect(document).toMatchObject({ mediaType: 'application/json; charset=utf-8', cache: 'keys' })
    const id = `did:web:acme.example#${ED25519.kid}`
    expect(json(document)).toEqual({
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
      id: 'did:web:acme.example',
      verificationMethod: [
        {
          id,
          type: 'JsonWebKey2020',
          controller: 'did:web:acme.example',
          publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', x: ED25519.x, kid: ED25519.kid, alg: 'EdDSA', use: 'sig' },
        },
      ],
      assertionMethod: [id],
      service: [
        {
          id: 'did:web:acme.example#catalog',
          type: 'AICatalog',
          serviceEndpoint: 'https://www.acme.example/.well-known/ai-catalog.json',
        },
        { id: 'did:web:acme.example#site', type: 'LinkedDomains', serviceEndpoint: 'https://www.acme.example' },
      ],
    })
  })

  test('names no catalog that is not published', () => {
    const { service } = createDidDocument({
      config: configOf({ formats: { ard: false } }),
      origin: 'https://acme.example',
      keys: keysOf(P256),
    })
    expect(service).toHaveLength(1)
  })

  test.each(['acme-2026', 'did:web:acme.example#key-1', 'a/b?c:d@e', 'ü~(1)', 'a#b%c'])(
    'a key is found by the kid %s',
    (kid) => {
      const document = json(generate(keysOf({ ...P256, kid }))['.well-known/did.json'])
      expect(openDidDocument(document).find(kid)).toHaveLength(1)
    },
  )

  test('the id of a key is a DID URL', () => {
    expect(verificationMethodId('did:web:a.example', 'a#b ü')).toBe('did:web:a.example#a%23b%20%C3%BC')
    expect(verificationMethodId('did:web:a.example', 'did:web:a.example#k')).toBe('did:web:a.example#k')
    expect(verificationMethodId('did:web:a.example', 'did:web:b.example#k')).toBe(
      'did:web:a.example#did:web:b.example%23k',
    )
  })
})

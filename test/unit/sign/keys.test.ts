import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts'
import { publicHalf, readPrivateJwk, readPublicJwk, thumbprint } from '../../../src/sign/jwk.ts'
import { createKeys } from '../../../src/sign/keys.ts'
import { parseSigningKeys, readRetiredKeys } from '../../../src/sign/read-keys.ts'
import { ED25519, P256 } from '../../keys.ts'

const NOW = 1_800_000_000
const DAY = 86_400
const source = { name: '`SIGNPOST_SIGNING_KEY`', place: {} }
const parse = (value: unknown, options?: { development?: boolean }): ReturnType<typeof parseSigningKeys> =>
  parseSigningKeys(typeof value === 'string' ? value : JSON.stringify(value), source, NOW, options)
const codes = (diagnostics: readonly Diagnostic[]): string[] => diagnostics.map(({ code }) => code)
const retired = (value: unknown): ReturnType<typeof readRetiredKeys> =>
  readRetiredKeys(
    value,
    { name: '`trust.keys.retired`', place: { file: 'vite.config.ts', pointer: '/trust/keys/retired' } },
    NOW,
  )

describe('signing keys', () => {
  test('one JWK, and a JWK Set whose first key signs while the others are published', () => {
    const one = parse(ED25519)
    expect(one).toEqual({ keys: [ED25519], diagnostics: [] })
    const set = parse({ keys: [P256, ED25519] })
    expect(set.diagnostics).toEqual([])
    const { keys } = createKeys(set.keys, [], {})
    expect(keys.signer).toMatchObject({ alg: 'ES256', kid: P256.kid })
    expect(keys.published).toEqual([publicHalf(P256), publicHalf(ED25519)])
    expect(keys.state).toBe('signed')
  })

  test('a kid and an alg of its own are kept, and have defaults', () => {
    const { kid: _, alg: __, use: ___, ...bare } = P256
    expect(parse(bare).keys[0]).toEqual({ ...P256, kid: thumbprint(P256) })
    expect(parse({ ...ED25519, alg: 'Ed25519' }).keys[0]!.alg).toBe('Ed25519')
    expect(createKeys(parse({ ...ED25519, alg: 'Ed25519' }).keys, [], {}).keys.signer!.alg).toBe('Ed25519')
  })

  test('the thumbprint is that of RFC 8037, appendix A.3', () => {
    const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
    expect(thumbprint({ kty: 'OKP', crv: 'Ed25519', x })).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k')
  })

  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ format: 'jwk' })
  const secp256k1 = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey.export({ format: 'jwk' })
  const x25519 = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  const { d: _, ...onlyPublic } = ED25519

  test.each([
    ['no JSON', 'KEY_JSON', 'keys/signing.jwk.json'],
    ['JSON that is cut', 'KEY_JSON', JSON.stringify(P256).slice(0, -9)],
    ['a PEM block', 'KEY_JSON', pem],
    ['a quoted text', 'KEY_JSON', JSON.stringify(JSON.stringify(P256))],
    ['a list', 'KEY_JSON', [P256]],
    ['an empty set', 'KEY_JSON', { keys: [] }],
    ['a set that is no list', 'KEY_JSON', { keys: P256 }],
    ['null', 'KEY_JSON', 'null'],
    ['an object that is no JWK', 'KEY_INVALID', {}],
    ['a set of something else', 'KEY_INVALID', { keys: ['x'] }],
    ['a symmetric key', 'KEY_SYMMETRIC', { kty: 'oct', k: 'c2VjcmV0LXNlY3JldC1zZWNyZXQ' }],
    ['a key for HMAC', 'KEY_SYMMETRIC', { ...P256, alg: 'HS256' }],
    ['an RSA key', 'KEY_UNSUPPORTED', rsa],
    ['P-384', 'KEY_UNSUPPORTED', p384],
    ['secp256k1', 'KEY_UNSUPPORTED', secp256k1],
    ['X25519', 'KEY_UNSUPPORTED', x25519],
    ['a type that is unknown', 'KEY_UNSUPPORTED', { kty: 'AKP', alg: 'ML-DSA-44', priv: 'x' }],
    ['a curve of the other type', 'KEY_UNSUPPORTED', { ...P256, kty: 'OKP' }],
    ['an alg of another curve', 'KEY_UNSUPPORTED', { ...P256, alg: 'ES384' }],
    ['alg none', 'KEY_UNSUPPORTED', { ...ED25519, alg: 'none' }],
    ['a key for encryption', 'KEY_UNSUPPORTED', { ...P256, use: 'enc' }],
    ['key_ops without sign', 'KEY_UNSUPPORTED', { ...P256, key_ops: ['deriveKey'] }],
    ['a public key', 'KEY_PUBLIC', onlyPublic],
    ['a short d', 'KEY_INVALID', { ...P256, d: 'AAAA' }],
    ['a d in Base64 with padding', 'KEY_INVALID', { ...P256, d: `${P256.d}=` }],
    ['a d of zero', 'KEY_INVALID', { ...P256, d: 'A'.repeat(43) }],
    ['halves of two pairs', 'KEY_INVALID', { ...P256, d: ED25519.d }],
    ['halves of two Ed25519 pairs', 'KEY_INVALID', { ...ED25519, d: P256.d }],
    ['another y', 'KEY_INVALID', { ...P256, y: P256.x }],
    ['no y', 'KEY_INVALID', { ...P256, y: undefined }],
    ['a point of small order', 'KEY_INVALID', { ...ED25519, x: `AQ${'A'.repeat(41)}` }],
    ['an empty kid', 'KEY_ID', { ...P256, kid: '' }],
    ['a kid that is a number', 'KEY_ID', { ...P256, kid: 1 }],
    ['a kid with an invisible character', 'KEY_ID', { ...P256, kid: 'a\u200bb' }],
    ['the kid of a development key', 'KEY_ID', { ...P256, kid: 'dev-1' }],
    ['an exp that is a text', 'KEY_INVALID', { ...P256, exp: '2030-01-01' }],
    ['an exp in milliseconds', 'KEY_INVALID', { ...P256, exp: NOW * 1000 }],
    ['a kid that is the secret itself', 'KEY_ID', { ...P256, kid: P256.d }],
    ['an expired key', 'KEY_EXPIRED', { ...P256, exp: NOW }],
    ['an expired key behind the first', 'KEY_EXPIRED', { keys: [ED25519, { ...P256, exp: NOW - 1 }] }],
    ['a key that is not valid yet', 'KEY_NOT_YET_VALID', { ...P256, nbf: NOW + 1 }],
    ['two keys with one kid', 'KEY_ID_TWICE', { keys: [P256, { ...ED25519, kid: P256.kid }] }],
    ['one key twice', 'KEY_ID_TWICE', { keys: [P256, P256] }],
  ])('%s: %s, and nothing of the key is said', (_, code, value) => {
    const { diagnostics } = parse(value)
    expect(codes(diagnostics)).toEqual([code])
    const said = JSON.stringify(diagnostics)
    for (const secret of [P256.d, ED25519.d, 'c2VjcmV0', rsa.d!, p384.d!, x25519.d!, pem.split('\n')[1]!])
      expect(said).not.toContain(secret.slice(0, 8))
  })

  test('whatever stands in a key, a fault says none of it', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('kty', 'crv', 'alg', 'use', 'kid', 'x', 'y', 'd', 'exp'),
        fc.constantFrom(P256, ED25519),
        (member, key) => {
          const { diagnostics } = parse({ ...key, [member]: `misplaced${P256.d}` })
          const isLegal = key === ED25519 && (member === 'kid' || member === 'y')
          expect(diagnostics.length > 0).toBe(!isLegal)
          expect(JSON.stringify(diagnostics)).not.toContain(P256.d)
        },
      ),
    )
  })

  test.each([
    [31, undefined],
    [30, undefined],
    [29.5, '29 days'],
    [1.5, 'one day'],
    [0.5, 'less than a day'],
  ])('a key that expires in %s days: %s', (days, said) => {
    const { diagnostics, keys } = parse({ ...P256, exp: NOW + days * DAY })
    expect(keys).toHaveLength(1)
    expect(codes(diagnostics)).toEqual(said === undefined ? [] : ['KEY_EXPIRES_SOON'])
    if (said !== undefined) expect(diagnostics[0]!.message).toContain(said)
  })

  test('a key may be published before it is valid', () => {
    expect(parse({ keys: [P256, { ...ED25519, nbf: NOW + DAY }] }).diagnostics).toEqual([])
  })

  test('a development key is one by its kid', () => {
    const key = { ...ED25519, kid: 'dev-1' }
    expect(parse(key, { development: true }).diagnostics).toEqual([])
    expect(codes(parse(ED25519, { development: true }).diagnostics)).toEqual(['KEY_ID'])
    expect(createKeys([key], [], {}).keys.state).toBe('development')
  })

  test('a finding about a key of a set points at it', () => {
    const { diagnostics } = parseSigningKeys(
      JSON.stringify({ keys: [P256, onlyPublic] }),
      { name: '`../k.json`', place: { file: '../k.json' } },
      NOW,
    )
    expect(diagnostics).toMatchObject([{ code: 'KEY_PUBLIC', file: '../k.json', pointer: '/keys/1' }])
    expect(diagnostics[0]!.message).toContain('Key 2 in `../k.json`')
  })
})

describe('retired keys', () => {
  const { d: _, use: __, ...old } = { ...ED25519, kid: 'old' }

  test('a list or a JWK Set of public keys, each until its date', () => {
    const until = { ...old, until: '2027-06-30' }
    for (const value of [[until], { keys: [until] }]) {
      const { keys, diagnostics } = retired(value)
      expect(diagnostics).toEqual([])
      expect(keys).toMatchObject([
        { jwk: { kid: 'old', use: 'sig' }, until: Date.parse('2027-07-01') / 1000, isOver: false },
      ])
      expect(createKeys([P256], keys, {}).keys.published.map(({ kid }) => kid)).toEqual([P256.kid, 'old'])
    }
  })

  test('without a signing key they are all that is published', () => {
    const { keys } = createKeys([], retired([old]).keys, {})
    expect(keys).toEqual({ published: [{ ...old, use: 'sig' }], state: 'unsigned' })
  })

  test.each([
    ['an until that has passed', { ...old, until: '2020-01-01' }],
    ['an exp that has passed', { ...old, exp: NOW }],
  ])('%s: no longer published', (_, entry) => {
    const { keys, diagnostics } = retired([entry])
    expect(codes(diagnostics)).toEqual(['KEY_RETIRED_OVER'])
    expect(createKeys([P256], keys, {}).keys.published).toEqual([publicHalf(P256)])
  })

  test.each([
    ['the private half', 'KEY_PRIVATE', [ED25519]],
    ['one among many', 'KEY_PRIVATE', [old, P256]],
    ['any private member', 'KEY_PRIVATE', [{ ...old, priv: 'c2VjcmV0' }]],
    ['a symmetric key', 'KEY_SYMMETRIC', [{ kty: 'oct', k: 'c2VjcmV0' }]],
    ['an RSA key', 'KEY_UNSUPPORTED', [{ kty: 'RSA', n: 'AQAB', e: 'AQAB' }]],
    ['an until that is no date', 'KEY_INVALID', [{ ...old, until: 'soon' }]],
    ['an until in no calendar', 'KEY_INVALID', [{ ...old, until: '2027-02-30' }]],
    ['no list', 'KEY_JSON', { x: 1 }],
    ['a private key itself', 'KEY_JSON', ED25519],
    ['two keys of one name', 'KEY_ID_TWICE', [old, { ...publicHalf(P256), kid: 'old' }]],
  ])('%s: %s', (_, code, value) => {
    const { diagnostics } = retired(value)
    expect(codes(diagnostics)).toEqual([code])
    expect(JSON.stringify(diagnostics)).not.toContain(ED25519.d)
  })

  test('a key that still signs is published once, with a warning; another key of its name is an error', () => {
    const same = createKeys([P256], retired([publicHalf(P256)]).keys, {})
    expect(codes(same.diagnostics)).toEqual(['KEY_RETIRED_SIGNS'])
    expect(same.keys.published).toHaveLength(1)
    const other = createKeys([P256], retired([{ ...old, kid: P256.kid }]).keys, {})
    expect(codes(other.diagnostics)).toEqual(['KEY_ID_TWICE'])
  })
})

describe('JWKs', () => {
  test('the public half holds public members only, however the key was written', () => {
    const written = { ...P256, x5c: ['MII'], ext: true, key_ops: ['sign'], note: 'mine' }
    const read = readPrivateJwk(written)
    expect('jwk' in read && Object.keys(publicHalf(read.jwk))).toEqual(['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use'])
  })

  test('any value is a key or a fault', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record(
            {
              kty: fc.constantFrom('EC', 'OKP', 'oct', 'RSA'),
              crv: fc.constantFrom('P-256', 'Ed25519'),
              x: fc.base64String(),
              d: fc.anything(),
              kid: fc.anything(),
            },
            { requiredKeys: [] },
          ),
        ),
        (value) => {
          for (const read of [readPublicJwk(value), readPrivateJwk(value)]) expect(Object.keys(read)).toHaveLength(1)
        },
      ),
      { numRuns: 500 },
    )
  })
})

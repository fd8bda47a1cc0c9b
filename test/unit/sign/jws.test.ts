import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeBase64url, encodeBase64url } from '../../../src/sign/base64url.ts'
import { publicHalf, type PrivateJwk } from '../../../src/sign/jwk.ts'
import { fromCompact, signDetached, toCompact, verifyDetached, type DetachedSignature } from '../../../src/sign/jws.ts'
import { createKeySet, openDidDocument, openJwkSet } from '../../../src/sign/key-set.ts'
import { createSigner, rememberSignatures, type Signer } from '../../../src/sign/signer.ts'
import { ED25519, P256 } from '../../keys.ts'
import { protectedHeader, verifies } from '../../verifier.ts'

const payload = new TextEncoder().encode('{"a":1}')
const jwks = { keys: [publicHalf(ED25519), publicHalf(P256)] }
const keys = openJwkSet(jwks)

describe('signing', () => {
  test('Ed25519 gives the signature of RFC 8037, appendix A.4', async () => {
    const d = ['nWGxne_9WmC6hEr0kuwsxERJ', 'xWl7MmkZcDusAxyuf2A'].join('')
    const jwk: PrivateJwk = {
      kty: 'OKP',
      crv: 'Ed25519',
      d,
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'a',
      alg: 'EdDSA',
      use: 'sig',
    }
    const input = 'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc'
    expect(encodeBase64url(await createSigner(jwk).sign(new TextEncoder().encode(input)))).toBe(
      'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg',
    )
  })

  test('ES256 gives the signature of RFC 6979, appendix A.2.5, high s included', async () => {
    const hex = (text: string): string => Buffer.from(text, 'hex').toString('base64url')
    const jwk: PrivateJwk = {
      kty: 'EC',
      crv: 'P-256',
      d: hex(['C9AFA9D845BA75166B5C215767B1D693', '4E50C3DB36E89B127B8A622B120F6721'].join('')),
      x: hex('60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6'),
      y: hex('7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299'),
      kid: 'a',
      alg: 'ES256',
      use: 'sig',
    }
    const signature = await createSigner(jwk).sign(new TextEncoder().encode('sample'))
    expect(Buffer.from(signature).toString('hex').toUpperCase()).toBe(
      'EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716' +
        'F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8',
    )
  })

  test.each([ED25519, P256])('$alg: the same bytes each time, and a second verifier accepts them', async (jwk) => {
    const signed = await signDetached(payload, createSigner(jwk), {
      header: { jku: 'https://acme.example/.well-known/jwks.json' },
    })
    expect(
      await signDetached(payload, createSigner(jwk), { header: { jku: 'https://acme.example/.well-known/jwks.json' } }),
    ).toEqual(signed)
    expect(protectedHeader(signed)).toEqual({
      alg: jwk.alg,
      typ: 'JOSE',
      kid: jwk.kid,
      jku: 'https://acme.example/.well-known/jwks.json',
    })
    expect(verifies(signed, payload, jwks)).toBe(true)
    expect(verifyDetached(signed, payload, keys)).toMatchObject({ ok: true, kid: jwk.kid, alg: jwk.alg })
  })

  test('any payload verifies, and no other payload does', async () => {
    const signers = [createSigner(ED25519), createSigner(P256)]
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.uint8Array(), fc.constantFrom(...signers), async (bytes, others, signer) => {
        const signed = await signDetached(bytes, signer)
        expect(verifyDetached(signed, bytes, keys).ok).toBe(true)
        expect(verifyDetached(signed, others, keys).ok).toBe(Buffer.compare(bytes, others) === 0)
      }),
      { numRuns: 50 },
    )
  })
})

/** A signer as a key service is: every signature is a new one. */
function randomSigner(): Signer & { asked: number } {
  const { kty, crv, x, y, d, alg, kid } = P256
  const key = { key: { kty, crv, x, y: y!, d }, format: 'jwk', dsaEncoding: 'ieee-p1363' } as const
  return {
    alg,
    kid,
    asked: 0,
    async sign(input) {
      this.asked += 1
      return new Uint8Array(sign('sha256', input, key))
    },
  }
}

describe('a signer that draws random numbers', () => {
  const key = publicHalf(P256)

  test('keeps the published signature while the payload is the same', async () => {
    const first = await signDetached(payload, randomSigner())
    expect(await signDetached(payload, randomSigner())).not.toEqual(first)
    const signer = randomSigner()
    expect(await signDetached(payload, signer, { previous: { signatures: [first], key } })).toEqual(first)
    expect(signer.asked).toBe(0)
  })

  test('signs anew when the payload, the header or the key is another one, or the old signature is broken', async () => {
    const first = await signDetached(payload, randomSigner())
    const broken = { ...first, signature: encodeBase64url(new Uint8Array(64)) }
    const anew = async (bytes: Uint8Array, old: DetachedSignature, options: object = {}): Promise<DetachedSignature> =>
      signDetached(bytes, randomSigner(), { previous: { signatures: [old], key }, ...options })
    for (const signed of [
      await anew(payload, broken),
      await anew(payload, first, { header: { jku: 'https://a.example/' } }),
    ]) {
      expect(signed.signature).not.toBe(first.signature)
      expect(verifies(signed, payload, jwks)).toBe(true)
    }
    const other = new TextEncoder().encode('{}')
    expect(verifies(await anew(other, first), other, jwks)).toBe(true)
  })

  test('is asked once for the same input of one build', async () => {
    const signer = randomSigner()
    const remembering = rememberSignatures(signer)
    const [a, b] = await Promise.all([signDetached(payload, remembering), signDetached(payload, remembering)])
    expect(a).toEqual(b)
    expect(signer.asked).toBe(1)
  })
})

describe('verification refuses', () => {
  const good = signDetached(payload, createSigner(P256))
  const header = (members: object): string => encodeBase64url(new TextEncoder().encode(JSON.stringify(members)))
  const outcome = (signature: DetachedSignature, set = keys, now?: number): string => {
    const result = verifyDetached(signature, payload, set, now === undefined ? {} : { now })
    return result.ok ? 'ok' : result.reason
  }

  test.each(['none', 'None', 'HS256', 'RS256', 'PS256', 'ES384', 'ES256K', '', undefined, 5])(
    'the algorithm %s',
    async (alg) => {
      expect(outcome({ ...(await good), protected: header({ alg, kid: P256.kid }) })).toBe('algorithm')
    },
  )

  test('an HMAC whose secret is the public key', () => {
    const { kty, crv, x, y } = P256
    const pem = createPublicKey({ key: { kty, crv, x, y: y! }, format: 'jwk' }).export({ format: 'pem', type: 'spki' })
    const protectedHeader = header({ alg: 'HS256', typ: 'JOSE', kid: P256.kid })
    const signature = createHmac('sha256', pem)
      .update(`${protectedHeader}.${encodeBase64url(payload)}`)
      .digest('base64url')
    expect(outcome({ protected: protectedHeader, signature })).toBe('algorithm')
  })

  test('an algorithm that does not fit the key', async () => {
    expect(outcome({ ...(await good), protected: header({ alg: 'EdDSA', kid: P256.kid }) })).toBe('algorithm')
    expect(outcome({ ...(await good), protected: header({ alg: 'ES256', kid: ED25519.kid }) })).toBe('algorithm')
  })

  test('critical header extensions, as an unencoded payload', async () => {
    expect(
      outcome({ ...(await good), protected: header({ alg: 'ES256', kid: P256.kid, crit: ['b64'], b64: false }) }),
    ).toBe('malformed')
  })

  test('a header without a key, with an unknown key, or that is no JSON object', async () => {
    expect(outcome({ ...(await good), protected: header({ alg: 'ES256' }) })).toBe('kid')
    expect(outcome({ ...(await good), protected: header({ alg: 'ES256', kid: 'other' }) })).toBe('unknown-key')
    expect(outcome({ ...(await good), protected: header(['ES256']) })).toBe('malformed')
    expect(outcome({ ...(await good), protected: 'e30=' })).toBe('malformed')
    expect(outcome({ ...(await good), protected: '' })).toBe('malformed')
  })

  test('a key in the header', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const protectedHeader = header({
      alg: 'EdDSA',
      kid: 'mine',
      jwk: publicKey.export({ format: 'jwk' }),
      jku: 'https://evil.example/jwks.json',
    })
    const signature = encodeBase64url(
      sign(null, new TextEncoder().encode(`${protectedHeader}.${encodeBase64url(payload)}`), privateKey),
    )
    expect(outcome({ protected: protectedHeader, signature })).toBe('unknown-key')
  })

  test('a signature in another form: padded, in DER, cut, empty, with other bits', async () => {
    const { protected: h, signature } = await good
    const { kty, crv, x, y, d } = P256
    const der = sign('sha256', new TextEncoder().encode(`${h}.${encodeBase64url(payload)}`), {
      key: { kty, crv, x, y: y!, d },
      format: 'jwk',
    })
    expect(outcome({ protected: h, signature: `${signature}==` })).toBe('malformed')
    expect(outcome({ protected: h, signature: encodeBase64url(der) })).toBe('signature')
    expect(outcome({ protected: h, signature: encodeBase64url(decodeBase64url(signature)!.subarray(0, 63)) })).toBe(
      'signature',
    )
    expect(outcome({ protected: h, signature: '' })).toBe('signature')
    expect(outcome({ protected: h, signature: encodeBase64url(new Uint8Array(64)) })).toBe('signature')
  })

  test('keys that may not verify: symmetric, private, of another use, twice in the set', async () => {
    const set = (...list: unknown[]): ReturnType<typeof openJwkSet> => openJwkSet({ keys: list })
    const key = publicHalf(P256)
    expect(outcome(await good, set({ kty: 'oct', k: 'c2VjcmV0', kid: P256.kid }))).toBe('refused-key')
    expect(outcome(await good, set(P256))).toBe('refused-key')
    expect(outcome(await good, set({ ...key, use: 'enc' }))).toBe('refused-key')
    expect(outcome(await good, set(key, key))).toBe('refused-key')
    expect(outcome(await good, set(key))).toBe('ok')
    for (const none of [undefined, null, [], {}, { keys: {} }, 'x'])
      expect(outcome(await good, openJwkSet(none))).toBe('unknown-key')
  })

  test('keys that are expired or not yet valid, at the time of the verification', async () => {
    const set = createKeySet([{ ids: [], jwk: { ...publicHalf(P256), nbf: 1000, exp: 2000 } }])
    expect(outcome(await good, set, 999)).toBe('expired')
    expect(outcome(await good, set, 1000)).toBe('ok')
    expect(outcome(await good, set, 2000)).toBe('expired')
    expect(outcome(await good, set)).toBe('ok')
  })
})

describe('key lookup in a DID document', () => {
  const did = 'did:web:acme.example'
  const method = { id: `${did}#${P256.kid}`, type: 'JsonWebKey2020', controller: did, publicKeyJwk: publicHalf(P256) }

  test('finds a key by the id of its method, its fragment and its kid', () => {
    const { kid: _, ...nameless } = publicHalf(P256)
    const set = openDidDocument({ id: did, verificationMethod: [{ ...method, publicKeyJwk: nameless }] })
    expect([`${did}#${P256.kid}`, P256.kid, 'other'].map((kid) => set.find(kid).length)).toEqual([1, 1, 0])
    expect(
      openDidDocument({ id: did, verificationMethod: [{ ...method, id: `#${P256.kid}` }] }).find(`${did}#${P256.kid}`),
    ).toHaveLength(1)
  })

  test('leaves out methods of others and documents that are none', () => {
    expect(
      openDidDocument({ id: did, verificationMethod: [{ ...method, controller: 'did:web:evil.example' }] }).find(
        P256.kid,
      ),
    ).toEqual([])
    for (const none of [null, [], { id: did, verificationMethod: 'x' }, { verificationMethod: [null, 1, {}] }])
      expect(openDidDocument(none).find(P256.kid)).toEqual([])
  })
})

describe('the compact form', () => {
  test('is header, nothing, signature', async () => {
    const signed = await signDetached(payload, createSigner(ED25519))
    expect(toCompact(signed)).toMatch(/^[\w-]+\.\.[\w-]{86}$/)
    expect(fromCompact(toCompact(signed))).toEqual(signed)
  })

  test.each(['', '..', 'a..', '..b', 'a.b', 'a.b.c', 'a..b.c', 'a...b', undefined, null, 5, {}])(
    '%s is none',
    (text) => {
      expect(fromCompact(text)).toBeUndefined()
    },
  )
})

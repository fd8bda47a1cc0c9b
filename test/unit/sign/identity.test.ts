import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bindIdentity,
  checkBinding,
  identityType,
  isAligned,
  parseIdentity,
  publisherOf,
} from '../../../src/sign/identity.ts'

const domainOf = (text: string): string | undefined => {
  const identity = parseIdentity(text)
  return 'domain' in identity ? identity.domain : undefined
}

describe('domain of an identity', () => {
  test.each([
    ['did:web:acme.com', 'acme.com'],
    ['did:web:acme.com:x', 'acme.com'],
    ['did:web:acme.com:a:b%20c', 'acme.com'],
    ['did:web:acme.com%3A8443', 'acme.com'],
    ['did:web:acme.com%3a8443:x', 'acme.com'],
    ['did:web:ACME.com', 'acme.com'],
    ['did:web:acme.com.', 'acme.com'],
    ['did:web:xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['https://acme.com', 'acme.com'],
    ['https://acme.com/', 'acme.com'],
    ['https://acme.com/a/jwks.json?v=1', 'acme.com'],
    ['HTTPS://Acme.COM:8443/x', 'acme.com'],
    ['https://acme.com./', 'acme.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://BÜCHER.example/', 'xn--bcher-kva.example'],
    ['https://acme。com/', 'acme.com'],
    ['https://acme.com/@evil.com', 'acme.com'],
    ['https://acme.com?@evil.com', 'acme.com'],
    ['spiffe://acme.com', 'acme.com'],
    ['spiffe://acme.com/agents/desk', 'acme.com'],
    ['spiffe://ACME.com/x', 'acme.com'],
  ])('%s is %s', (text, domain) => expect(domainOf(text)).toBe(domain))

  test.each([
    ['nothing', ''],
    ['a bare domain', 'acme.com'],
    ['plain http', 'http://acme.com/'],
    ['a DID of another method', 'did:key:z6MkhaXg'],
    ['a method that only starts alike', 'did:webvh:acme.com'],
    ['an upper-case scheme of a DID', 'DID:web:acme.com'],
    ['a DID without a host', 'did:web:'],
    ['a DID URL with a fragment', 'did:web:acme.com#key-1'],
    ['a DID URL with a path', 'did:web:acme.com/x'],
    ['a DID URL with a query', 'did:web:acme.com?service=a'],
    ['an empty path segment of a DID', 'did:web:acme.com::x'],
    ['a DID that ends with a colon', 'did:web:acme.com:'],
    ['a path of a DID that leads upwards', 'did:web:acme.com:..:x'],
    ['a path of a DID that leads upwards, encoded', 'did:web:acme.com:%2e%2E:x'],
    ['a port of a DID that is no number', 'did:web:acme.com%3Aport'],
    ['a port of a DID that is none', 'did:web:acme.com%3A99999'],
    ['user information in a DID', 'did:web:acme.com%40evil.com'],
    ['an encoded dot', 'did:web:acme%2Ecom'],
    ['an encoded slash', 'did:web:acme.com%2F'],
    ['an encoded host of a DID', 'did:web:b%C3%BCcher.example'],
    ['a host of a DID that is not ASCII', 'did:web:bücher.example'],
    ['user information', 'https://acme.com@evil.com/'],
    ['user information before the right host', 'https://evil.com@acme.com/'],
    ['an empty user', 'https://@acme.com/'],
    ['a backslash', 'https://evil.com\\@acme.com/'],
    ['a backslash as a slash', 'https:\\\\acme.com/'],
    ['a backslash in the path', 'https://acme.com/\\x'],
    ['no host', 'https:///acme.com'],
    ['one slash', 'https:/acme.com'],
    ['no slash', 'https:acme.com'],
    ['an encoded host', 'https://acme%2ecom/'],
    ['a port that is no number', 'https://acme.com:port/'],
    ['a port that is none', 'https://acme.com:99999/'],
    ['a port in a port', 'https://acme.com:80:80/'],
    ['a fragment', 'https://acme.com/#key'],
    ['an address', 'https://192.0.2.1/'],
    ['an address in another notation', 'https://0xc0000201/'],
    ['an IPv6 address', 'https://[2001:db8::1]/'],
    ['two dots', 'https://acme..com/'],
    ['a leading dot', 'https://.acme.com/'],
    ['two dots at the end', 'https://acme.com../'],
    ['a dot alone', 'https://./'],
    ['a label that starts with a hyphen', 'https://-acme.com/'],
    ['a label that ends with a hyphen', 'https://acme-.com/'],
    ['an underscore', 'https://ac_me.com/'],
    ['a label of 64 characters', `https://${'a'.repeat(64)}.com/`],
    ['a name of 254 characters', `https://${'a.'.repeat(126)}com/`],
    ['punycode that is none', 'https://xn--a.com/'],
    ['a line break', 'https://acme.com\n.evil.com/'],
    ['a tab', 'https://ac\tme.com/'],
    ['a space in front', ' https://acme.com/'],
    ['a space behind', 'did:web:acme.com '],
    ['a soft hyphen', 'https://ac\u{AD}me.com/'],
    ['a zero-width space', 'https://acme.com\u{200B}/'],
    ['a change of direction', 'https://acme\u{202E}.com/'],
    ['a NUL', 'https://acme.com\0/'],
    ['a SPIFFE id without a trust domain', 'spiffe:///x'],
    ['a SPIFFE id with a port', 'spiffe://acme.com:8443/x'],
    ['a SPIFFE id with user information', 'spiffe://evil.com@acme.com/x'],
    ['a SPIFFE id with a query', 'spiffe://acme.com/x?y'],
    ['a SPIFFE id with an encoded domain', 'spiffe://acme%2ecom/x'],
    ['a SPIFFE id that is not ASCII', 'spiffe://bücher.example/x'],
  ])('%s: %j has none', (_, text) => expect(domainOf(text)).toBeUndefined())

  test('keys are found where the identity says', () => {
    const keysOf = (text: string): unknown => {
      const identity = parseIdentity(text)
      return 'domain' in identity ? identity.keys : undefined
    }
    expect(keysOf('did:web:acme.com')).toEqual({ kind: 'did-document', url: 'https://acme.com/.well-known/did.json' })
    expect(keysOf('did:web:acme.com%3A8443:a:b')).toEqual({
      kind: 'did-document',
      url: 'https://acme.com:8443/a/b/did.json',
    })
    expect(keysOf('https://acme.com/keys.json')).toEqual({ kind: 'jwk-set', url: 'https://acme.com/keys.json' })
    expect(keysOf('spiffe://acme.com/x')).toBeUndefined()
  })

  test.each([
    ['did:web:acme.com', 'did'],
    ['did:key:z', 'did'],
    ['https://acme.com', 'https'],
    ['spiffe://acme.com', 'spiffe'],
    ['urn:air:acme.com:x', 'other'],
  ])('%s is of the type %s', (text, type) => expect(identityType(text)).toBe(type))
})

describe('alignment with a publisher', () => {
  test.each(['acme.com', 'ACME.COM', 'Acme.Com', 'acme.com.'])('%s is acme.com', (host) => {
    expect(bindIdentity(`https://${host}/`, 'acme.com')).toMatchObject({ ok: true })
  })

  test.each([
    'evilacme.com',
    'evil-acme.com',
    'acme.com.evil.com',
    'acme.com-evil.com',
    'acme.co',
    'acme.com.com',
    'cme.com',
    'com',
    'acme',
    'acme.org',
    'acme-com.example',
    // Cyrillic а, Greek ο, dotless ı, full width, a letter that looks like m
    '\u{430}cme.com',
    'acme.c\u{3BF}m',
    'acm\u{435}.com',
    'ac\u{217F}e.com.evil.com',
  ])('%s is not, with subdomains or without', (host) => {
    for (const subdomains of [false, true])
      expect(bindIdentity(`https://${host}/`, 'acme.com', { subdomains })).toMatchObject({ ok: false })
  })

  test.each(['api.acme.com', 'a.b.acme.com', 'xn--bcher-kva.acme.com'])('%s is by policy only', (host) => {
    for (const identity of [`did:web:${host}`, `https://${host}/`, `spiffe://${host}/x`]) {
      expect(bindIdentity(identity, 'acme.com')).toMatchObject({ ok: false })
      expect(bindIdentity(identity, 'acme.com', { subdomains: true })).toMatchObject({ ok: true })
      expect(bindIdentity('did:web:acme.com', host, { subdomains: true })).toMatchObject({ ok: false })
    }
  })

  test('no name is aligned with an empty one', () => {
    for (const subdomains of [false, true]) {
      expect(isAligned('acme.com', '', { subdomains })).toBe(false)
      expect(isAligned('', '', { subdomains })).toBe(false)
      expect(isAligned('acme.com', '.com', { subdomains })).toBe(false)
    }
  })

  test('only a name that ends with a dot and the publisher is below it', () => {
    const label = fc.stringMatching(/^[a-z]{1,4}$/)
    const name = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'))
    fc.assert(
      fc.property(name, name, (domain, publisher) => {
        expect(isAligned(domain, publisher)).toBe(domain === publisher)
        expect(isAligned(domain, publisher, { subdomains: true })).toBe(
          domain === publisher || domain.endsWith(`.${publisher}`),
        )
      }),
    )
  })

  test('whatever is bound is what a URL parser would ask, in any mixture of pieces', () => {
    const pieces = [
      'acme',
      'com',
      'evil',
      '.',
      '..',
      '@',
      ':',
      '80',
      '/',
      '//',
      '\\',
      '%40',
      '%2e',
      '#',
      '?',
      ' ',
      '\t',
      '\u{AD}',
      '-',
      '[',
      ']',
    ]
    const mixture = fc
      .array(fc.oneof(fc.constant('acme.com'), fc.constantFrom(...pieces)), { maxLength: 6 })
      .map((parts) => parts.join(''))
    let bound = 0
    fc.assert(
      fc.property(fc.constantFrom('https://', 'https:', 'did:web:', 'spiffe://'), mixture, (scheme, rest) => {
        const text = scheme + rest
        if (!bindIdentity(text, 'acme.com').ok) return
        bound++
        const url = text
          .replace('did:web:', 'https://')
          .replace('spiffe:', 'https:')
          .replace(/(?<=^https:\/\/[^/:]*):(?!\d+(?:\/|$)).*/, '')
        expect(new URL(url).hostname.replace(/\.$/, '')).toBe('acme.com')
      }),
      { numRuns: 5000 },
    )
    expect(bound).toBeGreaterThan(50)
  })

  test('no text makes it throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => bindIdentity(text, 'acme.com').ok === false))
  })
})

describe('publisher of an identifier', () => {
  test.each([
    ['urn:air:acme.com:agent:desk', 'acme.com'],
    ['urn:air:acme.com:desk', 'acme.com'],
    ['urn:air:ACME.com:agent:desk', 'acme.com'],
    ['urn:air:xn--bcher-kva.example:a:b:c', 'xn--bcher-kva.example'],
    ['urn:air:acme.com.:agent:desk', 'acme.com'],
  ])('of %s it is %s', (urn, publisher) => expect(publisherOf(urn)).toBe(publisher))

  test.each([
    'urn:air:acme.com',
    'urn:air:acme.com:',
    'urn:air::agent:desk',
    'urn:air:localhost:agent:desk',
    'urn:air:acme..com:agent:desk',
    'urn:air:acme.com:agent:de sk',
    'urn:air:acme.com@evil.com:agent:desk',
    'urn:air:acme.com/evil.com:agent:desk',
    'urn:air:192.0.2.1:agent:desk',
    'urn:air:bücher.example:agent:desk',
    'urn:airs:acme.com:agent:desk',
    ' urn:air:acme.com:agent:desk',
    'urn:air:acme.com:agent:desk\n',
  ])('%j has none', (urn) => expect(publisherOf(urn)).toBeUndefined())

  test('is bound to the identity, whatever the case of either', () => {
    expect(checkBinding('urn:air:Acme.com:agent:desk', 'did:web:aCME.com')).toMatchObject({
      ok: true,
      publisher: 'acme.com',
    })
    expect(checkBinding('urn:air:acme.com.evil.com:agent:desk', 'did:web:acme.com')).toMatchObject({ ok: false })
    expect(checkBinding('urn:air:evil.com:agent:desk', 'did:web:acme.com')).toMatchObject({ ok: false })
    expect(checkBinding('urn:air:evil.com', 'did:web:acme.com')).toMatchObject({ ok: false })
  })
})

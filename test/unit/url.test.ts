import { describe, expect, test } from 'vitest'
import { checkUrl } from '../../src/url-check.ts'
import { hasUserinfo, parseUrl } from '../../src/url.ts'

const codes = (url: string): string[] => checkUrl(url, '/endpoint/url', { development: false }).map((p) => p.code)

describe('a URL with a placeholder for its host is none', () => {
  test.each([
    'https://$HOST/x',
    'https://${HOST}/x',
    'https://{host}/x',
    'https://<host>/x',
    'https://%HOST%/x',
    'https://*.acme.example/x',
    'https://a,b.example/x',
    'https://your host/x',
    'https://…/x',
  ])('%s', (url) => {
    expect(parseUrl(url)).toBeUndefined()
    expect(codes(url)).toEqual(['URL_INVALID'])
  })

  test.each([
    'https://acme.example/{id}/x?y=$z',
    'https://api_v1.acme.example/x',
    'https://bücher.example/x',
    'https://xn--bcher-kva.example:8443/',
    'https://[2001:db8::1]/x',
    'https://203.0.113.7/x',
  ])('%s is one', (url) => {
    expect(codes(url)).toEqual([])
  })
})

describe('an address of mail has no password in it', () => {
  test.each(['mailto:desk@acme.example', 'xmpp:desk@acme.example', 'sip:desk@acme.example', 'acct:desk@acme.example'])(
    '%s',
    (url) => {
      expect(hasUserinfo(url)).toBe(false)
      expect(codes(url)).toEqual(['URL_INVALID'])
    },
  )

  test.each([
    'https://u:p@acme.example',
    'https:u:p@acme.example',
    'https:\\u:p@acme.example',
    ' https://u@acme.example',
    'u:p@acme.example:50051',
  ])('%s has', (url) => {
    expect(codes(url)).toEqual(['URL_CREDENTIALS'])
  })
})

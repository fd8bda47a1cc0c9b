import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toUri } from '../../src/uri.ts'

const ajv = new Ajv2020()
addFormats.default(ajv)
const isUri = ajv.compile({ type: 'string', format: 'uri' })

test.each([
  ['https://a.example', 'https://a.example'],
  ['HTTPS://A.example/%2f?b=[1]', 'https://a.example/%2f?b=%5B1%5D'],
  ['https://exämple.org/é?ü#ö', 'https://xn--exmple-cua.org/%C3%A9?%C3%BC#%C3%B6'],
  ['https://a.example/a|b^{c}[d]', 'https://a.example/a%7Cb%5E%7Bc%7D%5Bd%5D'],
  ['https://a.example/100%', 'https://a.example/100%25'],
  ['https://[2001:db8::1]:8443/a', 'https://[2001:db8::1]:8443/a'],
  ['data:image/svg+xml,%3Csvg/%3E', 'data:image/svg+xml,%3Csvg/%3E'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
])('%s is the URI %s', (url, uri) => {
  expect(toUri(url)).toBe(uri)
})

test('every URL becomes a URI that leads to the same place', () => {
  const part = fc.string({ unit: 'binary', maxLength: 12 })
  fc.assert(
    fc.property(part, part, part, (path, query, fragment) => {
      const url = new URL('https://exämple.org/')
      url.pathname = path
      url.search = query
      url.hash = fragment
      const uri = toUri(url.href)
      expect([isUri(uri), uri]).toEqual([true, uri])
      expect(toUri(uri)).toBe(uri)
      expect(decode(new URL(uri).href)).toBe(decode(url.href))
    }),
    { numRuns: 1000 },
  )
})

/** Percent-encoding undone where it stands for bytes that may also stand there unencoded. */
function decode(url: string): string {
  return url
    .replace(/%25/g, '%')
    .replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('latin1'))
}

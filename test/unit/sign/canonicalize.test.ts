import canonicalizeReference from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalBytes, canonicalize } from '../../../src/sign/canonicalize.ts'

test('members stand in the order of UTF-16 code units (RFC 8785, 3.2.3)', () => {
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  const order = [...canonicalize(value).matchAll(/:(\d)/g)].map((match) => match[1]).join('')
  expect(order).toBe('2467153')
})

test('texts escape what JSON needs and nothing else', () => {
  expect(canonicalize('\u20ac$\u000f\nA\'B"\\"/\u2028\u007f')).toBe('"\u20ac$\\u000f\\nA\'B\\"\\\\\\"/\u2028\u007f"')
})

test.each([
  [0, '0'],
  [-0, '0'],
  [5e-324, '5e-324'],
  [1.7976931348623157e308, '1.7976931348623157e+308'],
  [9007199254740992, '9007199254740992'],
  [295147905179352830000, '295147905179352830000'],
  [1e21, '1e+21'],
  [9.999999999999997e-7, '9.999999999999997e-7'],
  [0.000001, '0.000001'],
  [333333333.3333332, '333333333.3333332'],
  [4.5, '4.5'],
])('the number %s is written as %s', (number, text) => {
  expect(canonicalize(number)).toBe(text)
})

test('it agrees with the reference implementation on any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(canonicalize(value)).toBe(canonicalizeReference(value))
    }),
    { numRuns: 500 },
  )
})

test('the order of members and a round trip through JSON change nothing', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const turned = Object.fromEntries(Object.entries(value).toReversed())
      expect(canonicalize(JSON.parse(JSON.stringify(turned)))).toBe(canonicalize(value))
    }),
  )
})

test('bytes are UTF-8', () => {
  expect([...canonicalBytes('é')]).toEqual([0x22, 0xc3, 0xa9, 0x22])
})

const cyclic: Record<string, unknown> = {}
cyclic['self'] = cyclic

test.each([
  ['a lone high surrogate', '\ud800'],
  ['a lone low surrogate', { a: ['x\udc00'] }],
  ['a lone surrogate in a key', { '\ud83d': 1 }],
  ['surrogates in the wrong order', '\udc00\ud800'],
  ['NaN', Number.NaN],
  ['Infinity', [Number.POSITIVE_INFINITY]],
  ['undefined', undefined],
  ['a member that is undefined', { a: undefined }],
  ['a hole in a list', Array.from({ length: 2 }, (_, i) => (i === 0 ? 1 : undefined))],
  ['a sparse list', Object.assign([], { length: 1 })],
  ['a big integer', 1n],
  ['a symbol', Symbol('a')],
  ['a symbol as a key', { [Symbol('a')]: 1 }],
  ['a function', { a: () => 1 }],
  ['an object with toJSON', { toJSON: () => 1 }],
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
  ['bytes', new Uint8Array(1)],
  ['a boxed text', Object('a')],
  ['a cycle', cyclic],
])('%s is no JSON', (_, value) => {
  expect(() => canonicalize(value)).toThrow(TypeError)
})

test('deep nesting ends with a TypeError, not with an overflow', () => {
  const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  expect(() => canonicalize(deep)).toThrow(TypeError)
})

test('an object without a prototype is plain', () => {
  expect(canonicalize(Object.assign(Object.create(null), { b: 1, a: null }))).toBe('{"a":null,"b":1}')
})

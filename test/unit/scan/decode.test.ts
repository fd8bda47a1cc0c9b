import { expect, test } from 'vitest'
import { decodeText } from '../../../src/scan/decode.ts'

const utf16 = (text: string, big: boolean, mark: boolean): Uint8Array => {
  const bytes = Buffer.from((mark ? '\uFEFF' : '') + text, 'utf16le')
  return Uint8Array.from(big ? bytes.swap16() : bytes)
}
const sentence = 'The token of the bot stands here, and more.'

test.each<[string, Uint8Array, string | undefined]>([
  ['UTF-8', new TextEncoder().encode('naïve 技能'), 'naïve 技能'],
  ['UTF-8 with a mark', new TextEncoder().encode('\uFEFFa'), 'a'],
  ['UTF-16 little-endian', utf16(sentence, false, true), sentence],
  ['UTF-16 big-endian', utf16(sentence, true, true), sentence],
  ['UTF-16 little-endian without a mark', utf16(sentence, false, false), sentence],
  ['UTF-16 big-endian without a mark', utf16(sentence, true, false), sentence],
  ['Latin-1', Uint8Array.from([0x6e, 0xe4, 0x68, 0x65]), 'nähe'],
  ['empty', new Uint8Array(), ''],
  ['a text with one NUL', new TextEncoder().encode(`${sentence}\0`), `${sentence}\0`],
  ['PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), undefined],
  ['zeros', new Uint8Array(100), undefined],
])('%s', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text)
})

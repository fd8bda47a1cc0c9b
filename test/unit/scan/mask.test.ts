import { describe, expect, test } from 'vitest'
import { maskSource, redact, type Secret } from '../../../src/scan/mask.ts'
import { BASE62, draw, pem } from './fakes.ts'

const token = draw(BASE62, 40)
const secret = (value: string, start = 0, file = 'a.yaml'): Secret => ({
  file,
  start,
  end: start + value.length,
  value,
})

describe('redact', () => {
  test.each([
    ['as it is', `The value ${token} is wrong.`],
    ['twice', `${token} and ${token}`],
    ['in another case', `"${token.toLowerCase()}"`],
    ['cut at its end', `The value "key ${token.slice(0, 30)}…" is wrong.`],
    ['cut at its start', `…${token.slice(20)} is wrong`],
  ])('%s', (_, text) => {
    const shown = redact(text, [secret(token)])
    expect(shown).not.toContain(token.slice(4, 12))
    expect(shown.toLowerCase()).not.toContain(token.slice(-8).toLowerCase())
    expect(shown).toContain('***')
  })

  test('the lines of a key, escaped and not', () => {
    const { key } = pem('rsa')
    const secrets = [secret(JSON.stringify(key).slice(1, -1))]
    for (const text of [key, JSON.stringify({ key }), key.replace(/^/gm, '    '), key.split('\n')[3]!]) {
      expect(redact(text, secrets)).not.toContain(key.split('\n')[3]!.slice(0, 16))
    }
  })

  test('a password with its percent-encoding read or written', () => {
    const value = 'p%40ss-' + 'W0rld-9x'
    expect(redact(`${value} and ${decodeURIComponent(value)}`, [secret(value)])).toBe('*** and ***')
  })

  test('the user information of any URL', () => {
    expect(redact('See https://bot:abc@acme.example/x and wss://me@b.example.', [])).toBe(
      'See https://***@acme.example/x and wss://***@b.example.',
    )
  })

  test('the longer of two secrets first, and nothing else', () => {
    expect(redact('abcdef abc xyz', [secret('abc'), secret('abcdef')])).toBe('*** *** xyz')
    expect(redact('Nothing to hide… here (a.*b)', [secret('a.b')])).toBe('Nothing to hide… here (a.*b)')
  })
})

describe('maskSource', () => {
  test('keeps length, lines and columns', () => {
    const { key } = pem('ec')
    const indented = `a: 1\nkey: |\n${key.replace(/^/gm, '  ')}\nurl: https://u:${token}@x.example\nb: ${token}\n`
    const start = indented.indexOf('-----BEGIN')
    const end = indented.indexOf('-----\n', indented.indexOf('-----END')) + 5
    const masked = maskSource(indented, 'a.yaml', [
      { file: 'a.yaml', start, end, value: indented.slice(start, end) },
      secret(token, 0, 'other'),
    ])
    expect(masked.length).toBe(indented.length)
    expect(masked.split('\n').map((line) => line.length)).toEqual(indented.split('\n').map((line) => line.length))
    expect(masked).not.toContain(token)
    expect(masked).not.toContain('BEGIN')
    expect(masked).toContain('url: https://')
    expect(masked.startsWith('a: 1\nkey: |\n')).toBe(true)
  })

  test('overlapping ranges', () => {
    expect(
      maskSource('0123456789', 'f', [
        { file: 'f', start: 2, end: 6, value: '2345' },
        { file: 'f', start: 4, end: 8, value: '4567' },
      ]),
    ).toBe('01******89')
  })
})

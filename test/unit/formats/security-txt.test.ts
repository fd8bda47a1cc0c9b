import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BuildResult } from '../../../src/build.ts'
import type { JsonObject } from '../../../src/json.ts'
import { artifact, buildFiles, findings, skillYaml } from '../../site.ts'

const PATH = '.well-known/security.txt'
const NOW = Date.UTC(2026, 10, 30) / 1000
const given = { contact: 'mailto:security@acme.example', expires: '2027-06-30T00:00:00Z' }

describe('security.txt', () => {
  test('is off until it is given, and can be switched off', async () => {
    expect(textOf(await buildFiles({ 'skills/track.yaml': skillYaml() }))).toBeUndefined()
    const off = await buildFiles({ 'skills/track.yaml': skillYaml() }, { formats: { 'security-txt': false } })
    expect(textOf(off)).toBeUndefined()
  })

  test('has a line for each value, in a fixed order', async () => {
    const result = await site({
      hiring: 'https://acme.example/jobs',
      policy: ['https://acme.example/disclosure'],
      canonical: ['https://acme.example/.well-known/security.txt', 'https://www.acme.example/.well-known/security.txt'],
      preferredLanguages: ['en', 'pt-BR'],
      acknowledgments: 'https://acme.example/thanks',
      encryption: ['https://acme.example/key.asc', 'openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f'],
      expires: given.expires,
      contact: [given.contact, 'https://acme.example/report', 'tel:+49-30-1234'],
    })
    expect(findings(result)).toEqual([])
    expect(textOf(result)).toBe(`Contact: mailto:security@acme.example
Contact: https://acme.example/report
Contact: tel:+49-30-1234
Expires: 2027-06-30T00:00:00Z
Encryption: https://acme.example/key.asc
Encryption: openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f
Acknowledgments: https://acme.example/thanks
Canonical: https://acme.example/.well-known/security.txt
Canonical: https://www.acme.example/.well-known/security.txt
Policy: https://acme.example/disclosure
Hiring: https://acme.example/jobs
Preferred-Languages: en, pt-BR
`)
    expect(artifact(result, PATH)).toMatchObject({ mediaType: 'text/plain; charset=utf-8', from: ['vite.config.ts'] })
  })

  test.each<[string, JsonObject]>([
    ['contact', { ...given, contact: 'security@acme.example' }],
    ['contact', { ...given, contact: 'http://acme.example/report' }],
    ['contact', { ...given, contact: 'mailto:a@acme.example\nContact: mailto:evil@evil.example' }],
    ['contact', { ...given, contact: 'https://acme.example/a b' }],
    ['contact', { ...given, contact: [] }],
    ['contact/1', { ...given, contact: ['mailto:a@acme.example', ''] }],
    ['contact', { expires: given.expires }],
    ['expires', { contact: given.contact }],
    ['expires', { ...given, expires: '2027-06-30' }],
    ['expires', { ...given, expires: '2027-02-30T00:00:00Z' }],
    ['expires', { ...given, expires: '2027-06-30T00:00:00Z\nContact: x' }],
    ['preferredLanguages', { ...given, preferredLanguages: 'en, fr' }],
    ['canonical', { ...given, canonical: 'http://acme.example/.well-known/security.txt' }],
    ['policy', { ...given, policy: 7 }],
    ['policies', { ...given, policies: 'https://acme.example/policy' }],
  ])('a bad %s is an error: %j', async (option, options) => {
    const result = await site(options)
    expect(result.public).toBeUndefined()
    const errors = result.diagnostics.filter((d) => d.severity === 'error')
    expect(errors.map((d) => d.pointer)).toEqual([`/formats/security-txt/${option}`])
  })

  test.each<[string, string, string[]]>([
    ['has expired', '2026-11-30T00:00:00Z', ['error SECURITY_TXT_EXPIRED vite.config.ts::']],
    ['has expired in its own zone', '2026-11-30T01:59:59+02:00', ['error SECURITY_TXT_EXPIRED vite.config.ts::']],
    ['expires in a second', '2026-11-30T00:00:01Z', ['suggestion SECURITY_TXT_EXPIRES_SOON vite.config.ts::']],
    ['expires in 30 days', '2026-12-30T00:00:00Z', []],
    ['expires in a year', '2027-11-30T00:00:00Z', []],
    ['expires later', '2027-12-02T00:00:00Z', ['warning SECURITY_TXT_EXPIRES_FAR vite.config.ts::']],
  ])('one that %s', async (_, expires, expected) => {
    const result = await site({ ...given, expires })
    expect(findings(result)).toEqual(expected)
    expect(textOf(result) === undefined).toBe(expected[0]?.startsWith('error') ?? false)
  })

  test('one that names other URLs than its own is a warning, but not in a preview', async () => {
    const options = { ...given, canonical: 'https://www.acme.example/.well-known/security.txt' }
    expect(findings(await site(options))).toEqual(['warning SECURITY_TXT_CANONICAL vite.config.ts::'])
    const preview = await site(options, { SIGNPOST_ORIGIN: 'https://preview.acme.example' })
    expect(findings(preview).filter((f) => f.includes('SECURITY_TXT'))).toEqual([])
  })

  test('no value adds a line', async () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 10 }).map((noise) => `https://acme.example/${noise}`),
      fc
        .constantFrom('\n', '\r', '\u0085', '\u2028', ' ', 'x')
        .map((end) => `https://acme.example/${end}Contact: mailto:evil@evil.example`),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('contact', 'encryption', 'policy'), value, async (option, text) => {
        const result = await site({ ...given, [option]: text })
        const published = textOf(result)
        if (published === undefined) return
        expect(published.split(/[\r\n\u0085\u2028\u2029]/)).toHaveLength(option === 'contact' ? 3 : 4)
      }),
      { numRuns: 100 },
    )
  })
})

function site(options: JsonObject, env: Record<string, string> = {}): Promise<BuildResult> {
  const files = { 'skills/track.yaml': skillYaml() }
  return buildFiles(files, { formats: { 'security-txt': options } }, { now: NOW, env })
}

function textOf(result: BuildResult): string | undefined {
  const found = artifact(result, PATH)
  return found && new TextDecoder().decode(found.body)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { formats } from '../../../src/formats/index.ts'
import { TRUST_PROCEDURE } from '../../../src/sign/trust-manifest.ts'
import { canonicalBytes, protectedHeader, sha256, verifiesTrustManifest } from '../../verifier.ts'

const TEXT = readFileSync(join(import.meta.dirname, '../../../docs/formats.md'), 'utf8')

/** The contents of the code blocks in a language, in order. */
function blocks(language: string): string[] {
  return [...TEXT.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , text]) => text!)
}

describe('docs/formats.md', () => {
  test.each(Object.values(formats as Record<string, Format>).map((format) => [format.name, format] as const))(
    'names %s with its specifications, versions and dates',
    (name, { specifications }) => {
      const row = TEXT.split('\n').filter((line) => line.startsWith(`| \`${name}\` |`) || line.startsWith('| | trust'))
      expect(row.length).toBeGreaterThan(0)
      for (const { url, version, title } of specifications) {
        expect([title, row.join('\n').includes(url)]).toEqual([title, true])
        expect([title, row.join('\n').includes(version)]).toEqual([title, true])
      }
    },
  )

  test('names the procedure that is signed', () => {
    expect(TEXT).toContain(`identifier \`${TRUST_PROCEDURE.identifier}\`, version \`${TRUST_PROCEDURE.version}\``)
  })

  test('has a worked example that works', () => {
    const [entry, method] = blocks('json').map((text) => JSON.parse(text))
    const { signature, ...signed } = entry.trustManifest
    expect(`${canonicalBytes(signed).toString()}\n`).toBe(blocks('text')[0])
    expect(TEXT).toContain(JSON.stringify(protectedHeader(signature)))
    expect(verifiesTrustManifest(entry.trustManifest, { keys: [method.publicKeyJwk] })).toBe(true)
    const file = Buffer.from(blocks('markdown')[0]!)
    expect(entry.trustManifest.provenance[0]).toMatchObject({
      sourceId: entry.url,
      sourceDigest: `sha256:${sha256(file)}`,
    })
  })
})

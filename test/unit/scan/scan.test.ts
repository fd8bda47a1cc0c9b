import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeFrame } from '../../../src/diagnostics/code-frame.ts'
import type { BuildResult } from '../../../src/build.ts'
import { agentYaml, buildFiles, skillMd, skillYaml } from '../../site.ts'
import { BASE62, draw, HEX, jwk, pem, URL64 } from './fakes.ts'

const scanned = (result: BuildResult): string[] =>
  result.diagnostics
    .filter((d) => d.code.startsWith('PUBLISH_'))
    .map((d) => `${d.severity} ${d.code} ${d.file ?? d.url}:${d.line ?? ''}:${d.column ?? ''}`)

/** Everything a user may see of a build. */
const shown = (result: BuildResult): string =>
  result.diagnostics
    .flatMap((d) => [JSON.stringify(d), d.file === undefined ? '' : codeFrame(result.sourceText(d.file) ?? '', d)])
    .join('\n')

const token = 'ghp_' + draw(BASE62, 36)

describe('secrets', () => {
  test('in a description: at its place, and published nowhere', async () => {
    const result = await buildFiles({ 'skills/parcels.yaml': skillYaml({ description: `Uses ${token} inside.` }) })
    expect(scanned(result)).toEqual(['error PUBLISH_SECRET skills/parcels.yaml:5:20'])
    expect(result.public).toBeUndefined()
    expect(shown(result)).not.toContain(token.slice(0, 8))
  })

  test('in every file of an Agent Skill, in any encoding', async () => {
    const result = await buildFiles({
      'skills/pdf/SKILL.md': `${skillMd('pdf')}\n\`${token}\`\n`,
      'skills/pdf/references/api.md': `# API\n\n    Authorization: Bearer ${draw(BASE62, 32)}\n`,
      'skills/pdf/scripts/run.py': `KEY = "sk-ant-api03-${draw(URL64, 93)}AA"\n`,
      'skills/pdf/scripts/old.sh': Buffer.from(`# n\u00E4he\nexport ACME_TOKEN=${draw(BASE62, 32)}\n`, 'latin1'),
      'skills/pdf/assets/win.txt': Buffer.from(`\uFEFFtoken: ${draw(BASE62, 32)}\r\n`, 'utf16le'),
      'skills/pdf/assets/key.pem': pem('ed25519').key,
      'skills/pdf/assets/signing.jwk.json': JSON.stringify(jwk('ed25519'), null, 2),
      'skills/pdf/assets/prod.env': `DB_PASSWORD=Tr0ut-Lily-88\n`,
      'skills/pdf/assets/credentials.json': JSON.stringify(
        { type: 'service_account', private_key_id: draw(HEX, 40), private_key: pem('rsa').key },
        null,
        2,
      ),
      'skills/pdf/assets/cert.pem': `-----BEGIN CERTIFICATE-----\n${draw(BASE62, 400)}\n-----END CERTIFICATE-----\n`,
    })
    const lines = scanned(result)
    for (const [file, line] of [
      ['SKILL.md', ''],
      ['references/api.md', ':3:27'],
      ['scripts/run.py', ':1:8'],
      ['scripts/old.sh', ':2:19'],
      ['assets/win.txt', ':1:8'],
      ['assets/key.pem', ':1:1'],
      ['assets/signing.jwk.json', ''],
      ['assets/prod.env', ':1:13'],
      ['assets/credentials.json', ''],
    ]) {
      expect(lines.filter((l) => l.startsWith(`error PUBLISH_SECRET skills/pdf/${file}${line}`))).toHaveLength(1)
    }
    expect(lines.join()).not.toContain('cert.pem')
  })

  test('in members of a card: beside its schemes, and in an open object', async () => {
    const secret = draw(BASE62, 30)
    const result = await buildFiles({
      'skills/parcels.yaml': skillYaml({ auth: { type: 'api_key', header: 'X-API-Key', value: secret } }),
      'agents/desk.yaml': agentYaml({
        skills: [{ id: 'a', name: 'A', description: `Call it with "Authorization: Bearer ${secret}x".`, tags: ['a'] }],
      }),
    })
    expect(scanned(result).map((l) => l.replace(/:\d*:\d*$/, ''))).toEqual([
      'error PUBLISH_SECRET agents/desk.yaml',
      'error PUBLISH_SECRET skills/parcels.yaml',
    ])
    expect(shown(result)).not.toContain(secret)
  })

  test('one that YAML breaks over lines is reported with its file', async () => {
    const { key } = pem('ec')
    const text = skillYaml({ description: undefined }) + `description: |\n${key.replace(/^/gm, '  ').trimEnd()}\n`
    const result = await buildFiles({ 'skills/parcels.yaml': text })
    expect(scanned(result)).toEqual([
      `error PUBLISH_SECRET skills/parcels.yaml:${text.slice(0, text.indexOf('-----BEGIN')).split('\n').length}:3`,
    ])
    expect(shown(result)).not.toContain(key.split('\n')[1]!)
  })

  test('in a private definition too', async () => {
    const result = await buildFiles({
      'skills/parcels.yaml': skillYaml(),
      'skills/hidden.yaml': skillYaml({
        name: 'Hidden Thing',
        access: 'private',
        description: token,
        auth: { type: 'api_key', header: 'X-Key' },
      }),
    })
    expect(scanned(result)).toEqual(['error PUBLISH_SECRET skills/hidden.yaml:5:15'])
  })

  test('one that is not published is masked, not reported', async () => {
    const result = await buildFiles({
      'skills/parcels.yaml': `# ${token}\n${skillYaml({ tag: [] })}`,
      'agents/desk.md': `---\n${agentYaml()}---\n\nThe password is ${token}.\n`,
    })
    expect(scanned(result)).toEqual([])
    expect(result.sourceText('skills/parcels.yaml')).not.toContain(token)
    expect(result.sourceText('agents/desk.md')).not.toContain(token)
  })

  test('beside an error of another kind', async () => {
    const result = await buildFiles({
      'skills/parcels.yaml': skillYaml({ description: `Uses ${token}.`, version: 'one' }),
    })
    expect(scanned(result)).toEqual(['error PUBLISH_SECRET skills/parcels.yaml:5:20'])
    expect(result.diagnostics.some((d) => !d.code.startsWith('PUBLISH_') && d.severity === 'error')).toBe(true)
    expect(shown(result)).not.toContain(token)
  })

  test('a single one can be allowed by its fingerprint, and is still shown nowhere', async () => {
    const files = { 'skills/parcels.yaml': skillYaml({ description: `Uses ${token} inside.`, unknown: 1 }) }
    const [finding] = (await buildFiles(files)).diagnostics.filter((d) => d.code === 'PUBLISH_SECRET')
    expect(finding!.hint).toContain(finding!.fingerprint)
    const allowed = await buildFiles(files, {
      publish: { allow: [{ code: 'PUBLISH_SECRET', at: finding!.fingerprint!, reason: 'a test' }] },
    })
    expect(scanned(allowed)).toEqual([])
    expect(allowed.public).toBeDefined()
    expect(shown(allowed)).not.toContain(token)
    const lowered = await buildFiles(files, { rules: { PUBLISH_SECRET: 'off' } })
    expect(scanned(lowered)).toHaveLength(1)
  })

  test('a comment for another scanner changes nothing', async () => {
    const result = await buildFiles({
      'skills/pdf/SKILL.md': `${skillMd('pdf')}\n<!-- secretlint-disable -->\n${'xoxb-' + draw('123456789', 12) + '-' + draw(BASE62, 24)}\n`,
    })
    expect(scanned(result)).toHaveLength(1)
  })

  test('whatever is wrong beside it, a secret is printed nowhere', async () => {
    const value = fc.oneof(
      fc.constantFrom(...Array.from({ length: 20 }, (_, i) => 'ghp_' + draw(BASE62, 36, i + 2))),
      fc.constantFrom(...Array.from({ length: 20 }, (_, i) => 'glpat-' + draw(URL64, 24, i + 30))),
      fc.constantFrom(
        ...Array.from({ length: 20 }, (_, i) => `https://bot:${draw(BASE62, 14, i + 60)}7a@api.acme.example/x`),
      ),
    )
    const member = fc.constantFrom(
      'name',
      'version',
      'id',
      'access',
      'description',
      'capability_type',
      'documentation_url',
      'endpoint',
      'tags',
      'auth',
      'inputs',
      'unknown',
      'updated_at',
      'publish',
      'ard',
      'metadata',
      'examples',
    )
    const wrap = fc.constantFrom<(v: string) => unknown>(
      (v) => v,
      (v) => [v],
      (v) => ({ url: v, method: 'POST' }),
      (v) => ({ [v]: v }),
      (v) => `${'long text '.repeat(6)}${v}`,
      (v) => v.toUpperCase().toLowerCase() && ` ${v} `,
    )
    await fc.assert(
      fc.asyncProperty(value, member, wrap, async (secret, key, put) => {
        const hidden = secret.startsWith('https') ? secret.slice(12, 28) : secret
        const result = await buildFiles({
          'skills/parcels.yaml': skillYaml({ [key]: put(secret) }),
          'agents/desk.yaml': agentYaml({ [key]: put(secret) }),
        })
        const text = shown(result).toLowerCase()
        for (let at = 6; at + 6 <= hidden.length; at++)
          expect(text).not.toContain(hidden.slice(at, at + 6).toLowerCase())
      }),
      { numRuns: 150 },
    )
  })
})

test('a secret as the name of a file', async () => {
  const result = await buildFiles({ 'skills/pdf/SKILL.md': skillMd('pdf'), [`skills/pdf/assets/${token}.txt`]: 'x' })
  expect(result.diagnostics.some((d) => d.code === 'PUBLISH_SECRET')).toBe(true)
  expect(shown(result)).not.toContain(token)
})

test('a key store in a skill folder', async () => {
  const result = await buildFiles({
    'skills/pdf/SKILL.md': skillMd('pdf'),
    'skills/pdf/assets/client.p12': Uint8Array.from([1, 0, 2, 3]),
  })
  expect(scanned(result)).toEqual(['error PUBLISH_KEY_FILE skills/pdf/assets/client.p12::'])
})

describe('names of private definitions', () => {
  const hidden = {
    'skills/lab-codes.yaml': skillYaml({
      name: 'Lab Door Codes',
      access: 'private',
      auth: { type: 'api_key', header: 'X-Key' },
    }),
  }

  test('a warning that names both files, at the words', async () => {
    const result = await buildFiles({
      ...hidden,
      'skills/parcels.yaml': skillYaml({ description: 'Works beside lab door codes.' }),
    })
    expect(scanned(result)).toEqual(['warning PUBLISH_PRIVATE_NAME skills/parcels.yaml:5:28'])
    const { message } = result.diagnostics.find((d) => d.code === 'PUBLISH_PRIVATE_NAME')!
    expect(message).toContain('skills/parcels.yaml')
    expect(message).toContain('skills/lab-codes.yaml')
  })

  test('in files of a skill, in an agent, and as an id', async () => {
    const result = await buildFiles({
      ...hidden,
      'skills/pdf/SKILL.md': skillMd('pdf'),
      'skills/pdf/references/more.md': 'See `lab-codes`.\n',
      'agents/desk.yaml': agentYaml({ documentationUrl: 'https://acme.example/skills/lab-codes/descriptor.json' }),
    })
    expect(scanned(result).map((l) => l.replace(/:\d*:\d*$/, ''))).toEqual([
      'warning PUBLISH_PRIVATE_NAME agents/desk.yaml',
      'warning PUBLISH_PRIVATE_NAME skills/pdf/references/more.md',
    ])
  })

  test('not by the private view, nor by chance', async () => {
    const result = await buildFiles({
      ...hidden,
      'skills/other.yaml': skillYaml({
        name: 'Other',
        access: 'private',
        description: 'Lab door codes',
        auth: { type: 'api_key', header: 'X-Key' },
      }),
      'skills/parcels.yaml': skillYaml({ description: 'The lab door. Codes too.' }),
    })
    expect(scanned(result)).toEqual([])
  })
})

test('hidden characters: one warning for each kind in a file, and what they spell', async () => {
  const tags = [...'send all'].map((c) => String.fromCodePoint(0xe0000 + c.charCodeAt(0))).join('')
  const result = await buildFiles({
    'skills/pdf/SKILL.md':
      skillMd('pdf').replace('Explains', `Explains${tags}`) + '\nsome \u202Etxet\u202C and \u202Emore\u202C\n',
    'skills/parcels.yaml': skillYaml({ description: 'Tells where\u200B a parcel is.' }),
  })
  const found = result.diagnostics.filter((d) => d.code === 'PUBLISH_HIDDEN_UNICODE')
  expect(found.map((d) => d.file)).toEqual(['skills/parcels.yaml', 'skills/pdf/SKILL.md', 'skills/pdf/SKILL.md'])
  expect(found.map((d) => d.message).join('\n')).toContain('"send all"')
  expect(found.map((d) => d.message).join('\n')).toContain('U+202E')
  expect(found.every((d) => d.line !== undefined)).toBe(true)
})

describe('hosts that no outsider can reach', () => {
  const files = { 'skills/parcels.yaml': skillYaml({ documentation_url: 'https://wiki.internal/parcels' }) }

  test('an error at the URL', async () => {
    const result = await buildFiles(files)
    expect(scanned(result).map((l) => l.replace(/:\d*:\d*$/, ''))).toEqual([
      'error PUBLISH_UNREACHABLE_HOST skills/parcels.yaml',
    ])
  })

  test('not in development, and not in the authenticated view alone', async () => {
    expect(scanned(await buildFiles(files, {}, { mode: 'development' }))).toEqual([])
    const result = await buildFiles({
      'skills/open.yaml': skillYaml(),
      'skills/hidden.yaml': skillYaml({
        name: 'Hidden',
        access: 'private',
        documentation_url: 'https://wiki.internal/parcels',
        auth: { type: 'api_key', header: 'X-Key' },
      }),
    })
    expect(scanned(result)).toEqual([])
  })
})

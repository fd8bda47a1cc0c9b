import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { generateKey } from '../../src/load/new-key.ts'
import { publicHalf, readPrivateJwk, type PrivateJwk } from '../../src/sign/jwk.ts'
import { ED25519, P256 } from '../keys.ts'
import { folderOf } from '../site.ts'
import { runMain, type Ran } from './run-main.ts'

const OPTIONS = { origin: 'https://acme.example', provider: { name: 'Acme' } }

/** A site whose options are these; its commands see a signing key unless `env` says otherwise. */
function siteOf(
  trust: object | false = {},
  files: Readonly<Record<string, string>> = {},
): { root: string; keys(argv: readonly string[], env?: Record<string, string>): Promise<Ran> } {
  const root = folderOf({
    'signpost.config.mjs': `export default ${JSON.stringify({ ...OPTIONS, trust })}\n`,
    ...files,
  })
  const signing = { SIGNPOST_SIGNING_KEY: JSON.stringify({ keys: [P256, ED25519] }) }
  return { root, keys: (argv, env = signing) => runMain(['keys', ...argv], { cwd: root, env }) }
}

const privateKey = (text: string): PrivateJwk => {
  const read = readPrivateJwk(JSON.parse(text))
  if ('fault' in read) throw new Error(read.fault.problem)
  return read.jwk
}
const parsed = (ran: Ran): { diagnostics: { code: string; message: string }[]; report: Record<string, unknown> } =>
  JSON.parse(ran.stdout) as never

describe('keys new', () => {
  test.each([
    [[], 'EdDSA'],
    [['--alg', 'EdDSA'], 'EdDSA'],
    [['--alg', 'ES256'], 'ES256'],
  ])('%j writes a private JWK to a pipe, and the public one with the next steps to stderr', async (argv, alg) => {
    const { code, stdout, stderr } = await runMain(['keys', 'new', ...argv], { cwd: folderOf({}) })
    expect(code).toBe(0)
    const key = privateKey(stdout)
    expect(key.alg).toBe(alg)
    expect(stdout).toMatch(/^\{.*\}\n$/)
    expect(stderr).toContain(JSON.stringify(publicHalf(key), null, 2))
    expect(stderr).toContain('SIGNPOST_SIGNING_KEY')
    expect(stderr).not.toContain(key.d)
  })

  test('shows nothing on a terminal unless it is asked to', async () => {
    const cwd = folderOf({})
    const refused = await runMain(['keys', 'new'], { cwd, isTTY: true })
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain('--out FILE')
    const asked = await runMain(['keys', 'new', '--out', '-'], { cwd, isTTY: true })
    expect(privateKey(asked.stdout).alg).toBe('EdDSA')
  })

  test('writes a file that only its owner can read, and never over another', async () => {
    const cwd = folderOf({})
    const { code, stdout, stderr } = await runMain(['keys', 'new', '--out', 'key.json'], { cwd, isTTY: true })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    const text = readFileSync(join(cwd, 'key.json'), 'utf8')
    expect(statSync(join(cwd, 'key.json')).mode & 0o777).toBe(0o600)
    expect(stderr).not.toContain(privateKey(text).d)
    expect(stderr).toContain('trust.keys.file')
    const again = await runMain(['keys', 'new', '--out', 'key.json'], { cwd })
    expect(again).toMatchObject({ code: 2, stdout: '' })
    expect(readFileSync(join(cwd, 'key.json'), 'utf8')).toBe(text)
  })

  test('refuses a place in a site from which the key could be published', async () => {
    const { root, keys } = siteOf()
    for (const folder of ['dist', 'dist-deploy', 'public', 'skills', 'agents']) {
      mkdirSync(join(root, folder))
      const { code, stderr } = await keys(['new', '--out', `${folder}/key.json`])
      expect({ code, exists: existsSync(join(root, folder, 'key.json')) }).toEqual({ code: 2, exists: false })
      expect(stderr).toContain(`\`${folder}\``)
    }
    expect((await keys(['new', '--out', 'absent/key.json'])).stderr).toContain('ENOENT')
  })

  test('as JSON says where the key is and what is public of it', async () => {
    const cwd = folderOf({})
    const ran = await runMain(['keys', 'new', '--out', 'key.json', '--format', 'json'], { cwd })
    const key = privateKey(readFileSync(join(cwd, 'key.json'), 'utf8'))
    expect(parsed(ran).report).toEqual({ file: join(cwd, 'key.json'), publicKey: publicHalf(key) })
    expect(ran.stdout + ran.stderr).not.toContain(key.d)
    expect(await runMain(['keys', 'new', '--format', 'json'], { cwd })).toMatchObject({ code: 2, stdout: '' })
  })

  test('makes names that no command line takes for a flag', () => {
    // One thumbprint in 64 starts with a hyphen.
    const kids = Array.from({ length: 400 }, () => generateKey('EdDSA').kid)
    expect(kids.filter((kid) => kid.startsWith('-'))).toEqual([])
  })

  test('makes another key each time', async () => {
    const make = async (): Promise<string> => (await runMain(['keys', 'new'], { cwd: folderOf({}) })).stdout
    expect(await make()).not.toBe(await make())
  })
})

describe('keys list', () => {
  const { use: _, ...retired } = { ...publicHalf({ ...ED25519, kid: 'acme-2025' }), until: '2199-12-31' }

  test('shows what signs, what is published ahead and what is retired', async () => {
    const { keys } = siteOf({ keys: { retired: [retired, { ...retired, kid: 'acme-2020', until: '2021-01-01' }] } })
    const { code, stdout } = await keys(['list'])
    expect(code).toBe(0)
    for (const line of [
      /test-es256 +ES256 +signs/,
      /test-ed25519 +EdDSA +published ahead/,
      /acme-2025 +EdDSA +retired +until 2199-12-31/,
      /acme-2020 +EdDSA +no longer published +until 2021-01-01/,
    ])
      expect(stdout).toMatch(line)
    expect(parsed(await keys(['list', '--format', 'json'])).report['keys']).toHaveLength(4)
  })

  test('fails on a key that cannot sign, and shows nothing of it', async () => {
    const { keys } = siteOf()
    const { code, stdout } = await keys(['list', '--format', 'json'], {
      SIGNPOST_SIGNING_KEY: JSON.stringify({ ...P256, exp: 1 }),
    })
    expect(code).toBe(1)
    expect(stdout).toContain('KEY_EXPIRED')
    expect(stdout).not.toContain(P256.d)
  })

  test('makes no key', async () => {
    const { root, keys } = siteOf()
    expect((await keys(['list'], {})).stdout).toContain('There are no keys.')
    expect(existsSync(join(root, '.signpost'))).toBe(false)
  })
})

describe('keys retire', () => {
  test('adds the public half to the file of retired keys', async () => {
    const { root, keys } = siteOf({ keys: { retired: 'retired-keys.json' } })
    const { code, stdout } = await keys(['retire', ED25519.kid, '--until', '2199-06-30'])
    expect(code).toBe(0)
    expect(stdout).toContain('Remove it from `SIGNPOST_SIGNING_KEY`')
    const { use: _, ...entry } = publicHalf(ED25519)
    expect(JSON.parse(readFileSync(join(root, 'retired-keys.json'), 'utf8'))).toEqual([
      { ...entry, until: '2199-06-30' },
    ])
    expect(readFileSync(join(root, 'retired-keys.json'), 'utf8')).not.toContain(ED25519.d)
    expect((await keys(['retire', ED25519.kid])).stdout).toContain('retired already')
  })

  test('keeps the form and the other keys of the file', async () => {
    const other = { ...publicHalf(ED25519), kid: 'older', until: '2199-01-01' }
    const { root, keys } = siteOf(
      { keys: { retired: 'retired.json' } },
      { 'retired.json': JSON.stringify({ note: 'ours', keys: [other] }) },
    )
    expect((await keys(['retire', ED25519.kid])).code).toBe(0)
    const file = JSON.parse(readFileSync(join(root, 'retired.json'), 'utf8')) as {
      note: string
      keys: { kid: string; until: string }[]
    }
    expect(file.note).toBe('ours')
    expect(file.keys.map(({ kid }) => kid)).toEqual(['older', ED25519.kid])
    expect(file.keys[1]!.until).toMatch(/^\d{4}-\d\d-\d\d$/)
  })

  test('prints the entry where the retired keys stand in the config', async () => {
    const { keys } = siteOf({ keys: { retired: [] } })
    const { code, stdout } = await keys(['retire', ED25519.kid, '--until', '2199-06-30'])
    expect(code).toBe(0)
    expect(stdout).toContain('trust.keys.retired')
    expect(stdout).toContain(`"kid": "${ED25519.kid}"`)
    expect(stdout).not.toContain(ED25519.d)
  })

  test('is not kept from it by what is wrong with another key', async () => {
    const { keys } = siteOf({ keys: { retired: 'retired.json' }, required: true })
    const set = JSON.stringify({ keys: [P256, ED25519, { kty: 'RSA' }] })
    expect((await keys(['retire', ED25519.kid], { SIGNPOST_SIGNING_KEY: set })).code).toBe(0)
  })

  test('refuses the key that signs', async () => {
    const { code, stdout } = await siteOf().keys(['retire', P256.kid, '--format', 'json'])
    expect(code).toBe(1)
    expect(stdout).toContain('KEY_STILL_SIGNS')
  })

  test('finds keys that only the last build or a copy of jwks.json knows', async () => {
    const old = { keys: [publicHalf({ ...ED25519, kid: 'old' })] }
    const { keys } = siteOf(
      {},
      {
        'dist/.well-known/jwks.json': JSON.stringify(old),
        'copy.json': JSON.stringify({ keys: [publicHalf({ ...ED25519, kid: 'older' })] }),
      },
    )
    expect((await keys(['retire', 'old'])).code).toBe(0)
    expect((await keys(['retire', 'older'])).code).toBe(1)
    expect((await keys(['retire', 'older', '--from', 'copy.json'])).code).toBe(0)
    const { stdout } = await keys(['retire', 'older', '--format', 'json'])
    expect(parsed({ code: 1, stdout, stderr: '' }).diagnostics).toMatchObject([
      { code: 'KEY_NOT_FOUND', message: expect.stringContaining('"old"') },
    ])
  })

  test.each([
    [['retire'], 'KID'],
    [['retire', 'x', '--until', 'soon'], '--until'],
    [['retire', 'x', '--until', '2001-01-01'], 'revoke'],
    [['retire', 'x', '--from', 'absent.json'], 'no such file'],
    [['retire', 'x', '--alg', 'EdDSA'], '--alg'],
    [['list', 'x'], 'takes no'],
    [['retir', 'x'], 'retire'],
    [['new', '--alg', 'RS256'], 'ES256'],
    [[], 'ACTION'],
  ])('%j is a wrong command line', async (argv, said) => {
    const { code, stdout, stderr } = await siteOf().keys(argv)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(said)
  })
})

describe('keys revoke', () => {
  const entry = { ...publicHalf({ ...ED25519, kid: 'lost' }), until: '2199-01-01' }

  test('takes a retired key out of its file', async () => {
    const { root, keys } = siteOf(
      { keys: { retired: 'retired.json' } },
      { 'retired.json': JSON.stringify([entry, { ...entry, kid: 'kept' }]) },
    )
    chmodSync(join(root, 'retired.json'), 0o644)
    const { code, stdout } = await keys(['revoke', 'lost'])
    expect(code).toBe(0)
    expect(stdout).toContain('Build and deploy now')
    expect(
      (JSON.parse(readFileSync(join(root, 'retired.json'), 'utf8')) as { kid: string }[]).map(({ kid }) => kid),
    ).toEqual(['kept'])
    expect(parsed(await keys(['revoke', 'lost', '--format', 'json'])).diagnostics).toMatchObject([
      { code: 'KEY_NOT_FOUND' },
    ])
  })

  test.each([
    ['a retired key in the config', { keys: { retired: [entry] } }, 'lost', 'KEY_IN_CONFIG'],
    ['a key that signs', {}, P256.kid, 'KEY_STILL_SIGNS'],
    ['a key that is published ahead', {}, ED25519.kid, 'KEY_STILL_SIGNS'],
    ['an unknown key', {}, 'x', 'KEY_NOT_FOUND'],
  ])('%s is not done by the command, and that is an error', async (_, trust, kid, expected) => {
    const ran = await siteOf(trust).keys(['revoke', kid, '--format', 'json'])
    expect(ran.code).toBe(1)
    expect(parsed(ran).diagnostics.map(({ code }) => code)).toEqual([expected])
  })

  test('a broken file of retired keys is left as it is', async () => {
    const { root, keys } = siteOf({ keys: { retired: 'retired.json' } })
    writeFileSync(join(root, 'retired.json'), '[{')
    expect((await keys(['retire', ED25519.kid])).code).toBe(1)
    expect((await keys(['revoke', 'lost'])).code).toBe(1)
    expect(readFileSync(join(root, 'retired.json'), 'utf8')).toBe('[{')
  })
})

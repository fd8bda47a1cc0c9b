import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { runMain } from '../cli/run-main.ts'
import { ED25519, P256 } from '../keys.ts'
import { folderOf } from '../site.ts'
import { publicHalf } from '../../src/sign/jwk.ts'
import { filesOf, goodSites, serveSite, type SiteFiles } from './good-site.ts'

async function siteFolder(change: (files: SiteFiles) => void = () => undefined): Promise<string> {
  const files = filesOf((await goodSites()).public)
  change(files)
  const folder = folderOf({
    'trusted.json': JSON.stringify({ keys: [publicHalf(ED25519)] }),
    'other.json': JSON.stringify({ keys: [publicHalf(P256)] }),
  })
  for (const { path, body } of files.site().artifacts) {
    mkdirSync(dirname(join(folder, 'site', path)), { recursive: true })
    writeFileSync(join(folder, 'site', path), body)
  }
  return folder
}

interface Report {
  readonly diagnostics: readonly Diagnostic[]
  readonly errors: number
  readonly report: { readonly origin: string; readonly unknown: readonly string[] }
}

async function verify(cwd: string, ...args: string[]): Promise<{ code: number; report: Report; out: string }> {
  const { code, stdout, stderr } = await runMain(['verify', ...args, '--format', 'json'], { cwd })
  return {
    code,
    report:
      stdout === ''
        ? { diagnostics: [], errors: 0, report: { origin: '', unknown: [] } }
        : (JSON.parse(stdout) as Report),
    out: stdout + stderr,
  }
}

describe('signpost verify', () => {
  test('is content with a good folder, and says what it cannot know', async () => {
    const folder = await siteFolder()
    const { code, report } = await verify(folder, 'site', '--origin', 'https://acme.example', '--offline')
    expect(code).toBe(0)
    expect(report.errors).toBe(0)
    expect(report.report.unknown[0]).toContain('A folder has no answers')
  })

  test('points at the line in the file', async () => {
    const folder = await siteFolder((files) =>
      files.replace('.well-known/agent-skills/till-close/SKILL.md', 'Read the', 'Skip the'),
    )
    const { code, report } = await verify(folder, 'site', '--offline')
    const found = report.diagnostics.find(({ code: c }) => c === 'SITE_DIGEST')!
    expect(code).toBe(1)
    expect(found).toMatchObject({
      file: '.well-known/agent-skills/index.json',
      url: 'https://acme.example/.well-known/agent-skills/index.json',
      pointer: '/skills/1/digest',
    })
    const lines = readFileSync(join(folder, 'site', found.file!), 'utf8').split('\n')
    expect(lines[found.line! - 1]).toContain('"digest": "sha256:')
  })

  test('trusts the keys that it is given, and no others', async () => {
    const folder = await siteFolder()
    expect((await verify(folder, 'site', '--offline', '--keys', 'trusted.json')).code).toBe(0)
    const { code, report } = await verify(folder, 'site', '--offline', '--keys', 'other.json')
    expect(code).toBe(1)
    expect([
      ...new Set(report.diagnostics.filter(({ severity }) => severity === 'error').map(({ code: c }) => c)),
    ]).toEqual(['SIGNATURE_KEY_UNKNOWN'])
  })

  test('reads a server on this machine as the origin that it stands for', async () => {
    const origin = await serveSite((await goodSites()).public)
    const { code, report } = await verify(
      folderOf({}),
      origin.origin,
      '--origin',
      'https://acme.example',
      '--offline',
      '--header',
      'Authorization: Bearer t0p-secret-value',
    )
    expect([code, report.errors, report.report.origin]).toEqual([0, 0, 'https://acme.example'])
    expect(JSON.stringify(report)).not.toContain('t0p-secret-value')
  })

  test('shows no secret, in no format', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const folder = await siteFolder((files) =>
      files.edit(
        'skills/parcel-tracking/descriptor.json',
        (d) => (d.auth = { type: 'custom', custom: { instructions: `use ${secret}` } }),
      ),
    )
    for (const format of ['pretty', 'json', 'github', 'sarif', 'agent']) {
      const { code, stdout, stderr } = await runMain(['verify', 'site', '--offline', '--format', format], {
        cwd: folder,
      })
      expect(code).toBe(1)
      expect(stdout).toContain('SITE_SECRET')
      expect(stdout + stderr).not.toContain(secret)
    }
  })

  test('a server on this machine is judged as itself, and the other way is named', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const origin = `http://127.0.0.1:${port}`
    const { code, stdout } = await runMain(['verify', origin], { cwd: folderOf({}) })
    expect(code).toBe(1)
    expect(stdout).toContain('it refuses connections (ECONNREFUSED)')
    expect(stdout).toContain(`Judged as ${origin}.`)
    const other = await runMain(['verify', origin, '--origin', 'https://acme.example'], { cwd: folderOf({}) })
    expect(other.stdout).not.toContain('Judged as')
  })

  test.each([
    [['nowhere'], /neither a folder nor an origin/],
    [['http://acme.example'], /not https/],
    [['https://acme.example/path'], /root of a host/],
    [['https://user:pass@acme.example'], /no origin/],
    [['site', '--keys', 'missing.json'], /cannot be read \(ENOENT\)/],
    [['site', '--keys', 'site/index.html'], /is no JSON/],
    [['site', '--header', 'Authorization: x'], /a folder is not asked/],
    [['https://acme.example', '--header', 'no colon s3cr3t'], /takes a name and a value/],
    [['site', '--origin', 'acme'], /no origin/],
    [[], /missing required argument/],
  ] as ReadonlyArray<readonly [readonly string[], RegExp]>)('refuses %j', async (args, message) => {
    const folder = await siteFolder()
    const { code, stdout, stderr } = await runMain(['verify', ...args], { cwd: folder })
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/s3cr3t|pass@|This is a bug/)
  })
})

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { httpReader } from '../../src/load/site-http.ts'
import { folderReader } from '../../src/load/site-folder.ts'
import { verifySite } from '../../src/verify/verify-site.ts'
import { verify } from '../../src/verify/verify.ts'
import { memoryReader } from '../../src/verify/readers.ts'
import { ED25519, keysOf } from '../keys.ts'
import { agentYaml, buildFiles, folderOf, skillYaml } from '../site.ts'
import { filesOf, goodSites, NOW, ORIGIN, serveSite, verifyAs, verifyServed } from './good-site.ts'

const loud = ({
  diagnostics,
}: {
  readonly diagnostics: readonly { severity: string; code: string; url?: string; file?: string; message: string }[]
}): string[] =>
  diagnostics
    .filter(({ severity }) => severity !== 'suggestion')
    .map((d) => `${d.code} ${d.url ?? d.file} ${d.message}`)

async function written(): Promise<string> {
  const folder = folderOf({})
  for (const { path, body } of (await goodSites()).public.artifacts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), body)
  }
  return folder
}

describe('a good site is no false alarm', () => {
  test('in memory', async () => {
    const result = await verifyAs(memoryReader((await goodSites()).public))
    expect(loud(result)).toEqual([])
    expect(result.report.documents).toMatchObject({
      'agent-card': 6,
      'skill-descriptor': 4,
      jwks: 1,
      did: 1,
      archive: 1,
    })
  })

  test('in a folder, with the origin given or found', async () => {
    const folder = await written()
    const given = await verifyAs(folderReader(folder))
    expect(loud(given)).toEqual([])
    const found = await verify(folderReader(folder), { now: NOW })
    expect(loud(found)).toEqual([])
    expect(found.report.origin).toBe(ORIGIN.origin)
    expect(found.report.unknown[0]).toMatch(/^A folder has no answers/)
  })

  test('what the publisher can do nothing about is not suggested', async () => {
    const { diagnostics } = await verifyAs(memoryReader((await goodSites()).public))
    expect(diagnostics.filter(({ code }) => code === 'ARD_TYPE_UNKNOWN')).toEqual([])
  })

  test('served, with every request that a client can make', async () => {
    const origin = await serveSite((await goodSites()).public)
    const result = await verifyServed(origin)
    expect(loud(result)).toEqual([])
    expect(result.report.unknown).toEqual([])
  })

  test('served behind authentication', async () => {
    const { private: site } = await goodSites()
    const origin = await serveSite(site, (request, response) => {
      if (request.headers.authorization === 'Bearer t0ken') return false
      response.writeHead(401, { 'Cache-Control': 'no-store' }).end()
      return true
    })
    const result = await verify(httpReader(origin, { headers: { authorization: 'Bearer t0ken' } }), {
      origin: ORIGIN,
      now: NOW,
      isPrivate: true,
    })
    expect(loud(result)).toEqual([])
  })

  test('by the keys that were given', async () => {
    const { public: site } = await goodSites()
    const trusted = { find: () => [] }
    expect((await verifyAs(memoryReader(site), { trusted })).diagnostics.map(({ code }) => code)).toContain(
      'SIGNATURE_KEY_UNKNOWN',
    )
  })

  test('in a build, where what verify would refuse points at its source', async () => {
    const sites = await goodSites()
    expect(await verifySite(sites)).toEqual([])
    const files = filesOf(sites.public)
    files.remove('skills/parcel-tracking/descriptor.json')
    files.edit('servers/tools/server-card.json', (card) => delete card.version)
    const found = await verifySite({ public: files.site() })
    expect(found.map(({ code, file }) => `${code} ${file}`)).toEqual([
      'SITE_SCHEMA agents/tools.yaml',
      'SITE_LINK_BROKEN skills/parcel-tracking.yaml',
    ])
  })

  test('in a build for another host than the publisher, with an authenticated view elsewhere', async () => {
    const files = {
      'agents/desk.yaml': agentYaml(),
      'skills/plan.yaml': skillYaml({ access: 'private', auth: { type: 'api_key', header: 'X-API-Key' } }),
    }
    const result = await buildFiles(
      files,
      { trust: {}, publisher: 'group.example', privateOrigin: 'https://partners.acme.example' },
      { keys: keysOf(ED25519) },
    )
    expect(await verifySite({ public: result.public!, private: result.private! })).toEqual([])
    const view = await verify(memoryReader(result.private!), {
      origin: new URL('https://partners.acme.example'),
      isPrivate: true,
    })
    expect(loud(view)).toEqual([])
  })

  test('in a build for development, where an endpoint is on this machine', async () => {
    const files = filesOf((await goodSites()).public)
    files.edit('agents/desk/agent-card.json', (card) => (card.supportedInterfaces[0].url = 'http://127.0.0.1:8080/a2a'))
    expect((await verifySite({ public: files.site() })).map(({ code }) => code)).toEqual(['URL_NOT_HTTPS'])
    expect(await verifySite({ public: files.site() }, { development: true })).toEqual([])
  })

  test('in a build, where the publisher has a document that the site links', async () => {
    const { public: site } = await goodSites()
    const files = filesOf(site)
    files.remove('servers/tools/server-card.json')
    expect((await verifySite({ public: files.site() })).map(({ code }) => code)).toEqual(['SITE_LINK_BROKEN'])
    expect(await verifySite({ public: files.site() }, { publicFiles: ['servers/tools/server-card.json'] })).toEqual([])
  })
})

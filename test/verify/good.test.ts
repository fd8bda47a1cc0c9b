import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { httpReader } from '../../src/load/site-http.ts'
import { folderReader } from '../../src/load/site-folder.ts'
import { verifySite } from '../../src/verify/verify-site.ts'
import { verify } from '../../src/verify/verify.ts'
import { memoryReader } from '../../src/verify/readers.ts'
import { ED25519, keysOf } from '../keys.ts'
import { folderOf } from '../site.ts'
import { goodSites, NOW, ORIGIN, serveSite, verifyAs, verifyServed } from './good-site.ts'

const loud = ({ diagnostics }: { readonly diagnostics: readonly { severity: string; code: string; url?: string; file?: string; message: string }[] }): string[] =>
  diagnostics.filter(({ severity }) => severity !== 'suggestion').map((d) => `${d.code} ${d.url ?? d.file} ${d.message}`)

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
    expect(result.report.documents).toMatchObject({ 'agent-card': 6, 'skill-descriptor': 4, jwks: 1, did: 1, archive: 1 })
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
    const result = await verify(httpReader(origin, { headers: { authorization: 'Bearer t0ken' } }), { origin: ORIGIN, now: NOW, isPrivate: true })
    expect(loud(result)).toEqual([])
  })

  test('by the keys that were given', async () => {
    const { public: site } = await goodSites()
    const trusted = { find: (kid: string) => (kid === ED25519.kid ? [] : []) }
    expect((await verifyAs(memoryReader(site), { trusted })).diagnostics.map(({ code }) => code)).toContain('SIGNATURE_KEY_UNKNOWN')
  })

  test('in a build', async () => {
    const sites = await goodSites()
    const config = { trust: false } as const
    expect(await verifySite(sites, config, { keys: keysOf(ED25519) })).toEqual([])
    expect(await verifySite(sites, config)).toEqual([])
  })
})

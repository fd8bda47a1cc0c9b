import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { BuildResult } from '../../src/build.ts'
import type { Host } from '../../src/hosts/host.ts'
import { netlify } from '../../src/hosts/netlify.ts'
import { allowHeaders } from '../../src/hosts/preflight.ts'
import { createSiteRules, sameMediaType, type SiteRules } from '../../src/hosts/site-rules.ts'
import { usualType } from '../../src/hosts/usual-types.ts'
import { vercel } from '../../src/hosts/vercel.ts'
import { urlPath } from '../../src/site.ts'
import { buildSample } from './sample.ts'
import { findTool } from './tools.ts'

const modules = findTool('parsers')
const folder = mkdtempSync(path.join(tmpdir(), 'signpost-parsers-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A package of ES modules, or of CommonJS, from the folder of the tool. */
async function load(name: string): Promise<Record<string, (...args: never[]) => unknown>> {
  const require = createRequire(path.join(modules!, 'parsers.js'))
  const file = name.startsWith('@vercel') ? require.resolve(name) : path.join(modules!, name, 'lib/index.js')
  return (await import(pathToFileURL(file).href)) as Record<string, (...args: never[]) => unknown>
}

async function sampleRules(host: Host): Promise<{ rules: SiteRules; text(name: string): string; build: BuildResult }> {
  const build = await buildSample({ hosts: [host.name] })
  const rules = createSiteRules(build.public!, build.config.cache, [])
  const files = host.render(rules)
  return { rules, build, text: (name) => files.find((file) => file.path === name)!.body }
}

/** What a host has to add on a path to what it does by itself. */
function wanted(rules: SiteRules): Record<string, Record<string, string>> {
  return Object.fromEntries(
    rules.files.map(({ path: file, headers, mediaType }) => {
      const { 'Content-Type': _, ...rest } = headers
      const type = sameMediaType(usualType(file) ?? '', mediaType) ? {} : { 'Content-Type': mediaType }
      return [file, sorted({ ...rest, ...type, ...allowHeaders(rules) })]
    }),
  )
}

function sorted(headers: Record<string, string>): Record<string, string> {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(lower.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

describe.skipIf(modules === undefined)('Netlify reads its files as they are meant', () => {
  test('_headers: no rule is lost, none matches another path, no two compete', async () => {
    const { rules, text } = await sampleRules(netlify)
    const file = path.join(folder, '_headers')
    writeFileSync(file, text('_headers'))
    const { parseAllHeaders } = await load('@netlify/headers-parser')
    const { headers, errors } = (await parseAllHeaders!({
      headersFiles: [file],
      configHeaders: [],
      minimal: false,
    } as never)) as {
      headers: Array<{ for: string; forRegExp: RegExp; values: Record<string, string> }>
      errors: unknown[]
    }
    expect(errors).toEqual([])
    const found = rules.files.map((published) => {
      const matching = headers.filter(({ forRegExp }) => forRegExp.test(urlPath(published.path)))
      const names = matching.flatMap(({ values }) => Object.keys(values))
      expect(names).toEqual([...new Set(names)])
      return [
        published.path,
        sorted(Object.assign({}, ...matching.map(({ values }) => values)) as Record<string, string>),
      ]
    })
    expect(Object.fromEntries(found)).toEqual(wanted(rules))
  })

  test('_redirects: a line for each type, one for any other, all of them forced', async () => {
    const { text } = await sampleRules(netlify)
    const file = path.join(folder, '_redirects')
    writeFileSync(file, text('_redirects'))
    const { parseAllRedirects } = await load('@netlify/redirect-parser')
    const { redirects, errors } = (await parseAllRedirects!({
      redirectsFiles: [file],
      configRedirects: [],
      minimal: true,
    } as never)) as {
      redirects: Array<{ from: string; to: string; query: object; status: number; force: boolean }>
      errors: unknown[]
    }
    expect(errors).toEqual([])
    const index = '/.well-known/skill-sharing'
    const rule = (type: string, to: string): object => ({ from: index, to, query: { type }, status: 200, force: true })
    expect(
      redirects
        .filter(({ from }) => from === index)
        .map(({ from, to, query, status, force }) => ({ from, to, query, status, force })),
    ).toEqual([
      rule('', index),
      ...['plugin', 'api', 'knowledge', 'task'].map((type) => rule(type, `${index}.${type}.json`)),
      rule(':type', `${index}.none.json`),
    ])
    expect(redirects.length).toBe(12)
  })
})

describe.skipIf(modules === undefined)('Vercel reads its file as it is meant', () => {
  test('headers: no rule is lost, none matches another path, no two compete', async () => {
    const { rules, text } = await sampleRules(vercel)
    const { getTransformedRoutes } = await load('@vercel/routing-utils')
    const { routes, error } = getTransformedRoutes!(JSON.parse(text('vercel.json')) as never) as {
      routes: Array<{ src: string; headers: Record<string, string>; continue: boolean }>
      error: unknown
    }
    expect(error).toBeNull()
    const found = rules.files.map((published) => {
      const matching = routes.filter(({ src }) => new RegExp(src).test(urlPath(published.path)))
      const names = matching.flatMap(({ headers }) => Object.keys(headers))
      expect(names).toEqual([...new Set(names)])
      expect(matching.every((route) => route.continue)).toBe(true)
      return [
        published.path,
        sorted(Object.assign({}, ...matching.map(({ headers }) => headers)) as Record<string, string>),
      ]
    })
    expect(Object.fromEntries(found)).toEqual(wanted(rules))
  })
})

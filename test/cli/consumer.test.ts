import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JsonObject } from '../../src/json.ts'
import { createRegistry, registryResponse } from '../../src/registry/registry.ts'
import { indexSite, respond } from '../../src/serve.ts'
import { publicHalf } from '../../src/sign/jwk.ts'
import { createTrustManifest, digestOf, signTrustManifest } from '../../src/sign/trust-manifest.ts'
import type { Site } from '../../src/site.ts'
import { ED25519, keysOf } from '../keys.ts'
import { agentYaml, buildFiles, folderOf, skillYaml } from '../site.ts'
import { runMain, type Ran } from './run-main.ts'

const CONFIG = `export default { origin: 'https://acme.example', provider: { name: 'Acme' }, trust: false }\n`
const FILES = { 'skills/parcel.yaml': skillYaml({ tags: ['logistics'] }), 'agents/desk.yaml': agentYaml() }

/** A value that must never be printed. */
const TOKEN = 'b3f1-token-of-the-owner'

interface Served {
  readonly url: string
  readonly headers: IncomingHttpHeaders[]
}

async function listen(
  answer: (request: {
    method: string
    target: string
    body: Uint8Array
  }) => Promise<{ status: number; headers: Readonly<Record<string, string>>; body?: Uint8Array } | undefined>,
): Promise<Served> {
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((req, res) => {
    headers.push(req.headers)
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      void answer({ method: req.method!, target: req.url!, body: Buffer.concat(chunks) }).then((response) => {
        if (response === undefined) res.writeHead(404).end()
        else res.writeHead(response.status, response.headers).end(response.body)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers }
}

async function siteOf(files: Record<string, string>): Promise<Site> {
  const result = await buildFiles(files)
  if (result.public === undefined) throw new Error(JSON.stringify(result.diagnostics))
  return result.public
}

async function serve(files: Record<string, string>): Promise<Served> {
  const index = indexSite(await siteOf(files), { discovery: 300, keys: 300, immutable: 31_536_000 })
  return listen((request) => respond(index, request))
}

async function write(files: Record<string, string>): Promise<string> {
  const folder = folderOf({})
  for (const { path: name, body } of (await siteOf(files)).artifacts) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), body)
  }
  return folder
}

function project(files: Record<string, string>, more: Record<string, string> = {}): string {
  return folderOf({ 'signpost.config.mjs': CONFIG, ...files, ...more })
}

function codes({ stdout }: Ran): string[] {
  return (JSON.parse(stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code)
}

const CHANGED = {
  ...FILES,
  'skills/parcel.yaml': skillYaml({
    tags: ['logistics'],
    endpoint: { url: 'https://api.acme.example/v2', method: 'POST' },
  }),
}

describe('diff', () => {
  test('against a server and against a folder; exit 1 for what breaks without a major step', async () => {
    const { url } = await serve(FILES)
    const same = await runMain(['diff', url], { cwd: project(FILES) })
    expect([same.code, same.stderr]).toEqual([0, ''])
    expect(same.stdout).toContain('will see no difference')
    const cwd = project(CHANGED)
    for (const site of [url, await write(FILES)]) {
      const ran = await runMain(['diff', site, '--format', 'json'], { cwd })
      expect([ran.code, codes(ran)]).toEqual([1, ['DIFF_BREAKING']])
      expect((JSON.parse(ran.stdout) as { report: JsonObject }).report).toMatchObject({
        deployed: 'https://acme.example',
        breaking: 1,
      })
    }
    const major = { ...CHANGED, 'skills/parcel.yaml': CHANGED['skills/parcel.yaml'].replace('1.2.0', '2.0.0') }
    expect((await runMain(['diff', url], { cwd: project(major) })).code).toBe(0)
  })

  test('every format; findings stand in the definitions', async () => {
    const { url } = await serve(FILES)
    const cwd = project(CHANGED)
    const shown = async (format: string): Promise<string> =>
      (await runMain(['diff', url, '--format', format], { cwd })).stdout
    expect(await shown('github')).toMatch(/^::error file=skills\/parcel\.yaml,title=DIFF_BREAKING::/)
    expect(await shown('agent')).toMatch(/^skills\/parcel\.yaml error DIFF_BREAKING: /)
    expect(JSON.parse(await shown('sarif'))).toMatchObject({ runs: [{ results: [{ ruleId: 'DIFF_BREAKING' }] }] })
    expect(await shown('markdown')).toMatch(
      /^## What changes for clients of `http:[^`]+`\n\n### Breaking \(1\)\n[^]*\n### Findings\n\n- \*\*error\*\* `DIFF_BREAKING` at `skills\/parcel\.yaml`: /,
    )
    const other = await runMain(['check', '--format', 'markdown'], { cwd })
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining('`check` has no --format markdown')])
  })

  test('rules set what may pass', async () => {
    const { url } = await serve(FILES)
    const config = CONFIG.replace('trust: false', "trust: false, rules: { DIFF_REMOVED: 'warning' }")
    const cwd = project({ 'agents/desk.yaml': FILES['agents/desk.yaml'] }, { 'signpost.config.mjs': config })
    const ran = await runMain(['diff', url, '--format', 'json'], { cwd })
    expect([ran.code, codes(ran)]).toEqual([0, ['DIFF_REMOVED']])
  })

  test('a server that is not there is an error, an empty one a first deployment, a broken build neither', async () => {
    const { url } = await listen(async () => undefined)
    const cwd = project(FILES)
    const first = await runMain(['diff', url], { cwd })
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('Nothing is deployed')])
    const down = await runMain(['diff', 'http://127.0.0.1:1', '--format', 'json'], { cwd })
    expect([down.code, [...new Set(codes(down))]]).toEqual([1, ['DIFF_UNREADABLE']])
    expect(
      codes(await runMain(['diff', url, '--format', 'json'], { cwd: project({ 'skills/a.yaml': 'name: [' }) })),
    ).not.toContain('DIFF_REMOVED')
  })

  test('headers are sent to the origin and printed nowhere', async () => {
    const { url, headers } = await serve(FILES)
    const cwd = project(CHANGED)
    for (const format of ['pretty', 'json', 'markdown']) {
      const { stdout, stderr } = await runMain(
        ['diff', url, '--header', `Authorization: Bearer ${TOKEN}`, '--header', 'X-Two: 2', '--format', format],
        { cwd },
      )
      expect(stdout + stderr).not.toContain(TOKEN)
    }
    expect(headers.every((sent) => sent.authorization === `Bearer ${TOKEN}` && sent['x-two'] === '2')).toBe(true)
  })

  test.each([
    [['diff'], 'missing required argument'],
    [['diff', 'nowhere'], 'neither a folder nor an origin'],
    [['diff', 'http://acme.example'], 'is not https'],
    [['diff', 'https://u:p@acme.example'], 'is no origin'],
    [['diff', 'https://acme.example/x'], 'the root of a host'],
    [['diff', '.', '--header', 'A: b'], '--header is for an origin'],
    [['diff', 'https://acme.example', '--header', TOKEN], '--header takes a name and a value'],
    [['diff', '.', '--origin', 'acme'], 'is no origin'],
  ])('%j is a wrong command line', async (argv, message) => {
    const ran = await runMain(argv, { cwd: project(FILES) })
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', expect.stringContaining(message)])
    expect(ran.stderr).not.toContain(TOKEN)
  })
})

describe('trace', () => {
  test('the same file for a server and every run, and a difference is an error', async () => {
    const { url } = await serve(FILES)
    const cwd = folderOf({})
    const argv = ['trace', url, '--origin', 'https://acme.example', '--tag', 'desk']
    expect((await runMain([...argv, '--out', 'trace.json'], { cwd })).code).toBe(0)
    const written = readFileSync(path.join(cwd, 'trace.json'), 'utf8')
    expect(JSON.parse(written)).toMatchObject({
      kind: 'discovery-trace',
      strategy: 'well-known',
      selected: { skillId: 'greet', next: 'message/send' },
      hops: [
        {
          hop: 1,
          method: 'GET',
          url: 'https://acme.example/.well-known/agent-card.json',
          response: { status: 200, cacheControl: 'public, max-age=300, must-revalidate' },
        },
        {},
        {},
      ],
    })
    expect(written).not.toContain('127.0.0.1')
    const other = await serve(FILES)
    expect((await runMain(['trace', other.url, ...argv.slice(2), '--expect', 'trace.json'], { cwd })).code).toBe(0)
    const changed = await serve({ ...FILES, 'agents/desk.yaml': agentYaml({ name: 'Front desk' }) })
    const ran = await runMain(['trace', changed.url, ...argv.slice(2), '--expect', 'trace.json', '--format', 'json'], {
      cwd,
    })
    expect([ran.code, codes(ran)]).toEqual([1, ['TRACE_CHANGED']])
  })

  test('a folder, a card, and a registry that is down', async () => {
    const folder = await write(FILES)
    const ran = await runMain([
      'trace',
      folder,
      '--tag',
      'desk',
      '--format',
      'json',
      '--service',
      'http://127.0.0.1:1/',
    ])
    expect([ran.code, codes(ran)]).toEqual([0, ['TRACE_REGISTRY_DOWN']])
    expect((JSON.parse(ran.stdout) as { report: JsonObject }).report).toMatchObject({
      strategy: 'well-known',
      selected: { skillId: 'greet' },
      hops: [{ method: 'POST', response: { status: 0, etag: null, cacheControl: null } }, {}, {}, {}],
    })
    const { url } = await serve(FILES)
    const direct = await runMain(['trace', `${url}/agents/desk/agent-card.json`, '--format', 'json'])
    expect((JSON.parse(direct.stdout) as { report: JsonObject }).report).toMatchObject({
      strategy: 'direct',
      hops: [{ hop: 1 }],
    })
  })

  test('headers are sent and printed nowhere, in the file neither', async () => {
    const { url, headers } = await serve(FILES)
    const cwd = folderOf({})
    for (const format of ['pretty', 'json', 'github']) {
      const { stdout, stderr } = await runMain(
        ['trace', url, '--header', `X-Secret: ${TOKEN}`, '--format', format, '--out', 't.json'],
        { cwd },
      )
      expect(stdout + stderr + readFileSync(path.join(cwd, 't.json'), 'utf8')).not.toMatch(
        new RegExp(`${TOKEN}|x-secret`, 'i'),
      )
    }
    expect(headers.length > 0 && headers.every((sent) => sent['x-secret'] === TOKEN)).toBe(true)
  })

  test.each([
    [['trace', 'http://acme.example/card.json'], 'is not https'],
    [['trace', 'https://u:p@acme.example/card.json'], 'credentials'],
    [['trace', '.'], 'give --origin'],
    [['trace', 'https://acme.example', '--service', 'https://finder.example'], 'give --tag or --text'],
    [['trace', 'https://acme.example', '--tag', 'a', '--service', 'http://finder.example'], 'is not https'],
    [['trace', 'https://acme.example', '--tag', 'a', '--service', 'finder'], 'is none'],
  ])('%j is a wrong command line', async (argv, message) => {
    const ran = await runMain(argv, { cwd: folderOf({}) })
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', expect.stringContaining(message)])
  })
})

describe('search', () => {
  test('--local: what a text finds, and the rank of every representative query', async () => {
    const ran = await runMain(['search', 'parcel', '--local', '--format', 'json'], { cwd: project(FILES) })
    const { report } = JSON.parse(ran.stdout) as {
      report: { results: JsonObject[]; representativeQueries: JsonObject[] }
    }
    expect([ran.code, report.results[0]]).toEqual([
      0,
      expect.objectContaining({ identifier: 'urn:air:acme.example:descriptor:parcel', score: 100 }),
    ])
    expect(report.representativeQueries.map(({ query, rank }) => `${rank} ${query}`)).toEqual([
      '1 who is on duty',
      '1 when do you open',
      '1 where is my parcel',
      '1 when does order 9 arrive',
    ])
    const table = await runMain(['search', '--local'], { cwd: project(FILES) })
    expect(table.stdout).toContain('  1   agent:desk  who is on duty')
  })

  test('--local: a query that leads to another resource is told at its definition', async () => {
    const files = {
      ...FILES,
      'skills/letters.yaml': skillYaml({
        name: 'Letters',
        representativeQueries: ['where is my parcel', 'send a letter'],
      }),
    }
    const ran = await runMain(['search', '--local', '--format', 'agent'], { cwd: project(files) })
    expect(ran.stdout).toMatch(/^skills\/letters\.yaml suggestion SEARCH_QUERY_NOT_FIRST: /m)
  })

  async function finder(...entries: JsonObject[]): Promise<Served> {
    const registry = createRegistry({
      entries: entries.map((entry) => ({
        entry,
        identifier: String(entry['identifier']),
        source: 'https://acme.example/',
        isOpened: false,
      })),
      skills: [],
    })
    return listen(async (request) => registryResponse(registry, { ...request, target: `/registry${request.target}` }))
  }

  async function held(identifier = 'urn:air:acme.example:agent:held'): Promise<JsonObject> {
    const manifest = createTrustManifest({
      identity: 'did:web:acme.example',
      source: { id: identifier, digest: digestOf(new TextEncoder().encode('{"name":"Held"}')) },
    })
    return {
      identifier,
      displayName: 'Parcel finder',
      type: 'application/a2a-agent-card+json',
      data: { name: 'Held' },
      trustManifest: await signTrustManifest(manifest, keysOf(ED25519).signer!),
    }
  }

  test('a hit is usable when every trust step passes, and not by its score', async () => {
    const good = await held()
    const forged = { ...(await held('urn:air:acme.example:agent:forged')), data: { name: 'Parcel finder' } }
    const { url } = await finder(good, forged)
    const cwd = folderOf({ 'keys.json': JSON.stringify({ keys: [publicHalf(ED25519)] }) })
    const ran = await runMain(
      ['search', 'parcel finder', '--service', url, '--keys', 'keys.json', '--format', 'json'],
      { cwd },
    )
    const { report } = JSON.parse(ran.stdout) as {
      report: { results: Array<{ identifier: string; usable: boolean; relevance: Array<{ score: number }> }> }
    }
    expect(
      report.results.map(({ identifier, usable, relevance }) => [
        identifier.split(':').at(-1),
        usable,
        relevance[0]!.score,
      ]),
    ).toEqual([
      ['forged', false, 86],
      ['held', true, 86],
    ])
    expect([ran.code, codes(ran)]).toEqual([0, ['SEARCH_HIT_UNTRUSTED']])
    const { stdout } = await runMain(['search', 'parcel finder', '--service', url, '--keys', 'keys.json'], { cwd })
    expect(stdout).toMatch(/1\. Parcel finder  NOT USABLE[^]*2\. Parcel finder  usable/)
    expect(stdout).toContain('relevance, which says nothing about trust: place 1 (86)')
  })

  test('services come from agent-finders.json too; one that is down is told, none that answers is an error', async () => {
    const { url } = await finder(await held())
    const cwd = folderOf({ 'agent-finders.json': JSON.stringify({ finders: [{ url }, 'http://127.0.0.1:1'] }) })
    const keys = folderOf({ 'keys.json': JSON.stringify(publicHalf(ED25519)) })
    const ran = await runMain(['search', 'parcel', '--keys', path.join(keys, 'keys.json'), '--format', 'json'], { cwd })
    expect([ran.code, codes(ran)]).toEqual([0, ['SEARCH_SERVICE_DOWN']])
    const down = await runMain(['search', 'parcel', '--service', 'http://127.0.0.1:1', '--format', 'json'], { cwd })
    expect([down.code, codes(down)]).toEqual([1, ['SEARCH_NO_ANSWER', 'SEARCH_SERVICE_DOWN']])
  })

  test('results that nobody can look up are counted', async () => {
    const body = new TextEncoder().encode(JSON.stringify({ results: [{ displayName: 'x' }] }))
    const { url } = await listen(async () => ({ status: 200, headers: {}, body }))
    expect(codes(await runMain(['search', 'parcel', '--service', url, '--format', 'json']))).toEqual([
      'SEARCH_RESULT_INVALID',
    ])
  })

  test('a referral to this machine is refused, since nobody here named it', async () => {
    const { url } = await finder({
      identifier: 'urn:air:evil.example:registry:main',
      type: 'application/ai-registry+json',
      url: 'http://127.0.0.1:9/',
    })
    const named = await runMain(['search', 'parcel', '--service', url, '--format', 'json'])
    expect((JSON.parse(named.stdout) as { report: { referrals: string[] } }).report.referrals).toEqual([])
    const ran = await runMain(['search', 'parcel', '--service', url, '--referrals', '--format', 'json'])
    expect(codes(ran)).toEqual(['SEARCH_SERVICE_DOWN'])
    expect(ran.stdout).toContain('only https is followed')
  })

  test.each([
    [['search'], 'Say what to search for'],
    [['search', 'x'], 'Nobody to ask'],
    [['search', 'x', '--service', 'http://finder.example'], 'is not https'],
    [['search', 'x', '--service', 'https://u:p@finder.example'], 'without credentials'],
    [['search', 'x', '--local', '--service', 'https://finder.example'], 'takes neither'],
    [['search', 'x', '--service', 'https://finder.example', '--keys', 'none.json'], '--keys'],
  ])('%j is a wrong command line', async (argv, message) => {
    const ran = await runMain(argv, { cwd: folderOf({}) })
    expect([ran.code, ran.stdout, ran.stderr]).toEqual([2, '', expect.stringContaining(message)])
  })

  test('a list of services that is none is told', async () => {
    for (const text of ['{', '{}', '[5]']) {
      const ran = await runMain(['search', 'x'], { cwd: folderOf({ 'agent-finders.json': text }) })
      expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('agent-finders.json')])
    }
  })
})

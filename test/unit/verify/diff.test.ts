import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts'
import type { JsonObject } from '../../../src/json.ts'
import { createSite, type Site } from '../../../src/site.ts'
import { crawlSite } from '../../../src/verify/crawl.ts'
import { diffSites, type ResourceDiff, type Side } from '../../../src/verify/diff/diff.ts'
import { judgeDiffs } from '../../../src/verify/diff/judge.ts'
import { diffLines, diffMarkdown } from '../../../src/verify/diff/text.ts'
import { findUnreadable } from '../../../src/verify/diff/unreadable.ts'
import { stepOf } from '../../../src/verify/diff/version.ts'
import { found, memoryReader, type SiteReader } from '../../../src/verify/readers.ts'
import { agentYaml, buildFiles, skillMd, skillYaml } from '../../site.ts'

const SERVER = `kind: mcp-server
name: example.acme/tools
version: "1.0.0"
description: Tools of Acme.
remotes:
  - { type: streamable-http, url: "https://acme.example/mcp" }
tools:
  - name: book
    description: Books a slot.
    inputSchema: { type: object, properties: { day: { type: string } }, required: [day] }
representativeQueries: ["book a slot", "list the tools"]
`

const SKILL = {
  id: 'example.acme.parcel-v1',
  inputs: [
    { name: 'number', type: 'string', required: true, description: 'Of the parcel.' },
    { name: 'language', type: 'string', required: false },
  ],
  output: { type: 'object', properties: { place: { type: 'string' }, day: { type: 'string' } }, required: ['place'] },
  auth: { type: 'api_key', header: 'X-Key' },
  tags: ['logistics', 'tracking'],
}

const AGENT = {
  supportedInterfaces: [
    { url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    { url: 'https://acme.example/rest', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  securitySchemes: {
    key: { apiKeySecurityScheme: { location: 'header', name: 'X-Key' } },
    other: { httpAuthSecurityScheme: { scheme: 'Bearer' } },
  },
  securityRequirements: [{ schemes: { key: { list: [] } } }],
  defaultInputModes: ['text/plain', 'image/png'],
  skills: [
    { id: 'greet', name: 'Greet', description: 'Greets guests.', tags: ['desk', 'guests'] },
    { id: 'book', name: 'Book', description: 'Books rooms.', tags: ['rooms'] },
  ],
}

interface Files {
  readonly [path: string]: string
}

const GOOD: Files = {
  'skills/parcel.yaml': skillYaml(SKILL),
  'skills/till/SKILL.md': skillMd(
    'till',
    'metadata: { access: public, version: "1.0.0" }\nrepresentativeQueries: ["close the till", "count the cash"]',
  ),
  'agents/desk.yaml': agentYaml({ ...AGENT, publish: { primary: true } }),
  'agents/porter.yaml': agentYaml({
    name: 'Porter',
    representativeQueries: ['carry it', 'bring it'],
    publish: { primary: false },
  }),
  'agents/tools.yaml': SERVER,
}

async function sideOf(files: Files, origin = 'https://acme.example'): Promise<Side & { site: Site }> {
  const result = await buildFiles(files, {}, { env: { SIGNPOST_ORIGIN: origin } })
  if (result.public === undefined)
    throw new Error(
      JSON.stringify(
        result.diagnostics.filter(({ severity }) => severity === 'error'),
        null,
        1,
      ),
    )
  const base = new URL(origin)
  return { site: result.public, base, crawl: await crawlSite(memoryReader(result.public), { base }) }
}

async function diff(now: Files, was: Files = GOOD): Promise<ResourceDiff[]> {
  return diffSites(await sideOf(was), await sideOf(now))
}

function judge(diffs: readonly ResourceDiff[]): string[] {
  return judgeDiffs(diffs, () => ({})).map(({ severity, code }) => `${severity} ${code}`)
}

const skill = (members: object): Files => ({ ...GOOD, 'skills/parcel.yaml': skillYaml({ ...SKILL, ...members }) })
const agent = (members: object): Files => ({
  ...GOOD,
  'agents/desk.yaml': agentYaml({ ...AGENT, publish: { primary: true }, ...members }),
})
const server = (from: string, to: string): Files => ({ ...GOOD, 'agents/tools.yaml': SERVER.replace(from, to) })
const without = (path: string): Files => Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== path))

test('the same site is no difference, at whatever origin', async () => {
  expect(await diff(GOOD)).toEqual([])
  const preview = 'https://pr-7.acme-preview.example'
  expect(diffSites(await sideOf(GOOD, preview), await sideOf(GOOD))).toEqual([])
})

const [NUMBER, LANGUAGE] = SKILL.inputs
const [JSONRPC, REST] = AGENT.supportedInterfaces
const [GREET, BOOK] = AGENT.skills

describe('one change', () => {
  test.each<[string, Files, string, 'breaking' | 'compatible']>([
    ['access stricter', skill({ access: 'restricted' }), 'access changed from "public" to "restricted"', 'breaking'],
    [
      'capability type',
      skill({ capability_type: 'plugin' }),
      'capability_type changed from "api" to "plugin"',
      'breaking',
    ],
    [
      'endpoint url',
      skill({ endpoint: { url: 'https://api.acme.example/v2', method: 'POST' } }),
      'endpoint url changed from "https://api.acme.example/parcels" to "https://api.acme.example/v2"',
      'breaking',
    ],
    [
      'endpoint method',
      skill({ endpoint: { url: 'https://api.acme.example/parcels', method: 'PUT' } }),
      'endpoint method changed from "POST" to "PUT"',
      'breaking',
    ],
    ['input removed', skill({ inputs: [NUMBER] }), 'input "language" removed', 'breaking'],
    [
      'optional input added',
      skill({ inputs: [NUMBER, LANGUAGE, { name: 'day', type: 'string', required: false }] }),
      'input "day" added',
      'compatible',
    ],
    [
      'required input added',
      skill({ inputs: [NUMBER, LANGUAGE, { name: 'day', type: 'string', required: true }] }),
      'required input "day" added',
      'breaking',
    ],
    [
      'input required',
      skill({ inputs: [NUMBER, { ...LANGUAGE, required: true }] }),
      'input "language" changed from "optional" to "required"',
      'breaking',
    ],
    [
      'input optional',
      skill({ inputs: [{ ...NUMBER, required: false }, LANGUAGE] }),
      'input "number" changed from "required" to "optional"',
      'compatible',
    ],
    [
      'input type',
      skill({ inputs: [{ ...NUMBER, type: 'integer' }, LANGUAGE] }),
      'type of the input "number" changed from "string" to "integer"',
      'breaking',
    ],
    [
      'input values',
      skill({ inputs: [NUMBER, { ...LANGUAGE, enum: ['en'] }] }),
      'what the input may be "language" changed',
      'breaking',
    ],
    [
      'input description',
      skill({ inputs: [{ ...NUMBER, description: 'The number.' }, LANGUAGE] }),
      'description of the input "number" changed',
      'compatible',
    ],
    [
      'output member removed',
      skill({ output: { ...SKILL.output, properties: { place: { type: 'string' } } } }),
      'output "day" removed',
      'breaking',
    ],
    [
      'output member added',
      skill({ output: { ...SKILL.output, properties: { ...SKILL.output.properties, hour: { type: 'string' } } } }),
      'output "hour" added',
      'compatible',
    ],
    [
      'output not certain',
      skill({ output: { ...SKILL.output, required: [] } }),
      'output that was always there "place" removed',
      'breaking',
    ],
    [
      'output type',
      skill({ output: { ...SKILL.output, type: 'array' } }),
      'output type changed from "object" to "array"',
      'breaking',
    ],
    ['auth other', skill({ auth: { type: 'oauth2' } }), 'auth changed from', 'breaking'],
    ['auth header', skill({ auth: { type: 'api_key', header: 'X-New' } }), 'auth changed from', 'breaking'],
    ['auth none', skill({ auth: { type: 'none' } }), 'auth changed from', 'compatible'],
    ['tag removed', skill({ tags: ['logistics'] }), 'tag "tracking" removed', 'compatible'],
    ['tag added', skill({ tags: [...SKILL.tags, 'mail'] }), 'tag "mail" added', 'compatible'],
    ['description', skill({ description: 'Finds parcels.' }), 'description changed from', 'compatible'],
    ['interface removed', agent({ supportedInterfaces: [JSONRPC] }), 'interface "HTTP+JSON 1.0" removed', 'breaking'],
    [
      'interface added',
      agent({
        supportedInterfaces: [
          JSONRPC,
          REST,
          { url: 'acme.example:443', protocolBinding: 'GRPC', protocolVersion: '1.0' },
        ],
      }),
      'interface "GRPC 1.0" added',
      'compatible',
    ],
    [
      'interface url',
      agent({ supportedInterfaces: [{ ...JSONRPC, url: 'https://acme.example/v2' }, REST] }),
      'interface url "JSONRPC 1.0" changed from "/a2a" to "/v2"',
      'breaking',
    ],
    [
      'preferred interface',
      agent({ supportedInterfaces: [REST, JSONRPC] }),
      'preferred interface changed from "JSONRPC 1.0" to "HTTP+JSON 1.0"',
      'compatible',
    ],
    ['skill of a card removed', agent({ skills: [GREET] }), 'skill "book" removed', 'breaking'],
    [
      'skill of a card added',
      agent({ skills: [GREET, BOOK, { ...BOOK, id: 'cancel' }] }),
      'skill "cancel" added',
      'compatible',
    ],
    [
      'tag of a card removed',
      agent({ skills: [{ ...GREET, tags: ['desk'] }, BOOK] }),
      'tag of the skill "greet" "guests" removed',
      'compatible',
    ],
    [
      'streaming off',
      agent({ capabilities: { streaming: false } }),
      'capability streaming changed from "true" to "false"',
      'breaking',
    ],
    [
      'push on',
      agent({ capabilities: { streaming: true, pushNotifications: true } }),
      'capability pushNotifications changed from "false" to "true"',
      'compatible',
    ],
    [
      'extension required',
      agent({ capabilities: { streaming: true, extensions: [{ uri: 'https://acme.example/ext', required: true }] } }),
      'required extension "/ext" added',
      'breaking',
    ],
    [
      'alternative requirement',
      agent({ securityRequirements: [...AGENT.securityRequirements, { schemes: { other: { list: [] } } }] }),
      'security requirement "other()" added',
      'compatible',
    ],
    [
      'no requirement',
      agent({ securityRequirements: undefined }),
      'security requirement "key()" removed',
      'compatible',
    ],
    [
      'scheme changed',
      agent({
        securitySchemes: {
          ...AGENT.securitySchemes,
          key: { apiKeySecurityScheme: { location: 'query', name: 'key' } },
        },
      }),
      'security scheme "key" changed',
      'breaking',
    ],
    ['input mode', agent({ defaultInputModes: ['text/plain'] }), 'defaultInputModes "image/png" removed', 'breaking'],
    ['remote url', server('/mcp', '/mcp2'), 'remote url "streamable-http" changed from "/mcp" to "/mcp2"', 'breaking'],
    ['tool renamed', server('name: book', 'name: reserve'), 'tool "book" removed', 'breaking'],
    [
      'tool argument',
      server(
        '{ type: string } }, required: [day]',
        '{ type: string }, hour: { type: string } }, required: [day, hour]',
      ),
      'required input of the tool "book" "hour" added',
      'breaking',
    ],
    [
      'tool argument optional',
      server('{ type: string } }, required: [day]', '{ type: string }, hour: { type: string } }, required: [day]'),
      'input of the tool "book" "hour" added',
      'compatible',
    ],
    [
      'tool argument type',
      server('day: { type: string }', 'day: { type: integer }'),
      'input type of the tool "book" "day" changed from "string" to "integer"',
      'breaking',
    ],
    [
      'Agent Skill',
      { ...GOOD, 'skills/till/SKILL.md': `${GOOD['skills/till/SKILL.md']}\nMore.\n` },
      'digest changed from',
      'compatible',
    ],
  ])('%s', async (_name, files, expected, impact) => {
    const diffs = (await diff(files)).filter(({ kind }) => kind !== 'catalog entry')
    expect(diffLines(diffs).join('\n')).toContain(expected)
    expect(diffs.map((item) => item.impact)).toEqual([impact])
    expect(judge(diffs)).toEqual([impact === 'breaking' ? 'error DIFF_BREAKING' : 'warning DIFF_VERSION_SAME'])
  })

  test('requirements where there were none break', async () => {
    const open = agent({ securityRequirements: undefined })
    expect(judge(await diff(GOOD, open))).toEqual(['error DIFF_BREAKING'])
  })
})

describe('versions', () => {
  const breaking = (version: string): Files => skill({ version, id: SKILL.id, inputs: [NUMBER] })

  test('a major step says that something breaks, and no other does', async () => {
    expect(judge(await diff(breaking('2.0.0')))).toEqual([])
    expect(judge(await diff(breaking('1.3.0')))).toEqual(['error DIFF_BREAKING'])
    expect(judge(await diff(breaking('1.1.0')))).toEqual(['error DIFF_BREAKING'])
  })

  test('any step says that something changes, and a lower version is told', async () => {
    expect(judge(await diff(skill({ version: '1.2.1', description: 'Other.' })))).toEqual([])
    expect(judge(await diff(skill({ version: '1.1.0', description: 'Other.' })))).toEqual([
      'warning DIFF_VERSION_LOWER',
    ])
  })

  test('a removed resource is an error, unless the next version of a skill takes its place', async () => {
    expect(judge(await diff(without('skills/parcel.yaml')))).toEqual(['error DIFF_REMOVED'])
    expect(judge(await diff(without('agents/porter.yaml')))).toEqual(['error DIFF_REMOVED'])
    const next = {
      ...without('skills/parcel.yaml'),
      'skills/parcel-2.yaml': skillYaml({ ...SKILL, id: 'example.acme.parcel-v2', version: '2.0.0' }),
    }
    const diffs = await diff(next)
    expect(judge(diffs)).toEqual([])
    expect(diffLines(diffs)).toContain('- skill "example.acme.parcel-v1" removed, replaced by "example.acme.parcel-v2"')
  })

  test('a private resource is gone for the public', async () => {
    expect(judge(await diff(skill({ access: 'private' })))).toEqual(['error DIFF_REMOVED'])
  })

  test('another agent at the well-known URI is a change for whoever asks there', async () => {
    const swapped = {
      ...GOOD,
      'agents/desk.yaml': agentYaml({ ...AGENT, publish: { primary: false } }),
      'agents/porter.yaml': agentYaml({
        name: 'Porter',
        representativeQueries: ['carry it', 'bring it'],
        publish: { primary: true },
      }),
    }
    const lines = diffLines(await diff(swapped))
    expect(lines.filter((line) => !line.startsWith(' '))).toEqual([
      '~ agent "/.well-known/agent-card.json" changed, version "1.0.0" as before',
    ])
    expect(lines.join('\n')).toContain('breaking    skill "book" removed')
  })

  test('everything is new where nothing is deployed', async () => {
    const empty = {
      base: new URL('https://acme.example'),
      crawl: await crawlSite(memoryReader({ artifacts: [] }), { base: new URL('https://acme.example') }),
    }
    const diffs = diffSites(empty, await sideOf(GOOD))
    expect(diffs.every(({ state }) => state === 'added')).toBe(true)
    expect([diffs.length > 4, judge(diffs)]).toEqual([true, []])
  })

  test.each([
    ['1.0.0', '1.0.0', 'none'],
    ['1.0.0+a', '1.0.0+b', 'none'],
    ['1.0.0', '1.0.1', 'patch'],
    ['1.0.0', '1.1.0', 'minor'],
    ['1.9.0', '2.0.0', 'major'],
    ['0.1.0', '0.2.0', 'major'],
    ['0.1.0', '0.1.1', 'patch'],
    ['0.0.1', '0.0.2', 'major'],
    ['2.0.0-rc.1', '2.0.0', 'patch'],
    ['2.0.0', '1.9.9', 'lower'],
    ['2024', '2025', 'other'],
    [undefined, '1.0.0', 'other'],
    [undefined, undefined, 'none'],
  ])('%s to %s is a step: %s', (was, now, step) => {
    expect(stepOf(was, now)).toBe(step)
  })
})

test('hand-made sites are compared by what they have', async () => {
  const site = (documents: Readonly<Record<string, JsonObject>>): Promise<Side> => {
    const base = new URL('https://hand.example')
    const artifacts = Object.entries(documents).map(([path, document]) => ({
      path,
      body: new TextEncoder().encode(JSON.stringify(document)),
      mediaType: 'application/json',
      cache: 'discovery' as const,
      from: [],
      format: '',
    }))
    return crawlSite(memoryReader(createSite('public', base.origin, artifacts)), { base }).then((crawl) => ({
      crawl,
      base,
    }))
  }
  const old = {
    name: 'Old',
    url: 'https://hand.example/a2a',
    protocolVersion: '0.3.0',
    version: '1.0.0',
    skills: [{ id: 'a', tags: 7 }, 'x', null],
  } as unknown as JsonObject
  const diffs = diffSites(
    await site({
      '.well-known/agent-card.json': old,
      '.well-known/skill-sharing': { skills: [{ id: 'x', access: 'public', version: 1 }] } as unknown as JsonObject,
      '.well-known/ard.json': {
        entries: [{ identifier: 'urn:air:hand.example:x', url: 'https://other.example/x', type: 'a/b' }],
      },
    }),
    await site({
      '.well-known/agent-card.json': { ...old, supportedInterfaces: [], skills: {} },
      '.well-known/skill-sharing': { skills: [] },
      '.well-known/ard.json': {
        entries: [{ identifier: 'urn:air:hand.example:x', url: 'https://other.example/y', type: 'a/b' }],
      },
    }),
  )
  expect(judge(diffs)).toEqual(['error DIFF_REMOVED', 'error DIFF_BREAKING', 'error DIFF_BREAKING'])
})

describe('unreadable', () => {
  const crawl = async (answer: (path: string) => Awaited<ReturnType<SiteReader['get']>>): Promise<Diagnostic[]> => {
    const base = new URL('https://acme.example')
    return findUnreadable(await crawlSite({ kind: 'http', origin: base, get: async (path) => answer(path) }, { base }))
  }
  const status = (code: number, text = ''): Awaited<ReturnType<SiteReader['get']>> => ({
    status: code,
    headers: {},
    body: new TextEncoder().encode(text),
    redirects: [],
  })
  const only = (path: string, text: string) => (asked: string) =>
    asked === path ? found(new TextEncoder().encode(text)) : status(404)

  test('a site that fails, or asks who is there, is not one without resources', async () => {
    expect((await crawl(() => status(500))).length).toBeGreaterThan(0)
    expect((await crawl(() => status(401))).length).toBeGreaterThan(0)
    expect(await crawl(() => status(404))).toEqual([])
  })

  test('a document that is no JSON is not one without content, but a page for everything is', async () => {
    expect((await crawl(only('/.well-known/agent-card.json', '{'))).map(({ code, url }) => `${code} ${url}`)).toEqual([
      'DIFF_UNREADABLE https://acme.example/.well-known/agent-card.json',
    ])
    expect(await crawl(() => status(200, '<!doctype html>'))).toEqual([])
  })

  test('neither is a descriptor that fails', async () => {
    const index = only(
      '/.well-known/skill-sharing',
      JSON.stringify({ skills: [{ id: 'a', descriptor_url: '/a.json' }] }),
    )
    expect(
      (await crawl((path) => (path === '/a.json' ? status(503) : index(path)))).map(({ message }) => message),
    ).toEqual([
      'The deployed site could not be compared as a whole: "https://acme.example/a.json" answers with status 503.',
    ])
  })
})

test('markdown: what the site says links, mentions and formats nothing', async () => {
  const evil = 'x` <img src=x onerror=alert(1)> @everyone [a](https://evil.example) #1 | **b**\n# h'
  const diffs = await diff(skill({ description: evil, tags: ['``@team``', '|'] }))
  const text = diffMarkdown(diffs, 'https://acme.example')
  const outside = text.replace(/(`+)(?!`)(.*?)(?<!`)\1(?!`)/gs, '')
  expect(outside).not.toMatch(/[<@|]|\]\(|#1|\n# h/)
  expect(text).toContain('``@team``')
})

test('markdown: a long list is cut', async () => {
  const many = Array.from({ length: 3000 }, (_, i): ResourceDiff => ({
    kind: 'skill',
    id: `example.acme.number-${i}-v1`,
    state: 'removed',
    path: '/',
    impact: 'breaking',
    step: 'none',
    changes: [],
  }))
  const text = diffMarkdown(many, 'https://acme.example')
  expect(text.length).toBeLessThan(60_000)
  expect(text).toMatch(/… and \d+ more$/)
})

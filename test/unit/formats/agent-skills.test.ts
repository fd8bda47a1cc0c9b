import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Skill } from '../../../src/catalog.ts'
import type { Config } from '../../../src/config.ts'
import type { FormatContext } from '../../../src/formats/format.ts'
import { agentSkills } from '../../../src/formats/agent-skills.ts'
import type { JsonObject } from '../../../src/json.ts'
import type { FolderFile } from '../../../src/load/sources.ts'
import { urlPath, type Artifact } from '../../../src/site.ts'

describe('the discovery index', () => {
  test('lists single files and archives by name, with digests of the bytes served', () => {
    const artifacts = generate([
      skill('solo', { 'SKILL.md': 'solo' }),
      skill('band', { 'SKILL.md': 'band', 'references/a.md': 'a' }),
    ])
    const { $schema, skills } = readIndex(artifacts)
    expect($schema).toBe('https://schemas.agentskills.io/discovery/0.2.0/schema.json')
    expect(skills.map((s) => [s['name'], s['type'], s['description'], s['files']])).toEqual([
      ['band', 'archive', 'About band.', ['SKILL.md', 'references/a.md']],
      ['solo', 'skill-md', 'About solo.', ['SKILL.md']],
    ])
    for (const entry of skills) {
      const served = artifacts.find((a) => urlPath(a.path) === entry['url'])!
      expect(entry['digest']).toBe(`sha256:${createHash('sha256').update(served.body).digest('hex')}`)
    }
    expect(skills[1]!['url']).toBe('/.well-known/agent-skills/solo/SKILL.md')
    expect(skills[0]!['url']).toMatch(/^\/\.well-known\/agent-skills\/band-[0-9a-f]{12}\.zip$/)
  })

  test('is the same for any order of skills', () => {
    const [a, b] = [skill('a', { 'SKILL.md': 'a' }), skill('b', { 'SKILL.md': 'b', 'x.md': 'x' })]
    expect(generate([a, b])).toEqual(generate([b, a]))
  })

  test('is not written without an Agent Skill', () => {
    const { agentSkill: _, ...plain } = skill('plain', { 'SKILL.md': 'x' })
    expect(generate([])).toEqual([])
    expect(generate([plain])).toEqual([])
  })

  test('leaves names out of `files` that a client would ask for by another URL', () => {
    const odd = [
      'what?.md',
      'c#.md',
      '100% rules.md',
      '50%25.md',
      'a..b.md',
      'c:d.md',
      'x/e:f.md',
      '第一课.md',
      'two words.md',
      'a+b&c.md',
      '~x.md',
      'end .md/y ',
    ]
    const [entry] = readIndex(
      generate([skill('odd', Object.fromEntries(['SKILL.md', ...odd].map((n) => [n, n])))]),
    ).skills
    expect(entry!['files']).toEqual(['SKILL.md', 'x/e:f.md', '第一课.md', 'two words.md', 'a+b&c.md', '~x.md'])
    for (const name of entry!['files'] as string[]) {
      expect(decodeURIComponent(new URL(`https://site.invalid/.well-known/agent-skills/odd/${name}`).pathname)).toBe(
        `/.well-known/agent-skills/odd/${name}`,
      )
    }
  })

  test('gives changed content another version although the skill keeps its own', () => {
    const versions = ['one', 'two'].map(
      (text) => readIndex(generate([skill('solo', { 'SKILL.md': text })])).skills[0]!['version'] as string,
    )
    expect(versions[0]).toMatch(/^1\.2\.0\+[0-9a-f]{12}$/)
    expect(new Set(versions).size).toBe(2)
  })
})

describe('discovery 0.1.0', () => {
  const skills = [
    skill('solo', { 'SKILL.md': 'solo' }),
    skill('band', { 'SKILL.md': 'band', 'references/a.md': 'a', 'references/50%.md': 'b', 'logo.svg': '<svg/>' }),
  ]

  test('lists names, descriptions and files, nothing else, and no schema', () => {
    const index = readIndex(generate(skills), '.well-known/skills/index.json')
    expect(index).toEqual({
      skills: [
        { name: 'band', description: 'About band.', files: ['SKILL.md', 'references/a.md', 'logo.svg'] },
        { name: 'solo', description: 'About solo.', files: ['SKILL.md'] },
      ],
    })
  })

  test('has the tree of 0.2.0 at its own path: same bytes, types and marks', () => {
    const artifacts = generate(skills)
    const tree = (base: string): unknown[] =>
      artifacts
        .filter((a) => a.path.startsWith(`${base}/`) && !/index\.json$|\.zip$/.test(a.path))
        .map(({ path, ...rest }) => ({ path: path.slice(base.length), ...rest }))
    expect(tree('.well-known/skills')).toHaveLength(5)
    expect(tree('.well-known/skills')).toEqual(tree('.well-known/agent-skills'))
  })

  test('lists the same files as 0.2.0', () => {
    const artifacts = generate(skills)
    const files = (path: string): unknown[] => readIndex(artifacts, path).skills.map((s) => [s['name'], s['files']])
    expect(files('.well-known/skills/index.json')).toEqual(files('.well-known/agent-skills/index.json'))
  })

  test('can be switched off', () => {
    const paths = (options: JsonObject): string[] => generate(skills, options).map((a) => a.path)
    expect(paths({ legacy: false }).filter((path) => path.startsWith('.well-known/skills'))).toEqual([])
    expect(paths({ legacy: true })).toEqual(paths({}))
    expect(paths({ legacy: false })).toHaveLength(7)
  })
})

describe('the file tree', () => {
  test('has the same bytes, and a type for every file', () => {
    const files = {
      'SKILL.md': '# x',
      LICENSE: 'MIT',
      'scripts/run.sh': '#!/bin/sh',
      'scripts/a.py': 'x = 1',
      'scripts/b.ts': 'let x',
      'data.csv': 'a,b',
      'c.yaml': 'a: 1',
      'd.json': '{}',
      'logo.png': [0x89, 0x50, 0xff],
      blob: [0, 1, 2],
      'latin1.md': [0xe9],
      'manual.pdf': '%PDF',
    }
    const artifacts = generate([skill('demo', files)]).filter((a) =>
      a.path.startsWith('.well-known/agent-skills/demo/'),
    )
    expect(
      Object.fromEntries(artifacts.map((a) => [a.path.slice('.well-known/agent-skills/demo/'.length), a.mediaType])),
    ).toEqual({
      'SKILL.md': 'text/markdown; charset=utf-8',
      LICENSE: 'text/plain; charset=utf-8',
      'scripts/run.sh': 'text/plain; charset=utf-8',
      'scripts/a.py': 'text/plain; charset=utf-8',
      'scripts/b.ts': 'text/plain; charset=utf-8',
      'data.csv': 'text/csv; charset=utf-8',
      'c.yaml': 'text/yaml; charset=utf-8',
      'd.json': 'application/json',
      'logo.png': 'image/png',
      blob: 'application/octet-stream',
      'latin1.md': 'text/markdown',
      'manual.pdf': 'application/pdf',
    })
    for (const a of artifacts)
      expect(Buffer.from(a.body)).toEqual(
        Buffer.from(bytesOf(files[a.path.slice('.well-known/agent-skills/demo/'.length) as keyof typeof files])),
      )
    expect(artifacts.every((a) => a.cache === 'discovery' && a.active === undefined)).toBe(true)
  })

  test('marks what a browser would run', () => {
    const active = ['a.html', 'a.HTM', 'a.xhtml', 'a.svg', 'a.xml', 'a.xsl', 'a.rss', 'a.js', 'a.mjs', 'a.cjs']
    const inert = ['SKILL.md', 'a.css', 'a.json', 'a.png', 'a.pdf', 'a.txt', 'a.rs']
    const artifacts = generate([skill('demo', Object.fromEntries([...active, ...inert].map((n) => [n, 'x'])))])
    const names = (base: string): string[] =>
      artifacts.filter((a) => a.active && a.path.startsWith(base)).map((a) => a.path.split('/').at(-1)!)
    expect(names('.well-known/agent-skills/')).toEqual(active)
    expect(names('.well-known/skills/')).toEqual(active)
  })

  test('the archive is immutable, everything names its sources', () => {
    const artifacts = generate([skill('band', { 'SKILL.md': 'x', 'a.md': 'a' })])
    const archive = artifacts.find((a) => a.path.endsWith('.zip'))!
    expect([archive.cache, archive.mediaType, archive.from]).toEqual([
      'immutable',
      'application/zip',
      ['skills/band/SKILL.md', 'skills/band/a.md'],
    ])
    expect(artifacts[0]).toMatchObject({
      path: '.well-known/agent-skills/index.json',
      mediaType: 'application/json',
      cache: 'discovery',
      from: ['skills/band/SKILL.md'],
    })
    expect(artifacts.find((a) => a.path.endsWith('/a.md'))!.from).toEqual(['skills/band/a.md'])
    expect(new Set(artifacts.map((a) => a.path)).size).toBe(artifacts.length)
  })

  test('a skill called index does not collide with the index', () => {
    const paths = generate([
      skill('index', { 'SKILL.md': 'x', 'references/a.md': 'a' }),
      skill('skill-sharing', { 'SKILL.md': 'y' }),
    ]).map((a) => a.path)
    expect(paths).toContain('.well-known/agent-skills/index.json')
    expect(paths).toContain('.well-known/agent-skills/index/SKILL.md')
    expect(new Set(paths).size).toBe(paths.length)
  })
})

function generate(skills: readonly Skill[], options: JsonObject = {}): Artifact[] {
  const config = { formats: { 'agent-skills': options } } as unknown as Config
  const context: Pick<FormatContext, 'catalog' | 'config'> = { catalog: { skills, agents: [], servers: [] }, config }
  return agentSkills.generate(context as FormatContext)
}

function readIndex(
  artifacts: readonly Artifact[],
  path = '.well-known/agent-skills/index.json',
): { $schema: string; skills: Record<string, unknown>[] } {
  return JSON.parse(Buffer.from(artifacts.find((a) => a.path === path)!.body).toString())
}

function skill(name: string, contents: Readonly<Record<string, string | number[]>>): Skill {
  const files = Object.entries(contents).map(([file, content]): FolderFile => ({
    name: file,
    path: `skills/${name}/${file}`,
    bytes: bytesOf(content),
    executable: false,
  }))
  return {
    kind: 'skill',
    name,
    slug: name,
    access: 'public',
    document: { file: `skills/${name}/SKILL.md`, value: {}, at: () => ({ file: `skills/${name}/SKILL.md` }) },
    representativeQueries: [],
    ard: {},
    listed: true,
    id: `example.acme.${name}-v1`,
    title: name,
    version: '1.2.0',
    capabilityType: 'knowledge',
    description: `About ${name}.`,
    inputs: [],
    output: {},
    auth: { type: 'none' },
    tags: [],
    examples: [],
    tool: {},
    agentSkill: { frontMatter: { name, description: `About ${name}.` }, files },
  }
}

function bytesOf(content: string | number[]): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : Uint8Array.from(content)
}

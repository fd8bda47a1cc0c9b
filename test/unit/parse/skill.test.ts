import { describe, expect, test } from 'vitest'
import { artifact, buildFiles, document, findings, skillMd, skillYaml } from '../../site.ts'

const errorsAndWarnings = async (files: Record<string, string>, more = {}): Promise<string[]> =>
  findings(await buildFiles(files, more)).filter((f) => !f.startsWith('suggestion'))

describe('a descriptor has every member, whatever the shape of its definition', () => {
  test.each<[string, Record<string, string>]>([
    ['NAME.yaml', { 'skills/parcel.yaml': skillYaml() }],
    ['NAME.yml', { 'skills/parcel.yml': skillYaml() }],
    ['NAME.md', { 'skills/parcel.md': `---\n${skillYaml()}---\n` }],
    ['NAME/skill.yaml', { 'skills/parcel/skill.yaml': skillYaml() }],
  ])('%s', async (_, files) => {
    const result = await buildFiles(files)
    expect(findings(result)).toEqual([])
    expect(document(result, 'skills/parcel/descriptor.json')).toEqual({
      protocol: { version: '1.0.0' },
      id: 'example.acme.parcel-v1',
      name: 'Parcel tracking',
      version: '1.2.0',
      capability_type: 'api',
      description: 'Tells where a parcel is.',
      provider: { name: 'Acme', url: 'https://acme.example' },
      endpoint: { url: 'https://api.acme.example/parcels', method: 'POST' },
      inputs: [],
      output: { type: 'object' },
      auth: { type: 'none' },
      access: 'public',
    })
  })

  test('a complete Skill Descriptor as it stands, in JSON', async () => {
    const members = {
      protocol: { version: '1.2.0' },
      provider: { name: 'Other', url: 'https://other.example' },
      id: 'com.other.parcel-v1',
    }
    const whole = Object.fromEntries(
      skillYaml(members)
        .trim()
        .split('\n')
        .map((l) => [l.slice(0, l.indexOf(':')), JSON.parse(l.slice(l.indexOf(':') + 1))]),
    )
    const result = await buildFiles({
      'skills/parcel.json': JSON.stringify(whole, null, '\t'),
      'skills/other.json': '{"name": "x"}',
    })
    expect(findings(result)).toEqual(['suggestion DEFINITION_IGNORED skills/other.json::'])
    expect(document(result, 'skills/parcel/descriptor.json')).toMatchObject(members)
  })

  test('documentation of NAME.md is published as its body and linked', async () => {
    const result = await buildFiles({ 'skills/parcel.md': `---\n${skillYaml()}---\n\n# Parcels\n\n---\n\nMore.\n` })
    expect(new TextDecoder().decode(artifact(result, 'skills/parcel/documentation.md')?.body)).toBe(
      '# Parcels\n\n---\n\nMore.\n',
    )
    expect(document(result, 'skills/parcel/descriptor.json')['documentation_url']).toBe(
      'https://acme.example/skills/parcel/documentation.md',
    )
  })

  test('an Agent Skill: its artifact is its endpoint, front matter and skill.yaml are one', async () => {
    const result = await buildFiles({
      'skills/one/SKILL.md': skillMd('one', 'metadata: { access: public, version: "2.0.0", tags: "a, b c" }'),
      'skills/two/SKILL.md': skillMd('two', 'license: MIT'),
      'skills/two/references/more.md': '# More\n',
      'skills/two/skill.yaml':
        'access: public\nversion: "1.1.0"\ncapability_type: task\nexamples: [do two, do it twice]\n',
    })
    expect(document(result, 'skills/one/descriptor.json')).toMatchObject({
      id: 'example.acme.one-v2',
      capability_type: 'knowledge',
      endpoint: { url: 'https://acme.example/.well-known/agent-skills/one/SKILL.md', method: 'GET' },
      output: { content_type: 'text/markdown' },
      tags: ['a', 'b', 'c'],
    })
    const two = document(result, 'skills/two/descriptor.json') as { capability_type: string; endpoint: { url: string } }
    expect(two.capability_type).toBe('task')
    expect(two.endpoint.url).toMatch(/^https:\/\/acme\.example\/\.well-known\/agent-skills\/two-[0-9a-f]{12}\.zip$/)
    expect(artifact(result, 'skills/two/skill.yaml')).toBeUndefined()
    expect(result.public?.artifacts.some((a) => a.path.endsWith('skill.yaml'))).toBe(false)
  })

  test('a restricted Agent Skill is listed, its files are not public', async () => {
    const result = await buildFiles(
      {
        'skills/inner/SKILL.md': skillMd('inner', 'metadata: { access: restricted, version: "1.0.0" }'),
        'skills/inner/skill.yaml': 'auth: { type: api_key, header: X-Key }\n',
      },
      { privateOrigin: 'https://inner.acme.example' },
    )
    expect(document(result, '.well-known/skill-sharing')).toMatchObject({ skills: [{ access: 'restricted' }] })
    expect(document(result, 'skills/inner/descriptor.json')).toMatchObject({
      endpoint: { url: 'https://inner.acme.example/.well-known/agent-skills/inner/SKILL.md' },
    })
    expect(result.public?.artifacts.filter((a) => a.path.includes('agent-skills'))).toEqual([])
    expect(artifact(result, '.well-known/agent-skills/inner/SKILL.md', 'private')).toBeDefined()
  })
})

test('the index and what it answers for each type', async () => {
  const result = await buildFiles({
    'skills/b.yaml': skillYaml({ id: 'example.acme.z-v1' }),
    'skills/a.yaml': skillYaml({ id: 'example.acme.b-v1', capability_type: 'task' }),
    'skills/c.yaml': skillYaml({ id: 'example.acme.B2-v1', capability_type: 'task' }),
  })
  const ids = (path: string): unknown => (document(result, path)['skills'] as { id: string }[]).map((s) => s.id)
  expect(ids('.well-known/skill-sharing')).toEqual(['example.acme.B2-v1', 'example.acme.b-v1', 'example.acme.z-v1'])
  expect(ids('.well-known/skill-sharing.api.json')).toEqual(['example.acme.z-v1'])
  expect(ids('.well-known/skill-sharing.task.json')).toEqual(['example.acme.B2-v1', 'example.acme.b-v1'])
  for (const type of ['plugin', 'knowledge', 'none']) expect(ids(`.well-known/skill-sharing.${type}.json`)).toEqual([])
  expect(artifact(result, 'registry/skills')).toBeUndefined()
})

test('the registry list is opt-in, an array of the same entries', async () => {
  const result = await buildFiles(
    { 'skills/a.yaml': skillYaml() },
    { formats: { 'skill-sharing': { registry: true } } },
  )
  expect(document(result, 'registry/skills')).toEqual(document(result, '.well-known/skill-sharing')['skills'])
  expect(document(result, 'registry/skills.task.json')).toEqual([])
})

describe('values YAML would retype', () => {
  test('keep the written text where a text is wanted', async () => {
    const yaml =
      skillYaml({ tags: undefined }) +
      'tags: [404, 0x1F, true, 1.10, no, 2026-01-05]\ncreated_at: 2026-01-05\nmetadata: { build: 007 }\n'
    const result = await buildFiles({ 'skills/a.yaml': yaml })
    expect(document(result, 'skills/a/descriptor.json')).toMatchObject({
      tags: ['404', '0x1F', 'true', '1.10', 'no', '2026-01-05'],
      created_at: '2026-01-05',
    })
    expect(findings(result).filter((f) => f.includes('YAML_RETYPED'))).toHaveLength(4)
  })

  test('keep their type where the member is open', async () => {
    const yaml =
      skillYaml() +
      'inputs:\n  - name: n\n    default: "no"\n    limit: 20\n    deep: { on: false, x: null }\ninputSchema: {type: object, properties: {n: {minimum: 0.50}}}\n'
    const result = await buildFiles({ 'skills/a.yaml': yaml })
    expect(document(result, 'skills/a/descriptor.json')['inputs']).toEqual([
      { name: 'n', default: 'no', limit: 20, deep: { on: false, x: null } },
    ])
  })

  test.each<[string, string]>([
    ['version: 1.10', 'error SKILL_VERSION skills/a.yaml:7:10'],
    ['version: 3', 'error SKILL_VERSION skills/a.yaml:7:10'],
    ['version: 2026-01-05', 'error SKILL_VERSION skills/a.yaml:7:10'],
    ['version: v1.0.0', 'error SKILL_VERSION skills/a.yaml:7:10'],
    ['version: ""', 'error DEFINITION_MEMBER_VALUE skills/a.yaml:7:10'],
    ['version:', 'error DEFINITION_MEMBER_TYPE skills/a.yaml:7:1'],
    ['version: [1, 0, 0]', 'error DEFINITION_MEMBER_TYPE skills/a.yaml:7:10'],
  ])('%s stops with one finding', async (line, expected) => {
    expect(await errorsAndWarnings({ 'skills/a.yaml': skillYaml({ version: undefined }) + line + '\n' })).toEqual([
      expected,
    ])
  })

  test('a number that JSON cannot carry stops, unless a text is wanted', async () => {
    expect(await errorsAndWarnings({ 'skills/a.yaml': skillYaml() + 'output: { max: 9007199254740993 }\n' })).toEqual([
      'error YAML_NUMBER skills/a.yaml:8:16',
    ])
    expect(await errorsAndWarnings({ 'skills/a.yaml': skillYaml() + 'tags: [9007199254740993]\n' })).toEqual([])
  })
})

describe('one mistake, one finding, at its place', () => {
  test.each<[string, Record<string, unknown>, string, string[]]>([
    ['a missing member', { endpoint: undefined }, '', ['error DEFINITION_MEMBER_MISSING skills/a.yaml:1:1']],
    ['an unknown key', {}, 'descripton: x', ['warning DEFINITION_UNKNOWN_KEY skills/a.yaml:8:1']],
    [
      'a wrong enum',
      { capability_type: undefined },
      'capability_type: knowlege',
      ['error DEFINITION_MEMBER_VALUE skills/a.yaml:7:18'],
    ],
    [
      'a wrong type',
      { description: undefined },
      'description: [a]',
      ['error DEFINITION_MEMBER_TYPE skills/a.yaml:7:14'],
    ],
    [
      'an input without a name',
      {},
      'inputs: [{ type: string }]',
      ['error DEFINITION_MEMBER_MISSING skills/a.yaml:8:10'],
    ],
    [
      'a cut value',
      { description: undefined },
      'description: From C# to F # and back',
      ['warning YAML_COMMENT_CUT skills/a.yaml:7:14'],
    ],
    ['an optional member without a value', {}, 'tags:', ['warning DEFINITION_MEMBER_EMPTY skills/a.yaml:8:1']],
    [
      'an http endpoint',
      { endpoint: undefined },
      'endpoint: { url: http://api.acme.example }',
      ['error URL_NOT_HTTPS skills/a.yaml:7:18'],
    ],
    [
      'a relative endpoint',
      { endpoint: undefined },
      'endpoint: { url: /invoke }',
      ['error URL_INVALID skills/a.yaml:7:18'],
    ],
    ['a date that is none', {}, 'created_at: 2026-02-30', ['error SKILL_DATE skills/a.yaml:8:13']],
    ['an id with another major', {}, 'id: com.acme.a-v2', ['warning SKILL_ID_MAJOR skills/a.yaml:8:5']],
    ['an id with a space', {}, 'id: com acme', ['error DEFINITION_MEMBER_VALUE skills/a.yaml:8:5']],
    [
      'a status URL without a placeholder',
      { endpoint: { url: 'https://a.example/x', status_url: 'https://a.example/s' } },
      '',
      ['warning SKILL_STATUS_URL skills/a.yaml:6:53'],
    ],
    ['restricted without auth', { access: 'restricted' }, '', ['warning SKILL_AUTH_MISSING skills/a.yaml:3:1']],
    ['public with auth', {}, 'auth: { type: api_key }', ['warning SKILL_AUTH_PUBLIC skills/a.yaml:8:15']],
    ['access without a value', { access: undefined }, 'access:', ['error ACCESS_VALUE skills/a.yaml:7:1']],
    ['access that is misspelt', { access: undefined }, 'acess: private', ['error ACCESS_LOOKALIKE skills/a.yaml:7:1']],
    ['one query', { representativeQueries: ['one'] }, '', ['error QUERIES_COUNT skills/a.yaml:7:1']],
    [
      'two slashes',
      { endpoint: undefined },
      'endpoint: { url: https://acme.example//x }',
      ['warning URL_EMPTY_SEGMENT skills/a.yaml:7:18'],
    ],
  ])('%s', async (_, members, line, expected) => {
    expect(await errorsAndWarnings({ 'skills/a.yaml': skillYaml(members) + (line && `${line}\n`) })).toEqual(expected)
  })

  test('credentials in a URL are an error that does not repeat them', async () => {
    const result = await buildFiles({
      'skills/a.yaml': skillYaml({ endpoint: { url: 'https://bot:quay-moss-41@a.acme.example/x' } }),
    })
    expect(result.public).toBeUndefined()
    expect(findings(result).join()).toContain('error')
    expect(JSON.stringify(result.diagnostics)).not.toContain('quay-moss-41')
    expect(result.sourceText('skills/a.yaml') ?? '').not.toContain('quay-moss-41')
  })
})

test('front matter and skill.yaml must agree', async () => {
  const files = { 'skills/a/SKILL.md': skillMd('a', 'metadata: { access: public, version: "1.0.0" }') }
  const withBeside = (yaml: string): Promise<string[]> =>
    errorsAndWarnings({ ...files, 'skills/a/skill.yaml': `${yaml}\nexamples: [a b, c d]\n` })
  expect(await withBeside('version: "1.0.0"')).toEqual([])
  expect(await withBeside('version: "1.0.1"')).toEqual(['error DEFINITION_CONTRADICTION skills/a/skill.yaml:1:10'])
  expect(await withBeside('access: private')).toEqual(['error ACCESS_CONTRADICTION skills/a/skill.yaml:1:9'])
})

test('defaults and overrides', async () => {
  const files = { 'skills/a/SKILL.md': skillMd('a', 'license: MIT') }
  const result = await buildFiles(files, {
    defaults: { access: 'public', version: '3.0.0', capability_type: 'task' },
    overrides: { a: { representativeQueries: ['do a', 'do it'], tags: ['x'] } },
  })
  expect(findings(result)).toEqual(['suggestion SKILL_VERSION_DEFAULT skills/a/SKILL.md:2:1'])
  expect(document(result, 'skills/a/descriptor.json')).toMatchObject({
    version: '3.0.0',
    capability_type: 'task',
    tags: ['x'],
    id: 'example.acme.a-v3',
  })
  const hidden = await buildFiles(
    { ...files, 'skills/b.yaml': skillYaml() },
    { defaults: { access: 'public' }, overrides: { a: { access: 'private' } } },
  )
  expect((document(hidden, '.well-known/skill-sharing')['skills'] as unknown[]).length).toBe(1)
})

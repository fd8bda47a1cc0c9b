import { describe, expect, test } from 'vitest'
import { buildFiles, document, findings, skillMd } from '../../site.ts'

const build = (lines: string): ReturnType<typeof buildFiles> =>
  buildFiles({ 'skills/a/SKILL.md': skillMd('a', lines) }, { defaults: { access: 'public' } })
const loud = async (lines: string): Promise<string[]> =>
  findings(await build(lines)).filter((f) => !f.startsWith('suggestion') && !/QUERIES_MISSING|SKILL_TOP_LEVEL/.test(f))
const descriptor = async (lines: string): Promise<ReturnType<typeof document>> =>
  document(await build(lines), 'skills/a/descriptor.json')

describe('tags', () => {
  test.each([
    ['a text', 'metadata: { tags: "a, b  c,d" }', ['a', 'b', 'c', 'd']],
    ['a list', 'metadata: { tags: [a, b c] }', ['a', 'b c']],
    [
      'values that YAML retypes',
      'metadata: { tags: [404, 1.10, no, true, 0x1F, 2024-01-01] }',
      ['404', '1.10', 'no', 'true', '0x1F', '2024-01-01'],
    ],
    ['one value that YAML retypes', 'metadata: { tags: 1.10 }', ['1.10']],
    ['a text at the top level', 'tags: "a, b"', ['a', 'b']],
    ['a list at the top level', 'tags: [a, 1.10]', ['a', '1.10']],
  ])('%s', async (_, lines, tags) => {
    expect((await descriptor(lines))['tags']).toEqual(tags)
    expect(await loud(lines)).toEqual([])
  })

  test.each([
    ['metadata: { tags: { a: 1 } }', 'skills/a/SKILL.md:4:19'],
    ['metadata:\n  tags:\n    - a\n    - { b: c }', 'skills/a/SKILL.md:7:7'],
    ['metadata:\n  tags:\n    - a\n    - null', 'skills/a/SKILL.md:7:7'],
  ])('%j is one error and nothing garbled', async (lines, place) => {
    expect(await loud(lines)).toEqual([`error DEFINITION_MEMBER_TYPE ${place}`])
    expect(JSON.stringify((await build(lines)).diagnostics)).not.toContain('[object')
  })

  test('both places must agree', async () => {
    expect(await loud('tags: [a]\nmetadata: { tags: "a" }')).toEqual([])
    expect(await loud('tags: [a]\nmetadata: { tags: "b" }')).toEqual([
      'error DEFINITION_CONTRADICTION skills/a/SKILL.md:5:19',
    ])
  })
})

describe('capability_type', () => {
  test('is read from metadata', async () => {
    expect((await descriptor('metadata: { capability_type: api }'))['capability_type']).toBe('api')
  })

  test.each(['knowlege', 'Knowledge', 'true', '3'])('%s is an error at its place', async (type) => {
    expect(await loud(`metadata: { capability_type: ${type} }`)).toEqual([
      'error DEFINITION_MEMBER_VALUE skills/a/SKILL.md:4:30',
    ])
  })

  test('a near miss gets a suggestion', async () => {
    const { diagnostics } = await build('metadata: { capability_type: knowlege }')
    expect(diagnostics.find((d) => d.code === 'DEFINITION_MEMBER_VALUE')?.hint).toContain('`knowledge`')
  })

  test.each(['[api]', '{ a: b }'])('%s is an error', async (type) => {
    expect(await loud(`metadata: { capability_type: ${type} }`)).toEqual([
      'error DEFINITION_MEMBER_TYPE skills/a/SKILL.md:4:30',
    ])
  })
})

describe('version', () => {
  test.each([
    ['1.10', '1.10'],
    ['2', '2'],
    ['"v1"', 'v1'],
  ])('%s is published as written, with a warning where it stands', async (written, version) => {
    expect((await descriptor(`metadata: { version: ${written} }`))['version']).toBe(version)
    expect(await loud(`metadata: { version: ${written} }`)).toEqual([
      'warning SKILL_VERSION_FORM skills/a/SKILL.md:4:22',
    ])
  })

  test.each(['""', '" "'])('%s counts as none', async (written) => {
    expect((await descriptor(`metadata: { version: ${written} }`))['version']).toBe('1.0.0')
    expect(await loud(`metadata: { version: ${written} }`)).toEqual([
      'warning DEFINITION_MEMBER_EMPTY skills/a/SKILL.md:4:13',
    ])
  })

  test('a mapping is an error', async () => {
    expect(await loud('metadata: { version: { a: 1 } }')).toEqual([
      'error DEFINITION_MEMBER_TYPE skills/a/SKILL.md:4:22',
    ])
  })
})

test('a finding about access points at the word that says it', async () => {
  expect(await loud('metadata: { access: restricted }')).toEqual(['warning SKILL_AUTH_MISSING skills/a/SKILL.md:4:13'])
  expect(await loud('metadata: { internal: true }')).toEqual(['warning SKILL_AUTH_MISSING skills/a/SKILL.md:4:13'])
})

describe('overrides', () => {
  const overridden = async (a: object, name = 'a'): Promise<string[]> =>
    findings(await buildFiles({ 'skills/a/SKILL.md': skillMd('a') }, { overrides: { [name]: a as never } })).filter(
      (f) => f.startsWith('error'),
    )

  test.each([
    [{ version: 2 }],
    [{ tags: 'x' }],
    [{ endpoint: 'https://acme.example/x' }],
    [{ tags: [{ a: 1 }] }],
    [{ description: 1 }],
  ])('%j has a wrong type', async (members) => {
    expect(await overridden(members)).toEqual([expect.stringContaining('error DEFINITION_MEMBER_TYPE vite.config.ts')])
  })

  test('an impossible value', async () => {
    expect(await overridden({ capability_type: 'knowlege' })).toEqual([
      expect.stringContaining('error DEFINITION_MEMBER_VALUE vite.config.ts'),
    ])
  })

  test('a good one counts', async () => {
    expect(await overridden({ tags: ['x'], version: '2.0.0' })).toEqual([])
  })

  test('of a definition that is not there: an error with the nearest name', async () => {
    expect(await overridden({ access: 'private' }, 'aa')).toEqual(['error CONFIG_OPTION vite.config.ts::'])
    const { diagnostics } = await buildFiles(
      { 'skills/payroll/SKILL.md': skillMd('payroll') },
      { overrides: { payrol: { access: 'private' } } },
    )
    expect(diagnostics.find((d) => d.code === 'CONFIG_OPTION')).toMatchObject({
      pointer: '/overrides/payrol',
      hint: expect.stringContaining('payroll'),
    })
  })
})

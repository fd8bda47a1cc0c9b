import { describe, expect, test } from 'vitest'
import { agentYaml, buildFiles, document, findings, skillMd, skillYaml } from '../../site.ts'

const errors = async (files: Record<string, string>): Promise<string[]> =>
  findings(await buildFiles(files)).filter((f) => f.startsWith('error'))

const INVISIBLE = ['  ', '\u00a0', '\u200b', '\u00a0\u200b\u2060', '\u{E0041}']

describe('a text that shows nothing is an empty one', () => {
  test.each(INVISIBLE)('%j as name or description of a skill', async (text) => {
    for (const member of ['name', 'description'] as const) {
      expect(await errors({ 'skills/parcel.yaml': skillYaml({ [member]: text }) })).toEqual([
        expect.stringContaining('DEFINITION_MEMBER_VALUE'),
      ])
    }
    const md = skillMd('parcel').replace(/description: .*/, `description: ${JSON.stringify(text)}`)
    expect(await errors({ 'skills/parcel/SKILL.md': md })).toEqual([
      expect.stringContaining('SKILL_DESCRIPTION_MISSING'),
    ])
  })

  test.each(['  ', '\u200b'])('%j in a list of a skill or an agent', async (text) => {
    for (const member of ['tags', 'examples'] as const) {
      expect(await errors({ 'skills/parcel.yaml': skillYaml({ [member]: ['a', text] }) })).toEqual([
        expect.stringContaining('DEFINITION_MEMBER_VALUE'),
      ])
    }
    const queries = { representativeQueries: ['where is it', text] }
    expect(await errors({ 'skills/parcel.yaml': skillYaml(queries) })).toEqual([
      expect.stringContaining('DEFINITION_MEMBER_VALUE'),
    ])
    expect(await errors({ 'agents/desk.yaml': agentYaml(queries) })).toEqual([
      expect.stringContaining('DEFINITION_MEMBER_VALUE'),
    ])
  })

  test('emoji and scripts that join letters are texts', async () => {
    const result = await buildFiles({
      'skills/parcel.yaml': skillYaml({ name: '📦', description: 'می‌خواهم', tags: ['👨‍👩‍👧'] }),
    })
    expect(document(result, 'skills/parcel/descriptor.json')).toMatchObject({
      name: '📦',
      description: 'می‌خواهم',
      tags: ['👨‍👩‍👧'],
    })
  })
})

describe('a null that was meant as a text', () => {
  test.each(['null', '~', 'NULL'])('%s gets the quotes as its fix', async (word) => {
    const { diagnostics } = await buildFiles({ 'skills/parcel.yaml': `${skillYaml()}tags: [no, ${word}]\n` })
    const [error] = diagnostics.filter((d) => d.severity === 'error')
    expect(error).toMatchObject({ code: 'DEFINITION_MEMBER_TYPE', line: 8 })
    expect(`${error!.message} ${error!.hint}`).toContain(`"${word}"`)
  })

  test('nothing at all does not', async () => {
    const { diagnostics } = await buildFiles({ 'skills/parcel.yaml': `${skillYaml()}tags:\n  - a\n  -\n` })
    expect(diagnostics.find((d) => d.severity === 'error')?.hint ?? '').not.toContain('"')
  })
})

test('%YAML 1.1 keeps the written text too', async () => {
  const text = `%YAML 1.1\n---\n${skillYaml()}created_at: 2026-01-31\nupdated_at: 2026-01-31T10:00:00Z\ntags: [no, yes, 010, 12:30:45, 2026-01-31]\n`
  const result = await buildFiles({ 'skills/parcel.yaml': text })
  expect(document(result, 'skills/parcel/descriptor.json')).toMatchObject({
    created_at: '2026-01-31',
    updated_at: '2026-01-31T10:00:00Z',
    tags: ['no', 'yes', '010', '12:30:45', '2026-01-31'],
  })
})

test('a number in place of a text of a SKILL.md is repeated as written', async () => {
  const { diagnostics } = await buildFiles({
    'skills/a/SKILL.md': skillMd('a', 'license: 2.0\nmetadata: { access: public }'),
  })
  const finding = diagnostics.find((d) => d.code === 'SKILL_MEMBER_FORM')
  expect(finding?.message).toContain('2.0')
  expect(finding?.hint).toContain('license: "2.0"')
})

test('an asterisk alone is an alias for YAML', async () => {
  const { diagnostics } = await buildFiles({ 'skills/a/SKILL.md': skillMd('a', 'allowed-tools: *') })
  expect(diagnostics.filter((d) => d.severity === 'error')).toMatchObject([
    { code: 'YAML_ALIAS', line: 4, column: 16, hint: 'Put the value in quotes.' },
  ])
})

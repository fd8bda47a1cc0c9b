import { describe, expect, test } from 'vitest'
import { createNameSearch, type NamedDefinition } from '../../../src/scan/private-names.ts'

const labCodes: NamedDefinition = {
  file: 'skills/lab-codes.yaml',
  kind: 'skill',
  ids: ['com.acme.lab-codes-v1'],
  titles: ['Lab Door Codes'],
  slugs: ['lab-codes'],
}
const vault: NamedDefinition = {
  file: 'agents/vault.yaml',
  kind: 'agent',
  ids: [],
  titles: ['Vault'],
  slugs: ['vault'],
}
const cjk: NamedDefinition = {
  file: 'skills/menjin.yaml',
  kind: 'skill',
  ids: [],
  titles: ['实验室门禁代码'],
  slugs: ['menjin'],
}
const server: NamedDefinition = {
  file: 'agents/ops.yaml',
  kind: 'MCP server',
  ids: ['com.acme/ops'],
  titles: ['Ops & Billing'],
  slugs: ['ops'],
}
const search = createNameSearch([labCodes, vault, cjk, server], [])

const named = (text: string, member?: string): string[] => search(text, member).map((hit) => hit.definition.file)

describe('what names a private definition', () => {
  test.each<[string, string, string?]>([
    ['its id', 'See com.acme.lab-codes-v1.'],
    ['its id with another version', 'See com.acme.lab-codes-v2, soon.'],
    ['its id without a version', '"com.acme.lab-codes"'],
    ['its id as a segment', 'https://acme.example/x/com.acme.lab-codes-v1'],
    ['its name', 'Works beside the Lab Door Codes skill.'],
    ['its name in another case', 'works beside LAB DOOR CODES'],
    ['its name over lines', 'the lab\n  door codes'],
    ['its name with hyphens', 'lab-door-codes'],
    ['its slug as a segment of a URL', 'https://acme.example/skills/lab-codes/descriptor.json'],
    ['its slug at the end of a URL', 'Go to https://acme.example/lab-codes.'],
    ['its slug as a percent-encoded segment', 'https://acme.example/lab%2Dcodes'],
    ['its slug as an archive', 'https://acme.example/x/lab-codes.zip'],
    ['its slug in a relative path', 'see ../skills/lab-codes/SKILL.md'],
    ['its slug in a URN', 'urn:air:acme.example:skill:lab-codes'],
    ['its slug as code', 'Call `lab-codes` first.'],
    ['its slug as the value of an identifying member', 'lab-codes', 'id'],
    ['its slug as a member of front matter', '---\nname: lab-codes\n---\n'],
  ])('%s', (_, text, member) => {
    expect(named(text, member)).toEqual([labCodes.file])
  })

  test('a one-word name', () => {
    expect(named('Vault', 'name')).toEqual([vault.file])
    expect(named('Ask `vault` for it')).toEqual([vault.file])
    expect(named('https://acme.example/agents/vault/agent-card.json')).toEqual([vault.file])
  })

  test('a name in a script without spaces', () => {
    expect(named('请使用实验室门禁代码技能')).toEqual([cjk.file])
  })

  test('an identifier with a slash, and a name with a sign', () => {
    expect(named('uses com.acme/ops here')).toEqual([server.file])
    expect(named('the ops & billing server')).toEqual([server.file])
    expect(named('the ops billing server')).toEqual([server.file])
  })

  test('several in one text', () => {
    expect(named('Lab door codes, then https://acme.example/agents/vault')).toEqual([vault.file, labCodes.file])
  })

  test('decomposed and composed letters are the same', () => {
    const find = createNameSearch([{ ...labCodes, titles: ['Caf\u00E9 Order'] }], [])
    expect(find('the cafe\u0301 order').map((hit) => hit.text)).toEqual(['caf\u00E9 order'])
  })
})

describe('what does not', () => {
  test.each<[string, string, string?]>([
    ['a one-word name in prose', 'Keep it in a vault, or the Vault.'],
    ['a slug in prose', 'The lab-codes are on the door.'],
    ['half of a name', 'The lab door is open.'],
    ['its words apart', 'The lab. Door codes are kept elsewhere, in the lab by the door, codes and all'],
    ['its words inside others', 'Slab door codesign'],
    ['a longer id', 'com.acme.lab-codes-plus-v1'],
    ['a longer slug in a URL', 'https://acme.example/lab-codes-two'],
    ['a slug as a host', 'https://vault.acme.example/'],
    ['a slug in a path of something else', 'either vault/or not'],
    ['a slug as the value of another member', 'vault', 'tags'],
  ])('%s', (_, text, member) => {
    expect(named(text, member)).toEqual([])
  })

  test('names that a public definition has too', () => {
    const find = createNameSearch(
      [labCodes, vault],
      [
        { ...vault, file: 'skills/vault.yaml' },
        { file: 'skills/x.yaml', kind: 'skill', ids: [], titles: ['lab door codes'], slugs: ['x'] },
      ],
    )
    expect(find('https://acme.example/skills/vault and Lab Door Codes')).toEqual([])
    expect(find('https://acme.example/skills/lab-codes').map((hit) => hit.definition)).toEqual([labCodes])
  })

  test('segments that every site has', () => {
    const find = createNameSearch(
      [{ file: 'agents/agents.yaml', kind: 'agent', ids: [], titles: ['Skills'], slugs: ['agents', 'skills'] }],
      [],
    )
    expect(find('https://acme.example/skills/a/descriptor.json https://acme.example/agents/b')).toEqual([])
  })
})

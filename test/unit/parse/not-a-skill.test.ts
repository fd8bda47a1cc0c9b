import { describe, expect, test } from 'vitest'
import { buildFiles, findings, skillYaml } from '../../site.ts'

const found = async (files: Record<string, string | Uint8Array>): Promise<string[]> =>
  findings(await buildFiles({ 'skills/parcel.yaml': skillYaml(), ...files }))

describe('a Markdown file without front matter is no definition', () => {
  test.each([
    ['plain text', '# Notes\n'],
    ['a rule at the start', '---\n\n# Title: with a colon\n\n---\n\ntext\n'],
    ['a rule and text below it', '---\nSome words about this folder.\n\n- one: two\n'],
    ['a rule and a heading', '---\n# Notes\n'],
    ['two rules', '---\n\n---\n'],
    ['a rule of more dashes', '-----\nname: x\n'],
    ['nothing', ''],
  ])('%s', async (_, text) => {
    expect((await found({ 'skills/notes.md': text })).filter((f) => !f.startsWith('suggestion'))).toEqual([])
  })

  test.each(['README', 'readme', 'CONTRIBUTING', 'CHANGELOG', 'AGENTS', 'CLAUDE', 'index'])(
    '%s.md with the front matter of a page',
    async (name) => {
      expect(
        await found({
          [`skills/${name}.md`]:
            '---\ntitle: Skills\nname: Skills\ndescription: "All skills: what they do."\nversion: 2\nid: docs\n---\n# Skills\n',
        }),
      ).toEqual([`suggestion DEFINITION_IGNORED skills/${name}.md::`])
    },
  )
})

describe('a file that is not UTF-8', () => {
  test.each<[string, Uint8Array]>([
    ['latin-1', Buffer.from('---\nname: caf\u00e9\naccess: private\n---\n', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF---\nname: x\n---\n', 'utf16le')],
  ])('%s with front matter is an error', async (_, bytes) => {
    expect((await found({ 'skills/x.md': bytes })).filter((f) => f.startsWith('error'))).toEqual([
      expect.stringContaining('YAML_ENCODING'),
    ])
  })

  test('without front matter is none', async () => {
    expect(await found({ 'skills/x.md': Buffer.from('# Caf\u00e9\n', 'latin1') })).toEqual([
      'suggestion DEFINITION_IGNORED skills/x.md::',
    ])
  })
})

describe('front matter that cannot be read', () => {
  test.each<[string, string, string]>([
    ['unterminated', '---\nname: x\ndescription: y\n', 'FRONT_MATTER_UNTERMINATED'],
    ['a list', '---\n- name: x\n---\n', 'YAML_NOT_A_MAPPING'],
    ['of a definition that is called like a page', `---\nname: a: b\n${skillYaml()}---\n`, 'YAML_UNQUOTED_COLON'],
  ])('%s is an error', async (_, text, code) => {
    expect((await found({ 'skills/x.md': text })).filter((f) => f.startsWith('error'))).toEqual([
      expect.stringContaining(code),
    ])
  })

  test('a page with one is ignored like others', async () => {
    expect(
      (await found({ 'skills/readme.md': '---\ntitle: a: b\n---\n' })).filter((f) => !f.startsWith('suggestion')),
    ).toEqual([])
  })

  test('a definition with the name of a page', async () => {
    expect(
      (await found({ 'skills/readme.md': `---\nname: a: b\n${skillYaml()}---\n` })).filter((f) =>
        f.startsWith('error'),
      ),
    ).toEqual([expect.stringContaining('YAML_UNQUOTED_COLON')])
  })

  test('a page that is a definition', async () => {
    expect(
      (await found({ 'skills/index.md': `---\n${skillYaml()}---\n` })).filter((f) => !f.startsWith('suggestion')),
    ).toEqual([])
  })
})

describe('a .json file that is no Skill Descriptor is ignored with a suggestion', () => {
  test.each([
    ['a list', '[{ "name": "x" }]'],
    ['a text', '"x"'],
    ['a number', '42'],
    ['null', 'null'],
    ['an object', '{ "plugins": [] }'],
    ['a large list', `[${'1,'.repeat(800_000)}1]`],
    ['a deep list', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['duplicate keys', '{ "a": 1, "a": 2 }'],
    ['a prototype', '{ "__proto__": {} }'],
    ['comments', '// settings\n{ "a": 1, /* two */ "b": 2, }'],
  ])('%s', async (_, text) => {
    expect(await found({ 'skills/index.json': text })).toEqual(['suggestion DEFINITION_IGNORED skills/index.json::'])
  })

  test.each([
    ['broken', '{ "id": "com.acme.x-v1", "capability_type": "api", "access": "private", '],
    [
      'with comments',
      '{\n  // mine\n  "id": "com.acme.x-v1", "capability_type": "api", "endpoint": {}, "name": "x", "version": "1.0.0", "description": "d"\n}',
    ],
    [
      'with a prototype',
      '{ "__proto__": {}, "id": "com.acme.x-v1", "capability_type": "api", "endpoint": {}, "name": "x", "version": "1.0.0", "description": "d" }',
    ],
  ])('a descriptor that is %s is an error', async (_, text) => {
    expect((await found({ 'skills/x.json': text })).filter((f) => f.startsWith('error'))).toHaveLength(1)
  })
})

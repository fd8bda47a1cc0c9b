import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.ts'
import type { FolderFile } from '../../../src/load/sources.ts'
import { parseFrontMatter } from '../../../src/parse/front-matter.ts'
import { checkSkillMd } from '../../../src/parse/skill-md.ts'

describe('name', () => {
  test('a good one is no finding', () => {
    for (const name of ['a', 'pdf-tools', '3d-print', 'x'.repeat(64)])
      expect(check([`name: "${name}"`, 'description: x'], { folder: name })).toEqual([])
  })

  test('another than the folder is an error at the value that suggests both fixes', () => {
    const [finding] = check(['name: pdf-tool', 'description: x'], { folder: 'pdf-tools' })
    expect(finding).toMatchObject({
      code: 'SKILL_NAME_MISMATCH',
      severity: 'error',
      line: 2,
      column: 7,
      endColumn: 15,
      pointer: '/name',
    })
    expect(finding!.message).toBe('The skill is named "pdf-tool" but its folder is "pdf-tools".')
    expect(finding!.hint).toBe('Rename the folder to `pdf-tool`, or write `name: pdf-tools`.')
  })

  test('a folder with a space in front is shown as such', () => {
    const [finding] = check(['name: safe-notes', 'description: x'], { folder: ' safe-notes' })
    expect(finding!.code).toBe('SKILL_NAME_MISMATCH')
    expect(finding!.message).toContain('its folder is " safe-notes", which starts with a space')
    expect(finding!.hint).toBe('Rename the folder to `safe-notes`.')
  })

  test.each([
    ['pdf\u200Btools', 'pdf-tools', 'u{200B}', 'name: pdf-tools'],
    ['PDF-Tools', 'pdf-tools', 'capital letters', 'name: pdf-tools'],
    ['-x', '-x', 'starts with a hyphen', 'rename the folder to `x`'],
    ['a--b', 'a--b', 'two hyphens', 'rename the folder to `a-b`'],
    ['a_b', 'a_b', 'underscore', 'rename the folder to `a-b`'],
    ['café', 'café', 'outside ASCII', 'rename the folder to `cafe`'],
    ['名前', '名前', 'outside ASCII', 'Choose a name'],
    [' alpha ', 'alpha', 'starts with a space', 'name: alpha'],
    ['x'.repeat(65), 'x'.repeat(65), '65 characters long', `name: ${'x'.repeat(64)}`],
  ])('%j is an error', (name, folder, text, hint) => {
    const findings = check([`name: ${JSON.stringify(name)}`, 'description: x'], { folder })
    expect(codes(findings)).toEqual(['SKILL_NAME_FORM'])
    expect(findings[0]!.message).toContain(text)
    expect(findings[0]!.message).toContain('at most 64')
    expect(findings[0]!.hint).toContain(hint)
  })

  test.each([
    ['name: 007', '007'],
    ['name: true', 'true'],
    ['name: 0x10', '0x10'],
  ])('%s is no text', (line, folder) => {
    const findings = check([line, 'description: x'], { folder })
    expect(codes(findings)).toEqual(['SKILL_MEMBER_NOT_TEXT'])
    expect(findings[0]!.hint).toContain(`name: "${folder}"`)
  })

  test('none at all is an error with the name to write', () => {
    expect(check(['description: x'], { folder: 'demo' }).map((d) => [d.code, d.hint])).toEqual([
      ['SKILL_NAME_MISSING', 'Add `name: demo`.'],
    ])
    expect(codes(check(['name:', 'description: x']))).toEqual(['SKILL_NAME_MISSING'])
  })

  test('a plain word that older readers retype is a suggestion', () => {
    expect(codes(check(['name: no', 'description: x'], { folder: 'no' }))).toEqual(['SKILL_NAME_AMBIGUOUS'])
    expect(codes(check(['name: "no"', 'description: x'], { folder: 'no' }))).toEqual([])
    expect(codes(check(['name: claude-notes', 'description: x'], { folder: 'claude-notes' }))).toEqual([
      'SKILL_NAME_RESERVED',
    ])
  })
})

describe('description', () => {
  test.each(['', 'description:', 'description: ""', 'description: "  "'])('missing: %j', (line) => {
    expect(codes(check(['name: demo', line]))).toEqual(['SKILL_DESCRIPTION_MISSING'])
  })

  test('1024 code points are fine, one more is an error that counts', () => {
    expect(check(['name: demo', `description: ${'x'.repeat(1024)}`])).toEqual([])
    const [finding] = check(['name: demo', `description: ${'x'.repeat(1025)}`])
    expect(finding).toMatchObject({ code: 'SKILL_DESCRIPTION_TOO_LONG', severity: 'error', line: 3, column: 14 })
    expect(finding!.message).toMatch(/1025 .* 1024/)
  })

  test('1024 emoji are within the limit, but a client counts twice as many', () => {
    const findings = check(['name: demo', `description: ${'🎈'.repeat(1024)}`])
    expect(findings.map((d) => [d.code, d.severity])).toEqual([['SKILL_DESCRIPTION_UNITS', 'suggestion']])
  })

  test('a number, a list and a tag', () => {
    expect(codes(check(['name: demo', 'description: 42']))).toEqual(['SKILL_MEMBER_NOT_TEXT'])
    expect(codes(check(['name: demo', 'description: [a, b]']))).toEqual(['SKILL_MEMBER_NOT_TEXT'])
    expect(codes(check(['name: demo', 'description: Makes <b>bold</b> text.']))).toEqual(['SKILL_DESCRIPTION_TAG'])
    expect(codes(check(['name: demo', 'description: For a < b and c > d.']))).toEqual([])
  })
})

describe('optional members', () => {
  const good = ['name: demo', 'description: x']

  test('in the form of the specification', () => {
    expect(
      check([
        ...good,
        'license: MIT',
        `compatibility: ${'x'.repeat(500)}`,
        'allowed-tools: Bash(git:*) Read',
        'metadata:',
        '  version: "1.0"',
        '  internal: true',
      ]),
    ).toEqual([])
  })

  test.each([
    ['license: [MIT]', 'SKILL_MEMBER_FORM', 'warning'],
    ['compatibility: ""', 'SKILL_MEMBER_FORM', 'warning'],
    ['compatibility: 5', 'SKILL_MEMBER_FORM', 'warning'],
    [`compatibility: ${'x'.repeat(501)}`, 'SKILL_COMPATIBILITY_TOO_LONG', 'error'],
    ['allowed-tools: [Bash(git:*), Read]', 'SKILL_MEMBER_FORM', 'warning'],
    ['metadata: none', 'SKILL_MEMBER_FORM', 'warning'],
    ['metadata: {version: 1.10}', 'SKILL_METADATA_VALUE', 'suggestion'],
    ['metadata: {client: {a: b}}', 'SKILL_METADATA_VALUE', 'suggestion'],
  ])('%s', (line, code, severity) => {
    expect(check([...good, line]).map((d) => [d.code, d.severity, d.line])).toEqual([[code, severity, 4]])
  })

  test('the fix keeps what was written', () => {
    expect(check([...good, 'allowed-tools: [Bash(git:*), Read]'])[0]!.hint).toBe(
      'Write `allowed-tools: "Bash(git:*) Read"`.',
    )
    expect(check([...good, 'metadata: {version: 1.10}'])[0]!.hint).toContain('version: "1.10"')
  })
})

describe('the text', () => {
  test('dashes inside the front matter are a warning where they stand', () => {
    const findings = check(['name: demo', 'description: "Before --- after"', '# a --- comment'])
    expect(findings.map((d) => [d.code, d.line, d.column])).toEqual([
      ['FRONT_MATTER_DASHES', 3, 22],
      ['FRONT_MATTER_DASHES', 4, 5],
    ])
    expect(check(['name: demo', 'description: x'], { body: 'text\n\n---\n\na --- b\n' })).toEqual([])
  })

  test('white space behind the opening fence', () => {
    const text = '--- \nname: demo\ndescription: x\n---\n'
    expect(checkText(text).map((d) => [d.code, d.line, d.column])).toEqual([['FRONT_MATTER_FENCE_SPACE', 1, 4]])
    expect(checkText(text.replace('--- \n', '---\n').replace(/---\n$/, '--- \n'))).toEqual([])
  })

  test('CR LF and length are suggestions', () => {
    expect(checkText('---\r\nname: demo\r\ndescription: x\r\n---\r\n').map((d) => [d.code, d.severity])).toEqual([
      ['SKILL_LINE_ENDINGS', 'suggestion'],
    ])
    expect(check(['name: demo', 'description: x'], { body: 'x\n'.repeat(496) })).toEqual([])
    expect(codes(check(['name: demo', 'description: x'], { body: 'x\n'.repeat(497) }))).toEqual(['SKILL_LENGTH'])
  })
})

describe('links', () => {
  const files = ['SKILL.md', 'references/guide.md', 'references/第一课.md', 'assets/a b.png']
  const targets = (body: string): [number | undefined, number | undefined, string][] =>
    check(['name: demo', 'description: x'], { body, files }).map((d) => [
      d.line,
      d.column,
      /link to "(.*?)"/.exec(d.message)?.[1] ?? d.code,
    ])

  test('to files and folders of the skill, to URLs, anchors and placeholders are fine', () => {
    expect(
      targets(
        '[a](references/guide.md#top) ![b](./assets/a%20b.png "t") [c](<assets/a b.png>) [d](references/第一课.md) [e](references/) [f](references/%E7%AC%AC%E4%B8%80%E8%AF%BE.md)\n[g]: references/guide.md\n[h](https://x.example/y.md) [i](#part) [j](mailto:a@b.example) [k](/root.md) [l](url) [m](docs/<name>.md)',
      ),
    ).toEqual([])
  })

  test('to no file are warnings at the destination', () => {
    expect(targets('\nSee [a](references/gone.md) and\n![b](assets/x.png).\n\n[c]: nowhere/c.md\n')).toEqual([
      [6, 9, 'references/gone.md'],
      [7, 6, 'assets/x.png'],
      [9, 6, 'nowhere/c.md'],
    ])
  })

  test('in code and comments are examples', () => {
    expect(
      targets(
        '`[a](x/a.md)` ``b ` [b](x/b.md)``\n\n```md\n[c](x/c.md)\n```\n\n1. item\n\n   ~~~\n   [d](x/d.md)\n   ~~~\n\n<!-- [e](x/e.md) -->\n\n````\n```\n[f](x/f.md)\n````\n[g](x/g.md)\n\n```\n[h](x/h.md)',
      ),
    ).toEqual([[23, 5, 'x/g.md']])
  })

  test('the nearest name is suggested, a way out is told apart', () => {
    const [wrongCase, backslash, outside] = check(['name: demo', 'description: x'], {
      body: '[a](References/Guide.md) [b](references\\guide.md) [c](../other/SKILL.md)',
      files,
    })
    expect(wrongCase!.hint).toBe('Did you mean `references/guide.md`?')
    expect(backslash!.hint).toBe('Did you mean `references/guide.md`?')
    expect(outside!.message).toContain("leads out of the skill's folder")
    expect(outside!.hint).toBeUndefined()
  })
})

test('everything is found in one run', () => {
  const findings = checkText(
    '--- \r\nname: Demo\r\ndescription: 42\r\nlicense: []\r\nmetadata: {v: 1}\r\n---\r\n[a](gone/a.md)\r\n',
  )
  expect(codes(findings).toSorted()).toEqual([
    'FRONT_MATTER_FENCE_SPACE',
    'SKILL_LINE_ENDINGS',
    'SKILL_LINK_TARGET',
    'SKILL_MEMBER_FORM',
    'SKILL_MEMBER_NOT_TEXT',
    'SKILL_METADATA_VALUE',
    'SKILL_NAME_FORM',
  ])
  expect(findings.every((d) => d.file === 'skills/demo/SKILL.md' && (d.line ?? 0) > 0)).toBe(true)
})

function check(
  frontMatter: readonly string[],
  options: { readonly folder?: string; readonly body?: string; readonly files?: readonly string[] } = {},
): Diagnostic[] {
  const { body = '', ...rest } = options
  return checkText(`---\n${frontMatter.filter((l) => l !== '').join('\n')}\n---\n${body}`, rest)
}

function checkText(
  text: string,
  { folder = 'demo', files = ['SKILL.md'] }: { readonly folder?: string; readonly files?: readonly string[] } = {},
): Diagnostic[] {
  const {
    document,
    body,
    text: read,
    diagnostics,
  } = parseFrontMatter({ path: 'skills/demo/SKILL.md', bytes: Buffer.from(text) })
  expect(diagnostics).toEqual([])
  const folderFiles = files.map((name): FolderFile => ({
    name,
    path: `skills/demo/${name}`,
    bytes: new Uint8Array(),
    executable: false,
  }))
  return checkSkillMd({ folder, document: document!, text: read, body, files: folderFiles })
}

function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((d) => d.code)
}

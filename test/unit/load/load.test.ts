import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSources } from '../../../src/load/load.ts'
import { folderOf, skillMd, skillYaml } from '../../site.ts'

const config = { skills: ['skills'], agents: ['agents'], exclude: [], file: 'vite.config.ts' }

function load(root: string, more: Partial<typeof config> = {}): { found: string[]; codes: string[]; text: string } {
  const { sources, diagnostics } = loadSources(root, { ...config, ...more })
  return {
    found: [...sources.skills, ...sources.agents].map((s) => s.main.path),
    codes: diagnostics.map((d) => `${d.severity} ${d.code} ${d.file ?? ''}`),
    text: diagnostics.map((d) => `${d.message} ${d.hint ?? ''}`).join('\n'),
  }
}

describe('nothing outside the root is read', () => {
  test('a folder of the options beside it', () => {
    const root = folderOf({
      'site/skills/a.yaml': skillYaml(),
      'outside/g.yaml': skillYaml(),
      'outside/h/SKILL.md': skillMd('h'),
    })
    for (const skills of [
      ['skills', '../outside'],
      ['skills', '../out*'],
    ]) {
      const { found, codes, text } = load(join(root, 'site'), { skills })
      expect(found).toEqual(['skills/a.yaml'])
      expect(codes).toEqual(['error CONFIG_OPTION vite.config.ts'])
      expect(text).toContain('`skills`')
      expect(text).toContain('../out')
    }
  })

  test('a folder that is a link, or lies behind one', () => {
    const root = folderOf({ 'site/vite.config.ts': '', 'outside/skills/g.yaml': skillYaml() })
    symlinkSync('../outside/skills', join(root, 'site/skills'))
    symlinkSync('../outside', join(root, 'site/more'))
    expect(load(join(root, 'site'))).toMatchObject({ found: [], codes: ['error DEFINITION_LINK_OUTSIDE skills'] })
    expect(load(join(root, 'site'), { skills: ['more/skills'] })).toMatchObject({
      found: [],
      codes: ['error DEFINITION_LINK_OUTSIDE more/skills'],
    })
  })

  test('a link inside the root is followed', () => {
    const root = folderOf({ 'src/a/SKILL.md': skillMd('a') })
    symlinkSync('src', join(root, 'skills'))
    expect(load(root)).toMatchObject({ found: ['skills/a/SKILL.md'], codes: [] })
  })
})

describe('the folders', () => {
  test('one that is a file, or a link to nothing, is a finding; one that is not there is none', () => {
    const root = folderOf({ skills: 'x' })
    symlinkSync('nowhere', join(root, 'agents'))
    expect(load(root).codes).toEqual([
      'warning CONFIG_FOLDER_MISSING vite.config.ts',
      'warning CONFIG_FOLDER_MISSING vite.config.ts',
    ])
    expect(load(folderOf({})).codes).toEqual([])
  })
})

test.each(['./skills', 'skills/', './/skills/.', './', '.'])('a folder written %s', (skills) => {
  const root = folderOf({ 'skills/a.yaml': skillYaml(), 'a.yaml': skillYaml() })
  const found = skills.includes('skills') ? ['skills/a.yaml'] : ['a.yaml']
  expect(load(root, { skills: [skills] }).found.map((path) => path.replace('./', ''))).toEqual(found)
})

describe('names that are nearly right are never lost without a word', () => {
  test.each([
    'skills/a/skill.md',
    'skills/a/Skill.md',
    'skills/a/SKILL.MD',
    'skills/a/SKILLS.md',
    'skills/a/SKILL.markdown',
    'skills/a/SKILL.md.txt',
    'skills/a/SKILL.md ',
    'skills/a/SKILL',
    'skills/a/SKIL.md',
    'skills/a/SKILLL.md',
    'skills/a/README.md',
    'skills/a/a.md',
    'skills/SKILL.md',
    'skills/a.MD',
    'skills/a.YAML',
    'skills/a.yaml.txt',
    'skills/a/Skill.yaml',
    'agents/a/agent-card.json',
    'agents/a/Agent.yaml',
  ])('%j', (path) => {
    const { found, codes, text } = load(folderOf({ [path]: skillMd('a') }))
    expect(found).toEqual([])
    expect(codes).toEqual([`error DEFINITION_FILE_NAME ${path}`])
    expect(text).toMatch(/Rename it to `/)
  })

  test.each(['skills/a/README.md', 'skills/a/a.md', 'skills/a/still.md', 'skills/a.MD', 'skills/a/notes.md'])(
    '%s without front matter of a skill is no definition',
    (path) => {
      expect(load(folderOf({ [path]: '# Notes\n\n---\nname: x\n' })).codes).toEqual([])
    },
  )

  test('other files in a folder of a skill', () => {
    expect(
      load(
        folderOf({
          'skills/a/SKILL.md': skillMd('a'),
          'skills/a/README.md': skillMd('a'),
          'skills/a/a.md': skillMd('a'),
        }),
      ).codes,
    ).toEqual([])
  })

  test('an agent in a folder that is called like a file of another tool is a suggestion', () => {
    expect(load(folderOf({ 'agents/a/agent.md': '# x\n' })).codes).toEqual([
      'suggestion DEFINITION_IGNORED agents/a/agent.md',
    ])
  })

  test('a name that is not UTF-8 is said to be that', () => {
    const root = folderOf({ 'skills/a.yaml': skillYaml() })
    const path = Buffer.concat([Buffer.from(`${root}/skills/c`), Buffer.from([0xe9]), Buffer.from('.yaml')])
    writeFileSync(path, skillYaml())
    const { text } = load(root)
    expect(text).toContain('UTF-8')
    expect(text).not.toContain('does not exist')
  })
})

describe('definitions deeper down', () => {
  test.each([
    ['skills/g/a/SKILL.md', skillMd('a'), 'skills/g'],
    ['skills/g/a/skill.md', skillMd('a'), 'skills/g'],
    ['skills/g/h/i/j/k/l/m/a/SKILL.md', skillMd('a'), 'skills/g/h/i/j/k/l/m'],
    ['skills/g/a.yaml', skillYaml(), 'skills/g'],
    ['skills/g/a.md', `---\n${skillYaml()}---\n`, 'skills/g'],
    ['skills/g/h/a.yml', skillYaml(), 'skills/g/h'],
    ['agents/g/a.yaml', 'name: A\nsupportedInterfaces: []\n', 'agents/g'],
    ['agents/g/a/agent.yaml', 'name: A\n', 'agents/g'],
  ])('%s is a warning that names the option', (path, content, folder) => {
    const { codes, text } = load(folderOf({ [path]: content }))
    expect(codes).toEqual([`warning DEFINITION_NESTED ${path.split('/').slice(0, 2).join('/')}`])
    expect(text).toContain(path)
    expect(text).toContain(`'${folder}'`)
  })

  test('files of other kinds are none', () => {
    expect(
      load(
        folderOf({
          'skills/g/config.yaml': 'a: 1\n',
          'skills/g/notes.md': '# x\n',
          'agents/g/prompt.md': '---\nname: x\n---\n',
        }),
      ).codes,
    ).toEqual([])
  })
})

test('a SKILL.md that git ignores is still the definition', () => {
  const root = folderOf({ 'skills/a/SKILL.md': skillMd('a'), 'skills/a/x.log': '', '.gitignore': 'SKILL.md\n*.log\n' })
  execFileSync('git', ['init', '-q', root])
  const { sources } = loadSources(root, config)
  expect(sources.skills[0]?.files?.map((f) => f.name)).toEqual(['SKILL.md'])
})

test('left-overs of editors are not published', () => {
  const root = folderOf({
    'skills/a/SKILL.md': skillMd('a'),
    'skills/a/x.md.orig': '',
    'skills/a/x.md.rej': '',
    'skills/a/x.md.bak': '',
    'skills/a/x.md~': '',
  })
  mkdirSync(join(root, 'skills/a/empty'))
  expect(loadSources(root, config).sources.skills[0]?.files?.map((f) => f.name)).toEqual(['SKILL.md'])
})

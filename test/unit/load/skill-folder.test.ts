import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadSkillFolder, type SkillFolderOptions } from '../../../src/load/skill-folder.ts'

let root = ''
let outside = ''

beforeEach(() => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'skill-folder-')))
  chmodSync(base, 0o755)
  root = join(base, 'site')
  outside = join(base, 'outside')
  mkdirSync(outside)
  write({ 'skills/demo/SKILL.md': '---\nname: demo\n---\n' })
})

afterEach(() => rmSync(dirname(root), { recursive: true, force: true }))

describe('what is published', () => {
  test('every file, sorted by name in code units, with its bytes and execute bit', () => {
    write({
      'skills/demo/scripts/run.sh': '#!/bin/sh\r\n',
      'skills/demo/references/Zebra.md': 'z',
      'skills/demo/references/apple.md': 'a',
      'skills/demo/LICENSE': 'MIT',
    })
    chmodSync(join(root, 'skills/demo/scripts/run.sh'), 0o700)
    const { files, diagnostics } = load()
    expect(diagnostics).toEqual([])
    expect(files.map((f) => [f.name, f.path, f.executable])).toEqual([
      ['LICENSE', 'skills/demo/LICENSE', false],
      ['SKILL.md', 'skills/demo/SKILL.md', false],
      ['references/Zebra.md', 'skills/demo/references/Zebra.md', false],
      ['references/apple.md', 'skills/demo/references/apple.md', false],
      ['scripts/run.sh', 'skills/demo/scripts/run.sh', true],
    ])
    expect(Buffer.from(files.at(-1)!.bytes).toString()).toBe('#!/bin/sh\r\n')
  })

  test('no dot file, no litter of tools, no skill.yaml beside the SKILL.md', () => {
    write(
      Object.fromEntries(
        [
          '.env',
          '.git-credentials',
          'references/.draft.md',
          'node_modules/x/index.js',
          'scripts/__pycache__/a.pyc',
          'b.pyo',
          'notes.md~',
          'x.swp',
          '#x#',
          'Thumbs.db',
          'assets/desktop.ini',
          '__MACOSX/a',
          'skill.yaml',
          'skill.yml',
          'skill.json',
        ].map((name) => [`skills/demo/${name}`, 'x']),
      ),
    )
    write({ 'skills/demo/assets/skill.yaml': 'an example' })
    expect(names()).toEqual(['SKILL.md', 'assets/skill.yaml'])
  })

  test('names are kept byte for byte', () => {
    const odd = [
      'references/第一课_上台.md',
      'references/a#b+c.md',
      'references/100% rules.md',
      'references/Gui\u0301a.md',
    ]
    write(Object.fromEntries(odd.map((name) => [`skills/demo/${name}`, 'x'])))
    expect(load().diagnostics).toEqual([])
    expect(names()).toEqual(['SKILL.md', ...odd.toSorted()])
  })

  test('a definition of its own is left to itself', () => {
    write({
      'skills/demo/more/inner/SKILL.md': '---\n',
      'skills/demo/more/api.yaml': 'access: private',
      'skills/demo/more/keep.md': 'x',
    })
    const { files, diagnostics } = load({
      definitions: new Set(['skills/demo', 'skills/demo/more/inner', 'skills/demo/more/api.yaml']),
    })
    expect(files.map((f) => f.name)).toEqual(['SKILL.md', 'more/keep.md'])
    expect(diagnostics).toEqual([])
  })

  test('a nested skill is a warning that names it and the option that adopts it', () => {
    write({
      'skills/demo/skills/inner/SKILL.md': '---\n',
      'skills/demo/skills/inner/secret.md': 'x',
      'skills/demo/other/skill.md': '---\nname: other',
      'skills/demo/docs/skill.md': '# About skills',
    })
    const { files, diagnostics } = load()
    expect(files.map((f) => f.name)).toEqual(['SKILL.md', 'docs/skill.md'])
    expect(diagnostics.map((d) => [d.code, d.severity, d.file])).toEqual([
      ['SKILL_FOLDER_NESTED', 'warning', 'skills/demo/other/SKILL.md'],
      ['SKILL_FOLDER_NESTED', 'warning', 'skills/demo/skills/inner/SKILL.md'],
    ])
    expect(diagnostics[1]!.message).toContain('skills/demo/skills/inner')
    expect(diagnostics[1]!.hint).toContain("'skills/demo/skills'")
  })
})

describe('git', () => {
  test('rules from the root down to the file count, without a repository too', () => {
    write({
      '.gitignore': '*.log\n/skills/demo/data/\n',
      'skills/.gitignore': 'tmp-*\n',
      'skills/demo/.gitignore': '/out\n!keep.log\ndrafts/*\n!drafts/good.md\n',
      'skills/demo/a.log': '',
      'skills/demo/keep.log': '',
      'skills/demo/data/x.csv': '',
      'skills/demo/tmp-1': '',
      'skills/demo/sub/tmp-2': '',
      'skills/demo/out': '',
      'skills/demo/sub/out': '',
      'skills/demo/drafts/bad.md': '',
      'skills/demo/drafts/good.md': '',
    })
    expect(names()).toEqual(['SKILL.md', 'drafts/good.md', 'keep.log', 'sub/out'])
  })

  test('a file in the index is published although a rule matches it', () => {
    write({
      '.gitignore': 'build/\n*.bin\n',
      'skills/demo/build/tracked.txt': '',
      'skills/demo/build/new.txt': '',
      'skills/demo/tracked.bin': '',
      'skills/demo/new.bin': '',
    })
    git('init', '-q')
    git('add', '-f', 'skills/demo/build/tracked.txt', 'skills/demo/tracked.bin')
    expect(names()).toEqual(['SKILL.md', 'build/tracked.txt', 'tracked.bin'])
  })

  test('the same as git says', () => {
    const rules = [
      '*.o',
      '!keep.o',
      'doc/*.txt',
      '/top',
      'deep/**/x',
      '**/any',
      'foo/',
      '\\#hash',
      'a\\ b',
      'x[12].md',
      '?.q',
      ' lead',
      'trail ',
      '/',
      '',
    ]
    const paths = [
      'a.o',
      'keep.o',
      'doc/a.txt',
      'doc/sub/a.txt',
      'top',
      'sub/top',
      'deep/x',
      'deep/a/b/x',
      'q/any/f',
      'foo/f',
      'sub/foo/f',
      'bar/foo',
      '#hash',
      'a b',
      'x1.md',
      'x3.md',
      'z.q',
      ' lead',
      'trail',
      'odd[1]/a.o',
      'odd[1]/f/trail',
    ]
    write(Object.fromEntries(paths.map((p) => [`skills/demo/${p}`, ''])))
    write({
      'skills/demo/.gitignore': rules.join('\n'),
      'skills/demo/odd[1]/.gitignore': '!a.o\nf/*\n',
      '.gitignore': 'bar\n!/skills/demo/bar\n',
    })
    git('init', '-q')
    const wanted = git('ls-files', '-z', '--others', '--exclude-standard', '--', 'skills/demo')
      .split('\0')
      .filter((p) => p !== '' && !p.includes('/.'))
    expect(names()).toEqual(wanted.map((p) => p.slice('skills/demo/'.length)).toSorted())
    rmSync(join(root, '.git'), { recursive: true })
    expect(names()).toEqual(wanted.map((p) => p.slice('skills/demo/'.length)).toSorted())
  })

  test('rules of a repository around the site count, unless it ignores the site or the skill as a whole', () => {
    const around = dirname(root)
    writeFileSync(join(around, '.gitignore'), '*.log\n')
    mkdirSync(join(around, '.git'))
    write({ 'skills/demo/a.log': '', 'skills/demo/.gitignore': '*.tmp', 'skills/demo/b.tmp': '' })
    expect(names()).toEqual(['SKILL.md'])
    writeFileSync(join(around, '.gitignore'), '*\n')
    expect(names()).toEqual(['SKILL.md', 'a.log'])
    writeFileSync(join(around, '.gitignore'), '*.log\n/site/skills/*\n')
    expect(names()).toEqual(['SKILL.md', 'a.log'])
  })

  test('a command named in the configuration of a repository never runs', () => {
    git('init', '-q')
    writeFileSync(join(outside, 'hook.sh'), `#!/bin/sh\necho ran > ${join(outside, 'ran')}\n`, { mode: 0o755 })
    git('config', 'core.fsmonitor', join(outside, 'hook.sh'))
    write({ '.gitignore': '*.log', 'skills/demo/a.log': '' })
    expect(names()).toEqual(['SKILL.md'])
    expect(spawnSync('test', ['-e', join(outside, 'ran')]).status).toBe(1)
  })
})

describe('links', () => {
  test('one to a file or folder of the skill is published as what it points to', () => {
    write({ 'skills/demo/references/guide.md': 'guide', 'skills/demo/references/sub/a.md': 'a' })
    link('skills/demo/GUIDE.md', 'references/guide.md')
    link('skills/demo/docs', 'references')
    const { files, diagnostics } = load()
    expect(diagnostics).toEqual([])
    expect(files.map((f) => f.name)).toEqual([
      'GUIDE.md',
      'SKILL.md',
      'docs/guide.md',
      'docs/sub/a.md',
      'references/guide.md',
      'references/sub/a.md',
    ])
    expect(Buffer.from(files[0]!.bytes).toString()).toBe('guide')
  })

  test.each([
    ['a file outside', 'references/host.txt', '../../../../outside/host.txt', "leads out of the skill's folder"],
    ['an absolute path', 'passwd', '/etc/passwd', "leads out of the skill's folder"],
    ['a folder outside', 'vault', '../../../outside', "leads out of the skill's folder"],
    ['another skill', 'other', '../other', "leads out of the skill's folder"],
    ['nothing', 'gone.md', 'nowhere.md', 'which is not there'],
    ['itself', 'self', 'self', 'leads back'],
    ['its own folder', 'again', '.', 'leads back'],
    ['a dot file', 'env.txt', '.env', 'skills/demo/.env, which is not published'],
    ['an ignored file', 'x.txt', 'x.log', 'skills/demo/x.log, which is not published'],
    ['the definition beside', 'd.yaml', 'skill.yaml', 'skills/demo/skill.yaml, which is not published'],
    ['a nested skill', 'n', 'nested', 'skills/demo/nested, which is not published'],
    ['a file of a nested skill', 'n.md', 'nested/a.md', 'skills/demo/nested/a.md, which is not published'],
  ])('one to %s is an error and is not followed', (_, name, target, text) => {
    writeFileSync(join(outside, 'host.txt'), 'SECRET')
    write({
      '.gitignore': '*.log',
      'skills/other/SKILL.md': 'SECRET',
      'skills/demo/.env': 'SECRET',
      'skills/demo/x.log': 'SECRET',
      'skills/demo/skill.yaml': 'SECRET',
      'skills/demo/nested/SKILL.md': 'SECRET',
      'skills/demo/nested/a.md': 'SECRET',
    })
    link(`skills/demo/${name}`, target)
    const { files, diagnostics } = load()
    const errors = diagnostics.filter((d) => d.severity === 'error')
    expect(errors.map((d) => [d.code, d.file])).toEqual([['SKILL_FILE_LINK', `skills/demo/${name}`]])
    expect(errors[0]!.message).toContain(text)
    expect(files.map((f) => f.name)).toEqual(['SKILL.md'])
  })

  test('what git ignores is not published through a linked folder', () => {
    write({
      '.gitignore': '/skills/demo/data/private/\n',
      'skills/demo/data/private/a.csv': 'SECRET',
      'skills/demo/data/b.csv': 'b',
    })
    link('skills/demo/view', 'data')
    expect(names()).toEqual(['SKILL.md', 'data/b.csv', 'view/b.csv'])
  })

  test('loops and chains of linked folders end', () => {
    write({ 'skills/demo/a/x.md': '', 'skills/demo/b/y.md': '' })
    link('skills/demo/a/to-b', '../b')
    link('skills/demo/b/to-a', '../a')
    link('skills/demo/b/up', '..')
    const { diagnostics } = load()
    expect(diagnostics.every((d) => d.code === 'SKILL_FILE_LINK')).toBe(true)
    expect(diagnostics.map((d) => d.file)).toContain('skills/demo/b/to-a')
  })

  test('a skill that is itself a link out of the site is not read', () => {
    writeFileSync(join(outside, 'SKILL.md'), 'SECRET')
    link('skills/ghost', '../../outside')
    const { files, diagnostics } = loadSkillFolder(root, 'skills/ghost')
    expect(files).toEqual([])
    expect(diagnostics.map((d) => [d.code, d.file])).toEqual([['SKILL_FILE_LINK', 'skills/ghost']])
  })
})

describe('what cannot be published', () => {
  test('named pipes and sockets are errors and never opened', async () => {
    expect(spawnSync('mkfifo', [join(root, 'skills/demo/pipe')]).status).toBe(0)
    link('skills/demo/through', 'pipe')
    const server = createServer().listen(join(root, 'skills/demo/sock'))
    await new Promise((resolve) => server.once('listening', resolve))
    const { files, diagnostics } = load()
    await new Promise((resolve) => server.close(resolve))
    expect(diagnostics.map((d) => [d.code, d.file])).toEqual([
      ['SKILL_FILE_SPECIAL', 'skills/demo/pipe'],
      ['SKILL_FILE_SPECIAL', 'skills/demo/sock'],
      ['SKILL_FILE_SPECIAL', 'skills/demo/through'],
    ])
    expect(files.map((f) => f.name)).toEqual(['SKILL.md'])
  })

  const canDropRights = isMainThread && process.getuid?.() === 0
  test.skipIf(!canDropRights && process.getuid?.() === 0)(
    'an unreadable file and folder are errors that name them',
    () => {
      write({ 'skills/demo/locked.md': 'x', 'skills/demo/shut/a.md': 'x', 'skills/demo/open.md': 'x' })
      chmodSync(join(root, 'skills/demo/locked.md'), 0)
      chmodSync(join(root, 'skills/demo/shut'), 0)
      if (canDropRights) process.seteuid!(65534)
      try {
        const { files, diagnostics } = load()
        expect(diagnostics.map((d) => [d.code, d.file])).toEqual([
          ['SKILL_FILE_UNREADABLE', 'skills/demo/locked.md'],
          ['SKILL_FILE_UNREADABLE', 'skills/demo/shut'],
        ])
        expect(diagnostics[0]!.message).toContain('skills/demo/locked.md cannot be read (EACCES)')
        expect(files.map((f) => f.name)).toEqual(['SKILL.md', 'open.md'])
      } finally {
        if (canDropRights) process.seteuid!(0)
      }
    },
  )

  test('names that are one name on other systems are errors that name both', () => {
    write({
      'skills/demo/Guide.md': '',
      'skills/demo/guide.md': '',
      'skills/demo/refs/r\u00E9sum\u00E9.md': '',
      'skills/demo/refs/re\u0301sume\u0301.md': '',
      'skills/demo/Docs/a.md': '',
      'skills/demo/docs/b.md': '',
    })
    const { diagnostics } = load()
    expect(diagnostics.map((d) => [d.code, d.file])).toEqual([
      ['SKILL_FILE_TWINS', 'skills/demo/Docs'],
      ['SKILL_FILE_TWINS', 'skills/demo/Guide.md'],
      ['SKILL_FILE_TWINS', 'skills/demo/refs/re\u0301sume\u0301.md'],
    ])
    expect(diagnostics[1]!.message).toContain('`Guide.md` and `guide.md`')
    expect(diagnostics[2]!.message).toContain('U+0301')
  })

  test.each([
    ['line\nbreak.md', 'SKILL_FILE_NAME'],
    ['back\\slash.md', 'SKILL_FILE_NAME'],
    ['__proto__', 'SKILL_FILE_NAME'],
    ['why?.md', 'SKILL_FILE_NAME_PORTABLE'],
    ['trailing.', 'SKILL_FILE_NAME_PORTABLE'],
    ['trailing ', 'SKILL_FILE_NAME_PORTABLE'],
    ['con.txt', 'SKILL_FILE_NAME_PORTABLE'],
    ['gpj\u202Eexe.md', 'SKILL_FILE_NAME_PORTABLE'],
    [`${'x'.repeat(120)}.md`, 'SKILL_FILE_PATH_LENGTH'],
  ])('a name that some client cannot hold: %j', (name, code) => {
    write({ [`skills/demo/${name}`]: 'x' })
    expect(load().diagnostics.map((d) => d.code)).toEqual([code])
  })

  test('a name that is not UTF-8 is an error', () => {
    writeFileSync(Buffer.concat([Buffer.from(`${root}/skills/demo/caf`), Buffer.from([0xe9])]), 'x')
    expect(load().diagnostics.map((d) => d.code)).toEqual(['SKILL_FILE_NAME'])
  })

  test('a file over 25 MiB is a warning, over 50 MiB in all an error', () => {
    write({ 'skills/demo/take-1.bin': '', 'skills/demo/take-2.bin': '' })
    truncateSync(join(root, 'skills/demo/take-1.bin'), 30 * 1_048_576)
    expect(load().diagnostics.map((d) => [d.code, d.severity, d.file])).toEqual([
      ['SKILL_FILE_SIZE', 'warning', 'skills/demo/take-1.bin'],
    ])
    truncateSync(join(root, 'skills/demo/take-2.bin'), 21 * 1_048_576)
    expect(load().diagnostics.map((d) => d.code)).toEqual(['SKILL_FILE_SIZE', 'ARCHIVE_TOO_LARGE'])
  })

  test('1,000 files are fine, one more is an error', () => {
    write(Object.fromEntries(Array.from({ length: 999 }, (_, i) => [`skills/demo/f/${i}`, ''])))
    expect(load().diagnostics).toEqual([])
    write({ 'skills/demo/f/one-more': '' })
    expect(load().diagnostics.map((d) => d.code)).toEqual(['ARCHIVE_TOO_MANY_FILES'])
  })

  test('a folder that is gone is a finding', () => {
    expect(loadSkillFolder(root, 'skills/none').diagnostics.map((d) => [d.code, d.file])).toEqual([
      ['SKILL_FILE_UNREADABLE', 'skills/none'],
    ])
  })
})

function load(options?: SkillFolderOptions): ReturnType<typeof loadSkillFolder> {
  return loadSkillFolder(root, 'skills/demo', options)
}

function names(): string[] {
  return load().files.map((f) => f.name)
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

function link(path: string, target: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  symlinkSync(target, join(root, path))
}

function git(...args: string[]): string {
  const run = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  return run.stdout
}

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { BIN, createSite, OPTIONS, SKILL, VITE_CONFIG, viteConfig, type TemporarySite } from './site.ts'

const sites: TemporarySite[] = []

afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.remove()))
})

async function lay(files: Record<string, string>): Promise<TemporarySite> {
  const site = await createSite(files)
  sites.push(site)
  return site
}

const BROKEN = SKILL.replace('version: 1.0.0', 'version: 1.0.0.0')
/** A warning: nothing finds a skill without queries. */
const WARNS = SKILL.replace(/^representativeQueries.*\n/m, '')

describe('build in a Vite project', () => {
  test('writes the site and reports it', async () => {
    const site = await lay({ 'vite.config.ts': VITE_CONFIG, 'skills/translate.yaml': SKILL })
    const { code, stdout, stderr } = await site.run(['build'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Site of https:\/\/acme\.example, unsigned:$/m)
    expect(stdout).toMatch(/^ {2}skill-sharing +\d+ documents$/m)
    expect(stdout).toMatch(/^ {2}dist +\d+ files: \d+ written$/m)
    expect(stdout).not.toContain('\u001B')
    expect(Object.keys(await site.read('dist'))).toContain('.well-known/skill-sharing')
    const again = await site.run(['build'])
    expect(again.stdout).toMatch(/^ {2}dist +\d+ files: unchanged$/m)
  })

  test('--format json: one object on stdout and nothing else, whatever a config prints', async () => {
    const noise = `console.log('from the config'); process.stdout.write('raw');\n`
    const site = await lay({ 'vite.config.ts': noise + VITE_CONFIG, 'skills/translate.yaml': SKILL })
    const { code, stdout, stderr } = await site.run(['build', '--format', 'json'])
    expect(code).toBe(0)
    const report = JSON.parse(stdout)
    expect(Object.keys(report)).toEqual(['diagnostics', 'errors', 'warnings', 'suggestions', 'report'])
    expect(report).toMatchObject({
      errors: 0,
      warnings: 0,
      report: { origin: 'https://acme.example', signing: 'unsigned' },
    })
    expect(report.report.folders.map((f: { role: string }) => f.role)).toEqual(['public', 'deploy'])
    expect(stderr).toContain('from the config')
  })

  test('an error: exit 1, shown with its line, nothing written, the old site whole', async () => {
    const site = await lay({ 'vite.config.ts': VITE_CONFIG, 'skills/translate.yaml': SKILL })
    await site.run(['build'])
    const before = await site.read('dist')
    await site.write({
      'skills/translate.yaml': BROKEN,
      'skills/second.yaml': SKILL.replace('example.acme.translate-v1', 'example.acme.second-v1'),
    })
    const { code, stdout, stderr } = await site.run(['build'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).toMatch(/^skills\/translate\.yaml:3:10 {2}error {2}[A-Z_]+$/m)
    expect(stdout).toContain('  > 3 | version: 1.0.0.0\n      |          ^^^^^^^\n')
    expect(stdout).toMatch(/^Nothing was written\.$/m)
    expect(await site.read('dist')).toEqual(before)
  })

  test('--strict and the option strict: a warning fails the run and nothing is written', async () => {
    const site = await lay({ 'vite.config.ts': VITE_CONFIG, 'skills/translate.yaml': WARNS })
    expect(await site.run(['build', '--strict'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('(strict)'),
    })
    expect(existsSync(path.join(site.root, 'dist'))).toBe(false)
    await site.write({ 'vite.config.ts': viteConfig({ ...OPTIONS, strict: 'ci' }) })
    expect((await site.run(['build'], { env: { CI: 'true' } })).code).toBe(1)
    expect(existsSync(path.join(site.root, 'dist'))).toBe(false)
    expect((await site.run(['build'])).code).toBe(0)
    expect(existsSync(path.join(site.root, 'dist'))).toBe(true)
  })

  test('--root and --out-dir', async () => {
    const site = await lay({ 'web/vite.config.ts': VITE_CONFIG, 'web/skills/translate.yaml': WARNS })
    const { code, stdout } = await site.run(['build', '--root', 'web', '--out-dir', 'public-site'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^web\/skills\/translate\.yaml/m)
    expect(Object.keys(await site.read('public-site'))).toContain('.well-known/skill-sharing')
    expect(existsSync(path.join(site.root, 'web/dist'))).toBe(false)
  })

  test('a config that watches, and one with a second environment, build once', async () => {
    const more = `, build: { watch: {} }, builder: {}, environments: { worker: { build: { rolldownOptions: { input: 'worker.ts' }, outDir: 'worker-dist' } } }`
    const site = await lay({
      'vite.config.ts': viteConfig(OPTIONS, more),
      'skills/translate.yaml': WARNS,
      'worker.ts': 'export const a = 1',
    })
    expect((await site.run(['build', '--strict'])).code).toBe(1)
    const { code, stdout } = await site.run(['build'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^ {2}dist +\d+ files: \d+ written$/m)
    expect(existsSync(path.join(site.root, 'worker-dist'))).toBe(true)
  })

  test('an app that does not build is a finding about the app', async () => {
    const site = await lay({
      'vite.config.ts': VITE_CONFIG,
      'skills/translate.yaml': SKILL,
      'index.html': '<!doctype html><script type="module" src="/main.ts"></script>',
      'main.ts': `import './not-there.ts'\n`,
    })
    const { code, stdout } = await site.run(['build', '--format', 'json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [
        {
          code: 'SITE_APP_FAILED',
          file: 'main.ts',
          line: 1,
          column: 8,
          message: expect.stringContaining('./not-there.ts'),
        },
      ],
      report: {},
    })
    expect(existsSync(path.join(site.root, 'dist'))).toBe(false)
  })

  test('a failure of the plugin itself is exit 2, with a stack and whose fault it is', async () => {
    const plugin = `{ name: 'signpost', api: { options: {} }, buildStart() { throw new Error('unexpected') } }`
    const site = await lay({
      'vite.config.ts': `export default { plugins: [${plugin}] }`,
      'index.html': '<!doctype html>',
    })
    const { code, stdout, stderr } = await site.run(['build', '--format', 'json'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/unexpected\n {4}at /)
    expect(stderr).toContain('This is a bug in signpost')
  })
})

describe('build beside another tool', () => {
  const CONFIG = `export default ${JSON.stringify(OPTIONS)}\n`

  test('adds to the folder, and knows its own files again', async () => {
    const site = await lay({
      'signpost.config.ts': CONFIG,
      'skills/translate.yaml': SKILL,
      'out/index.html': 'theirs',
      'out/css/a.css': 'theirs',
    })
    const { code } = await site.run(['build', '--out-dir', 'out'])
    expect(code).toBe(0)
    const files = await site.read('out')
    expect(files).toMatchObject({ 'index.html': 'theirs', 'css/a.css': 'theirs' })
    expect(Object.keys(files)).toContain('.well-known/skill-sharing')

    const again = await site.run(['build', '--out-dir', 'out', '--format', 'json'])
    expect(again.code).toBe(0)
    const { folders } = JSON.parse(again.stdout).report
    expect(folders.map((f: { changed: boolean }) => f.changed)).toEqual(folders.map(() => false))
    expect(await site.read('out')).toEqual(files)
  })

  test('a file of theirs at the path of a document is an error, and stays', async () => {
    const site = await lay({
      'signpost.config.mjs': CONFIG,
      'skills/translate.yaml': SKILL,
      'dist/.well-known/skill-sharing': 'theirs',
    })
    const { code, stdout } = await site.run(['build'])
    expect(code).toBe(1)
    expect(stdout).toContain('.well-known/skill-sharing')
    expect(await site.read('dist')).toEqual({ '.well-known/skill-sharing': 'theirs' })
  })

  test('modules in a package of scripts: loaded, or the ending that works is told', async () => {
    const site = await lay({
      'package.json': '{}',
      'signpost.config.js': 'export default {',
      'skills/translate.yaml': SKILL,
    })
    const { code, stdout } = await site.run(['check', '--format', 'json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout).diagnostics).toMatchObject([
      { code: 'CONFIG_UNREADABLE', hint: expect.stringContaining('signpost.config.mjs') },
    ])
  })
})

describe('check', () => {
  test('writes nothing', async () => {
    const site = await lay({ 'vite.config.ts': VITE_CONFIG, 'skills/translate.yaml': SKILL })
    expect(await site.run(['check'])).toEqual({ code: 0, stdout: 'No problems.\n', stderr: '' })
    expect(existsSync(path.join(site.root, 'dist'))).toBe(false)
    expect(existsSync(path.join(site.root, 'dist-deploy'))).toBe(false)
  })

  test('FILEs: only what is wrong with them is shown and counted', async () => {
    const site = await lay({
      'vite.config.ts': VITE_CONFIG,
      'skills/translate.yaml': BROKEN,
      'skills/other/skill.yaml': WARNS.replace('translate-v1', 'other-v1'),
    })
    const errors = async (...argv: string[]): Promise<unknown> => {
      const { code, stdout } = await site.run(['check', '--format', 'json', ...argv], {
        cwd: path.join(site.root, 'skills'),
      })
      const { diagnostics, errors, warnings } = JSON.parse(stdout)
      return { code, errors, warnings, files: [...new Set(diagnostics.map((d: { file: string }) => d.file))] }
    }
    const root = ['--root', '..']
    expect(await errors(...root)).toMatchObject({ code: 1, errors: 1, warnings: 1 })
    expect(await errors(...root, 'translate.yaml')).toEqual({
      code: 1,
      errors: 1,
      warnings: 0,
      files: ['skills/translate.yaml'],
    })
    expect(await errors(...root, 'other')).toEqual({
      code: 0,
      errors: 0,
      warnings: 1,
      files: ['skills/other/skill.yaml'],
    })
    expect(await errors(...root, '--strict', 'other/skill.yaml')).toMatchObject({ code: 1, errors: 0, warnings: 1 })
  })

  test('a FILE that is not there is a wrong command line', async () => {
    const site = await lay({ 'vite.config.ts': VITE_CONFIG })
    const { code, stdout, stderr } = await site.run(['check', 'skills/none.yaml'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('skills/none.yaml')
  })

  test('no config, and a config that throws', async () => {
    const site = await lay({ 'skills/translate.yaml': SKILL })
    const missing = await site.run(['check'])
    expect(missing.code).toBe(1)
    expect(missing.stdout).toMatch(/^error {2}CONFIG_MISSING$/m)
    await site.write({ 'vite.config.ts': `throw new Error('no \\u001B[31mluck')` })
    const broken = await site.run(['check'])
    expect(broken.code).toBe(1)
    expect(broken.stdout).toBe(
      'vite.config.ts  error  CONFIG_UNREADABLE\n  vite.config.ts could not be loaded: no luck.\n\n1 error.\n',
    )
    expect(broken.stderr).toBe('')
  })

  test('invalid options do not hide what is wrong with definitions', async () => {
    const site = await lay({
      'vite.config.ts': viteConfig({ ...OPTIONS, origin: 7, deployDir: [] }),
      'skills/translate.yaml': BROKEN,
    })
    for (const name of ['vite.config.ts', 'signpost.config.mjs']) {
      const { code, stdout } = await site.run(['check', '--format', 'agent', '--config', name], {})
      expect(code).toBe(1)
      expect(stdout).toMatch(/origin/)
      expect(stdout).toMatch(/^skills\/translate\.yaml:3:10 error/m)
      await site.write({
        'signpost.config.mjs': `export default { origin: 7, provider: 1, deployDir: [], defaults: { access: 'public' } }`,
      })
    }
  })

  test('github: paths are relative to the checkout', async () => {
    const site = await lay({ 'web/vite.config.ts': VITE_CONFIG, 'web/skills/translate.yaml': BROKEN })
    const { code, stdout } = await site.run(['check', '--format', 'github'], {
      cwd: path.join(site.root, 'web'),
      env: { GITHUB_WORKSPACE: site.root },
    })
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^::error file=web\/skills\/translate\.yaml,line=3,endLine=3,col=10,endColumn=17,title=[A-Z_]+::/m,
    )
  })

  test('--quiet shows what fails the run, and nothing where nothing does', async () => {
    const site = await lay({ 'vite.config.ts': VITE_CONFIG, 'skills/translate.yaml': WARNS })
    expect(await site.run(['check', '--quiet'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await site.run(['check', '--quiet', '--strict'])).stdout).toContain('warning')
    expect(JSON.parse((await site.run(['check', '--quiet', '--format', 'json'])).stdout)).toMatchObject({ warnings: 1 })
  })

  test('colours: at a terminal, by FORCE_COLOR, never with NO_COLOR', async () => {
    const site = await lay({ 'vite.config.ts': VITE_CONFIG, 'skills/translate.yaml': WARNS })
    expect((await site.run(['check'], { env: { FORCE_COLOR: '1' } })).stdout).toContain('\u001B[33mwarning\u001B[39m')
    expect((await site.run(['check'], { env: { FORCE_COLOR: '1', NO_COLOR: '1' } })).stdout).not.toContain('\u001B')
  })

  test('a definition cannot forge output', async () => {
    const evil = '"a\\n::error::forged\\u001B[2J\\u202E"'
    const site = await lay({
      'vite.config.ts': VITE_CONFIG,
      'skills/translate.yaml': SKILL.replace('1.0.0', evil).replace('capability_type: api', `capability_type: ${evil}`),
    })
    for (const format of ['pretty', 'json', 'github', 'sarif', 'agent']) {
      const { code, stdout } = await site.run(['check', '--format', format])
      expect(code).toBe(1)
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
      expect(stdout).not.toMatch(/^::error::forged/m)
    }
  })
})

describe('the process', () => {
  test('a reader that closes early is no failure', async () => {
    const child = spawn(process.execPath, [BIN, 'explain', '--format', 'json'], { stdio: ['ignore', 'pipe', 'pipe'] })
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.stdout.destroy()
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })

  test('its version is the package’s', async () => {
    const site = await lay({})
    await mkdir(path.join(site.root, 'elsewhere'))
    expect((await site.run(['--version'], { cwd: path.join(site.root, 'elsewhere') })).stdout).toMatch(
      /^\d+\.\d+\.\d+\n$/,
    )
  })
})

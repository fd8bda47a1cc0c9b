import { describe, expect, test } from 'vitest'
import { RULES } from '../../src/diagnostics/rules.ts'
import { formats } from '../../src/formats/index.ts'
import { runMain } from './run-main.ts'

describe('help', () => {
  test('teaches commands, what is written, examples and exit codes', async () => {
    const { code, stdout, stderr } = await runMain(['--help'])
    expect(code).toBe(0)
    expect(stderr).toBe('')
    for (const part of [
      'build',
      'check [FILE...]',
      'explain [CODE]',
      'formats',
      'dist-private/',
      '$ signpost build',
      'Exit codes:',
      '--format',
    ]) {
      expect(stdout).toContain(part)
    }
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
  })

  test.each(['build', 'check', 'explain', 'formats'])(
    '%s --help has examples and the common flags',
    async (command) => {
      const { code, stdout } = await runMain([command, '--help'])
      expect(code).toBe(0)
      expect(stdout).toMatch(/Examples:\n {2}\$ signpost /)
      expect(stdout).toContain('--out-dir')
      expect(stdout).toContain('Exit codes:')
    },
  )

  test('every operand is described', async () => {
    const { stdout } = await runMain(['keys', '--help'])
    expect(stdout).toMatch(/ACTION +new, list/)
    expect(stdout).toMatch(/KID +retire, revoke/)
  })

  test('the codes that help names exist', async () => {
    const texts = await Promise.all([['--help'], ['explain', '--help']].map((argv) => runMain(argv)))
    const named = texts.flatMap(({ stdout }) => stdout.match(/\b[A-Z]{2,}(_[A-Z]+)+\b/g) ?? [])
    expect(named.length).toBeGreaterThan(0)
    for (const code of named) expect(Object.keys(RULES)).toContain(code)
  })

  test('without a command the help goes to stderr, and the command line was wrong', async () => {
    const { code, stdout, stderr } = await runMain([])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('Usage: signpost')
  })

  test('--version', async () => {
    expect(await runMain(['--version'])).toEqual({ code: 0, stdout: '9.9.9\n', stderr: '' })
  })
})

describe('a wrong command line is exit code 2, told on stderr', () => {
  test.each([
    [['biuld'], 'build'],
    [['check', '--stict'], '--strict'],
    [['check', '--format', 'jsn'], 'Did you mean json?'],
    [['check', '--format', 'xyzzy'], 'pretty, json, github, sarif, agent'],
    [['check', '--format'], '--format'],
    [['build', 'surplus'], 'too many arguments'],
    [['verify'], 'signpost verify --help'],
    [['keys'], 'signpost keys --help'],
    [['explain', 'CONFIG_MISING'], 'Did you mean CONFIG_MISSING?'],
    [['explain', 'zzz\u001B[2J'], 'signpost explain'],
    [['explain', '--format', 'sarif'], 'use pretty or json'],
    [['formats', '--format', 'github'], 'use pretty or json'],
    [['check', '--root', '/nonexistent-folder'], '--root'],
    [['check', '--config', 'nonexistent.config.js'], '--config'],
  ])('%j', async (argv, said) => {
    const { code, stdout, stderr } = await runMain(argv)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(said)
    expect(stderr).not.toContain('    at ')
    expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

describe('explain', () => {
  test('prints the documentation of a code, whatever its case', async () => {
    const { code, stdout, stderr } = await runMain(['explain', 'config_Missing'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^CONFIG_MISSING {2}error\n\n/)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(RULES.CONFIG_MISSING.docs.slice(0, 100).replaceAll(/\s+/g, ' '))
    expect(stdout).toContain("    plugins: [signpost({ origin: 'https://acme.example'")
  })

  test('prints every code without one', async () => {
    const { stdout } = await runMain(['explain'])
    expect(
      stdout
        .match(/^ {2}\S+$/gm)
        ?.map((line) => line.trim())
        .toSorted(),
    ).toEqual(Object.keys(RULES).toSorted())
    expect(stdout).toMatch(/^Errors\n/)
  })

  test('as JSON', async () => {
    const one = JSON.parse((await runMain(['explain', 'CONFIG_MISSING', '--format', 'json'])).stdout)
    const { docs } = RULES.CONFIG_MISSING
    expect(one).toEqual({
      diagnostics: [],
      errors: 0,
      warnings: 0,
      suggestions: 0,
      report: { rules: [{ code: 'CONFIG_MISSING', severity: 'error', locked: false, docs }] },
    })
    const all = JSON.parse((await runMain(['explain', '--format', 'json'])).stdout)
    expect(all.report.rules).toHaveLength(Object.keys(RULES).length)
  })
})

describe('formats', () => {
  test('names every format, its specifications and its paths', async () => {
    const { code, stdout } = await runMain(['formats'])
    expect(code).toBe(0)
    for (const format of Object.values(formats)) {
      for (const text of [format.name, format.summary, ...format.paths]) expect(stdout).toContain(text)
      for (const { title, version, date, url } of format.specifications)
        expect(stdout).toContain(`${title} ${version} (${date}) ${url}`)
    }
  })

  test('as JSON, flags before or after the command', async () => {
    const { stdout } = await runMain(['--format', 'json', 'formats'])
    expect(JSON.parse(stdout).report.formats.map((f: { name: string }) => f.name)).toEqual(
      Object.values(formats).map((f) => f.name),
    )
    expect((await runMain(['formats', '--format=json'])).stdout).toBe(stdout)
  })
})

import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadOptions } from '../../../src/load/options.ts'

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))
const OPTIONS = { origin: 'https://acme.example', provider: { name: 'Acme' } }
const PLUGIN = `{ name: 'signpost', api: { options: ${JSON.stringify(OPTIONS)} } }`

let root: string

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'signpost-options-')))
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

async function lay(files: Record<string, string>, withVite = true): Promise<void> {
  for (const [name, text] of Object.entries({ 'package.json': '{"type":"module"}', ...files })) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  if (withVite) {
    await mkdir(path.join(root, 'node_modules'), { recursive: true })
    await symlink(path.join(MODULES, 'vite'), path.join(root, 'node_modules/vite'))
  }
}

describe('a Vite config', () => {
  test.each(['ts', 'mts', 'js', 'mjs', 'cjs', 'cts'])('vite.config.%s', async (ending) => {
    const text = ending.startsWith('c')
      ? `module.exports = { plugins: [${PLUGIN}] }`
      : `export default { plugins: [${PLUGIN}] }`
    await lay({ [`vite.config.${ending}`]: text })
    expect(await loadOptions(root)).toMatchObject({
      diagnostics: [],
      site: {
        root,
        options: OPTIONS,
        file: `vite.config.${ending}`,
        vite: { configFile: path.join(root, `vite.config.${ending}`) },
      },
    })
  })

  test.each([
    ['nested', `{ plugins: [false, [null, [${PLUGIN}]]] }`],
    ['promised', `{ plugins: [Promise.resolve([Promise.resolve(${PLUGIN})])] }`],
    [
      'made by a function',
      `async ({ command, mode }) => ({ plugins: [command === 'build' && mode === 'production' && ${PLUGIN}] })`,
    ],
    ['typed', `{ plugins: [${PLUGIN} as object] } satisfies object`],
  ])('with a plugin that is %s', async (_, config) => {
    await lay({ 'vite.config.ts': `export default ${config}` })
    expect((await loadOptions(root)).site?.options).toEqual(OPTIONS)
  })

  test('with a root of its own', async () => {
    await lay({ 'vite.config.js': `export default { root: 'web', publicDir: 'static', plugins: [${PLUGIN}] }` })
    const { site } = await loadOptions(root)
    expect(site).toMatchObject({ root: path.join(root, 'web'), file: '../vite.config.js' })
    expect(site?.vite?.config.publicDir).toBe('static')
  })

  test('without the plugin is passed over', async () => {
    await lay({
      'vite.config.js': `export default { plugins: [{ name: 'other' }] }`,
      'signpost.config.js': `export default ${JSON.stringify(OPTIONS)}`,
    })
    expect(await loadOptions(root)).toEqual({
      diagnostics: [],
      site: { root, options: OPTIONS, file: 'signpost.config.js' },
    })
  })

  test('wins over a signpost.config', async () => {
    await lay({
      'vite.config.js': `export default { plugins: [${PLUGIN}] }`,
      'signpost.config.js': 'throw new Error()',
    })
    expect((await loadOptions(root)).site?.file).toBe('vite.config.js')
  })
})

describe('a signpost.config', () => {
  test.each([
    ['signpost.config.ts', `export default ${JSON.stringify(OPTIONS)} satisfies object`],
    ['signpost.config.ts', `export const options: object = ${JSON.stringify(OPTIONS)}`],
    ['signpost.config.js', `export const options = ${JSON.stringify(OPTIONS)}`],
    ['signpost.config.mjs', `export default Promise.resolve(${JSON.stringify(OPTIONS)})`],
  ])('%s: %s', async (name, text) => {
    await lay({ [name]: text })
    expect(await loadOptions(root)).toEqual({ diagnostics: [], site: { root, options: OPTIONS, file: name } })
  })

  test('may be named, and is then the only one', async () => {
    await lay({
      'vite.config.js': `export default { plugins: [${PLUGIN}] }`,
      'conf/signpost.config.mjs': 'export default { origin: "x" }',
    })
    const { site } = await loadOptions(root, path.join(root, 'conf/signpost.config.mjs'))
    expect(site).toEqual({ root, options: { origin: 'x' }, file: 'conf/signpost.config.mjs' })
  })
})

describe('no options', () => {
  test('nothing there', async () => {
    await lay({})
    const { site, diagnostics } = await loadOptions(root)
    expect(site).toBeUndefined()
    expect(diagnostics).toMatchObject([{ code: 'CONFIG_MISSING', severity: 'error' }])
    expect(diagnostics[0]).not.toHaveProperty('file')
    expect(diagnostics[0]?.hint).toMatch(/signpost\/vite.*signpost\.config/s)
  })

  test('one folder too deep', async () => {
    await lay({ 'signpost.config.mjs': `export default ${JSON.stringify(OPTIONS)}`, 'skills/parcel.yaml': '' })
    const { diagnostics } = await loadOptions(path.join(root, 'skills'))
    expect(diagnostics).toMatchObject([{ code: 'CONFIG_MISSING', hint: expect.stringContaining('`--root ..`') }])
    expect(diagnostics[0]?.hint).toContain('../signpost.config.mjs')
  })

  test('only a Vite config without the plugin', async () => {
    await lay({ 'vite.config.js': 'export default {}' })
    expect((await loadOptions(root)).diagnostics).toMatchObject([
      {
        code: 'CONFIG_MISSING',
        file: 'vite.config.js',
        message: expect.stringContaining('vite.config.js does not use the signpost plugin'),
      },
    ])
  })

  test('a named Vite config without the plugin does not fall through', async () => {
    await lay({
      'my.config.js': 'export default {}',
      'signpost.config.js': `export default ${JSON.stringify(OPTIONS)}`,
    })
    expect((await loadOptions(root, path.join(root, 'my.config.js'))).diagnostics).toMatchObject([
      { code: 'CONFIG_MISSING', file: 'my.config.js' },
    ])
  })
})

describe('a config that cannot be loaded', () => {
  test.each([
    ['vite.config.js', 'throw new Error("boom \\u001B[31mred\\u001B[0m\\nsecond line")', 'boom red.'],
    ['vite.config.js', 'throw "a text"', 'a text.'],
    ['vite.config.js', 'export default () => { throw { message: "an object" } }', 'an object.'],
    ['vite.config.js', 'throw Object.create(null)', '[Object: null prototype] {}.'],
    ['vite.config.js', 'export default 3', 'config must export or return an object.'],
    ['vite.config.js', 'export default { plugins: [Promise.reject(new Error("late"))] }', 'late.'],
    ['signpost.config.mjs', 'throw new Error("boom")', 'boom.'],
    ['signpost.config.ts', 'throw new Error("boom")', 'boom.'],
    ['signpost.config.mjs', 'export const other = 1', 'it exports no options.'],
    ['signpost.config.mjs', 'export default []', 'it exports no options.'],
  ])('%s: %s', async (name, text, reason) => {
    await lay({ [name]: text })
    const { site, diagnostics } = await loadOptions(root)
    expect(site).toBeUndefined()
    expect(diagnostics).toMatchObject([
      { code: 'CONFIG_UNREADABLE', severity: 'error', file: name, message: `${name} could not be loaded: ${reason}` },
    ])
  })

  test('a missing package is named, without the path of a temporary file', async () => {
    await lay({ 'vite.config.ts': `import x from 'not-installed-anywhere'\nexport default { plugins: [x] }` })
    const [finding] = (await loadOptions(root)).diagnostics
    expect(finding?.message).toBe(
      `vite.config.ts could not be loaded: Cannot find package 'not-installed-anywhere' imported from vite.config.ts.`,
    )
  })

  test('a syntax error has a position', async () => {
    await lay({ 'vite.config.ts': 'export default {\n  plugins: [,\n' })
    expect((await loadOptions(root)).diagnostics).toMatchObject([
      { code: 'CONFIG_UNREADABLE', file: 'vite.config.ts', line: 3, column: 1 },
    ])
  })
})

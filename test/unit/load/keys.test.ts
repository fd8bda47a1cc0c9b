import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadKeys, type KeyConfig, type KeyContext } from '../../../src/load/keys.ts'
import { publicHalf } from '../../../src/sign/jwk.ts'
import { NO_KEYS } from '../../../src/sign/keys.ts'
import { resolveTrust } from '../../../src/sign/trust-options.ts'
import { ED25519, P256 } from '../../keys.ts'
import { folderOf } from '../../site.ts'

const NOW = 1_800_000_000
const KEY = JSON.stringify(P256)
const { use: _, ...OLD } = publicHalf({ ...ED25519, kid: 'old' })

interface Setup {
  readonly files?: Readonly<Record<string, string>>
  readonly trust?: unknown
  readonly config?: Partial<KeyConfig>
  readonly context?: Partial<KeyContext>
}

/** Loads the keys of a folder: in a pipe outside of CI, unless the context says otherwise. */
function load(
  { files = {}, trust, config = {}, context = {} }: Setup,
  root = folderOf(files),
): { root: string; codes: string[]; text: string } & ReturnType<typeof loadKeys> {
  const whole: KeyConfig = {
    file: 'vite.config.ts',
    preview: false,
    skills: ['skills', 'plugins/*/skills'],
    agents: ['agents'],
    privateDir: 'dist-private',
    deployDir: 'dist-deploy',
    trust: resolveTrust(trust, 'acme.example'),
    ...config,
  }
  const loaded = loadKeys(root, whole, { env: {}, isTerminal: false, isCI: false, now: NOW, ...context })
  return {
    root,
    codes: loaded.diagnostics.map(({ code }) => code),
    text: JSON.stringify(loaded.diagnostics),
    ...loaded,
  }
}

const env = (more: Record<string, string> = {}): Partial<KeyContext> => ({
  env: { SIGNPOST_SIGNING_KEY: KEY, ...more },
})

describe('where the key comes from', () => {
  test('the environment', () => {
    const { keys, codes } = load({ context: env() })
    expect(codes).toEqual([])
    expect(keys).toMatchObject({ state: 'signed', signer: { kid: P256.kid }, published: [publicHalf(P256)] })
  })

  test('a file, relative to the root', () => {
    const { root } = load({ files: { 'site/vite.config.ts': '', 'key.json': KEY } })
    chmodSync(join(root, 'key.json'), 0o600)
    const { keys, codes } = load({ trust: { keys: { file: '../key.json' } } }, join(root, 'site'))
    expect(codes).toEqual([])
    expect(keys.signer?.kid).toBe(P256.kid)
  })

  test('the environment before the file', () => {
    const { keys, codes } = load({ trust: { keys: { file: 'absent.json' } }, context: env() })
    expect(codes).toEqual([])
    expect(keys.signer?.kid).toBe(P256.kid)
  })

  test('a finding in the file names it', () => {
    const { diagnostics } = load({
      files: { 'key.json': JSON.stringify({ keys: [P256, { kty: 'RSA' }] }) },
      trust: { keys: { file: 'key.json' } },
      context: {},
    })
    expect(diagnostics.find(({ code }) => code === 'KEY_UNSUPPORTED')).toMatchObject({
      file: 'key.json',
      pointer: '/keys/1',
    })
  })

  test.each([
    ['an absent file', 'absent.json'],
    ['a folder', 'folder'],
    ['the key itself', KEY],
    ['a PEM block', '-----BEGIN PRIVATE ' + 'KEY-----'],
  ])('%s is an error that shows nothing of a key', (_, file) => {
    const { keys, codes, text } = load({ files: { 'folder/x': '' }, trust: { keys: { file } } })
    expect(codes).toEqual(['KEY_FILE_UNREADABLE'])
    expect(keys.signer).toBeUndefined()
    for (const secret of [P256.d, 'BEGIN']) expect(text).not.toContain(secret)
  })

  test.skipIf(process.getuid?.() === 0)('a file without the right to read it', () => {
    const { root } = load({ files: { 'key.json': KEY } })
    chmodSync(join(root, 'key.json'), 0o000)
    expect(load({ trust: { keys: { file: 'key.json' } } }, root).codes).toEqual(['KEY_FILE_UNREADABLE'])
  })

  test('with an error nothing signs', () => {
    const { keys, codes } = load({
      context: { env: { SIGNPOST_SIGNING_KEY: JSON.stringify({ ...P256, exp: NOW - 1 }) } },
    })
    expect(codes).toEqual(['KEY_EXPIRED'])
    expect(keys).toEqual(NO_KEYS)
  })
})

describe('without a key', () => {
  test.each([
    ['in a pipe', {}, {}, ['KEY_MISSING']],
    ['in CI', {}, { isCI: true }, ['KEY_MISSING']],
    ['at a terminal of a CI', {}, { isCI: true, isTerminal: true }, ['KEY_MISSING']],
    ['with an empty secret', {}, { env: { SIGNPOST_SIGNING_KEY: ' \n' }, isCI: true }, ['KEY_MISSING']],
    ['in CI that requires one', { required: true }, { isCI: true }, ['KEY_REQUIRED']],
    ['in a pipe outside of CI', { required: true }, {}, ['KEY_MISSING']],
    ['in CI of a fork', { required: true }, { isCI: true, env: { SIGNPOST_UNSIGNED: '1' } }, ['KEY_MISSING']],
  ])('%s: %j %j', (_, trust, context, expected) => {
    const { root, keys, codes } = load({ trust, context })
    expect(codes).toEqual(expected)
    expect(keys).toEqual(NO_KEYS)
    expect(existsSync(join(root, '.signpost'))).toBe(false)
  })

  test('SIGNPOST_UNSIGNED wins over a key, at a terminal as well; 0 and false do not count', () => {
    expect(load({ context: { ...env({ SIGNPOST_UNSIGNED: '1' }), isTerminal: true } })).toMatchObject({
      codes: ['KEY_MISSING'],
      keys: NO_KEYS,
    })
    for (const off of ['', '0', 'false'])
      expect(load({ context: env({ SIGNPOST_UNSIGNED: off }) }).keys.state).toBe('signed')
  })

  test('trust: false looks at nothing and says nothing', () => {
    expect(load({ trust: false, context: { ...env(), isTerminal: true } })).toMatchObject({ codes: [], keys: NO_KEYS })
  })

  test('a preview is unsigned unless it is to be signed, and then no key is required either', () => {
    const config = { preview: true }
    expect(load({ config, context: env() })).toMatchObject({ codes: ['KEY_PREVIEW'], keys: NO_KEYS })
    expect(load({ config, trust: { signPreviews: true }, context: env() }).keys.state).toBe('signed')
    expect(load({ config, trust: { required: true }, context: { isCI: true } }).codes).toEqual(['KEY_PREVIEW'])
    expect(load({ config, trust: { required: true, signPreviews: true }, context: { isCI: true } }).codes).toEqual([
      'KEY_REQUIRED',
    ])
  })

  test('retired keys stay published', () => {
    const { keys } = load({ trust: { keys: { retired: [OLD] } } })
    expect(keys).toEqual({ state: 'unsigned', published: [{ ...OLD, use: 'sig' }] })
  })
})

describe('the development key', () => {
  const terminal = { context: { isTerminal: true } }

  test('is made at a terminal, kept for the next build, readable by its owner alone and ignored by git', () => {
    const first = load(terminal)
    expect(first.codes).toEqual(['KEY_DEVELOPMENT'])
    expect(first.keys).toMatchObject({
      state: 'development',
      signer: { alg: 'EdDSA', kid: expect.stringMatching(/^dev-[\w-]{43}$/) },
    })
    const file = join(first.root, '.signpost/dev-key.jwk.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(first.root, '.signpost/.gitignore'), 'utf8')).toBe('*\n')
    const second = load(terminal, first.root)
    expect(second.keys.published).toEqual(first.keys.published)
    expect(second.text).not.toContain(JSON.parse(readFileSync(file, 'utf8')).d)
  })

  test('is made in memory for what must not write', () => {
    const { root, keys, codes } = load({ context: { isTerminal: true, keepDevelopmentKey: false } })
    expect(keys.state).toBe('development')
    expect(codes).toEqual([])
    expect(existsSync(join(root, '.signpost'))).toBe(false)
  })

  test('that is broken or no development key is an error, never replaced', () => {
    for (const [content, code] of [
      ['{', 'KEY_JSON'],
      [KEY, 'KEY_ID'],
    ] as const) {
      const { root, codes } = load({ files: { '.signpost/dev-key.jwk.json': content }, ...terminal })
      expect(codes).toContain(code)
      expect(readFileSync(join(root, '.signpost/dev-key.jwk.json'), 'utf8')).toBe(content)
    }
  })

  test('that cannot be kept leaves the site unsigned', () => {
    const { keys, codes, text } = load({ files: { '.signpost': 'a file' }, ...terminal })
    expect(codes).toEqual(['KEY_MISSING'])
    expect(text).toContain('ENOTDIR')
    expect(keys).toEqual(NO_KEYS)
  })
})

describe('where a key file may lie', () => {
  const at = (file: string, files: Record<string, string> = {}, context: Partial<KeyContext> = {}): string[] => {
    const root = folderOf({ [file]: KEY, ...files })
    chmodSync(join(root, file), 0o600)
    return load({ trust: { keys: { file } }, context }, root).codes
  }

  test.each([
    'dist/key.json',
    'dist-private/a/key.json',
    'dist-deploy/key.json',
    'public/key.json',
    'skills/key.json',
    'plugins/a/skills/key.json',
    'agents/b/key.json',
  ])('%s: refused', (file) => {
    expect(at(file)).toEqual(['KEY_FILE_PLACE'])
  })

  test.each(['key.json', 'keys/key.json', 'distant/key.json', 'skills.key.json'])('%s: fine', (file) => {
    expect(at(file)).toEqual([])
  })

  test('folders of other names', () => {
    expect(at('web/key.json', {}, { outDir: 'web' })).toEqual(['KEY_FILE_PLACE'])
    expect(at('static/key.json', {}, { publicDir: 'static' })).toEqual(['KEY_FILE_PLACE'])
    expect(at('public/key.json', {}, { publicDir: '' })).toEqual([])
  })

  test('a link into such a folder, and such a folder behind a link', () => {
    const root = folderOf({ 'public/key.json': KEY, 'real/key.json': KEY })
    for (const file of ['public/key.json', 'real/key.json']) chmodSync(join(root, file), 0o600)
    symlinkSync('public/key.json', join(root, 'key.json'))
    expect(load({ trust: { keys: { file: 'key.json' } } }, root).codes).toEqual(['KEY_FILE_PLACE'])
    symlinkSync('real', join(root, 'skills'))
    expect(load({ trust: { keys: { file: 'real/key.json' } } }, root).codes).toEqual(['KEY_FILE_PLACE'])
  })

  test('the place counts when the key comes from elsewhere as well, and in an unsigned build', () => {
    const setup = { files: { 'public/key.json': KEY }, trust: { keys: { file: 'public/key.json' } } }
    expect(load({ ...setup, context: env() }).codes).toContain('KEY_FILE_PLACE')
    expect(load({ ...setup, context: env({ SIGNPOST_UNSIGNED: '1' }) }).codes).toContain('KEY_FILE_PLACE')
  })

  test('tracked by git: refused; in the repository but not in its index: fine', () => {
    const root = folderOf({ 'site/vite.config.ts': '', 'key.json': KEY })
    chmodSync(join(root, 'key.json'), 0o600)
    const git = (...args: string[]): void => void execFileSync('git', args, { cwd: root, stdio: 'ignore' })
    git('init')
    const codes = (): string[] => load({ trust: { keys: { file: '../key.json' } } }, join(root, 'site')).codes
    expect(codes()).toEqual([])
    git('add', 'key.json')
    expect(codes()).toEqual(['KEY_FILE_TRACKED'])
  })

  test.skipIf(process.platform === 'win32').each([
    [0o644, '0644'],
    [0o640, '0640'],
    [0o602, '0602'],
  ])('readable or writable by others, %o: a warning', (mode, shown) => {
    const root = folderOf({ 'key.json': KEY })
    chmodSync(join(root, 'key.json'), mode)
    const { codes, text, keys } = load({ trust: { keys: { file: 'key.json' } } }, root)
    expect(codes).toEqual(['KEY_FILE_READABLE'])
    expect(text).toContain(shown)
    expect(keys.state).toBe('signed')
  })
})

describe('the file of retired keys', () => {
  const trust = { keys: { retired: 'retired-keys.json' } }
  const load2 = (content: unknown): ReturnType<typeof load> =>
    load({
      files: { 'retired-keys.json': typeof content === 'string' ? content : JSON.stringify(content) },
      trust,
      context: env(),
    })

  test('holds a list or a JWK Set', () => {
    for (const content of [[OLD], { keys: [OLD] }]) {
      const { keys, codes } = load2(content)
      expect(codes).toEqual([])
      expect(keys.published.map(({ kid }) => kid)).toEqual([P256.kid, 'old'])
    }
  })

  test.each([
    ['no JSON', '[{', 'KEY_JSON', {}],
    ['a private key', [ED25519], 'KEY_PRIVATE', { pointer: '/0' }],
    ['a private key in a set', { keys: [OLD, ED25519] }, 'KEY_PRIVATE', { pointer: '/keys/1' }],
  ])('%s: an error in that file', (_, content, code, place) => {
    const { diagnostics, keys, text } = load2(content)
    expect(diagnostics).toMatchObject([{ code, file: 'retired-keys.json', ...place }])
    expect(text).not.toContain(ED25519.d)
    expect(keys.signer).toBeUndefined()
  })

  test('that is not there is an error at the option', () => {
    expect(load({ trust, context: env() }).diagnostics).toMatchObject([
      { code: 'KEY_FILE_UNREADABLE', file: 'vite.config.ts', pointer: '/trust/keys/retired' },
    ])
  })

  test('in the config, a private key is an error that shows nothing of it', () => {
    const { diagnostics, text } = load({ trust: { keys: { retired: [ED25519] } } })
    expect(diagnostics[0]).toMatchObject({
      code: 'KEY_PRIVATE',
      file: 'vite.config.ts',
      pointer: '/trust/keys/retired/0',
    })
    expect(text).not.toContain(ED25519.d)
  })
})

test('a file below a link that leads nowhere is no crash', () => {
  const root = folderOf({})
  mkdirSync(dirname(join(root, 'keys/key.json')))
  symlinkSync('/nowhere/at/all', join(root, 'keys/key.json'))
  writeFileSync(join(root, 'x'), '')
  expect(load({ trust: { keys: { file: 'keys/key.json' } } }, root).codes).toEqual(['KEY_FILE_UNREADABLE'])
})

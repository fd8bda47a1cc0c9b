import { describe, expect, test } from 'vitest'
import { resolveConfig, type ConfigContext } from '../../src/config.ts'

const context: ConfigContext = { mode: 'production', file: 'vite.config.ts', env: {} }
const base = { origin: 'https://acme.example', provider: { name: 'Acme' } }

const findings = (options: unknown, more: Partial<ConfigContext> = {}): string[] =>
  resolveConfig(options, { ...context, ...more }).diagnostics.map((d) => `${d.severity} ${d.code} ${d.pointer ?? ''}`)

describe('origin and publisher', () => {
  test.each<[string, string, string]>([
    ['https://acme.example', 'https://acme.example', 'acme.example'],
    ['https://acme.example/', 'https://acme.example', 'acme.example'],
    ['https://ACME.Example:443', 'https://acme.example', 'acme.example'],
    ['https://acme.example:8443', 'https://acme.example:8443', 'acme.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['https://agents.acme.co.uk', 'https://agents.acme.co.uk', 'agents.acme.co.uk'],
  ])('%s', (origin, normal, publisher) => {
    expect(resolveConfig({ ...base, origin }, context)).toMatchObject({
      config: { origin: normal, privateOrigin: normal, publisher },
      diagnostics: [],
    })
  })

  test.each([
    'http://acme.example',
    'acme.example',
    '//acme.example',
    'ftp://acme.example',
    'https://',
    'https://acme.example/docs',
    'https://acme.example/?x=1',
    'https://acme.example/#x',
    'https://acme.example?',
    'https://user:secret@acme.example',
    'https://acme.example.',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://10.1.2.3',
    'https://2130706433',
    'https://intranet',
    'https://wiki.internal',
    'https://printer.local',
    'https:\\\\acme.example',
    'https://acme.example/\n',
    ' https://acme.example',
  ])('%j is refused', (origin) => {
    const { diagnostics } = resolveConfig({ ...base, origin }, context)
    expect(diagnostics.map((d) => d.code)).toContain('CONFIG_ORIGIN')
    expect(JSON.stringify(diagnostics)).not.toContain('secret')
  })

  test.each<[string, string[]]>([
    ['acme.example', []],
    ['ACME.example', []],
    ['other.example', ['warning CONFIG_PUBLISHER_HOST /publisher']],
    ['co.uk', ['error CONFIG_PUBLISHER /publisher']],
    ['github.io', ['error CONFIG_PUBLISHER /publisher']],
    ['com', ['error CONFIG_PUBLISHER /publisher']],
    ['acme', ['error CONFIG_PUBLISHER /publisher']],
    ['192.0.2.1', ['error CONFIG_PUBLISHER /publisher']],
    ['https://acme.example', ['error CONFIG_PUBLISHER /publisher']],
    ['acme.example/x', ['error CONFIG_PUBLISHER /publisher']],
    ['user@acme.example', ['error CONFIG_PUBLISHER /publisher']],
    ['a b.example', ['error CONFIG_PUBLISHER /publisher']],
    ['-a-.example', ['error CONFIG_PUBLISHER /publisher']],
  ])('publisher %s', (publisher, expected) => {
    expect(findings({ ...base, publisher })).toEqual(expected)
  })

  test('loopback is for development, and needs a publisher', () => {
    const origin = 'http://localhost:5173'
    expect(findings({ ...base, origin }, { mode: 'development' })).toEqual(['error CONFIG_PUBLISHER /origin'])
    expect(findings({ ...base, origin, publisher: 'acme.example' }, { mode: 'development' })).toEqual([])
    expect(findings({ ...base, origin, publisher: 'acme.example' })).toContain('error CONFIG_ORIGIN /origin')
  })

  test('a preview has another origin and the same publisher', () => {
    const { config, diagnostics } = resolveConfig(base, {
      ...context,
      env: { SIGNPOST_ORIGIN: 'https://deploy-1.host.example' },
    })
    expect(config).toMatchObject({ origin: 'https://deploy-1.host.example', publisher: 'acme.example', preview: true })
    expect(diagnostics).toEqual([])
    expect(resolveConfig(base, { ...context, env: { SIGNPOST_ORIGIN: 'https://acme.example/' } }).config.preview).toBe(
      false,
    )
    expect(findings(base, { env: { SIGNPOST_ORIGIN: 'deploy-1' } })).toEqual(['error CONFIG_ORIGIN '])
  })
})

describe('options that cannot be', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['error CONFIG_OPTION ']],
    ['a text', 'https://acme.example', ['error CONFIG_OPTION ']],
    ['no provider', { origin: base.origin }, ['error CONFIG_OPTION /provider']],
    ['a provider without a name', { ...base, provider: {} }, ['error CONFIG_OPTION /provider/name']],
    [
      'addresses that lead nowhere',
      {
        ...base,
        provider: { name: 'Acme', url: 'acme.example', documentationUrl: 'javascript:alert(1)', logoUrl: 'logo.svg' },
      },
      [
        'error CONFIG_OPTION /provider/url',
        'error CONFIG_OPTION /provider/documentationUrl',
        'error CONFIG_OPTION /provider/logoUrl',
      ],
    ],
    [
      'an address with a password',
      { ...base, provider: { name: 'Acme', url: 'https://u:p@acme.example' } },
      ['error CONFIG_OPTION /provider/url'],
    ],
    ['a name of two lines', { ...base, provider: { name: 'a\nb' } }, ['error CONFIG_OPTION /provider/name']],
    [
      'a misspelt option that is required',
      { orign: base.origin, provider: base.provider },
      ['error CONFIG_OPTION_UNKNOWN /orign'],
    ],
    [
      'a misspelt member that is required',
      { ...base, provider: { nmae: 'Acme' } },
      ['error CONFIG_OPTION_UNKNOWN /provider/nmae'],
    ],
    ['an unknown option', { ...base, orign: 1 }, ['error CONFIG_OPTION_UNKNOWN /orign']],
    [
      'an unknown option below',
      { ...base, provider: { name: 'Acme', nmae: 'x' } },
      ['error CONFIG_OPTION_UNKNOWN /provider/nmae'],
    ],
    [
      'an unknown format',
      { ...base, formats: { 'agent-cards': false } },
      ['error CONFIG_OPTION_UNKNOWN /formats/agent-cards'],
    ],
    [
      'an unknown option of a format',
      { ...base, formats: { 'agent-card': { hybird: true } } },
      ['error CONFIG_OPTION_UNKNOWN /formats/agent-card/hybird'],
    ],
    ['an unknown host', { ...base, hosts: ['netlfy'] }, ['error CONFIG_OPTION /hosts/0']],
    ['a folder that is no list', { ...base, skills: 'skills' }, ['error CONFIG_OPTION /skills']],
    ['a negative time', { ...base, cache: { discovery: -1 } }, ['error CONFIG_OPTION /cache/discovery']],
    ['a misspelt access', { ...base, defaults: { access: 'pubic' } }, ['error CONFIG_OPTION /defaults/access']],
    ['an unknown code', { ...base, rules: { SKIL_VERSION: 'off' } }, ['error CONFIG_RULE_UNKNOWN /rules/SKIL_VERSION']],
    [
      'an unknown severity',
      { ...base, rules: { SKILL_VERSION: 'none' } },
      ['error CONFIG_OPTION /rules/SKILL_VERSION'],
    ],
    [
      'a locked code',
      { ...base, rules: { ACCESS_MISSING: 'off' } },
      ['error CONFIG_RULE_LOCKED /rules/ACCESS_MISSING'],
    ],
    [
      'an allowance without a reason',
      { ...base, publish: { allow: [{ code: 'ACCESS_MISSING', at: 'x' }] } },
      ['error CONFIG_OPTION /publish/allow/0/reason'],
    ],
    ['strict as a text', { ...base, strict: 'yes' }, ['error CONFIG_OPTION /strict']],
    ['a function', { ...base, provider: { name: () => 'Acme' } }, ['error CONFIG_OPTION /provider/name']],
    [
      'a date',
      { ...base, overrides: { a: { created_at: new Date(0) } } },
      ['error CONFIG_OPTION /overrides/a/created_at'],
    ],
    ['not a number', { ...base, cache: { keys: Number.NaN } }, ['error CONFIG_OPTION /cache/keys']],
    ['half of a pair', { ...base, provider: { name: 'Acme \ud83d' } }, ['error CONFIG_OPTION /provider/name']],
    ['a value that holds itself', { ...base, overrides: circular() }, ['error CONFIG_OPTION /overrides/a']],
    ['privateDir true', { ...base, privateDir: true }, ['error CONFIG_OPTION /privateDir']],
  ])('%s', (_, options, expected) => {
    expect(findings(options)).toEqual(expected)
  })

  test('names near a known one are suggested', () => {
    const hints = (options: unknown): unknown[] => resolveConfig(options, context).diagnostics.map((d) => d.hint)
    expect(hints({ ...base, orign: 1 })).toEqual(['Did you mean `origin`?'])
    expect(hints({ ...base, hosts: ['netlfy'] })).toEqual(['Did you mean `netlify`?'])
  })
})

function circular(): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  value['a'] = value
  return value
}

test.each([
  [{ skills: ['a\0b'] }, '/skills/0'],
  [{ agents: ['\0'] }, '/agents/0'],
  [{ exclude: ['\0'] }, '/exclude/0'],
  [{ privateDir: '\0' }, '/privateDir'],
  [{ deployDir: 'a\0' }, '/deployDir'],
  [{ trust: { keys: { file: 'a\0' } } }, '/trust/keys/file'],
])('no path holds U+0000: %j', (options, pointer) => {
  expect(findings({ ...base, ...options })).toEqual([`error CONFIG_OPTION ${pointer}`])
})

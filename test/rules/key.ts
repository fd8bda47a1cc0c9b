import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import type { BuildContext } from '../../src/build.ts'
import { publicHalf } from '../../src/sign/jwk.ts'
import { ED25519, keysOf, P256 } from '../keys.ts'
import { agent, skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const NOW = 1_800_000_000
const DAY = 86_400
const FILES = { 'skills/parcel.yaml': skill() }
const FILE = 'vite.config.ts'
const TRUST = { trust: {} }
const { use: _, ...OLD } = publicHalf({ ...ED25519, kid: 'acme-2025' })
const { d: __, ...PUBLIC } = P256
const DEVELOPMENT = '.signpost/dev-key.jwk.json'

/** A build that looks for keys, in a pipe outside of CI. */
function keyContext(members: object = {}): Partial<BuildContext> {
  return { keys: undefined, env: {}, now: NOW, isCI: false, isTerminal: false, ...members } as object
}

/** A build whose environment holds this as the signing key. */
function given(code: Fixture['code'], key: unknown, severity: 'error' | 'warning', title?: string): Fixture {
  const env = { SIGNPOST_SIGNING_KEY: typeof key === 'string' ? key : JSON.stringify(key) }
  return {
    code,
    files: FILES,
    options: TRUST,
    context: keyContext({ env }),
    expect: severity,
    ...(title === undefined ? {} : { title }),
  }
}

/** A build that signs, with these retired keys. */
function retired(code: Fixture['code'], keys: unknown, expect: Fixture['expect']): Fixture {
  const env = { SIGNPOST_SIGNING_KEY: JSON.stringify(P256) }
  return {
    code,
    files: FILES,
    options: { trust: { keys: { retired: keys as never } } },
    context: keyContext({ env }),
    expect,
  }
}

/** A build whose key file lies at this path. */
function file(
  code: Fixture['code'],
  path: string,
  expect: Fixture['expect'],
  prepare: (root: string) => void = () => {},
): Fixture {
  return {
    code,
    files: { ...FILES, [path]: JSON.stringify(P256) },
    options: { trust: { keys: { file: path } } },
    context: keyContext(),
    setup: (root) => {
      chmodSync(join(root, path), 0o600)
      prepare(root)
    },
    expect,
  }
}

/** A build that signs an agent with these members, which has a finding on a line of its own. */
function card(
  code: Fixture['code'],
  members: Readonly<Record<string, string>>,
  expect: Fixture['expect'],
  more: Partial<Fixture> = {},
): Fixture {
  return { code, files: { 'agents/desk.yaml': agent(members) }, context: { keys: keysOf(P256) }, expect, ...more }
}

const development = JSON.stringify({ ...ED25519, kid: 'dev-1' })
const site = (trust: object): string =>
  `export default ${JSON.stringify({ origin: 'https://acme.example', provider: { name: 'Acme' }, trust })}\n`
const SCOPELESS = {
  securitySchemes: '{ key: { apiKeySecurityScheme: { location: header, name: X-Key } } }',
  securityRequirements: '[{ schemes: { key: { list: [] } } }]',
}
const BOTH =
  '[{ url: https://acme.example/a2a, protocolBinding: JSONRPC, protocolVersion: "1.0" }, { url: https://acme.example/v03, protocolBinding: JSONRPC, protocolVersion: "0.3" }]'

/** Fixtures of findings about keys and signatures. */
export const keyFixtures: readonly Fixture[] = [
  given('KEY_JSON', '../signing-key.jwk.json', 'error'),
  given('KEY_JSON', '-----BEGIN ' + 'PUBLIC KEY-----\nMCow', 'error', 'pem'),
  given('KEY_SYMMETRIC', { kty: 'oct', k: 'c2lnbnBvc3Q' }, 'error'),
  given('KEY_UNSUPPORTED', { kty: 'RSA', n: 'AQAB', e: 'AQAB' }, 'error'),
  given('KEY_INVALID', { ...P256, d: ED25519.d }, 'error'),
  given('KEY_ID', { ...P256, kid: 'dev-1' }, 'error'),
  given('KEY_ID_TWICE', { keys: [P256, { ...ED25519, kid: P256.kid }] }, 'error'),
  given('KEY_PUBLIC', PUBLIC, 'error'),
  given('KEY_EXPIRED', { ...P256, exp: NOW - DAY }, 'error'),
  given('KEY_EXPIRES_SOON', { ...P256, exp: NOW + 10 * DAY }, 'warning'),
  given('KEY_NOT_YET_VALID', { ...P256, nbf: NOW + DAY }, 'error'),
  { code: 'KEY_MISSING', files: FILES, options: TRUST, context: keyContext(), expect: 'warning' },
  {
    code: 'KEY_MISSING',
    title: 'on purpose',
    files: FILES,
    options: TRUST,
    context: keyContext({ env: { SIGNPOST_UNSIGNED: '1' } }),
    expect: 'warning',
  },
  {
    code: 'KEY_REQUIRED',
    files: FILES,
    options: { trust: { required: true } },
    context: keyContext({ isCI: true }),
    expect: `error ${FILE}`,
  },
  {
    code: 'KEY_DEVELOPMENT',
    files: { ...FILES, [DEVELOPMENT]: development },
    options: TRUST,
    setup: (root) => chmodSync(join(root, DEVELOPMENT), 0o600),
    context: keyContext({ isTerminal: true }),
    expect: `suggestion ${DEVELOPMENT}`,
  },
  {
    code: 'KEY_PREVIEW',
    files: FILES,
    options: TRUST,
    context: keyContext({ env: { SIGNPOST_ORIGIN: 'https://preview.example' } }),
    expect: `suggestion ${FILE}`,
  },
  {
    code: 'KEY_FILE_UNREADABLE',
    files: FILES,
    options: { trust: { keys: { file: '../absent.json' } } },
    context: keyContext(),
    expect: `error ${FILE}`,
  },
  file('KEY_FILE_PLACE', 'dist/key.json', 'error dist/key.json'),
  file('KEY_FILE_TRACKED', 'key.json', 'error key.json', (root) => {
    execFileSync('git', ['init'], { cwd: root, stdio: 'ignore' })
    execFileSync('git', ['add', 'key.json'], { cwd: root, stdio: 'ignore' })
  }),
  file('KEY_FILE_READABLE', 'key.json', 'warning key.json', (root) => chmodSync(join(root, 'key.json'), 0o644)),
  retired('KEY_PRIVATE', [ED25519], `error ${FILE}`),
  retired('KEY_RETIRED_OVER', [{ ...OLD, until: '2026-12-31' }], `suggestion ${FILE}`),
  retired('KEY_RETIRED_SIGNS', [publicHalf(P256)], `warning ${FILE}`),
  {
    code: 'KEY_NOT_FOUND',
    files: { 'signpost.config.mjs': site({}) },
    argv: ['keys', 'retire', 'acme-2025'],
    expect: 'error',
  },
  {
    code: 'KEY_STILL_SIGNS',
    files: { 'signpost.config.mjs': site({}), [DEVELOPMENT]: development },
    argv: ['keys', 'retire', 'dev-1'],
    expect: 'error',
  },
  {
    code: 'KEY_STILL_SIGNS',
    title: 'revoked',
    files: { 'signpost.config.mjs': site({}), [DEVELOPMENT]: development },
    argv: ['keys', 'revoke', 'dev-1'],
    expect: 'error',
  },
  {
    code: 'KEY_IN_CONFIG',
    files: { 'signpost.config.mjs': site({ keys: { retired: [OLD] } }) },
    argv: ['keys', 'revoke', 'acme-2025'],
    expect: 'error signpost.config.mjs',
  },
  card(
    'SIGNATURE_NOT_PORTABLE',
    { capabilities: '{ extensions: [{ uri: https://acme.example/e, params: { note: "" } }] }' },
    'warning agents/desk.yaml:5:77',
  ),
  card('SIGNATURE_NOT_COVERED', SCOPELESS, 'warning agents/desk.yaml:11:42'),
  card('SIGNATURE_HYBRID', { supportedInterfaces: BOTH }, 'suggestion agents/desk.yaml:1:1', {
    options: { formats: { 'agent-card': { hybrid: true } } },
  }),
  card('SIGNATURE_NOT_ASCII', { description: 'Answers questions at the café.' }, 'suggestion agents/desk.yaml:2:14'),
  card('SIGNATURE_SELF_CHECK', {}, 'error agents/desk.yaml', {
    context: {
      keys: { ...keysOf(P256), signer: { alg: 'ES256', kid: P256.kid, sign: async () => new Uint8Array(64) } },
    },
    also: ['error SIGNATURE_SELF_CHECK agents/desk.yaml', 'error SIGNATURE_SELF_CHECK agents/desk.yaml'],
  }),
]

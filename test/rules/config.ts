import { skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const FILES = { 'skills/parcel.yaml': skill() }
const FILE = 'vite.config.ts'

/** Fixtures of findings about the options. */
export const configFixtures: readonly Fixture[] = [
  { code: 'CONFIG_OPTION', files: FILES, options: { strict: 'yes' as never }, expect: `error ${FILE}` },
  {
    code: 'CONFIG_OPTION',
    title: 'missing',
    files: FILES,
    options: { provider: {} as never },
    expect: `error ${FILE}`,
  },
  {
    code: 'CONFIG_OPTION_UNKNOWN',
    files: FILES,
    options: { publsher: 'acme.example' } as never,
    expect: `error ${FILE}`,
  },
  {
    code: 'CONFIG_RULE_UNKNOWN',
    files: FILES,
    options: { rules: { SKILL_VERSOIN: 'off' } },
    expect: `error ${FILE}`,
  },
  { code: 'CONFIG_ORIGIN', files: FILES, options: { origin: 'https://acme.example/shop' }, expect: `error ${FILE}` },
  {
    code: 'CONFIG_ORIGIN',
    title: 'of a preview',
    files: FILES,
    context: { env: { SIGNPOST_ORIGIN: 'http://localhost:4173' } },
    expect: `error ${FILE}`,
  },
  { code: 'CONFIG_PUBLISHER', files: FILES, options: { publisher: 'github.io' }, expect: `error ${FILE}` },
  {
    code: 'CONFIG_PUBLISHER_HOST',
    files: FILES,
    options: { publisher: 'acme-group.example' },
    expect: `warning ${FILE}`,
  },
  { code: 'CONFIG_FOLDER_MISSING', files: FILES, options: { agents: ['agent'] }, expect: `warning ${FILE}` },
  {
    code: 'CONFIG_RULE_LOCKED',
    files: FILES,
    options: { rules: { PUBLISH_SECRET: 'warning' } },
    expect: `error ${FILE}`,
  },
  {
    code: 'CONFIG_ALLOW_UNUSED',
    files: FILES,
    options: { publish: { allow: [{ code: 'PUBLISH_SECRET', at: 'skills/parcel.yaml', reason: 'It is public.' }] } },
    expect: `warning ${FILE}`,
  },
  {
    code: 'CONFIG_ALLOW_UNUSED',
    title: 'of a definition',
    files: {
      'skills/parcel.yaml': skill({
        publish: '{ allow: [{ code: PUBLISH_SECRET, at: skills/parcel.yaml, reason: It is public. }] }',
      }),
    },
    expect: 'warning skills/parcel.yaml:8:20',
  },
  {
    code: 'CONFIG_PRIVATE_DIR',
    files: {
      ...FILES,
      'skills/vault.yaml': skill({ name: 'Vault keys', access: 'private', auth: '{ type: api_key }' }),
    },
    options: { privateDir: false },
    expect: 'error skills/vault.yaml:3:9',
  },
]

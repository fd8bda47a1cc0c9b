import { agent, server, skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const PRIVATE = skill({ name: 'Vault keys', access: 'private', auth: '{ type: api_key }', tags: '[vault]' })

/** Fixtures of findings between definitions. */
export const catalogFixtures: readonly Fixture[] = [
  { code: 'CATALOG_EMPTY', expect: 'warning vite.config.ts' },
  {
    code: 'CATALOG_DUPLICATE_ID',
    files: {
      'skills/labels.yaml': skill({ id: 'example.acme.parcel-v1' }),
      'skills/parcel.yaml': skill({ id: 'example.acme.parcel-v1' }),
    },
    expect: 'error skills/parcel.yaml:8:5',
  },
  {
    code: 'CATALOG_DUPLICATE_SLUG',
    files: {
      'skills/labels.yaml': skill({ id: 'example.acme.labels-v1', publish: '{ slug: parcel }' }),
      'skills/parcel.yaml': skill(),
    },
    expect: 'error skills/labels.yaml:9:18',
  },
  {
    code: 'CATALOG_DUPLICATE_URN',
    files: { 'agents/parcel.yaml': agent({ ard: '{ namespace: descriptor }' }), 'skills/parcel.yaml': skill() },
    expect: 'error agents/parcel.yaml:10:19',
  },
  {
    code: 'CATALOG_REF_UNKNOWN',
    files: { 'agents/desk.yaml': agent({ skills: '[{ ref: parcels }]' }), 'skills/parcel.yaml': skill() },
    expect: 'error agents/desk.yaml:8:17',
  },
  {
    code: 'CATALOG_REF_PRIVATE',
    files: {
      'agents/desk.yaml': agent({
        skills: '[{ ref: vault-keys }, { id: greet, name: Greet, description: Greets guests., tags: [desk] }]',
      }),
      'skills/vault-keys.yaml': PRIVATE,
    },
    expect: 'warning agents/desk.yaml:8:17',
  },
  {
    code: 'CATALOG_NOTHING_LEFT',
    files: { 'agents/desk.yaml': agent({ skills: '[{ ref: vault-keys }]' }), 'skills/vault-keys.yaml': PRIVATE },
    expect: 'error agents/desk.yaml:8:1',
  },
  {
    code: 'CATALOG_NOTHING_LEFT',
    title: 'of a server',
    files: {
      'agents/tools.yaml': server({ tools: '[{ ref: vault-keys }]' }),
      'skills/vault-keys.yaml': `${PRIVATE}inputSchema: { type: object }\n`,
    },
    expect: 'error agents/tools.yaml:6:1',
  },
  {
    code: 'CATALOG_PRIMARY',
    files: { 'agents/desk.yaml': agent(), 'agents/shop.yaml': agent({ name: 'Shop' }) },
    expect: 'error agents/desk.yaml:1:1',
  },
  {
    code: 'CATALOG_PRIMARY',
    title: 'marked twice',
    files: {
      'agents/desk.yaml': agent({ publish: '{ primary: true }' }),
      'agents/shop.yaml': agent({ name: 'Shop', publish: '{ primary: true }' }),
    },
    expect: 'error agents/desk.yaml:10:21',
  },
]

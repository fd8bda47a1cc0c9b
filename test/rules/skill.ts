import { agentSkill, BESIDE, skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

/** Fixtures of findings about skills, as Skill Sharing describes them. */
export const skillFixtures: readonly Fixture[] = [
  {
    code: 'SKILL_VERSION',
    files: { 'skills/parcel.yaml': skill({ version: 'v1.2' }) },
    expect: 'error skills/parcel.yaml:2:10',
  },
  {
    code: 'SKILL_VERSION_FORM',
    files: agentSkill({}, { 'skill.yaml': BESIDE.replace('1.0.0', '2026-02') }),
    expect: 'warning skills/till-close/skill.yaml:1:10',
  },
  {
    code: 'SKILL_VERSION_DEFAULT',
    files: agentSkill({}, { 'skill.yaml': BESIDE.replace(/^version.*\n/, '') }),
    expect: 'suggestion skills/till-close/SKILL.md:2:1',
  },
  {
    code: 'SKILL_ID_FORM',
    files: { 'skills/parcel.yaml': skill({ id: 'ParcelTracking' }) },
    expect: 'suggestion skills/parcel.yaml:8:5',
  },
  {
    code: 'SKILL_ID_MAJOR',
    files: { 'skills/parcel.yaml': skill({ id: 'example.acme.parcel-v2' }) },
    expect: 'warning skills/parcel.yaml:8:5',
  },
  {
    code: 'SKILL_DATE',
    files: { 'skills/parcel.yaml': skill({ updated_at: '2026-02-30' }) },
    expect: 'error skills/parcel.yaml:8:13',
  },
  {
    code: 'SKILL_AUTH_MISSING',
    files: { 'skills/parcel.yaml': skill({ access: 'restricted' }) },
    expect: 'warning skills/parcel.yaml:3:1',
  },
  {
    code: 'SKILL_AUTH_PUBLIC',
    files: { 'skills/parcel.yaml': skill({ auth: '{ type: api_key }' }) },
    expect: 'warning skills/parcel.yaml:8:15',
  },
  {
    code: 'SKILL_STATUS_URL',
    files: {
      'skills/parcel.yaml': skill({
        endpoint: '{ url: https://acme.example/p, method: POST, status_url: https://acme.example/status }',
      }),
    },
    expect: 'warning skills/parcel.yaml:6:68',
  },
  {
    code: 'SKILL_TOP_LEVEL',
    files: agentSkill({ tags: '[shop]', examples: '[close till 4]' }),
    expect: 'warning skills/till-close/SKILL.md:4:1',
  },
  {
    code: 'URL_INVALID',
    files: { 'skills/parcel.yaml': skill({ endpoint: '{ url: /parcels, method: POST }' }) },
    expect: 'error skills/parcel.yaml:6:18',
  },
  {
    code: 'URL_NOT_HTTPS',
    files: { 'skills/parcel.yaml': skill({ documentation_url: 'http://acme.example/parcels' }) },
    expect: 'error skills/parcel.yaml:8:20',
  },
  {
    code: 'URL_EMPTY_SEGMENT',
    files: { 'skills/parcel.yaml': skill({ endpoint: '{ url: https://api.acme.example//parcels, method: POST }' }) },
    expect: 'warning skills/parcel.yaml:6:18',
  },
  {
    code: 'URL_CREDENTIALS',
    files: {
      'skills/parcel.yaml': skill({
        endpoint: `{ url: https://${['parcels', 'Tr4ck', 'm3.now'].join(':')}@api.acme.example/parcels, method: POST }`,
      }),
    },
    expect: 'error skills/parcel.yaml:6:18',
  },
]

import { ED25519, keysOf } from '../keys.ts'
import { agent, agentSkill, skill, type Members } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const OPTIONS = 'vite.config.ts'

/** A skill whose ARD entry says this. */
function entry(
  code: Fixture['code'],
  ard: string,
  expect: Fixture['expect'],
  title?: string,
  also?: readonly string[],
): Fixture {
  const members: Members = { ard }
  return {
    code,
    files: { 'skills/parcel.yaml': skill(members) },
    expect,
    ...(title === undefined ? {} : { title }),
    ...(also === undefined ? {} : { also }),
  }
}

/** A site whose trust manifests name this identity. */
function identity(code: Fixture['code'], text: string, expect: Fixture['expect'], title?: string): Fixture {
  return {
    code,
    files: { 'skills/parcel.yaml': skill() },
    options: { trust: { identity: text } },
    context: { keys: keysOf(ED25519) },
    expect,
    ...(title === undefined ? {} : { title }),
  }
}

/** A site beside a robots.txt of the publisher. */
function robots(code: Fixture['code'], text: string, expect: Fixture['expect']): Fixture {
  return {
    code,
    files: { 'skills/parcel.yaml': skill(), 'public/robots.txt': text },
    context: { publicFiles: ['robots.txt'], publicTexts: { 'robots.txt': text } },
    expect,
  }
}

/** Fixtures of findings about trust manifests and the ARD manifest. */
export const trustFixtures: readonly Fixture[] = [
  identity('TRUST_IDENTITY', 'did:web:evilacme.example', `error ${OPTIONS}`),
  identity('TRUST_IDENTITY', 'https://evil.example@acme.example/', `error ${OPTIONS}`, 'user information'),
  identity('TRUST_IDENTITY', 'did:web:api.acme.example', `error ${OPTIONS}`, 'subdomain'),
  identity('TRUST_IDENTITY_KEYS', 'did:web:acme.example:agents', `warning ${OPTIONS}`),
  identity('TRUST_IDENTITY_KEYS', 'spiffe://acme.example/agents', `warning ${OPTIONS}`, 'spiffe'),
  entry('TRUST_ATTESTATION', '{ attestations: [{ type: SOC2, uri: soc2.pdf }] }', 'error skills/parcel.yaml:8:42'),
  {
    code: 'TRUST_ATTESTATION',
    title: 'of the options',
    files: { 'skills/parcel.yaml': skill() },
    options: { trust: { attestations: [{ type: 'SOC2', uri: 'https://acme.example/soc2' }] } },
    context: { keys: keysOf(ED25519) },
    expect: `error ${OPTIONS}`,
  },
  entry(
    'TRUST_ATTESTATION_DIGEST',
    '{ attestations: [{ type: SOC2, uri: https://acme.example/soc2.pdf }] }',
    'suggestion skills/parcel.yaml:8:42',
  ),
  entry('ARD_TYPE', '{ type: mcp }', 'error skills/parcel.yaml:8:14'),
  {
    code: 'ARD_TYPE',
    title: 'of the options',
    files: { 'agents/desk.yaml': agent() },
    options: { formats: { ard: { mediaTypes: { agent: 'card' } } } },
    expect: `error ${OPTIONS}`,
  },
  entry('ARD_TYPE_UNKNOWN', '{ type: application/x-acme-thing }', 'suggestion skills/parcel.yaml:8:14'),
  entry('ARD_TYPE_UNKNOWN', '{ type: application/agent-skill+zip }', 'suggestion skills/parcel.yaml:8:14', 'near'),
  entry('ARD_TYPE_OLD', '{ type: application/mcp-server+json }', 'warning skills/parcel.yaml:8:14'),
  entry('ARD_SOURCE', '{ url: https://acme.example/x, data: {} }', 'error skills/parcel.yaml:8:37'),
  entry('ARD_METADATA', '{ metadata: { region: [eu, us] } }', 'error skills/parcel.yaml:8:28'),
  {
    code: 'ARD_DATES_HISTORY',
    files: { 'skills/parcel.yaml': skill() },
    options: { formats: { ard: { dates: 'git' } } },
    expect: `warning ${OPTIONS}`,
  },
  robots('ARD_AGENTMAP', 'Agentmap: https://other.example/ard.json\n', 'warning robots.txt:1'),
  robots('ARD_ROBOTS_BLOCKED', 'User-agent: *\nDisallow: /\n', 'warning robots.txt:2'),
  {
    code: 'CATALOG_DUPLICATE_URN',
    title: 'of one skill',
    files: agentSkill(
      {},
      {
        'skill.yaml':
          'version: 1.0.0\naccess: public\nrepresentativeQueries: [a b, c d]\nard: { namespace: descriptor }\n',
      },
    ),
    expect: 'error skills/till-close/skill.yaml:4:19',
  },
  {
    code: 'CATALOG_DUPLICATE_URN',
    title: 'of a nested catalog',
    files: { 'skills/skills.yaml': skill({ ard: '{ namespace: catalog }' }) },
    expect: 'error skills/skills.yaml:8:19',
  },
]

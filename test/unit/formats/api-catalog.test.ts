import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/json.ts'
import { agentYaml, artifact, buildFiles, document, skillYaml } from '../../site.ts'

const PATH = '.well-known/api-catalog'
const openapi = 'https://api.acme.example/openapi.json'

describe('the API catalog', () => {
  test('lists itself with its APIs, then each API with its description, documentation and own document', async () => {
    const result = await buildFiles({
      'skills/track.yaml': skillYaml({
        publish: { openapi },
        documentation_url: 'https://docs.acme.example/track',
      }),
      'skills/guide.md': `---\n${skillYaml({ name: 'Guide', endpoint: { url: 'https://api.acme.example/guide', method: 'POST' }, publish: { openapi: 'https://api.acme.example/guide.yaml' } })}---\n\nHow to.\n`,
      'skills/plain.yaml': skillYaml({ name: 'Plain' }),
      'agents/desk.yaml': agentYaml({
        documentationUrl: 'https://docs.acme.example/desk',
        publish: { openapi: 'https://acme.example/a2a/description' },
      }),
      'agents/depot.yaml': serverYaml({ publish: { openapi: 'https://acme.example/mcp.json' } }),
    })
    expect(document(result, PATH)).toEqual({
      linkset: [
        {
          anchor: 'https://acme.example/.well-known/api-catalog',
          item: [
            { href: 'https://acme.example/a2a', title: 'Desk' },
            { href: 'https://acme.example/mcp', title: 'Depot' },
            { href: 'https://api.acme.example/guide', title: 'Guide' },
            { href: 'https://api.acme.example/parcels', title: 'Parcel tracking' },
          ],
        },
        {
          anchor: 'https://acme.example/a2a',
          'service-desc': [{ href: 'https://acme.example/a2a/description' }],
          'service-doc': [{ href: 'https://docs.acme.example/desk' }],
          'service-meta': [{ href: 'https://acme.example/agents/desk/agent-card.json', type: 'application/json' }],
        },
        {
          anchor: 'https://acme.example/mcp',
          'service-desc': [{ href: 'https://acme.example/mcp.json', type: 'application/json' }],
          'service-meta': [
            {
              href: 'https://acme.example/servers/depot/server-card.json',
              type: 'application/mcp-server-card+json',
            },
          ],
        },
        {
          anchor: 'https://api.acme.example/guide',
          'service-desc': [{ href: 'https://api.acme.example/guide.yaml', type: 'application/yaml' }],
          'service-doc': [{ href: 'https://acme.example/skills/guide/documentation.md', type: 'text/markdown' }],
          'service-meta': [{ href: 'https://acme.example/skills/guide/descriptor.json', type: 'application/json' }],
        },
        {
          anchor: 'https://api.acme.example/parcels',
          'service-desc': [{ href: openapi, type: 'application/json' }],
          'service-doc': [{ href: 'https://docs.acme.example/track' }],
          'service-meta': [{ href: 'https://acme.example/skills/track/descriptor.json', type: 'application/json' }],
        },
      ],
    })
  })

  test('is a link set that follows the profile, made from its definitions', async () => {
    const result = await buildFiles({ 'skills/track.yaml': skillYaml({ publish: { openapi } }) })
    expect(artifact(result, PATH)).toMatchObject({
      mediaType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      cache: 'discovery',
      from: ['skills/track.yaml'],
      format: 'api-catalog',
    })
  })

  test('is not there when nothing listed has a description, or the format is off', async () => {
    const files = {
      'skills/track.yaml': skillYaml(),
      'skills/hidden.yaml': skillYaml({ name: 'Hidden', publish: { openapi, listed: false } }),
    }
    expect(artifact(await buildFiles(files), PATH)).toBeUndefined()
    const described = { 'skills/track.yaml': skillYaml({ publish: { openapi } }) }
    expect(artifact(await buildFiles(described, { formats: { 'api-catalog': false } }), PATH)).toBeUndefined()
  })

  test('takes what is served at one URL for one API', async () => {
    const result = await buildFiles({
      'skills/a.yaml': skillYaml({ name: 'A', publish: { openapi } }),
      'skills/b.yaml': skillYaml({ name: 'B', publish: { openapi } }),
      'skills/c.yaml': skillYaml({ name: 'C', publish: { openapi: 'https://api.acme.example/c.json' } }),
    })
    const [catalog, api, ...others] = document(result, PATH)['linkset'] as JsonObject[]
    expect(others).toEqual([])
    expect(catalog!['item']).toHaveLength(1)
    expect(hrefs(api!['service-desc'])).toEqual([openapi, 'https://api.acme.example/c.json'])
    expect(hrefs(api!['service-meta'])).toEqual(
      ['a', 'b', 'c'].map((slug) => `https://acme.example/skills/${slug}/descriptor.json`),
    )
  })

  test('links no document that is not published, and writes addresses as URIs', async () => {
    const files = {
      'skills/track.yaml': skillYaml({
        endpoint: { url: 'https://api.acme.example/é', method: 'POST' },
        documentation_url: 'https://docs.acme.example/ü',
        publish: { openapi: 'https://api.acme.example/ö.json' },
      }),
      'agents/depot.yaml': serverYaml({
        remotes: [
          {
            type: 'streamable-http',
            url: 'https://acme.example/{tenant}/mcp',
            variables: { tenant: { description: 'Tenant' } },
          },
        ],
        publish: { openapi },
      }),
    }
    const result = await buildFiles(files, { formats: { 'skill-sharing': false } })
    const [, depot, track] = document(result, PATH)['linkset'] as JsonObject[]
    expect(depot!['anchor']).toBe('https://acme.example/servers/depot/server-card.json')
    expect(track).toEqual({
      anchor: 'https://api.acme.example/%C3%A9',
      'service-desc': [{ href: 'https://api.acme.example/%C3%B6.json', type: 'application/json' }],
      'service-doc': [{ href: 'https://docs.acme.example/%C3%BC' }],
    })
  })

  test('says nothing of a private API in the public view', async () => {
    const auth = { type: 'api_key', header: 'X-Key' }
    const result = await buildFiles({
      'skills/track.yaml': skillYaml({ publish: { openapi } }),
      'skills/audit.yaml': skillYaml({
        name: 'Audit',
        access: 'private',
        auth,
        endpoint: { url: 'https://api.acme.example/audit', method: 'POST' },
        publish: { openapi: 'https://api.acme.example/audit.json' },
      }),
    })
    const anchors = (view: 'public' | 'private'): unknown[] =>
      (document(result, PATH, view)['linkset'] as JsonObject[]).slice(1).map((c) => c['anchor'])
    expect(anchors('public')).toEqual(['https://api.acme.example/parcels'])
    expect(anchors('private')).toEqual(['https://api.acme.example/audit', 'https://api.acme.example/parcels'])
  })
})

function hrefs(links: unknown): unknown[] {
  return (links as JsonObject[]).map((link) => link['href'])
}

function serverYaml(members: Readonly<Record<string, unknown>>): string {
  const all = {
    kind: 'mcp-server',
    name: 'example.acme/depot',
    title: 'Depot',
    version: '1.0.0',
    description: 'Tells what is in the depot.',
    remotes: [{ type: 'streamable-http', url: 'https://acme.example/mcp' }],
    ...members,
  }
  return Object.entries(all)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

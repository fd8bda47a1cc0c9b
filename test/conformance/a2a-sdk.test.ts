import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { ClientFactory as OldClientFactory, DefaultAgentCardResolver as OldResolver } from 'a2a-sdk-03/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentCard } from '../../src/formats/agent-card.ts'
import { NO_KEYS } from '../../src/sign/keys.ts'
import { agentOf, cardYaml, catalogOf, configOf } from '../unit/parse/agent-source.ts'

const endpoint = (protocolVersion: string): object => ({
  url: `https://acme.example/${protocolVersion}`,
  protocolBinding: 'JSONRPC',
  protocolVersion,
})
const security = {
  securitySchemes: {
    oauth: {
      oauth2SecurityScheme: {
        flows: { clientCredentials: { tokenUrl: 'https://acme.example/token', scopes: { read: 'Read' } } },
      },
    },
  },
  securityRequirements: [{ schemes: { oauth: { list: ['read'] } } }],
}
const agents = [
  agentOf(
    cardYaml({ supportedInterfaces: [endpoint('1.0'), endpoint('0.3')], publish: { primary: true }, ...security }),
    'agents/both.yaml',
  ),
  agentOf(cardYaml({ supportedInterfaces: [endpoint('1.0')], ...security }), 'agents/new.yaml'),
  agentOf(cardYaml({ supportedInterfaces: [endpoint('0.3')], ...security }), 'agents/old.yaml'),
]

let server: Server
let origin = ''

beforeAll(async () => {
  const config = configOf({ formats: { 'agent-card': { hybrid: true } } })
  const artifacts = await agentCard.generate({
    config,
    view: 'public',
    origin: config.origin,
    catalog: { ...catalogOf(), agents },
    keys: NO_KEYS,
    published: new Map(),
    hasOwnPages: false,
  })
  const files = new Map(artifacts.map((a) => [`/${a.path}`, a]))
  server = createServer((request, response) => {
    const found = files.get(request.url ?? '')
    response.writeHead(found === undefined ? 404 : 200, found === undefined ? {} : { 'content-type': found.mediaType })
    response.end(found?.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => new Promise((done) => server.close(done)))

const legacyCompat = { enabled: true }
const modern = (base: string): Promise<string> => endpointOf(new ClientFactory(), base)
const compatible = (base: string): Promise<string> =>
  endpointOf(
    new ClientFactory(
      ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
        transports: [new JsonRpcTransportFactory({ legacyCompat })],
        cardResolver: new DefaultAgentCardResolver({ legacyCompat }),
      }),
    ),
    base,
  )
const old = (base: string): Promise<string> => endpointOf(new OldClientFactory(), base)

/** The endpoint that a client made from a base URL would call. */
async function endpointOf(factory: { createFromUrl(url: string): Promise<unknown> }, base: string): Promise<string> {
  const client = await factory.createFromUrl(base)
  const found = /https:\/\/acme\.example\/[\d.]+/.exec(JSON.stringify((client as { transport: unknown }).transport))
  return found?.[0] ?? 'none'
}

describe('clients of the SDKs choose the endpoint that speaks their version', () => {
  it.each<[string, (base: string) => Promise<string>, string, string]>([
    ['1.3 from the root', modern, '/', 'https://acme.example/1.0'],
    ["1.3 from an agent's base URL", modern, '/agents/new/', 'https://acme.example/1.0'],
    ["1.3 from a hybrid agent's base URL", modern, '/agents/both/', 'https://acme.example/1.0'],
    ['1.3 with legacyCompat from the root', compatible, '/', 'https://acme.example/1.0'],
    ['1.3 with legacyCompat from an agent of 0.3', compatible, '/agents/old/', 'https://acme.example/0.3'],
    ['0.3 from the root', old, '/', 'https://acme.example/0.3'],
    ['0.3 from an agent of 0.3', old, '/agents/old/', 'https://acme.example/0.3'],
    ["0.3 from a hybrid agent's base URL", old, '/agents/both/', 'https://acme.example/0.3'],
  ])('%s', async (_, connect, path, expected) => {
    expect(await connect(origin + path)).toBe(expected)
  })

  it('refuses an agent of the other version', async () => {
    await expect(modern(`${origin}/agents/old/`)).rejects.toThrow('No compatible transport')
    await expect(old(`${origin}/agents/new/`)).rejects.toThrow('No compatible transport')
  })
})

describe('resolvers read what was written', () => {
  it('1.3: name, skills, security', async () => {
    const card = await new DefaultAgentCardResolver().resolve(`${origin}/agents/new/`)
    expect(card).toMatchObject({
      name: 'Geo Router',
      capabilities: { streaming: true, pushNotifications: false },
      skills: [{ id: 'triage', tags: ['support'] }],
      securityRequirements: [{ schemes: { oauth: { list: ['read'] } } }],
    })
    expect(JSON.stringify(card.securitySchemes)).toContain('https://acme.example/token')
  })

  it.each(['/agents/both/agent-card.v0.3.json', '/agents/old/agent-card.json', '/.well-known/agent-card.json'])(
    '0.3.14: %s',
    async (path) => {
      const card = await new OldResolver().resolve(origin, path)
      expect(card).toMatchObject({
        url: 'https://acme.example/0.3',
        preferredTransport: 'JSONRPC',
        security: [{ oauth: ['read'] }],
        securitySchemes: {
          oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://acme.example/token' } } },
        },
      })
    },
  )
})

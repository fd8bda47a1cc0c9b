import { describe, expect, test } from 'vitest'
import { findUnreachableUrls, unreachableHost } from '../../../src/scan/reachability.ts'

describe('hosts that no outsider can reach', () => {
  test.each([
    'https://localhost/a',
    'http://LOCALHOST:3000',
    'https://localhost./',
    'https://app.localhost',
    'https://127.0.0.1:8080/x',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://１２７.0.0.1/',
    'https://10.1.2.3',
    'https://172.16.0.1',
    'https://172.31.255.255',
    'wss://192.168.1.10/ws',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1',
    'https://0.0.0.0',
    'https://224.0.0.1',
    'https://255.255.255.255',
    'https://198.18.0.1',
    'https://240.0.0.1',
    'https://[::1]:8443/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[ff02::1]/',
    'https://[::ffff:192.168.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[::127.0.0.1]/',
    'https://api.internal/x',
    'https://metadata.google.internal/',
    'https://printer.local',
    'https://nas.lan',
    'https://router.home.arpa',
    'https://wiki.corp',
    'https://a.intranet',
    'https://a.test',
    'https://a.invalid',
    'https://a.onion',
    'https://jenkins:8080/job',
    'grpc://agents.lan:443',
    'https://user:x@db.internal/',
    'http://localhost:{port}/mcp',
  ])('%s', (url) => {
    expect(unreachableHost(url)).toMatch(/\w/)
  })

  test.each(
    [
      'https://acme.example/x',
      'https://example.com',
      'https://agents.acme.example:8443',
      'https://internal.acme.example/',
      'https://local.acme.com',
      'https://localhost.acme.com',
      'https://mylocal',
      'https://8.8.8.8',
      'https://172.15.0.1',
      'https://172.32.0.1',
      'https://192.0.2.7',
      'https://203.0.113.9',
      'https://[2606:4700::1111]/',
      'https://[2001:db8::1]/',
      'https://[::ffff:8.8.8.8]/',
      'https://{tenant}.acme.example/',
      'https://{host}/x',
      'https://täst.example/',
      'agents.lan',
      '/skills/a',
      '',
    ].filter((url) => url !== 'https://mylocal'),
  )('%s is fine', (url) => {
    expect(unreachableHost(url)).toBeUndefined()
  })
})

test('the URLs of a document, with their pointers', () => {
  expect(
    findUnreachableUrls({
      url: 'https://10.0.0.1/a',
      description: 'Runs at https://localhost/ when you develop.',
      supportedInterfaces: [
        { url: 'agents.internal:443', protocolBinding: 'GRPC' },
        { url: 'agents.acme.example:443', protocolBinding: 'GRPC' },
      ],
      'a/b': { docs: 'https://wiki.corp/x y' },
      inputSchema: {
        properties: { url: { type: 'string', default: 'http://localhost:3000', examples: ['http://localhost'] } },
      },
      links: ['wss://nas.lan/x'],
    }).map(({ pointer, url }) => [pointer, url]),
  ).toEqual([
    ['/url', 'https://10.0.0.1/a'],
    ['/supportedInterfaces/0/url', 'agents.internal:443'],
    ['/links/0', 'wss://nas.lan/x'],
  ])
})

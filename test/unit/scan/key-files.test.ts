import { createPrivateKey, createPublicKey } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyFileKind } from '../../../src/scan/key-files.ts'
import { pem } from './fakes.ts'

const der = (kind: 'ed25519' | 'ec' | 'rsa', type: 'pkcs8' | 'pkcs1' | 'sec1', cipher?: string): Uint8Array =>
  createPrivateKey(pem(kind).key).export({
    format: 'der',
    type,
    ...(cipher === undefined ? {} : { cipher, passphrase: 'x' }),
  } as never) as never
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const noise = Uint8Array.from({ length: 2000 }, (_, i) => (i * 7919) % 251)

describe('key files', () => {
  test.each<[string, string, Uint8Array]>([
    ['PKCS #8 whatever its name', 'assets/data.bin', der('rsa', 'pkcs8')],
    ['PKCS #8 Ed25519', 'server.key', der('ed25519', 'pkcs8')],
    ['PKCS #1', 'a.der', der('rsa', 'pkcs1')],
    ['SEC 1', 'a.der', der('ec', 'sec1')],
    ['encrypted PKCS #8', 'a.pk8', der('rsa', 'pkcs8', 'aes-256-cbc')],
    [
      'PKCS #12 by content',
      'bundle',
      Uint8Array.from([0x30, 0x82, 0x01, 0x00, 0x02, 0x01, 0x03, 0x30, ...noise.subarray(0, 252)]),
    ],
    ['PKCS #12 by name', 'Client.P12', noise],
    ['PFX', 'sub/client.pfx', noise],
    ['Java key store by content', 'x.bin', Uint8Array.from([0xfe, 0xed, 0xfe, 0xed, 0, 0, 0, 2])],
    ['Java key store by name', 'release.keystore', noise],
    ['jks', 'release.jks', noise],
    ['KeePass', 'team.kdbx', noise],
    ['PuTTY', 'me.ppk', text('PuTTY-User-Key-File-3: ssh-ed25519')],
    ['binary .key', 'server.key', Uint8Array.from([1, 2, 0, 3])],
    ['environment', '.env', text('A=1')],
    ['environment of a mode', '.env.production.local', text('A=1')],
    ['git credentials', '.git-credentials', text('x')],
    ['netrc', '_netrc', text('machine x')],
  ])('%s', (_, name, bytes) => {
    expect(keyFileKind(name, bytes)).toMatch(/\w/)
  })

  test.each<[string, string, Uint8Array]>([
    ['public key in DER', 'a.der', createPublicKey(pem('rsa').pub).export({ format: 'der', type: 'spki' }) as never],
    ['PKCS #1 public key', 'a.der', createPublicKey(pem('rsa').pub).export({ format: 'der', type: 'pkcs1' }) as never],
    [
      'certificate in DER',
      'a.cer',
      Uint8Array.from([
        0x30,
        0x82,
        0x01,
        0x00,
        0x30,
        0x82,
        0x00,
        0xf0,
        0xa0,
        0x03,
        0x02,
        0x01,
        0x02,
        ...noise.subarray(0, 247),
      ]),
    ],
    ['certificate in PEM', 'ca.pem', text('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n')],
    ['text in .key', 'music.key', text('C major')],
    ['example environment', '.env.example', text('A=')],
    ['empty key store', 'a.jks', new Uint8Array()],
    ['PNG', 'logo.png', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d])],
    ['noise', 'data.bin', noise],
    ['public SSH key', 'id_ed25519.pub', text('ssh-ed25519 AAAA')],
  ])('%s is fine', (_, name, bytes) => {
    expect(keyFileKind(name, bytes)).toBeUndefined()
  })
})

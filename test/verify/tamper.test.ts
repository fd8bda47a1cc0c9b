import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { toCompact, signDetached } from '../../src/sign/jws.ts'
import { createSigner } from '../../src/sign/signer.ts'
import { trustManifestPayload } from '../../src/sign/trust-manifest.ts'
import { memoryReader } from '../../src/verify/readers.ts'
import type { VerifyOptions } from '../../src/verify/verify.ts'
import { ED25519, P256 } from '../keys.ts'
import { codes, filesOf, goodSites, NOW, verifyAs, type SiteFiles } from './good-site.ts'

const ARD = '.well-known/ard.json'
const CARD = '.well-known/agent-card.json'
const DESK = 'agents/desk/agent-card.json'
const JWKS = '.well-known/jwks.json'
const DID = '.well-known/did.json'
const INDEX = '.well-known/skill-sharing'
const SKILLS = '.well-known/agent-skills/index.json'
const NESTED = 'catalogs/skills.json'
const TILL = '.well-known/agent-skills/till-close/SKILL.md'
const DESCRIPTOR = 'skills/parcel-tracking/descriptor.json'
const SERVER = 'servers/tools/server-card.json'

// Documents are changed in ways that no type allows.
// eslint-disable-next-line typescript/no-explicit-any
type Json = any

/** One change of a good site, and the codes of everything that it makes wrong: no more and no less. */
interface Change {
  readonly name: string
  readonly change: (files: SiteFiles) => void | Promise<void>
  readonly codes: readonly string[]
  readonly options?: VerifyOptions
}

/** Changes the card of the primary agent everywhere, and what vouches for its bytes stays as it was. */
const card =
  (change: (card: Json) => void) =>
  (files: SiteFiles): void =>
    files.editAll(CARD, change)

/** Changes the manifest at both of its paths. */
const ard =
  (change: (manifest: Json) => void) =>
  (files: SiteFiles): void =>
    files.editAll(ARD, change)

const entry = (document: Json, part: string): Json =>
  document.entries.find(({ identifier }: { identifier: string }) => identifier.includes(part))

const header =
  (change: (header: Json) => void) =>
  (document: Json): void => {
    const fields = JSON.parse(Buffer.from(document.signatures[0].protected, 'base64url').toString())
    change(fields)
    document.signatures[0].protected = Buffer.from(JSON.stringify(fields)).toString('base64url')
  }

const manifestHeader = (manifest: Json, change: (header: Json) => void): void => {
  const [protectedHeader, , signature] = manifest.signature.split('.')
  const fields = JSON.parse(Buffer.from(protectedHeader, 'base64url').toString())
  change(fields)
  manifest.signature = `${Buffer.from(JSON.stringify(fields)).toString('base64url')}..${signature}`
}

/** Signs a changed trust manifest again, as somebody who holds the key. */
const signAgain = async (
  files: SiteFiles,
  change: (manifest: Json, document: Json) => void,
  part = ':agent:desk',
): Promise<void> => {
  const document = JSON.parse(files.text(ARD))
  const { trustManifest } = entry(document, part)
  change(trustManifest, document)
  trustManifest.signature = toCompact(await signDetached(trustManifestPayload(trustManifest), createSigner(ED25519)))
  for (const path of [ARD, '.well-known/ai-catalog.json']) files.put(path, `${JSON.stringify(document, null, 2)}\n`)
}

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`

const CARD_CHANGED = ['SIGNATURE_INVALID', 'TRUST_DIGEST']

const changes: readonly Change[] = [
  // bytes
  {
    name: 'a byte of a SKILL.md',
    change: (f) => f.replace(TILL, 'Read the request.', 'Read the requests.'),
    codes: ['SITE_DIGEST', 'TRUST_DIGEST'],
  },
  {
    name: 'line endings of a SKILL.md',
    change: (f) => f.put(TILL, f.text(TILL).replaceAll('\n', '\r\n')),
    codes: ['SITE_DIGEST', 'TRUST_DIGEST'],
  },
  {
    name: 'a byte of an archive',
    change: (f) =>
      f.put(
        zip(f),
        zipSync({ 'SKILL.md': new TextEncoder().encode('---\nname: pdf-tools\ndescription: Other.\n---\n') }),
      ),
    codes: ['SITE_DIGEST', 'TRUST_DIGEST'],
  },
  {
    name: 'an archive with a folder around it',
    change: (f) => f.put(zip(f), zipSync({ 'pdf-tools/SKILL.md': new Uint8Array(3) })),
    codes: ['SITE_ARCHIVE', 'SITE_DIGEST', 'TRUST_DIGEST'],
  },
  {
    name: 'an archive that leads out of its folder',
    change: (f) => f.put(zip(f), zipSync({ 'SKILL.md': new Uint8Array(3), '../x': new Uint8Array(1) })),
    codes: ['SITE_ARCHIVE', 'SITE_DIGEST', 'TRUST_DIGEST'],
  },
  {
    name: 'an archive cut off',
    change: (f) => f.put(zip(f), new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])),
    codes: ['SITE_ARCHIVE', 'SITE_DIGEST', 'TRUST_DIGEST'],
  },
  {
    name: 'a SKILL.md without front matter',
    change: (f) => f.put(TILL, '# till-close\n'),
    codes: ['SITE_DIGEST', 'SITE_SKILL_MD', 'TRUST_DIGEST'],
  },
  { name: 'a manifest cut off', change: (f) => f.put(ARD, f.text(ARD).slice(0, 300)), codes: ['SITE_JSON'] },
  {
    name: 'a page in place of a card',
    change: (f) => f.put(DESK, '<!doctype html><title>App</title>'),
    codes: ['SITE_JSON', 'TRUST_DIGEST'],
  },
  {
    name: 'bytes that are no UTF-8',
    change: (f) => f.put(JWKS, Uint8Array.of(0x7b, 0xff, 0x7d)),
    codes: ['SITE_JSON'],
  },
  { name: 'an empty index', change: (f) => f.put(SKILLS, ''), codes: ['SITE_JSON'] },
  {
    name: 'a nest of brackets',
    change: (f) => f.put(DID, '['.repeat(200_000)),
    codes: ['SIGNATURE_KEYS_MISSING', 'SITE_JSON'],
  },
  { name: 'a byte-order mark', change: (f) => f.put(INDEX, `\uFEFF${f.text(INDEX)}`), codes: ['SITE_JSON_BOM'] },
  {
    name: 'white space in a descriptor',
    change: (f) => f.put(DESCRIPTOR, `${f.text(DESCRIPTOR)} `),
    codes: ['TRUST_DIGEST'],
  },

  // signatures of cards
  {
    name: 'an endpoint of a signed card',
    change: card((c) => (c.supportedInterfaces[0].url = 'https://evil.example/a2a')),
    codes: CARD_CHANGED,
  },
  { name: 'the name of a signed card', change: card((c) => (c.name = 'Desks')), codes: CARD_CHANGED },
  { name: 'a skill of a signed card', change: card((c) => c.skills[0].tags.push('more')), codes: CARD_CHANGED },
  {
    name: 'a bit of a signature',
    change: card((c) => (c.signatures[0].signature = `A${c.signatures[0].signature.slice(1)}`)),
    codes: CARD_CHANGED,
  },
  {
    name: 'padding behind a signature',
    change: card((c) => (c.signatures[0].signature += '==')),
    codes: ['SIGNATURE_MALFORMED', 'TRUST_DIGEST'],
  },
  {
    name: 'another kid',
    change: card(header((h) => (h.kid = 'other'))),
    codes: ['SIGNATURE_KEY_UNKNOWN', 'TRUST_DIGEST'],
  },
  { name: 'no kid', change: card(header((h) => delete h.kid)), codes: ['SIGNATURE_MALFORMED', 'TRUST_DIGEST'] },
  { name: 'HS256', change: card(header((h) => (h.alg = 'HS256'))), codes: ['SIGNATURE_ALGORITHM', 'TRUST_DIGEST'] },
  {
    name: 'the algorithm none',
    change: card(header((h) => (h.alg = 'none'))),
    codes: ['SIGNATURE_ALGORITHM', 'TRUST_DIGEST'],
  },
  {
    name: 'an algorithm of another key',
    change: card(header((h) => (h.alg = 'ES256'))),
    codes: ['SIGNATURE_ALGORITHM', 'TRUST_DIGEST'],
  },
  {
    name: 'a critical header extension',
    change: card(header((h) => (h.crit = ['b64']))),
    codes: ['SIGNATURE_MALFORMED', 'TRUST_DIGEST'],
  },
  {
    name: 'a key set on another host',
    change: card(header((h) => Object.assign(h, { kid: 'k1', jku: 'https://evil.example/jwks.json' }))),
    codes: ['SIGNATURE_FOREIGN_KEYS', 'TRUST_DIGEST'],
  },
  {
    name: 'a signature that is no object',
    change: card((c) => (c.signatures[0] = 'x')),
    codes: ['SIGNATURE_MALFORMED', 'SITE_SCHEMA', 'TRUST_DIGEST'],
  },
  {
    name: 'no signature on one card',
    change: card((c) => delete c.signatures),
    codes: ['SIGNATURE_MISSING', 'TRUST_DIGEST'],
  },
  {
    name: 'a second signature by nobody',
    change: card((c) => c.signatures.push({ ...c.signatures[0], signature: 'A'.repeat(86) })),
    codes: ['SIGNATURE_OTHER_INVALID', 'TRUST_DIGEST'],
  },
  {
    name: 'a half of a surrogate pair',
    change: card((c) => (c.description = 'x\uD800')),
    codes: ['SIGNATURE_MALFORMED', 'TRUST_DIGEST'],
  },

  // trust manifests
  {
    name: 'a member of a trust manifest',
    change: ard((m) => (entry(m, ':agent:desk').trustManifest.trustSchema.version = '2')),
    codes: ['SIGNATURE_INVALID'],
  },
  {
    name: 'no signature on one trust manifest',
    change: ard((m) => delete entry(m, ':agent:desk').trustManifest.signature),
    codes: ['SIGNATURE_MISSING'],
  },
  {
    name: 'the kid of a trust manifest',
    change: ard((m) => manifestHeader(entry(m, ':agent:desk').trustManifest, (h) => (h.kid = 'other'))),
    codes: ['SIGNATURE_KEY_UNKNOWN'],
  },
  {
    name: 'HS256 in a trust manifest',
    change: ard((m) => manifestHeader(entry(m, ':agent:desk').trustManifest, (h) => (h.alg = 'HS256'))),
    codes: ['SIGNATURE_ALGORITHM'],
  },
  {
    name: 'a compact signature with its payload',
    change: ard(
      (m) =>
        (entry(m, ':agent:desk').trustManifest.signature = entry(m, ':agent:desk').trustManifest.signature.replace(
          '..',
          '.e30.',
        )),
    ),
    codes: ['SIGNATURE_MALFORMED'],
  },
  {
    name: 'an identity of a look-alike',
    change: ard((m) => (entry(m, ':agent:desk').trustManifest.identity = 'did:web:evilacme.example')),
    codes: ['TRUST_BINDING'],
  },
  {
    name: 'an identity with the domain in front',
    change: ard((m) => (entry(m, ':agent:desk').trustManifest.identity = 'did:web:acme.example.evil.example')),
    codes: ['TRUST_BINDING'],
  },
  {
    name: 'an identity of a subdomain',
    change: ard((m) => (entry(m, ':agent:desk').trustManifest.identity = 'did:web:api.acme.example')),
    codes: ['TRUST_BINDING'],
  },
  {
    name: 'an identity with user information',
    change: ard(
      (m) => (entry(m, ':agent:desk').trustManifest.identity = 'https://acme.example@evil.example/jwks.json'),
    ),
    codes: ['TRUST_BINDING'],
  },
  {
    name: 'an identifier of somebody else',
    change: ard((m) => (entry(m, ':agent:desk').identifier = 'urn:air:other.example:agent:desk')),
    codes: ['TRUST_BINDING'],
  },
  {
    name: 'the identity of the host',
    change: ard((m) => (m.host.trustManifest.identity = 'did:web:evil.example')),
    codes: ['TRUST_BINDING'],
  },
  {
    name: 'the URL of an entry under a good signature',
    change: (f) => {
      f.put('agents/fake/agent-card.json', f.text(DESK))
      ard((m) => (entry(m, ':agent:desk').url = 'https://acme.example/agents/fake/agent-card.json'))(f)
    },
    codes: ['TRUST_SOURCE'],
  },
  {
    name: 'a trust manifest about nothing',
    change: (f) => signAgain(f, (m) => delete m.provenance),
    codes: ['TRUST_NOT_BOUND'],
  },
  {
    name: 'a digest in a trust manifest',
    change: (f) => signAgain(f, (m) => (m.provenance[0].sourceDigest = `sha256:${'0'.repeat(64)}`)),
    codes: ['TRUST_DIGEST'],
  },
  {
    name: 'a digest of another form',
    change: (f) => signAgain(f, (m) => (m.provenance[0].sourceDigest = 'sha1:abc')),
    codes: ['SITE_SCHEMA', 'TRUST_DIGEST'],
  },
  {
    name: 'an attestation that was changed',
    change: async (f) => {
      f.put('soc2.txt', 'changed')
      await signAgain(
        f,
        (m) =>
          (m.attestations = [
            { type: 'SOC2', uri: 'https://acme.example/soc2.txt', mediaType: 'text/plain', digest: sha256('signed') },
          ]),
      )
    },
    codes: ['TRUST_ATTESTATION_CHANGED'],
  },
  {
    name: 'a signature in a nested catalog',
    change: (f) => f.edit(NESTED, (m) => (m.entries[0].trustManifest.signature = m.entries[1].trustManifest.signature)),
    codes: ['SIGNATURE_INVALID', 'TRUST_DIGEST'],
  },

  // keys
  {
    name: 'no keys at all',
    change: (f) => {
      f.remove(JWKS)
      f.remove(DID)
    },
    codes: ['SIGNATURE_KEYS_MISSING'],
  },
  {
    name: 'another key under the kid',
    change: (f) => {
      for (const path of [JWKS, DID]) f.replace(path, ED25519.x, 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs')
    },
    codes: ['SIGNATURE_INVALID'],
  },
  {
    name: 'another key in the DID document alone',
    change: (f) => f.replace(DID, ED25519.x, 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs'),
    codes: ['SIGNATURE_INVALID', 'SITE_KEY_DRIFT'],
  },
  {
    name: 'a key that has expired',
    change: (f) => {
      f.edit(JWKS, (k) => (k.keys[0].exp = NOW - 1))
      f.edit(DID, (d) => (d.verificationMethod[0].publicKeyJwk.exp = NOW - 1))
    },
    codes: ['SIGNATURE_KEY_EXPIRED'],
  },
  {
    name: 'a key that expires soon',
    change: (f) => {
      f.edit(JWKS, (k) => (k.keys[0].exp = NOW + 86_400))
      f.edit(DID, (d) => (d.verificationMethod[0].publicKeyJwk.exp = NOW + 86_400))
    },
    codes: ['SITE_KEY_EXPIRES_SOON'],
  },
  {
    name: 'a key that is not good yet',
    change: (f) => {
      f.edit(JWKS, (k) => (k.keys[0].nbf = NOW + 60))
      f.edit(DID, (d) => (d.verificationMethod[0].publicKeyJwk.nbf = NOW + 60))
    },
    codes: ['SIGNATURE_KEY_EXPIRED'],
  },
  {
    name: 'two keys of one name',
    change: (f) => f.edit(JWKS, (k) => k.keys.push({ ...k.keys[0] })),
    codes: ['SIGNATURE_KEY_REFUSED', 'SITE_KEY_TWICE'],
  },
  {
    name: 'a private half',
    change: (f) => f.edit(JWKS, (k) => k.keys.push({ ...P256, kid: 'lost' })),
    codes: ['SITE_KEY_PRIVATE', 'SITE_SECRET'],
  },
  {
    name: 'a symmetric key',
    change: (f) =>
      f.edit(JWKS, (k) =>
        k.keys.push({ kty: 'oct', kid: 'h', k: createHash('sha256').update('hmac').digest('base64url') }),
      ),
    codes: ['SITE_KEY_PRIVATE', 'SITE_SECRET'],
  },
  { name: 'no keys member', change: (f) => f.put(JWKS, '{}'), codes: ['SITE_SCHEMA'] },
  {
    name: 'a DID document of another',
    change: (f) => f.put(DID, f.text(DID).replaceAll('did:web:acme.example', 'did:web:evil.example')),
    codes: ['SIGNATURE_KEYS_MISSING', 'TRUST_DID'],
  },
  {
    name: 'services on another domain',
    change: (f) =>
      f.edit(DID, (d) => {
        for (const s of d.service) s.serviceEndpoint = s.serviceEndpoint.replace('acme.example', 'other.example')
      }),
    codes: ['TRUST_HOST'],
  },
  {
    name: 'no key in the DID document',
    change: (f) => f.edit(DID, (d) => (d.verificationMethod = [])),
    codes: ['SIGNATURE_KEY_UNKNOWN'],
  },

  // links
  { name: 'a descriptor that is gone', change: (f) => f.remove(DESCRIPTOR), codes: ['SITE_LINK_BROKEN'] },
  { name: 'a card that is gone', change: (f) => f.remove(DESK), codes: ['SITE_LINK_BROKEN'] },
  { name: 'an archive that is gone', change: (f) => f.remove(zip(f)), codes: ['SITE_LINK_BROKEN'] },
  {
    name: 'a file of a skill that is gone',
    change: (f) => f.remove('.well-known/agent-skills/pdf-tools/references/forms.md'),
    codes: ['SITE_LINK_BROKEN'],
  },
  { name: 'a nested catalog that is gone', change: (f) => f.remove(NESTED), codes: ['SITE_LINK_BROKEN'] },
  {
    name: 'an Agentmap that leads nowhere',
    change: (f) => f.put('robots.txt', 'User-agent: *\nAgentmap: https://acme.example/none.json\n'),
    codes: ['SITE_LINK_BROKEN'],
  },
  {
    name: 'a head that leads nowhere',
    change: (f) => f.put('index.html', '<html><head><link rel="ard" href="/none.json"></head></html>'),
    codes: ['SITE_LINK_BROKEN'],
  },
  {
    name: 'a URL on the local link',
    change: (f) => f.edit(INDEX, (i) => (i.skills[0].descriptor_url = 'https://169.254.169.254/latest/meta-data')),
    codes: ['PUBLISH_UNREACHABLE_HOST', 'SITE_FILTER'],
  },

  // schemas
  { name: 'a member that is missing', change: (f) => f.edit(INDEX, (i) => delete i.protocol), codes: ['SITE_SCHEMA'] },
  {
    name: 'a member of a wrong type',
    change: (f) => f.editAll(SERVER, (c) => (c.remotes = 'none')),
    codes: ['SITE_SCHEMA', 'TRUST_DIGEST'],
  },
  {
    name: 'an old member in a card of 1.0',
    change: card((c) => (c.url = 'https://acme.example/a2a')),
    codes: ['AGENT_V03_MEMBER', 'TRUST_DIGEST'],
  },
  {
    name: 'security in the form of 0.3',
    change: card((c) => (c.security = [{ key: [] }])),
    codes: ['AGENT_REQUIREMENT_UNDECLARED', 'AGENT_V03_MEMBER', 'TRUST_DIGEST'],
  },
  {
    name: 'a null in a card',
    change: card((c) => (c.iconUrl = null)),
    codes: ['AGENT_NULL', 'SITE_SCHEMA', 'TRUST_DIGEST'],
  },
  {
    name: 'a card without skills',
    change: card((c) => (c.skills = [])),
    codes: ['SITE_SCHEMA', ...CARD_CHANGED].toSorted(),
  },
  {
    name: 'tools without a schema',
    change: (f) => f.edit('servers/tools/toolspec.json', (t) => delete t.tools[0].inputSchema),
    codes: ['SITE_SCHEMA'],
  },
  {
    name: 'a digest in capitals',
    change: (f) => f.edit(SKILLS, (i) => (i.skills[0].digest = i.skills[0].digest.toUpperCase())),
    codes: ['SITE_SCHEMA'],
  },
  {
    name: 'another $schema of an index',
    change: (f) => f.edit(SKILLS, (i) => (i.$schema += '#')),
    codes: ['SITE_SCHEMA'],
  },

  // catalogs
  {
    name: 'url and data',
    change: ard((m) => (entry(m, ':agent:desk').data = {})),
    codes: ['ARD_SOURCE', 'SITE_SCHEMA_EMBEDDED', 'TRUST_DIGEST'],
  },
  {
    name: 'neither url nor data',
    change: ard((m) => delete entry(m, ':agent:desk').url),
    codes: ['SITE_ENTRY_SOURCE', 'TRUST_SOURCE'],
  },
  {
    name: 'no queries',
    change: ard((m) => delete entry(m, ':agent:desk').representativeQueries),
    codes: ['SITE_ENTRY_NO_QUERIES'],
  },
  {
    name: 'one query',
    change: ard((m) => (entry(m, ':agent:desk').representativeQueries = ['one'])),
    codes: ['SITE_ENTRY_QUERIES'],
  },
  {
    name: 'an identifier twice',
    change: ard((m) => m.entries.push(entry(m, ':agent:desk'))),
    codes: ['SITE_ID_TWICE'],
  },
  {
    name: 'an identifier that is none',
    change: ard((m) => (entry(m, ':agent:desk').identifier = 'acme/desk')),
    codes: ['SITE_SCHEMA', 'TRUST_BINDING'],
  },
  {
    name: 'a member at the root of the AI Catalog',
    change: ard((m) => (m.collections = [])),
    codes: ['SITE_CATALOG_STRICT'],
  },
  {
    name: 'a catalog that lists itself',
    change: (f) =>
      f.edit(NESTED, (m) =>
        m.entries.push({
          identifier: 'urn:air:acme.example:catalog:self',
          displayName: 'Self',
          type: 'application/ai-catalog+json',
          url: `https://acme.example/${NESTED}`,
          representativeQueries: ['a', 'b'],
        }),
      ),
    codes: ['SITE_CATALOG_CYCLE', 'TRUST_DIGEST'],
  },
  {
    name: 'a date that is none',
    change: ard((m) => (entry(m, ':agent:desk').updatedAt = 'yesterday')),
    codes: ['SITE_SCHEMA'],
  },
  {
    name: 'metadata in metadata',
    change: ard((m) => (entry(m, ':agent:desk').metadata = { a: { b: 1 } })),
    codes: ['SITE_SCHEMA'],
  },

  // drift
  {
    name: 'the AI Catalog of an earlier build',
    change: (f) => f.edit('.well-known/ai-catalog.json', (m) => m.entries.pop()),
    codes: ['SITE_COPY_DRIFT'],
  },
  {
    name: 'a version in the manifest',
    change: ard((m) => (entry(m, ':agent:desk').version = '9.0.0')),
    codes: ['SITE_DRIFT'],
  },
  {
    name: 'a version in the index',
    change: (f) => {
      for (const path of [INDEX, `${INDEX}.api.json`])
        f.edit(path, (i) => (i.skills.find((s: { id: string }) => s.id.includes('parcel')).version = '9.0.0'))
    },
    codes: ['SITE_DESCRIPTOR_DRIFT'],
  },
  {
    name: 'access in the index',
    change: (f) => {
      for (const path of [INDEX, `${INDEX}.task.json`])
        f.edit(path, (i) => (i.skills.find((s: { id: string }) => s.id.includes('refunds')).access = 'public'))
    },
    codes: ['SITE_DESCRIPTOR_DRIFT'],
  },
  {
    name: 'a description in the index',
    change: (f) => f.edit(INDEX, (i) => (i.skills[0].description += ' More.')),
    codes: ['SITE_DRIFT'],
  },
  {
    name: 'a card beside its copy',
    change: (f) => {
      f.remove('agents/bridge/.well-known/agent-card.json')
      f.put('agents/bridge/.well-known/agent-card.json', f.text(DESK))
    },
    codes: ['SITE_COPY_DRIFT'],
  },
  {
    name: 'a skill under another name',
    change: (f) =>
      f.edit(SKILLS, (i) =>
        Object.assign(
          i.skills.find((s: { name: string }) => s.name === 'till-close'),
          { name: 'till-open', files: undefined },
        ),
      ),
    codes: ['SITE_DRIFT'],
  },
  {
    name: 'a skill missing from a filtered index',
    change: (f) => f.edit(`${INDEX}.api.json`, (i) => (i.skills = [])),
    codes: ['SITE_FILTER'],
  },
  {
    name: 'a skill of another type in a filtered index',
    change: (f) => f.put(`${INDEX}.api.json`, f.text(INDEX)),
    codes: ['SITE_FILTER'],
  },
  { name: 'a skill twice', change: (f) => f.edit(INDEX, (i) => i.skills.push(i.skills[0])), codes: ['SITE_ID_TWICE'] },

  // privacy and secrets
  {
    name: 'a private skill in the index',
    change: (f) =>
      f.edit(INDEX, (i) =>
        i.skills.push({
          ...i.skills[0],
          id: 'example.acme.plan-v1',
          access: 'private',
          descriptor_url: i.skills[0].descriptor_url,
        }),
      ),
    codes: ['SITE_DESCRIPTOR_DRIFT', 'SITE_FILTER', 'SITE_PRIVATE_LISTED'],
  },
  {
    name: 'a private descriptor',
    change: (f) =>
      f.put(
        'skills/secret-plan/descriptor.json',
        f.text(DESCRIPTOR).replace('"access": "public"', '"access": "private"'),
      ),
    codes: ['SITE_PRIVATE_LISTED'],
  },
  {
    name: 'an internal skill',
    change: (f) =>
      f.put(
        '.well-known/agent-skills/plan/SKILL.md',
        '---\nname: plan\ndescription: Plans.\nmetadata:\n  internal: true\n---\n',
      ),
    codes: ['SITE_PRIVATE_LISTED'],
  },
  {
    name: 'a secret in a descriptor',
    change: (f) =>
      f.edit(
        DESCRIPTOR,
        (d) =>
          (d.auth = {
            type: 'api_key',
            header: 'X-API-Key',
            value: `ghp_${createHash('sha256').update('t').digest('hex').slice(0, 36)}`,
          }),
      ),
    codes: ['SITE_SECRET', 'TRUST_DIGEST'],
  },
  {
    name: 'a security.txt that has expired',
    change: (f) =>
      f.put('.well-known/security.txt', 'Contact: mailto:security@acme.example\nExpires: 2020-01-01T00:00:00Z\n'),
    codes: ['SECURITY_TXT_EXPIRED'],
  },
]

function zip(files: SiteFiles): string {
  return files.paths().find((path) => path.endsWith('.zip'))!
}

describe('every single change of a good site is found, and nothing else is said', () => {
  test.each(changes.map((c) => [c.name, c] as const))('%s', async (_, { change, codes: expected, options }) => {
    const files = filesOf((await goodSites()).public)
    await change(files)
    expect(codes(await verifyAs(memoryReader(files.site()), options))).toEqual(expected)
  })

  test('there are enough of them', () => {
    expect(changes.length).toBeGreaterThanOrEqual(60)
  })
})

import { rule, show } from './rule.ts'

const AGAIN = 'Build and deploy again; nothing may change a document after it was signed.'

/** Findings about signatures and trust manifests as a consumer judges them. */
export const verifyTrustRules = {
  SIGNATURE_INVALID: rule<{ what: string; problem: string }>({
    severity: 'error',
    locked: true,
    message: ({ what, problem }) => `The signature of this ${what} is wrong: it ${problem}.`,
    hint: () => AGAIN,
    docs: 'The signature does not verify with the key that it names: the document was changed after it was signed, or somebody else signed it. Consumers refuse it. A formatter, a template or an edit on the server is enough; so is an attacker.',
  }),
  SIGNATURE_ALGORITHM: rule<{ what: string; problem: string }>({
    severity: 'error',
    locked: true,
    message: ({ what, problem }) => `The signature of this ${what} does not count: it ${problem}.`,
    docs: 'Which algorithms count is decided by the verifier, never by the header of a signature (RFC 8725, 3.1). EdDSA with Ed25519 and ES256 do. HMAC (`HS256`) with a public key as its secret, and `none`, are forgeries that anybody can make.',
  }),
  SIGNATURE_MALFORMED: rule<{ what: string; problem: string }>({
    severity: 'error',
    message: ({ what, problem }) => `The signature of this ${what} cannot be read: it ${problem}.`,
    docs: 'A signature of an Agent Card is an object with `protected` and `signature` in base64url without padding; that of a trust manifest is a detached JWS in compact form, `header..signature`. The protected header has `alg` and `kid`.',
  }),
  SIGNATURE_KEY_UNKNOWN: rule<{ what: string; problem: string }>({
    severity: 'error',
    message: ({ what, problem }) => `The signature of this ${what} is by a key that nobody trusts: it ${problem}.`,
    hint: () => 'Publish the key in /.well-known/jwks.json and did.json before anything is signed with it.',
    docs: "A consumer trusts the keys that it was given (`--keys`) or that the publisher's own domain publishes. The key that this signature names is not among them. After a rotation the old key has to stay published as long as its signatures are in use.",
  }),
  SIGNATURE_KEY_REFUSED: rule<{ what: string; problem: string }>({
    severity: 'error',
    message: ({ what, problem }) => `The signature of this ${what} is by a key that cannot be used: it ${problem}.`,
    docs: 'The key set holds the key, but not as one that verifies: it is symmetric, of another kind, broken, has a private half, or there are two of its name.',
  }),
  SIGNATURE_KEY_EXPIRED: rule<{ what: string; problem: string }>({
    severity: 'error',
    message: ({ what, problem }) => `The signature of this ${what} has run out: it ${problem} (\`exp\` of the JWK).`,
    hint: () => 'Sign again with a key that is valid now.',
    docs: 'The JWK of the signing key says until when it is good (`exp`) or from when on (`nbf`), and now is outside of that time. An expired key must not be used to verify.',
  }),
  SIGNATURE_KEYS_MISSING: rule<{ what: string; url: string; reason: string }>({
    severity: 'error',
    message: ({ what, url, reason }) =>
      `Nobody can verify the signature of this ${what}: the document with its keys, ${show(url)}, ${reason}.`,
    hint: () => 'Publish the key set there, or give the keys with `--keys` if consumers get them in another way.',
    docs: 'A signature is worth nothing without the keys. For a card they are in /.well-known/jwks.json or did.json of its origin, for a trust manifest where its identity says (`did:web:DOMAIN`: /.well-known/did.json).',
  }),
  SIGNATURE_FOREIGN_KEYS: rule<{ jku: string; kid: string }>({
    severity: 'error',
    locked: true,
    message: ({ jku, kid }) =>
      `The signature is by the key ${show(kid)}, which only the key set that it names itself may hold: ${show(jku)}, on another host. That host was not asked.`,
    hint: () => "Publish the key set on the card's own origin.",
    docs: "The `jku` of a signature is chosen by whoever signed. A key set on another host proves nothing but that the signer controls that host, so trust is never taken from it (A2A issue 2096; RFC 8725, 3.10). Trusted are the keys that were given, or those of the publisher's own domain.",
  }),
  SIGNATURE_JKU: rule<{ jku: string }>({
    severity: 'warning',
    message: ({ jku }) => `The signature verifies, but its \`jku\` sends clients to another host: ${show(jku)}.`,
    hint: () => "Name the key set on the card's own origin, or leave `jku` out.",
    docs: "Clients that look the key up by `jku` trust a host that is not the publisher's; careful ones refuse the card.",
  }),
  SIGNATURE_OTHER_INVALID: rule<{ problem: string }>({
    severity: 'warning',
    message: ({ problem }) => `One signature of the card verifies, this one does not: it ${problem}.`,
    hint: () => 'Remove it.',
    docs: 'A card may carry several signatures, and for most clients one good one is enough. Some refuse the card if any of them fails.',
  }),
  SIGNATURE_PARTIAL: rule<{ unread: readonly string[] }>({
    severity: 'suggestion',
    message: ({ unread }) =>
      `The signature does not verify for every way to read a card (not for: ${unread.join(', ')}).`,
    hint: () => 'Leave empty and default members out of the card, so that every reading is the same bytes.',
    docs: 'Verifiers canonicalise a card in three ways: as the SDKs do, by the text of the specification, and as received (see SIGNATURE_NOT_PORTABLE). This card is signed for some of them only.',
  }),
  SIGNATURE_MISSING: rule<{ what: string }>({
    severity: 'warning',
    message: ({ what }) =>
      `This ${what} has no signature, where others of the site have one or keys to trust were given.`,
    hint: () => AGAIN,
    docs: 'An unsigned document is allowed. But where a publisher signs, a document without a signature is what is left when somebody took it off.',
  }),
  SIGNATURE_V03: rule<Record<never, never>>({
    severity: 'warning',
    message: () =>
      "The card of A2A 0.3 carries a signature, but 0.3 defines no canonical form: what it covers is anybody's guess.",
    docs: 'A2A 0.3 has the member `signatures` and says nothing about the bytes that are signed, so no two verifiers agree.',
  }),
  SIGNATURE_DEVELOPMENT_KEY: rule<{ kid: string }>({
    severity: 'error',
    message: ({ kid }) =>
      `The signature is by the development key ${show(kid)}, which was made for one machine and is trusted by nobody.`,
    hint: () => 'Give the build a key of your own (`signpost keys new`) and deploy again.',
    docs: 'A build at a terminal without a key makes a development key. What it signs is for that machine; deployed, the signature vouches for nothing.',
  }),
  SIGNATURE_DEVELOPMENT_KEY_LOCAL: rule<{ kid: string }>({
    severity: 'warning',
    message: ({ kid }) =>
      `The signature is by the development key ${show(kid)}. That is fine on this machine and an error on a public origin.`,
    docs: 'A preview on a loopback address may be signed by a development key. On a public origin it is an error.',
  }),
  TRUST_BINDING: rule<{ identity: string; id: string; problem: string }>({
    severity: 'error',
    locked: true,
    message: ({ identity, id, problem }) =>
      `The identity ${show(identity)} is not the publisher of ${show(id)}: it ${problem}.`,
    hint: () => 'Name an identity on the domain in the identifier, or publish under an identifier of your own domain.',
    docs: "The domain of `trustManifest.identity` is the publisher's domain in the identifier of the entry (ARD 4.5.1), compared label by label: `evilacme.com` and `acme.com.evil.com` are not `acme.com`, and a subdomain counts only by policy. Otherwise anybody could vouch for anything.",
  }),
  TRUST_SOURCE: rule<{ id: string; source: string; subject: string }>({
    severity: 'error',
    locked: true,
    message: ({ id, source, subject }) =>
      `The trust manifest of ${show(id)} vouches for ${show(source)}, and its entry points at ${show(subject)}.`,
    docs: 'The signature of a trust manifest covers the manifest alone. What ties it to the artifact is `provenance`: `publishedFrom` names the URL of the entry, or the identifier where the entry holds its document. Here the entry leads elsewhere: its `url` was changed under a signature that still verifies.',
  }),
  TRUST_NOT_BOUND: rule<{ id: string; subject: string }>({
    severity: 'warning',
    message: ({ id, subject }) =>
      `The signed trust manifest of ${show(id)} says nothing about ${show(subject)}: whoever changes the entry keeps the signature.`,
    hint: () =>
      'Add `provenance: [{ relation: "publishedFrom", sourceId: URL, sourceDigest: "sha256:…" }]` before signing.',
    docs: 'The signature of a trust manifest covers the manifest alone. Without the digest of what the entry points at in it, the artifact can be swapped under a valid signature.',
  }),
  TRUST_DIGEST: rule<{ id: string; url: string; promised: string; found: string; lineEnds?: 'CRLF' | 'LF' }>({
    severity: 'error',
    message: ({ id, url, promised, found, lineEnds }) =>
      `The digest in the trust manifest of ${show(id)} does not match: it says ${promised}, and ${show(url)} is ${found}.${lineEnds === undefined ? '' : ` It is that of the same text with ${lineEnds} line endings.`}`,
    hint: () => AGAIN,
    docs: '`sourceDigest` is the SHA-256 of the bytes at the URL of the entry, or of the canonical form of the document in it. What is there now is something else than what was vouched for.',
  }),
  TRUST_ATTESTATION_CHANGED: rule<{ uri: string; promised: string; found: string }>({
    severity: 'error',
    message: ({ uri, promised, found }) =>
      `The attestation ${show(uri)} is not the document that is meant: its digest is ${found}, the trust manifest says ${promised}.`,
    hint: () => 'Take the digest of the document that is served now, and sign again.',
    docs: 'Consumers fetch an attestation and compare it with the digest in the trust manifest before they rely on it.',
  }),
  TRUST_DID: rule<{ id: string; host: string }>({
    severity: 'warning',
    message: ({ id, host }) => `The DID document of ${host} is that of ${show(id)}.`,
    hint: ({ host }) => `Its \`id\` is \`did:web:${host}\`.`,
    docs: 'The document at /.well-known/did.json of a domain is the one of `did:web:DOMAIN`. A resolver refuses one with another `id`, so no key of it is found there. A publisher on another host than the site serves the document on that host as well.',
  }),
  TRUST_HOST: rule<{ host: string; named: readonly string[] }>({
    severity: 'warning',
    message: ({ host, named }) =>
      `The services of the DID document are on ${named.slice(0, 3).join(', ')}, not on ${host}, where this catalog is.`,
    docs: "A consumer compares the domain from which a catalog came with the `service` endpoints of the host's DID document.",
  }),
}

import { rule, show } from './rule.ts'

const BY_HAND = 'Write a media type such as `application/a2a-agent-card+json`.'

/** Codes about trust manifests and the ARD manifest. */
export const trustRules = {
  TRUST_IDENTITY: rule<{ identity: string; publisher: string; problem: string }>({
    severity: 'error',
    message: ({ identity, problem }) => `Consumers would refuse everything: the identity ${show(identity)} ${problem}.`,
    hint: ({ publisher }) => `Leave \`trust.identity\` out for \`did:web:${publisher}\`, or name one on ${publisher}.`,
    docs: `A consumer takes the publisher's domain from the identifier of an entry and compares it with the domain of \`trustManifest.identity\` (ARD 4.5.1). If they differ, it stops: anybody could have signed. So \`trust.identity\` has to be on the publisher's domain: \`did:web:DOMAIN\` with or without a path, \`https://DOMAIN/…\` with a JWK Set at that URL, or \`spiffe://DOMAIN/…\`.

Host names are compared label by label in lower-case punycode. A port does not count. User information, backslashes, white space, encoded characters in a host, addresses and single labels are refused, since readers disagree on what they mean. A subdomain of the publisher counts only with \`trust.subdomains\`, and only for consumers that have the same policy.`,
  }),

  TRUST_IDENTITY_KEYS: rule<{ identity: string; url?: string; published: readonly string[] }>({
    severity: 'warning',
    message: ({ identity, url, published }) =>
      url === undefined
        ? `Consumers cannot ask for the keys of ${show(identity)} over https: a SPIFFE id needs the workload API of its trust domain.`
        : `Consumers look for the keys of ${show(identity)} at ${url}, and this site publishes them at ${published.join(' and ')}.`,
    hint: ({ url, published }) =>
      url === undefined
        ? 'Leave `trust.identity` out for did:web, which any client can resolve.'
        : `Serve the document there too, or name an identity whose keys are at ${published[0]}.`,
    docs: `The keys of a did:web identity are in its DID document (\`did:web:DOMAIN\` at /.well-known/did.json, \`did:web:DOMAIN:a:b\` at /a/b/did.json), those of an https identity in a JWK Set at that very URL. Signpost publishes /.well-known/did.json for the publisher's domain and /.well-known/jwks.json. For another identity the document has to be published by other means; without it no signature can be verified.

The keys of a SPIFFE id come from the workload API of its trust domain. Nobody outside of that domain can check such a signature.`,
  }),

  TRUST_ATTESTATION: rule<{ uri: string; problem: string }>({
    severity: 'error',
    message: ({ uri, problem }) => `The attestation ${show(uri)} ${problem}.`,
    docs: `An attestation names a document that consumers fetch and compare with its digest before they rely on it. So \`uri\` is an absolute https URL, and \`mediaType\` says what to expect there; it is required unless the ending of the URL tells it.`,
  }),

  TRUST_ATTESTATION_DIGEST: rule<{ uri: string }>({
    severity: 'suggestion',
    message: ({ uri }) =>
      `The attestation ${show(uri)} has no digest, so consumers cannot tell whether the document is the one that you mean.`,
    hint: () => 'Add `digest: sha256:…` with the SHA-256 of the document.',
    docs: 'The signature of a trust manifest covers what it says about an attestation, not the document itself. With a `digest` it covers the document too.',
  }),

  ARD_TYPE: rule<{ type: string }>({
    severity: 'error',
    message: ({ type }) => `${show(type)} is no media type: it needs a type and a subtype with a slash between them.`,
    hint: () => BY_HAND,
    docs: `The type of an ARD entry is a media type (RFC 6838), such as \`application/a2a-agent-card+json\`. It tells clients how to read what they find at the URL of the entry; a word is nothing they could compare.`,
  }),

  ARD_TYPE_UNKNOWN: rule<{ type: string; known?: string }>({
    severity: 'suggestion',
    message: ({ type }) => `Few clients know the media type ${show(type)}; validators warn about it.`,
    hint: ({ known }) => (known === undefined ? undefined : `Did you mean \`${known}\`?`),
    docs: `The list of types is open, so another one is allowed. But the conformance tests of ARD and Lighthouse warn about everything outside of theirs, and clients that look for a type compare it as a text: \`application/a2a-agent-card+json\`, \`application/agent-card+json\`, \`application/mcp-server-card+json\`, \`text/markdown; profile="urn:air:agent-skills"\` (with that one space), \`application/agent-skills+zip\`, \`application/agent-skills+gzip\`, \`application/ai-catalog+json\`, \`application/ai-registry\`, \`application/ai-registry+json\`.`,
  }),

  ARD_TYPE_OLD: rule<{ type: string; replacement: string }>({
    severity: 'warning',
    message: ({ type, replacement }) =>
      `The media type ${show(type)} comes from an older draft; clients look for ${show(replacement)} now.`,
    hint: ({ replacement }) => `Write \`${replacement}\`.`,
    docs: 'Drafts of ARD and AI Catalog used names that were replaced later. Clients compare types as texts and do not find an entry under an old one.',
  }),

  ARD_SOURCE: rule<Record<never, never>>({
    severity: 'error',
    message: () => 'The ARD entry has both `url` and `data`. It either points at its artifact or holds it.',
    hint: () => 'Remove one of the two.',
    docs: 'An entry has exactly one of `url` and `data` (ARD 4.2). With both, readers would not know which one counts.',
  }),

  ARD_METADATA: rule<{ key: string }>({
    severity: 'error',
    message: ({ key }) =>
      `\`ard.metadata\` is flat: the value of ${show(key)} has to be a text, a number, true, false or null.`,
    hint: () => 'Write one key for each value, such as `region.primary`.',
    docs: 'Discovery services filter by `metadata.KEY`, a path to one value. The schema of the manifest allows no lists or objects there.',
  }),

  ARD_DATES_HISTORY: rule<{ reason: string }>({
    severity: 'warning',
    message: ({ reason }) => `\`formats.ard.dates\` is \`git\`, but no dates can be taken from git: ${reason}.`,
    hint: () => 'Fetch the whole history (`fetch-depth: 0`, `git fetch --unshallow`), or remove the option.',
    docs: `\`updatedAt\` of an entry is then the date of the last commit that touched its files. CI systems often fetch the last commit alone; all dates would be that of the last build, and would change with every build. So dates are taken from a complete history or not at all.`,
  }),

  ARD_AGENTMAP: rule<{ file: string; found: string; url: string }>({
    severity: 'warning',
    message: ({ file, found, url }) =>
      `Your ${file} has an \`Agentmap\` of its own, ${show(found)}. Clients that take the first one never see ${url}.`,
    hint: () => 'Remove the line; the one for the published manifest is added at the end.',
    docs: '`Agentmap` in robots.txt is where some clients, Lighthouse among them, look first for the ARD manifest. Signpost adds its own line to what you wrote and removes nothing of yours.',
  }),

  ARD_ROBOTS_BLOCKED: rule<{ file: string; rule: string; path: string }>({
    severity: 'warning',
    message: ({ file, rule, path }) => `Your ${file} keeps every crawler away from ${path}: \`Disallow: ${rule}\`.`,
    hint: () => 'Add `Allow: /.well-known/` to the group `User-agent: *`.',
    docs: 'Discovery services are crawlers. One that heeds robots.txt (RFC 9309) will not read the manifest, and nothing of the site is found. The longest rule that matches a path decides, so an `Allow` for the folder is enough.',
  }),
}

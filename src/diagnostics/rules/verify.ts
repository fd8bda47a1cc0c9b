import { list, rule, show } from './rule.ts'

/** Findings about a site as its clients read it. */
export const verifyRules = {
  SITE_EMPTY: rule<{ isFolder: boolean }>({
    severity: 'warning',
    message: ({ isFolder }) =>
      `There is nothing here that an agent would find: no manifest, index, card or key set ${isFolder ? 'lies' : 'is served'} where clients look.`,
    hint: ({ isFolder }) =>
      isFolder ? 'Name the folder that is deployed, the one with `.well-known` in it.' : undefined,
    docs: 'No format is required of a site, so a missing one is no finding. This site has none at all at the places where clients look (`/.well-known/ard.json`, `ai-catalog.json`, `agent-card.json`, `skill-sharing`, `agent-skills/index.json` and others, robots.txt and the head of the page). Either it is the wrong folder or address, or a step of the deployment drops folders whose names start with a dot.',
  }),
  SITE_UNREACHED: rule<{ reason: string }>({
    severity: 'error',
    message: ({ reason }) => `The site cannot be read: it ${reason}.`,
    docs: 'The origin did not answer, or the folder is not there, so nothing was verified. Check the address, and whether the site is deployed.',
  }),
  SITE_TRUNCATED: rule<{ count: number }>({
    severity: 'warning',
    message: ({ count }) =>
      `The site has more documents than are read at once; ${count} were verified, the rest was not.`,
    docs: 'There is a limit to how much of a site is read, so that a hostile one cannot keep its reader busy forever. Registries have limits too (10,000 entries at one large finder).',
  }),
  SITE_JSON: rule<{ what: string; problem: string; isPage: boolean }>({
    severity: 'error',
    message: ({ what, problem }) => `The ${what} cannot be read: it ${problem}.`,
    hint: ({ isPage }) =>
      isPage ? 'An app may answer every address with its own page: exclude `/.well-known/` from that rule.' : undefined,
    docs: 'A document that has to be JSON is none: it is cut off, holds something else, or is not UTF-8. An HTML page in its place is usually the fallback of a single-page app, which answers every address.',
  }),
  SITE_JSON_BOM: rule<{ what: string }>({
    severity: 'warning',
    message: ({ what }) =>
      `The ${what} starts with a byte-order mark, which RFC 8259 forbids and some clients fail on.`,
    hint: () => 'Save it as UTF-8 without a mark.',
    docs: 'JSON that is sent over a network carries no byte-order mark (RFC 8259, section 8.1). Many parsers report a syntax error at the first character.',
  }),
  SITE_SCHEMA: rule<{ what: string; member: string; problem: string }>({
    severity: 'error',
    message: ({ what, member, problem }) =>
      `In the ${what} ${member === '' ? 'the document' : `\`${member}\``} ${problem}.`,
    docs: 'The document breaks the schema of its specification, so clients refuse it or read something else in it. Members that the specification does not know are fine. `signpost formats` names the specifications.',
  }),
  SITE_SCHEMA_EMBEDDED: rule<{ what: string; member: string; problem: string }>({
    severity: 'warning',
    message: ({ what, member, problem }) =>
      `In the ${what} that the catalog holds ${member === '' ? 'the document' : `\`${member}\``} ${problem}.`,
    docs: 'An entry of a catalog holds its document itself (`data`), and that document breaks the schema of its own specification. The catalog is sound; who uses the entry may stumble.',
  }),
  SITE_SCHEMA_FOREIGN: rule<{ what: string; member: string; problem: string }>({
    severity: 'warning',
    message: ({ what, member, problem }) =>
      `In the ${what} on another host ${member === '' ? 'the document' : `\`${member}\``} ${problem}.`,
    docs: 'The site points at a document of another host, and that document breaks the schema of its specification.',
  }),
  SITE_CARD_V03: rule<Record<never, never>>({
    severity: 'suggestion',
    message: () =>
      'This is a card of A2A 0.3. It is valid for its readers; clients of 1.0 look for `supportedInterfaces` and find no endpoint.',
    docs: 'A2A 1.0 lists endpoints in `supportedInterfaces`. Several clients of 1.0 do not read the members of 0.3. An agent that speaks 1.0 too can list both.',
  }),
  SITE_SERVER_CARD_OLD: rule<Record<never, never>>({
    severity: 'suggestion',
    message: () =>
      'This server card has the form of an older draft: it has no `$schema`. Scanners read it, clients of today do not.',
    docs: 'Drafts of MCP server cards (SEP-1649) had `serverInfo` and `transport`; schema v1 has `$schema`, `name`, `version`, `description` and `remotes`.',
  }),
  SITE_LINK_BROKEN: rule<{ what: string; url: string; reason: string }>({
    severity: 'error',
    message: ({ what, url, reason }) => `The ${what} ${show(url)} ${reason}, and clients have to follow this link.`,
    hint: () => 'Publish it, or remove what points at it.',
    docs: 'An index, a manifest or a page promises a document that is not there: a descriptor, a card, the files of a skill, a catalog. A client that follows the link fails, or drops the resource without a word.',
  }),
  SITE_LINK_UNREACHED: rule<{ what: string; url: string; reason: string }>({
    severity: 'warning',
    message: ({ what, url, reason }) => `The ${what} ${show(url)} could not be read: it ${reason}.`,
    docs: 'A document points at another host, which did not answer just now. It may do so later.',
  }),
  SITE_LINK_REFUSED: rule<{ what: string; url: string; reason: string }>({
    severity: 'error',
    message: ({ what, url, reason }) => `The ${what} ${show(url)} was not asked for: it ${reason}.`,
    hint: () => 'Write the https address under which the public reaches it.',
    docs: "What a document points at, or a server redirects to, is followed only over https and only on hosts that the public reaches. A link to a loopback, private or link-local address would make every reader call into its own network: attackers use such links to reach a cloud provider's metadata service, for example. Names are judged by the addresses that they resolve to.",
  }),
  SITE_LINK_DEAD: rule<{ url: string; reason: string }>({
    severity: 'warning',
    message: ({ url, reason }) => `The link to ${show(url)} leads nowhere: it ${reason}.`,
    docs: 'A document links to something that is not there. No client has to follow the link, but a person or a model may.',
  }),
  SITE_LINK_ABSENT: rule<{ urls: readonly string[] }>({
    severity: 'suggestion',
    message: ({ urls }) =>
      `The folder lacks ${urls.slice(0, 3).map(show).join(', ')}${urls.length > 3 ? ` and ${urls.length - 3} more` : ''}, which ${urls.length === 1 ? 'is' : 'are'} linked on this origin.`,
    hint: () => 'Nothing needs to be done where something else publishes it on the same origin.',
    docs: 'A document links to a path of its own origin that the folder does not have. The folder may be only a part of what is deployed. `signpost verify https://…` tells for the deployed site.',
  }),
  SITE_CATALOG_DEPTH: rule<{ depth: number; limit: number }>({
    severity: 'warning',
    message: ({ depth, limit }) =>
      `This catalog is nested ${depth} levels deep. Readers stop after ${limit}, so what is in it is never found.`,
    hint: () => 'Nest less deeply.',
    docs: 'A catalog may refer to other catalogs or hold them. Readers limit how deep they go (4 is recommended), so that a site cannot keep them busy.',
  }),
  SITE_CATALOG_CYCLE: rule<{ url: string; isSelf: boolean }>({
    severity: 'warning',
    message: ({ url, isSelf }) =>
      isSelf
        ? `This catalog lists itself (${show(url)}).`
        : `This catalog lists ${show(url)}, which leads back to it: a circular reference.`,
    hint: () => 'Remove the entry.',
    docs: 'Nested catalogs lead back to one that is being read already. Careful readers refuse such a link; careless ones never end.',
  }),
  SITE_CATALOG_STRICT: rule<{ problem: string }>({
    severity: 'warning',
    message: ({ problem }) => `Strict readers refuse this AI Catalog: ${problem}.`,
    docs: 'At /.well-known/ai-catalog.json readers run the closed schema of AI Catalog 0.9 (Lighthouse 13.5 does): `specVersion` is "1.0", and the root, the host and trust manifests have no members but those of the schema. ARD itself lets others pass.',
  }),
  SITE_ENTRY_SOURCE: rule<{ id: string; missing: string }>({
    severity: 'error',
    message: ({ id, missing }) => `The entry ${show(id)} has no ${missing}.`,
    docs: 'An entry says what it points at (`type`) and either where that is (`url`) or what it is (`data`). Without them nobody can use it.',
  }),
  SITE_ENTRY_NO_QUERIES: rule<{ id: string }>({
    severity: 'warning',
    message: ({ id }) => `The entry ${show(id)} has no \`representativeQueries\`, so a search does not find it.`,
    hint: () => 'Add two to five requests, in the words of a user, that it serves.',
    docs: 'Discovery services search `representativeQueries` (ARD 4.2). An entry without them can only be found by its identifier.',
  }),
  SITE_ENTRY_QUERIES: rule<{ id: string; count: number }>({
    severity: 'error',
    message: ({ id, count }) =>
      `The entry ${show(id)} has ${count} \`representativeQueries\`; two to five are allowed.`,
    docs: 'Validators refuse a manifest with an entry that has one query or more than five (ARD 4.2).',
  }),
  SITE_ID_TWICE: rule<{ what: string; id: string }>({
    severity: 'error',
    message: ({ what, id }) => `Two ${what} have the same name, ${show(id)}: clients see one of them, or refuse both.`,
    docs: 'Identifiers are unique in one index. Entries of a manifest may share one only with different versions.',
  }),
  SITE_DIGEST: rule<{ what: string; url: string; promised: string; found: string; lineEnds?: 'CRLF' | 'LF' }>({
    severity: 'error',
    message: ({ what, url, promised, found, lineEnds }) =>
      `The digest of ${what} does not match: the index says ${promised}, and ${show(url)} is ${found}.${lineEnds === undefined ? '' : ` The digest is that of the same text with ${lineEnds} line endings.`}`,
    hint: ({ lineEnds }) =>
      lineEnds === undefined
        ? 'Take the SHA-256 of the very bytes that are served, as the last step: line endings (CRLF), a byte-order mark or a minifier change them.'
        : 'Something changed the line endings after the digest was made: a checkout with `core.autocrlf`, or an editor. Serve the file as it was.',
    docs: 'Clients compare the SHA-256 of what they downloaded with the `digest` of the index (Agent Skills discovery 0.2.0) and drop a skill whose digest differs, most of them without a word.',
  }),
  SITE_SKILL_MD: rule<{ missing: readonly string[] }>({
    severity: 'error',
    message: ({ missing }) => `This SKILL.md has no ${missing.join(' and no ')}, so clients drop the skill.`,
    docs: 'A SKILL.md starts with front matter between two lines of `---` that holds a `name` and a `description`. Clients that do not find them leave the skill out without a message.',
  }),
  SITE_ARCHIVE: rule<{ problem: string }>({
    severity: 'error',
    message: ({ problem }) => `Clients refuse this archive: it ${problem}.`,
    docs: 'The archive of an Agent Skill is a ZIP (or tar.gz) with SKILL.md at its root, without a folder around it, without names that lead out of it, with at most 1000 files and 50 MiB unpacked.',
  }),
  SITE_KEY_PRIVATE: rule<{ kid: string; member: string }>({
    severity: 'error',
    locked: true,
    message: ({ kid, member }) =>
      `The key ${show(kid)} is published with its private half (\`${member}\`): anybody can sign in its name.`,
    hint: () => 'Take it down, revoke the key, and sign with a new one (`signpost keys new`).',
    docs: 'A key set or DID document holds public keys. This one holds a private or symmetric member (`d`, `p`, `q`, `k` …). The key is lost: whoever read the document can sign as you. The value is not shown here.',
  }),
  SITE_KEY_TWICE: rule<{ kid: string }>({
    severity: 'error',
    message: ({ kid }) => `Two keys have the \`kid\` ${show(kid)}, so a verifier cannot tell which one signed.`,
    docs: 'Signatures name their key by its `kid`. With two keys of one name some verifiers take the first, some refuse both.',
  }),
  SITE_KEY_DRIFT: rule<{ kid: string; other: string }>({
    severity: 'error',
    message: ({ kid, other }) => `The key ${show(kid)} is another one in ${other}.`,
    docs: 'The JWK Set and the DID document hold different keys under one `kid`. A signature then verifies for clients that read the one and not for those that read the other.',
  }),
  SITE_KEY_EXPIRED: rule<{ kid: string; date: string }>({
    severity: 'suggestion',
    message: ({ kid, date }) => `The key ${show(kid)} expired on ${date} and is still published.`,
    docs: 'A key whose `exp` has passed verifies nothing any more. It may be taken out.',
  }),
  SITE_KEY_EXPIRES_SOON: rule<{ kid: string; date: string }>({
    severity: 'warning',
    message: ({ kid, date }) => `The key ${show(kid)} expires on ${date}.`,
    hint: () => 'Publish its successor now, and sign with it one max-age later (docs/keys.md).',
    docs: 'Within 30 days the key expires, and every signature that was made with it stops verifying.',
  }),
  SITE_DRIFT: rule<{ one: string; other: string; value: string; otherValue: string }>({
    severity: 'warning',
    message: ({ one, other, value, otherValue }) =>
      `${one[0]!.toUpperCase()}${one.slice(1)} is ${show(value)}, ${other} ${show(otherValue)}.`,
    docs: 'Two documents of the site repeat the same fact and say different things. Usually one of them was not deployed with the other. Which one a client believes depends on where it looked first.',
  }),
  SITE_DESCRIPTOR_DRIFT: rule<{ member: string; value: string; descriptor: string; url: string }>({
    severity: 'error',
    message: ({ member, value, descriptor, url }) =>
      `The index says \`${member}\` ${show(value)}, its descriptor ${show(url)} says ${show(descriptor)}.`,
    docs: 'The entry of a Skill Index and the Skill Descriptor that it leads to are about the same skill: `id`, `version`, `access` and `capability_type` are equal (Skill Sharing 5.2). A client that chose by the one calls by the other.',
  }),
  SITE_COPY_DRIFT: rule<{ path: string; other: string; detail: string }>({
    severity: 'warning',
    message: ({ path, other, detail }) =>
      `/${path} is not the same as /${other}: ${detail}. Clients of different ages read the one or the other.`,
    docs: 'The same document is published at two places, because clients look at either: the ARD manifest and the AI Catalog, a card and its copy for base URLs or for older clients. They differ, so clients see different things.',
  }),
  SITE_FILTER: rule<{ type: string; problem: string }>({
    severity: 'error',
    message: ({ type, problem }) => `The Skill Index filtered by the type ${show(type)} ${problem}.`,
    docs: 'What `?type=` answers holds every skill of that type from the full index and no other (Skill Sharing 5.6).',
  }),
  SITE_PRIVATE_LISTED: rule<{ id: string }>({
    severity: 'error',
    locked: true,
    message: ({ id }) => `The private skill ${show(id)} is in the public view, where it must not even be named.`,
    hint: () => 'Take it down. What was public may have been copied.',
    docs: 'A skill whose access is `private` (or an Agent Skill with `metadata.internal: true`) is visible only after authentication (Skill Sharing 5.5). Here anybody can read of it.',
  }),
  SITE_PRIVATE_OPEN: rule<{ count: number }>({
    severity: 'error',
    locked: true,
    message: ({ count }) =>
      `The authenticated view answers without credentials (${count === 1 ? 'one document' : `${count} documents`}).`,
    hint: () => 'Put the whole origin behind authentication before anything is deployed to it.',
    docs: 'The authenticated view holds what is private. It was asked once more without the headers that `--header` gave, and answered all the same.',
  }),
  SITE_SECRET: rule<{ kind: string }>({
    severity: 'error',
    locked: true,
    message: ({ kind }) => `This looks like a secret (${kind}), and the site serves it to everyone.`,
    hint: () => 'Take it down and revoke it where it was issued: it may have been copied.',
    docs: 'What the site serves was searched for secrets, as a build searches what it is about to publish (see PUBLISH_SECRET). The secret is printed nowhere.',
  }),
}

/** How messages name further paths that one finding stands for. */
export function andOthers(others: readonly string[]): string {
  if (others.length === 0) return ''
  return ` The same holds for ${list(others.slice(0, 3))}${others.length > 3 ? ` and ${others.length - 3} more` : ''}.`
}

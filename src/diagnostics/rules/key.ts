import { rule, show } from './rule.ts'

const SUPPORTED = 'Ed25519 (`kty: OKP`, `alg: EdDSA`) and P-256 (`kty: EC`, `alg: ES256`)'
const NEW_KEY = 'Make a key with `signpost keys new`.'

/** Codes about keys and signatures. What a key holds is never part of a message. */
export const keyRules = {
  KEY_JSON: rule<{ source: string; problem: string; hint?: string }>({
    severity: 'error',
    message: ({ source, problem }) => `${source} ${problem}.`,
    hint: ({ hint }) => hint ?? NEW_KEY,
    docs: `A signing key is a private JWK (RFC 7517) or a JWK Set whose first key signs, as JSON: in \`SIGNPOST_SIGNING_KEY\`, or in the file that \`trust.keys.file\` names. What was found there is something else: no JSON, a PEM block, a path, an empty set.

Secrets of CI systems are often pasted with quotes around them, cut at a line break or encoded once more. \`signpost keys new | gh secret set SIGNPOST_SIGNING_KEY\` avoids all of that. The text itself is never shown, since it may be a key.`,
  }),

  KEY_SYMMETRIC: rule<{ key: string; problem: string }>({
    severity: 'error',
    locked: true,
    message: ({ key, problem }) => `${key} ${problem}.`,
    hint: () => NEW_KEY,
    docs: 'A symmetric key (`kty: oct`, HMAC) signs and verifies with the same secret: nobody outside could verify, and whoever could would be able to forge. Signatures that the public checks need a key pair.',
  }),

  KEY_UNSUPPORTED: rule<{ key: string; problem: string }>({
    severity: 'error',
    message: ({ key, problem }) => `${key} ${problem}. Supported are ${SUPPORTED}.`,
    hint: () => NEW_KEY,
    docs: `Keys are ${SUPPORTED}: both are strong, small, and known to the verifiers of Agent Cards and trust manifests. RSA keys, other curves and keys for encryption are refused, and so is an \`alg\` that does not belong to the curve.`,
  }),

  KEY_INVALID: rule<{ key: string; problem: string; hint?: string }>({
    severity: 'error',
    message: ({ key, problem }) => `${key} ${problem}.`,
    hint: ({ hint }) => hint,
    docs: 'A JWK lacks a member, a member is malformed, or its halves do not belong together. Signatures made with such a key would verify nowhere. Copy the key again, or make a new one with `signpost keys new`.',
  }),

  KEY_ID: rule<{ key: string; problem: string }>({
    severity: 'error',
    message: ({ key, problem }) => `${key} ${problem}.`,
    hint: () =>
      'Remove `kid`, and the thumbprint of the key (RFC 7638) takes its place; or give it a name of your own.',
    docs: 'A `kid` names the key in every signature, in jwks.json and in did.json, so it is a short text without spaces and invisible characters. Names that start with `dev-` belong to development keys, which consumers of a public site are told not to trust.',
  }),

  KEY_ID_TWICE: rule<{ kid: string; first: string; second: string }>({
    severity: 'error',
    message: ({ kid, first, second }) =>
      `${first} and ${second} have the same \`kid\`, ${show(kid)}: a verifier could not tell which one signed.`,
    hint: () => 'Give one of them another `kid`, or remove the double.',
    docs: 'Signatures name their key by its `kid`. With two keys of one name some verifiers take the first, some refuse both. A `kid` is used once and never again, not even for the successor of a key.',
  }),

  KEY_PUBLIC: rule<{ key: string; problem: string }>({
    severity: 'error',
    message: ({ key, problem }) => `${key} ${problem}.`,
    hint: () => 'Give the private JWK, the one with a `d`.',
    docs: 'Signing needs the private half of a key, the member `d` of its JWK. What was given is the public half, as jwks.json holds it.',
  }),

  KEY_PRIVATE: rule<{ key: string; problem: string }>({
    severity: 'error',
    locked: true,
    message: ({ key, problem }) =>
      `${key} ${problem}. Retired keys are published, and a published private half gives the identity away.`,
    hint: () => 'Keep `kty`, `crv`, `x`, `y`, `kid` and `alg` only; `signpost keys retire KID` writes the entry.',
    docs: 'Entries of `trust.keys.retired` are public keys: old signatures are verified with them, and nothing is signed with them any more. One that holds a private member (`d`, `p`, `q`, `k` …) is refused. If the file or the config was committed or shared, treat the key as lost and revoke it.',
  }),

  KEY_EXPIRED: rule<{ key: string; date: string }>({
    severity: 'error',
    message: ({ key, date }) => `${key} expired on ${date} (\`exp\`): signatures made with it are refused.`,
    hint: () =>
      'Make a new key with `signpost keys new`, and keep the old one in `trust.keys.retired` while its signatures are in use.',
    docs: 'The `exp` of the JWK has passed. Verifiers that know the date refuse its signatures, so nothing is signed with it. docs/keys.md tells the order of a rotation.',
  }),

  KEY_EXPIRES_SOON: rule<{ key: string; date: string; days: number }>({
    severity: 'warning',
    message: ({ key, date, days }) =>
      `${key} expires on ${date}, ${days === 0 ? 'in less than a day' : days === 1 ? 'in one day' : `in ${days} days`}.`,
    hint: () =>
      'Publish its successor now, behind it in the key set, and let it sign one max-age later (docs/keys.md).',
    docs: 'In the last 30 days of a key there is a warning, so that its successor is published before it is needed: clients keep a key set for its max-age and know no newer key until then.',
  }),

  KEY_NOT_YET_VALID: rule<{ key: string; date: string }>({
    severity: 'error',
    message: ({ key, date }) => `${key} is not valid before ${date} (\`nbf\`), so nothing can be signed with it yet.`,
    hint: () => 'Put the key that is valid now first.',
    docs: 'The first key of a set signs. A key whose `nbf` lies in the future may stand behind it, where it is published ahead of its time.',
  }),

  KEY_MISSING: rule<{ reason: string }>({
    severity: 'warning',
    message: ({ reason }) => `The site is unsigned: ${reason}. Consumers cannot verify who published it.`,
    hint: () =>
      'Give the private JWK in `SIGNPOST_SIGNING_KEY`, or name its file in `trust.keys.file`; `signpost keys new` makes one.',
    docs: `Without a key nothing is signed: Agent Cards carry no \`signatures\`, trust manifests no \`signature\`, and jwks.json holds retired keys only. Everything else is published as usual.

At a terminal a development key is made instead. In CI, in a pipe and with \`SIGNPOST_UNSIGNED=1\` there is none: a signature that no one can have expected is worse than none. Workflows of pull requests from forks have no secrets; they set \`SIGNPOST_UNSIGNED=1\`. Where every deployment must be signed, set \`trust.required\`.`,
  }),

  KEY_REQUIRED: rule<Record<never, never>>({
    severity: 'error',
    message: () => 'There is no signing key, and `trust.required` asks for one in CI.',
    hint: () =>
      'Give the job the secret `SIGNPOST_SIGNING_KEY`; a workflow without secrets, as for pull requests from forks, sets `SIGNPOST_UNSIGNED=1`.',
    docs: 'With `trust.required` a build in CI without a key is an error: a deployment would replace a signed site by an unsigned one. `SIGNPOST_UNSIGNED=1` says that this build is not for deployment.',
  }),

  KEY_DEVELOPMENT: rule<{ kid: string; file: string; made: boolean }>({
    severity: 'suggestion',
    message: ({ kid, file, made }) =>
      `The site is signed by the development key \`${kid}\`, which ${made ? 'was made just now and is kept' : 'lies'} in ${file}. It is for this machine only.`,
    hint: () => 'To publish, give a key of your own: `signpost keys new`.',
    docs: 'A build at a terminal without a key makes a development key, so that everything that signing changes can be seen locally. It is kept in `.signpost/`, which git ignores. Its `kid` starts with `dev-`: `signpost verify` calls it an error on a public origin.',
  }),

  KEY_PREVIEW: rule<Record<never, never>>({
    severity: 'suggestion',
    message: () => 'The preview is unsigned: `SIGNPOST_ORIGIN` names another origin than `origin`.',
    hint: () => 'Set `trust.signPreviews` to sign previews as well.',
    docs: "A deploy preview is served from another origin and often built from code that nobody has reviewed yet, so it does not get the publisher's signature unless `trust.signPreviews` says so.",
  }),

  KEY_FILE_UNREADABLE: rule<{ option: string; file: string; reason: string }>({
    severity: 'error',
    message: ({ option, file, reason }) => `${option} names ${file}, and ${reason}.`,
    docs: 'A key file that is named but cannot be read is an error, never an unsigned site. `trust.keys.file` and `trust.keys.retired` are paths relative to the root of the site; in CI the file must exist before the build.',
  }),

  KEY_FILE_PLACE: rule<{ file: string; place: string }>({
    severity: 'error',
    locked: true,
    message: ({ file, place }) => `The key file ${show(file)} lies in ${place}, from where it could be published.`,
    hint: () => 'Move it out of the site, and treat the key as lost if it was ever deployed.',
    docs: 'A private key may not lie where a build reads or writes: in an output folder, in the folder of public files, or in a folder of definitions. One changed setting would publish it.',
  }),

  KEY_FILE_TRACKED: rule<{ file: string }>({
    severity: 'error',
    locked: true,
    message: ({ file }) =>
      `The key file ${show(file)} is tracked by git: everyone with the repository has the private key.`,
    hint: ({ file }) =>
      `Make a new key, revoke this one, and run \`git rm --cached ${file}\`; its history still holds the old one.`,
    docs: 'A private key in a repository is known to everyone who can read it, its forks and its backups, and it stays in the history. Make a new key outside of the repository and revoke the old one: `signpost keys revoke KID`.',
  }),

  KEY_FILE_READABLE: rule<{ file: string; mode: string }>({
    severity: 'warning',
    message: ({ file, mode }) =>
      `The key file ${show(file)} can be read by other users of this machine (mode ${mode}).`,
    hint: ({ file }) => `Run \`chmod 600 ${file}\`.`,
    docs: 'A private key is for its owner only. Other accounts on the machine can read this one.',
  }),

  KEY_RETIRED_OVER: rule<{ key: string; date: string }>({
    severity: 'suggestion',
    message: ({ key, date }) => `${key} was to be published until ${date}; it no longer is.`,
    hint: () => 'Remove the entry.',
    docs: 'The `until` of a retired key has passed, or its `exp`. Its signatures can no longer be verified, and the entry does nothing.',
  }),

  KEY_RETIRED_SIGNS: rule<{ kid: string }>({
    severity: 'warning',
    message: ({ kid }) => `The key \`${kid}\` is retired, and it still stands among the signing keys.`,
    hint: () => 'Remove it from the signing keys, or from `trust.keys.retired`.',
    docs: 'A key is retired once another one signs: its public half is kept in `trust.keys.retired`, its private half is thrown away. This one is still given to the build.',
  }),

  KEY_NOT_FOUND: rule<{ kid: string; known: readonly string[] }>({
    severity: 'error',
    message: ({ kid, known }) =>
      `There is no key ${show(kid)}; ${known.length === 0 ? 'no key is known here' : `known are ${known.map(show).join(', ')}`}.`,
    hint: () =>
      '`signpost keys list` shows the keys of this site. Those of a deployed one are found with `--from FILE`, a copy of its jwks.json.',
    docs: 'The commands look for a key by its `kid` among the signing keys, the retired ones and those of the last build. What a CI system keeps as a secret is not visible here: give a copy of the published jwks.json with `--from`.',
  }),

  KEY_STILL_SIGNS: rule<{ kid: string; source: string; action: 'retire' | 'revoke' }>({
    severity: 'error',
    message: ({ kid, source, action }) =>
      action === 'retire'
        ? `The key \`${kid}\` signs this site: it is the first one in ${source}.`
        : `The key \`${kid}\` is given to the build by ${source}, which only you can change.`,
    hint: ({ action, source }) =>
      action === 'retire'
        ? 'Let another key sign first: put it in front, deploy, then retire this one (docs/keys.md).'
        : `Remove it from ${source}, put a new key there (\`signpost keys new\`), build and deploy.`,
    docs: 'A key is retired after its successor has taken over, so that no signature is ever made with a retired key. A key that is lost or stolen is revoked: it disappears from jwks.json with the next deployment, and everything it signed stops verifying. Private keys are never edited by a command.',
  }),

  KEY_IN_CONFIG: rule<{ kid: string; file: string }>({
    severity: 'error',
    message: ({ kid, file }) =>
      `The key \`${kid}\` stands in \`trust.keys.retired\` in ${file}, which no command edits.`,
    hint: () => 'Remove the entry, build and deploy.',
    docs: "Retired keys that stand in the config are removed by hand. With `trust.keys.retired: 'retired-keys.json'` the commands edit the file.",
  }),

  SIGNATURE_NOT_PORTABLE: rule<{ member: string; sdk: string; specification: string; received: string }>({
    severity: 'warning',
    message: ({ member, sdk, specification, received }) =>
      `Verifiers read \`${member}\` differently when they check the card's signature: the SDKs ${sdk}, the specification's text ${specification}, verifiers of the JSON as received ${received}. The card is signed once for each reading.`,
    hint: ({ member }) => `Leave \`${member}\` out, or give it content.`,
    docs: `An Agent Card's signature covers a canonical form of the card, and three such forms are in use: that of the A2A SDKs, which remove everything empty; that of the specification (8.4.1), which keeps REQUIRED members and explicitly set ones; and the received JSON as it is (RFC 8785), which several registries and other clients verify. For most cards all three are the same bytes, and one signature serves everyone.

This member makes them differ. The card then carries one signature per reading, so that each verifier finds one that fits. A client that wants every signature to verify refuses such a card, so a card without the member is better: leave out what is empty.`,
  }),

  SIGNATURE_NOT_COVERED: rule<{ member: string; what: string }>({
    severity: 'warning',
    message: ({ member, what }) =>
      `No signature protects \`${member}\`: the A2A SDKs remove ${what} before they verify, so the card verifies without it as well.`,
    hint: ({ member }) =>
      member.endsWith('mtlsSecurityScheme')
        ? `Give \`${member}\` a \`description\`.`
        : `Name at least one scope or role in \`${member}.list\`.`,
    docs: `The SDKs' canonical form drops everything that is empty. A security requirement without scopes (\`{ schemes: { key: { list: [] } } }\`, or no \`list\`) and a mutual TLS scheme without a description vanish from it. Whoever alters the card on its way can take the requirement out, and what is left is exactly what the SDKs' signature covers: it verifies everywhere. The agent's own server must refuse unauthenticated requests anyway.

A scope or a role in \`list\` makes the requirement part of what is signed; a \`description\` does the same for \`mtlsSecurityScheme\`. Without them the card also needs one signature for each way to read it, and clients that want every signature to verify refuse it.`,
  }),

  SIGNATURE_HYBRID: rule<Record<never, never>>({
    severity: 'suggestion',
    message: () =>
      'The hybrid card is signed once for each way to read it: the SDKs leave its 0.3 members out of what they verify, verifiers of the JSON as received keep them.',
    docs: "A hybrid card holds the members of A2A 0.3 beside those of 1.0. The SDKs and the specification's canonical form know the 1.0 members only, so the signature they verify does not protect the 0.3 ones (`url`, `preferredTransport` …). `agents/SLUG/agent-card.json` is the pure 1.0 card with one signature.",
  }),

  SIGNATURE_NOT_ASCII: rule<{ member: string; what: string }>({
    severity: 'suggestion',
    message: ({ member, what }) =>
      `\`${member}\` holds ${what}, which Python SDKs before the canonicalisation fix of August 2026 write differently: they will not verify the card's signature.`,
    docs: 'Older versions of the A2A SDK for Python do not canonicalise by RFC 8785: they escape characters outside of ASCII and write whole numbers as `5.0`. Nothing is wrong with the card; users of those versions have to update. No card needs to be changed for it.',
  }),

  SIGNATURE_SELF_CHECK: rule<{ path: string; problem: string }>({
    severity: 'error',
    locked: true,
    message: ({ path, problem }) =>
      `A signature in ${path} does not verify with the keys that are published beside it. It ${problem}.`,
    docs: `Before anything is written, every signature is verified once more: from the bytes that will be published, with the key set that will be published. One of them failed, so no consumer could verify it either.

A signer outside of this program (a key service) that signs with another key than the one it names causes this. Otherwise please report it.`,
  }),
}

import type { Command } from './command.ts'

/** The commands, in the order that help lists them. */
export const commands: readonly Command[] = [
  {
    name: 'build',
    summary: 'validate the definitions and write the site',
    description:
      'Validates every definition, makes the whole site in memory and writes it. Where vite.config has the signpost ' +
      'plugin it runs `vite build`; otherwise it adds the documents to the folder that your framework wrote. ' +
      'Nothing is written if there is an error; the site of the last build stays whole.',
    examples: [
      ['signpost build', 'write dist/, dist-private/ and dist-deploy/'],
      ['hugo && signpost build --out-dir public', 'add the documents to a site that Hugo made'],
      ['signpost build --strict --format github', 'in a workflow: annotate files, let warnings fail'],
    ],
    load: () => import('./build.ts'),
  },
  {
    name: 'check',
    summary: 'validate the definitions, write nothing',
    operands: { syntax: '[FILE...]', description: 'show findings about these files or folders only' },
    description:
      'Validates everything that build would publish, references between files included, and writes nothing. ' +
      'With FILEs only what is wrong with them is shown and counted, as a commit hook wants it.',
    examples: [
      ['signpost check', 'check all definitions'],
      ['signpost check skills/pdf-tools', 'check everything, show what is wrong with one skill'],
      ['signpost check --format agent', 'one line per finding, for a coding agent'],
    ],
    load: () => import('./check.ts'),
  },
  {
    name: 'verify',
    summary: 'read a site as clients do and report every broken promise',
    operands: { syntax: '<SITE>', description: 'an https origin, or a folder that is deployed' },
    options: [
      ['--origin <url>', 'the origin that a folder or a server on this machine stands for'],
      ['--keys <file>', "a JWK Set of the keys to trust (default: those of the site's own domain)"],
      ['--offline', 'ask nothing outside of the site'],
      ['--header <line...>', 'a header such as `Authorization: …`, sent to that origin alone and printed nowhere'],
      ['--private', 'it is the authenticated view'],
    ],
    description:
      'Follows every promise of every document: schemas, links, digests, signatures and keys, whose documents they ' +
      'are, and how a server answers. A site is judged on what it serves or links; a format that it does not have is ' +
      'no finding. Works on sites that Signpost did not build.',
    examples: [
      ['signpost verify https://acme.example', 'the deployed site'],
      ['signpost verify dist --origin https://acme.example', 'a folder, before it is deployed'],
      ['signpost verify http://127.0.0.1:4173 --origin https://acme.example', 'what vite preview serves'],
    ],
    load: () => import('./verify.ts'),
  },
  {
    name: 'diff',
    summary: 'what changes between a deployed site and this build, and whom it breaks',
    operands: { syntax: '<SITE>', description: 'the deployed site: its origin, or a folder' },
    options: [
      ['--origin <url>', 'the origin that a folder or a server on this machine stands for'],
      ['--header <line...>', 'a header such as `Authorization: …`, sent to that origin alone and printed nowhere'],
    ],
    formats: ['markdown'],
    description:
      'Builds the site in memory and compares it with what is deployed: skills, agents, servers, tools, tags, ' +
      'interfaces, endpoints, authentication, access and versions. Tells what breaks clients from what does not. ' +
      'A breaking change without a major version step is an error. Writes nothing.',
    examples: [
      ['signpost diff https://acme.example', 'before a deployment'],
      ['signpost diff https://acme.example --format markdown', 'for a comment in a pull request'],
    ],
    load: () => import('./diff.ts'),
  },
  {
    name: 'trace',
    summary: 'the way from a query to the skill that a client calls',
    operands: { syntax: '<SITE>', description: 'an https origin, the URL of an Agent Card, or a folder' },
    options: [
      ['--tag <tag...>', 'a tag that the skill should have; may be repeated'],
      ['--text <text>', 'what the skill should be about'],
      ['--service <url>', 'a registry to ask first; without an answer the well-known URIs are asked'],
      ['--binding <name...>', 'a binding that the client speaks (default: JSONRPC and HTTP+JSON)'],
      ['--out <file>', 'write the trace to this file'],
      ['--expect <file>', 'compare the trace with the one in this file; a difference is an error'],
      ['--origin <url>', 'the origin that a folder or a server on this machine stands for'],
      ['--header <line...>', 'a header such as `Authorization: …`, sent to that origin alone and printed nowhere'],
    ],
    description:
      'Looks for an agent as an A2A client does and shows every step: whom it asked, what it found, which skill it ' +
      'selects and by which interface it would call it. Nothing is called. The trace is the same as long as the site ' +
      'is, so that it can be kept beside the definitions and compared.',
    examples: [
      ['signpost trace https://acme.example --tag parcels', 'by the well-known URIs'],
      ['signpost trace dist --tag parcels --out trace.json', 'keep it for reviews'],
      ['signpost trace https://acme.example --tag parcels --expect trace.json', 'in a workflow'],
    ],
    load: () => import('./trace.ts'),
  },
  {
    name: 'search',
    summary: 'ask discovery services, or this build, for a resource',
    operands: { syntax: '[TEXT]', description: 'what is looked for, in the words of a user' },
    options: [
      ['--service <url...>', 'a discovery service to ask; may be repeated (default: those in agent-finders.json)'],
      ['--referrals', 'ask the services too that others refer to'],
      ['--keys <file>', 'a JWK Set of the keys to trust (default: those of each publisher)'],
      ['--local', 'search this build, and show where its own representative queries lead'],
    ],
    description:
      'Asks discovery services and checks each hit before it is called usable: publisher, identity, attestations, ' +
      'signature and artifact. Relevance says nothing about trust. Nothing that is found is called or installed.',
    examples: [
      ['signpost search "track a parcel" --service https://finder.example/api', 'ask one service'],
      ['signpost search "track a parcel" --local', 'is it found in this build?'],
      ['signpost search --local', 'the rank that each representative query reaches'],
    ],
    load: () => import('./search.ts'),
  },
  {
    name: 'explain',
    summary: 'print the documentation of a diagnostic code',
    operands: { syntax: '[CODE]', description: 'a code such as SKILL_NAME_MISMATCH; without it all codes are listed' },
    description: 'Tells what a diagnostic code means, why the rule exists and what to do about it.',
    examples: [
      ['signpost explain config_missing', 'case does not matter'],
      ['signpost explain', 'list all codes by severity'],
    ],
    load: () => import('./explain.ts'),
  },
  {
    name: 'formats',
    summary: 'list what is published where, by which specification',
    description: 'Lists the documents that a site can consist of: their paths, specification, version and its date.',
    examples: [['signpost formats --format json', 'the same for programs']],
    load: () => import('./formats.ts'),
  },
  {
    name: 'keys',
    summary: 'make, list, retire or revoke signing keys',
    operands: {
      syntax: '<ACTION> [KID]',
      description: 'new, list, retire KID or revoke KID',
      others: ['retire, revoke: the key, as `keys list` names it'],
    },
    options: [
      ['--alg <name>', 'new: EdDSA or ES256 (default: EdDSA)'],
      ['--out <file>', 'new: write the private key to this file, readable by you alone; - for stdout'],
      ['--until <date>', 'retire: last day on which the key is published (default: in 90 days)'],
      ['--from <file>', 'retire: a JWK Set that holds the key, such as a copy of the deployed jwks.json'],
    ],
    description:
      'Makes the keys that sign a site, shows them, and takes them out of use. A private key is written to a new file ' +
      'or to a pipe, never to a terminal unless you ask with `--out -`. retire and revoke edit the file that ' +
      '`trust.keys.retired` names; where the keys stand in the config they print what to change. ' +
      'docs/keys.md tells the order of a rotation.',
    examples: [
      ['signpost keys new | gh secret set SIGNPOST_SIGNING_KEY', 'make a key that only CI ever sees'],
      ['signpost keys new --out ../signing-key.jwk.json', 'make a key in a file outside of the site'],
      ['signpost keys list', 'show what signs and what is published'],
      ['signpost keys retire acme-2025', 'keep an old public key published for a while'],
    ],
    load: () => import('./keys.ts'),
  },
]

import { list, rule, show } from './rule.ts'

/** Findings about what is about to be published. */
export const publishRules = {
  PUBLISH_SECRET: rule<{ kind: string; path?: string; fingerprint: string }>({
    severity: 'error',
    locked: true,
    message: ({ kind, path }) =>
      path === undefined
        ? `This looks like a secret (${kind}), and it would be published.`
        : `This looks like a secret (${kind}), and it would be published as ${show(path)}.`,
    hint: ({ fingerprint }) =>
      `Take it out and revoke it where it was issued. If it is no secret, allow this one finding: \`publish: { allow: [{ code: 'PUBLISH_SECRET', at: '${fingerprint}', reason: '…' }] }\`.`,
    docs: `Every text that is about to be published, in the public and in the authenticated view, is searched for secrets: tokens of the vendors that secretlint's recommended rules know and of many more, private keys (PEM in every form, private members of a JWK), passwords and tokens in URLs, values of authentication headers beside a card's schemes or in an example request, signed JWTs, and values assigned to names such as \`api_key\` or \`password\`. The secret itself is printed nowhere, code frames included.

A published secret is copied within minutes, and deleting it afterwards does not bring it back. Take it out, and revoke it where it was issued if it was ever committed or published.

Placeholders are no finding: variables (\`$TOKEN\`, \`\${TOKEN:?set it}\`, \`{{secret}}\`), gaps (\`<YOUR_API_KEY>\`, \`sk_live_xxxx\`, \`…\`, \`****\`), words (\`changeme\`, \`user:password@host\`), and the examples in the vendors' own documentation. Neither are digests, UUIDs, public keys and certificates. Files that are not text are not searched; whether they are key files is another rule.

A finding that is no secret can be allowed by itself, with a reason: \`publish.allow\` in the options or in the definition takes the file or, better, the fingerprint of the hint. The rule as a whole cannot be lowered.`,
  }),

  PUBLISH_KEY_FILE: rule<{ file: string; kind: string }>({
    severity: 'error',
    locked: true,
    message: ({ file, kind }) =>
      `${show(file)} would be published with its skill, and it is ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}.`,
    hint: () => 'Move the file out of the folder, and replace the key if it was ever committed or published.',
    docs: `Every file of an Agent Skill's folder is published. This one is a private key, a key store or a file of credentials: by its content (PKCS #8, PKCS #1, SEC 1 and PKCS #12 in DER, Java key stores, KeePass databases) or, where the content is encrypted, by its name (\`.p12\`, \`.pfx\`, \`.jks\`, \`.keystore\`, \`.kdbx\` and others). Keys in text form (PEM, JWK) are found by \`PUBLISH_SECRET\`, with their position. Public keys and certificates are fine.

Move the file out of the skill. If it has been in a public repository or on a site before, the key is no longer secret: replace it.`,
  }),

  PUBLISH_PRIVATE_NAME: rule<{ file: string; text: string; kind: string; definition: string }>({
    severity: 'warning',
    locked: true,
    message: ({ file, text, kind, definition }) =>
      `What is published of ${show(file)} says ${show(text)}, which names the private ${kind} of ${show(definition)}.`,
    hint: ({ definition }) => `Reword the text, or make ${show(definition)} public.`,
    docs: `Nothing of a private definition is published, but a public text may still name one: a description that says what another skill does, a link to it, its id in an example. Everything that public documents say is searched for private definitions: for their id, for their name if it has two words or more (in any case), and for a one-word name or slug where it stands as an id or slug or as a segment of a URL. A name that a public definition has too is no trace and is not searched for.

Reword the text if the name should not be known. If it may be known, allow this one finding with \`publish.allow\`.`,
  }),

  PUBLISH_HIDDEN_UNICODE: rule<{ kind: string; codePoints: readonly string[]; count: number; spells?: string }>({
    severity: 'warning',
    message: ({ kind, codePoints, count, spells }) =>
      `The published text holds ${count === 1 ? HIDDEN_KINDS[kind]!.one : `${count} ${HIDDEN_KINDS[kind]!.many}`} (${list(codePoints.slice(0, 6)).replaceAll('`', '')}${codePoints.length > 6 ? ' and others' : ''})${spells === undefined ? '' : `, which spell ${show(spells)} for a model but not for a reader`}.`,
    hint: () => 'Delete the characters; type the text again if an editor does not show them.',
    docs: `A published text holds characters that a reader does not see, or that change the order of what is seen: direction overrides and isolates, tag characters and variation selectors (both are used to smuggle instructions to models), spaces of no width, control characters, private-use characters. Such text shows one thing to the person who reviews it and another to the model that reads it, and whoever publishes it is taken for its author.

Honest uses are no finding: joiners and selectors inside emoji, flags, joiners in Arabic, Persian and Indic text, direction marks in lines with right-to-left letters, spaces of no width in Thai or Khmer, one soft hyphen inside a word.`,
  }),

  PUBLISH_UNREACHABLE_HOST: rule<{ url: string; reason: string }>({
    severity: 'error',
    message: ({ url, reason }) => `Nobody outside can follow ${show(url)}: ${reason}.`,
    hint: () => 'Write the address under which the public reaches it, or make the definition private.',
    docs: `A URL in a public document leads to a host that only the publisher's own machines reach: a loopback or private address (in any notation), a link-local or carrier-grade one, a name without a domain, or one in \`.internal\`, \`.local\`, \`.lan\`, \`.home.arpa\`, \`.localhost\`, \`.test\`, \`.invalid\`, \`.onion\` and the like. Clients would fail, or worse, call whatever answers there in their own network; and the name tells outsiders about the inside.

Vite's mode \`development\` allows them. Names in \`.example\` and the address ranges for documentation are always fine. Only values that are a URL are judged, not prose, and not the examples and defaults of a schema.`,
  }),
}

const HIDDEN_KINDS: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  direction: {
    one: 'a character that changes the direction of text',
    many: 'characters that change the direction of text',
  },
  tag: { one: 'an invisible tag character', many: 'invisible tag characters' },
  variation: { one: 'a variation selector that selects nothing', many: 'variation selectors that select nothing' },
  invisible: { one: 'an invisible character', many: 'invisible characters' },
  control: { one: 'a control character', many: 'control characters' },
  'private-use': { one: 'a private-use character', many: 'private-use characters' },
}

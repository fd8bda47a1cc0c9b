import { list, rule, show } from './rule.ts'

/** Findings about agents and Agent Cards. */
export const agentRules = {
  AGENT_V03_MEMBER: rule<{ members: readonly string[]; generation: string; rewrite?: string }>({
    severity: 'error',
    message: ({ members, generation }) =>
      members.length === 1
        ? `${list(members)} is a member of A2A ${generation}. An A2A 1.0 card has none, so its readers would not see what it says.`
        : `${list(members)} are members of A2A ${generation}. An A2A 1.0 card has none of them, so its readers would not see what they say.`,
    hint: ({ members, rewrite }) =>
      rewrite === undefined
        ? `Remove ${members.length === 1 ? 'it' : 'them'}.`
        : `Write \`${rewrite}\` in place of ${list(members)}.`,
    docs: `A card of A2A 1.0 that still carries members of an older version is read differently by every client: most ignore them, so the endpoint or the authentication seems to be missing. \`url\`, \`preferredTransport\`, \`additionalInterfaces\` and the top-level \`protocolVersion\` became entries of \`supportedInterfaces\`; \`security\` became \`securityRequirements\`; \`supportsAuthenticatedExtendedCard\` became \`capabilities.extendedAgentCard\`; \`authentication\` (before 0.2.1) became \`securitySchemes\`.

A whole 0.3 card (without \`supportedInterfaces\`) is a valid definition as it stands. A server that speaks both versions lists both in \`supportedInterfaces\`; Signpost writes the 0.3 members where they are wanted (\`formats: { 'agent-card': { hybrid: true } }\`).`,
  }),
  AGENT_V1_MEMBER: rule<{ member: string; rewrite?: string }>({
    severity: 'error',
    message: ({ member }) =>
      `\`${member}\` is a member of A2A 1.0, but this is an A2A 0.3 card, whose readers would not see what it says.`,
    hint: ({ rewrite }) =>
      rewrite === undefined
        ? 'Remove it, or list the endpoints in `supportedInterfaces`.'
        : `Write \`${rewrite}\` in its place.`,
    docs: 'A definition without `supportedInterfaces` that has a `url` is a card of A2A 0.3. A member of 1.0 in it is lost on its readers; with security members that would look like an agent that needs no authentication.',
  }),
  AGENT_MEMBER_MISPLACED: rule<{ member: string; place: string }>({
    severity: 'warning',
    message: ({ member }) => `\`${member}\` is no member of an A2A 1.0 card there, and is not published.`,
    hint: ({ place }) => place,
    docs: 'Some members stand in drafts, in texts of the specification or in cards of other versions, but an A2A 1.0 card has no such member in that place. Free data goes into the `params` of an entry of `capabilities.extensions`.',
  }),
  AGENT_SNAKE_CASE: rule<{ written: string; wanted: string }>({
    severity: 'error',
    message: ({ written, wanted }) =>
      `\`${written}\` is written in snake_case; the JSON form of the card calls it \`${wanted}\`, and most clients know no other spelling.`,
    hint: ({ wanted }) => `Write \`${wanted}\`.`,
    docs: 'The Agent Card is defined in Protocol Buffers, whose sources use snake_case; its JSON form is lowerCamelCase. Parsers built on protobuf accept both, all others miss the member.',
  }),
  AGENT_NULL: rule<{ member: string }>({
    severity: 'error',
    message: ({ member }) =>
      `\`${member}\` is null. A card never holds null: clients reject it, or sign and verify different bytes.`,
    hint: () => 'Give it a value, or leave the member out.',
    docs: 'ProtoJSON leaves unset members out. A `null` breaks some parsers and is dropped by others before a signature is checked, also inside the `params` of an extension.',
  }),
  AGENT_HYBRID_MISMATCH: rule<{ member: string; derived?: string }>({
    severity: 'error',
    message: ({ member }) =>
      `This card holds the members of A2A 1.0 and 0.3 at once, and \`${member}\` says something else than its 1.0 members do.`,
    hint: ({ derived }) =>
      derived === undefined
        ? 'Remove the 0.3 members: they are derived from the 1.0 members.'
        : `By the 1.0 members it would be \`${derived}\`. Remove the 0.3 members: they are derived.`,
    docs: 'A hybrid card serves clients of both versions. As a definition it is accepted where its 0.3 members repeat what the 1.0 members say, because Signpost writes them anew from those. Where the two differ, one kind of client would get a wrong answer.',
  }),
  AGENT_GRPC_ADDRESS: rule<{ url: string }>({
    severity: 'error',
    message: ({ url }) => `The gRPC endpoint ${show(url)} is no address that a client can connect to.`,
    hint: () => 'Write `host:port`, such as `agents.example.com:443`.',
    docs: 'The `url` of a gRPC endpoint is `host:port`. Nothing is resolved against the site, and no port is invented.',
  }),
  AGENT_GRPC_URL: rule<{ url: string; wanted: string }>({
    severity: 'warning',
    message: ({ url }) => `The gRPC endpoint is written as ${show(url)}; gRPC clients connect to \`host:port\`.`,
    hint: ({ wanted }) => `Write \`${wanted}\`.`,
    docs: 'The text of A2A 1.0 shows an https URL for gRPC endpoints, its main branch and the clients use `host:port`.',
  }),
  AGENT_PROTOCOL_BINDING: rule<{ binding: string; suggestion?: string }>({
    severity: 'warning',
    message: ({ binding }) =>
      `${show(binding)} is no known protocol binding, and names of other bindings are URIs. Clients compare the name exactly.`,
    hint: ({ suggestion }) =>
      `Write ${suggestion === undefined ? '`JSONRPC`, `GRPC`, `HTTP+JSON`, or the URI of the binding' : `\`${suggestion}\``}.`,
    docs: 'A2A names three bindings: `JSONRPC`, `GRPC` and `HTTP+JSON`. Another one is possible, and SHOULD be named by a URI.',
  }),
  AGENT_PROTOCOL_VERSION: rule<{ version: string }>({
    severity: 'error',
    message: ({ version }) =>
      `${show(version)} is no protocol version that Signpost can publish a card for: it knows \`"1.0"\` and \`"0.3"\`.`,
    hint: ({ version }) =>
      /^v?1$/.test(version)
        ? 'Write `"1.0"`, in quotes.'
        : 'Write the `Major.Minor` that the endpoint speaks, in quotes.',
    docs: '`protocolVersion` is `Major.Minor` of the A2A version that an endpoint speaks. It decides which cards are published, so an unknown one stops the build. In YAML it needs quotes, or `1.0` becomes a number.',
  }),
  AGENT_PROTOCOL_VERSION_PATCH: rule<{ version: string; published: string }>({
    severity: 'warning',
    message: ({ version, published }) =>
      `The protocol version ${show(version)} has a patch number, which clients do not match; it is published as \`${published}\`.`,
    hint: ({ published }) => `Write \`"${published}"\`.`,
    docs: 'A2A 1.0, section 3.6: patch numbers should not be used in cards and are not considered in negotiation. Some clients compare the text and choose another endpoint, or none.',
  }),
  AGENT_INTERFACE_DUPLICATE: rule<{ binding: string; version: string }>({
    severity: 'warning',
    message: ({ binding, version }) =>
      `There are two endpoints for ${binding} ${version}. The first should be preferred, but some clients take the last.`,
    hint: () => 'Keep one of them.',
    docs: 'The order of `supportedInterfaces` is the order of preference. With the same binding and version twice, the JavaScript client takes the last entry and others the first.',
  }),
  AGENT_INTERFACE_ORDER: rule<Record<string, never>>({
    severity: 'warning',
    message: () =>
      'A 0.3 endpoint stands before a 1.0 endpoint. Some clients take the first without looking at its version.',
    hint: () => 'List the 1.0 endpoints first. A written card has them in that order.',
    docs: 'Clients that ignore `protocolVersion` take the first entry whose binding they know, so entries of 1.0 belong before those of 0.3.',
  }),
  AGENT_ENDPOINT_ORIGIN: rule<{ url: string; origin: string }>({
    severity: 'suggestion',
    message: ({ url, origin }) =>
      `The endpoint ${show(url)} is on another origin than its card (${origin}). Google's ADK refuses such an agent.`,
    hint: () => 'Nothing needs to be done; to reach ADK clients too, publish the card on the host of the endpoint.',
    docs: 'Google ADK wants every endpoint of a fetched card on the same origin as the card. The specification has no such rule, and other clients do not mind.',
  }),
  AGENT_SECURITY_SCHEME: rule<{
    name: string
    kinds: readonly string[]
    known: readonly string[]
    suggestion?: string
  }>({
    severity: 'error',
    message: ({ name, kinds, known }) =>
      kinds.length === 0
        ? `The security scheme ${show(name)} has no kind. It needs exactly one of ${list(known)}.`
        : `The security scheme ${show(name)} has ${kinds.length} kinds (${list(kinds)}), but may have one: clients reject the card, or keep one silently.`,
    hint: ({ kinds, suggestion }) =>
      kinds.length > 0
        ? 'Make it as many schemes, and name them in `securityRequirements`.'
        : suggestion === undefined
          ? undefined
          : `Did you mean \`${suggestion}\`?`,
    docs: 'A security scheme of A2A 1.0 is an object with exactly one member, whose name says which kind it is. Parsers built on protobuf reject the whole card otherwise.',
  }),
  AGENT_SECURITY_SCHEME_FLAT: rule<{ name: string; rewrite?: string }>({
    severity: 'error',
    message: ({ name }) =>
      `The security scheme ${show(name)} is written in the form of A2A 0.3 (with \`type\`). Clients of 1.0 reject the whole card.`,
    hint: ({ rewrite }) => (rewrite === undefined ? undefined : `Write \`${rewrite}\`.`),
    docs: 'OpenAPI and A2A 0.3 tell the kind of a scheme by `type`; A2A 1.0 by a wrapper: `{"httpAuthSecurityScheme": {"scheme": "Bearer"}}`.',
  }),
  AGENT_OAUTH_FLOWS: rule<{ name: string; flows: readonly string[] }>({
    severity: 'error',
    message: ({ name, flows }) =>
      flows.length === 0
        ? `The OAuth scheme ${show(name)} has no flow. It needs exactly one.`
        : `The OAuth scheme ${show(name)} has ${flows.length} flows (${list(flows)}), but A2A 1.0 allows one: clients reject the card, or keep one silently.`,
    hint: ({ flows }) =>
      flows.length === 0
        ? 'Add `authorizationCode`, `clientCredentials` or `deviceCode`.'
        : 'Make it one scheme per flow, and list both in `securityRequirements` as alternatives.',
    docs: 'In A2A 1.0 `flows` is a choice: exactly one flow. An agent that supports two grant types declares two schemes. (In a 0.3 card several flows are fine.)',
  }),
  AGENT_OAUTH_DEPRECATED: rule<{ flow: string }>({
    severity: 'suggestion',
    message: ({ flow }) => `The OAuth flow \`${flow}\` is deprecated in A2A 1.0.`,
    hint: () => 'Use `authorizationCode` with PKCE, or `clientCredentials`.',
    docs: 'OAuth 2.1 removes the implicit and the password flow, and A2A 1.0 marks both as deprecated.',
  }),
  AGENT_REQUIREMENT_SHAPE: rule<{ member: string; rewrite?: string }>({
    severity: 'error',
    message: ({ member }) =>
      `\`${member}\` is not in the form of A2A 1.0, \`{"schemes": {NAME: {"list": [SCOPES]}}}\`. Clients would read it as "no authentication needed".`,
    hint: ({ rewrite }) => (rewrite === undefined ? undefined : `Write \`${rewrite}\`.`),
    docs: 'OpenAPI and A2A 0.3 write a requirement as `{NAME: [SCOPES]}`. Several SDKs accept that without a word and read an empty requirement: the agent seems to be open.',
  }),
  AGENT_REQUIREMENT_UNDECLARED: rule<{ name: string; declared: readonly string[]; suggestion?: string }>({
    severity: 'error',
    message: ({ name, declared }) =>
      `A security requirement names ${show(name)}, but ${declared.length === 0 ? 'the card declares no `securitySchemes`' : `\`securitySchemes\` declares ${list(declared)}`}.`,
    hint: ({ suggestion }) =>
      suggestion === undefined ? 'Declare it in `securitySchemes`.' : `Did you mean \`${suggestion}\`?`,
    docs: 'A client looks the name of a requirement up in `securitySchemes`. Without an entry there it cannot know how to authenticate.',
  }),
  AGENT_REQUIREMENT_EMPTY: rule<{ member: string }>({
    severity: 'warning',
    message: ({ member }) => `\`${member}\` names no scheme, which says that no authentication is needed.`,
    hint: () => 'Name a scheme, or remove the entry; leave all of them out where the agent needs no authentication.',
    docs: 'One fulfilled requirement is enough, so an empty one makes all the others optional.',
  }),
  AGENT_MODE: rule<{ mode: string; suggestion?: string }>({
    severity: 'warning',
    message: ({ mode }) => `${show(mode)} is no media type, so clients cannot match it.`,
    hint: ({ suggestion }) =>
      `Write ${suggestion === undefined ? 'a media type such as `text/plain` or `application/json`' : `\`${suggestion}\``}.`,
    docs: 'Input and output modes are media types (RFC 6838), such as `text/plain`. Older drafts used words such as `text`.',
  }),
  AGENT_SKILL_ID_DUPLICATE: rule<{ id: string }>({
    severity: 'warning',
    message: ({ id }) => `Two skills of this agent have the id ${show(id)}; clients see one of them.`,
    hint: () => 'Give each skill an id of its own.',
    docs: 'The id of an AgentSkill identifies it within the card. A reference takes the id of the skill definition, unless `id` stands beside `ref`.',
  }),
  AGENT_SKILL_TAGS: rule<{ ref: string; file: string }>({
    severity: 'error',
    message: ({ ref, file }) =>
      `The skill \`${ref}\` (${file}) has no \`tags\`, and a skill of an agent needs at least one.`,
    hint: ({ file }) => `Add \`tags\` to ${file}, or beside \`ref\`.`,
    docs: 'A2A requires at least one tag on every AgentSkill; strict clients refuse a card without. Tags are not invented.',
  }),
  AGENT_EXTENDED_CARD: rule<Record<string, never>>({
    severity: 'suggestion',
    message: () =>
      "The card announces an extended card, which only the agent's own server can give out, to clients that have authenticated. A static site cannot.",
    hint: () =>
      'Make sure that the server answers `GetExtendedAgentCard`; the card for it lies in the private view where `extended` is given.',
    docs: '`capabilities.extendedAgentCard` (set by `extended` too) makes clients call `GetExtendedAgentCard` at the endpoint. Where the server does not answer, clients fail.',
  }),
  AGENT_CARD_LARGE: rule<{ bytes: number }>({
    severity: 'suggestion',
    message: ({ bytes }) =>
      `The Agent Card has ${bytes} bytes without white space; some registries refuse cards of 10,000 bytes or more.`,
    docs: 'The specification sets no limit. Google Cloud Agent Registry takes cards below 10 KB, so from 8,000 bytes there is this note. Nothing is ever cut.',
  }),
  AGENT_CARD_TOO_LARGE: rule<{ bytes: number }>({
    severity: 'warning',
    message: ({ bytes }) =>
      `The Agent Card has ${bytes} bytes without white space. Some registries refuse cards of 10,000 bytes or more; it is published whole.`,
    hint: () => 'Shorten descriptions and examples, or move skills to another agent.',
    docs: 'The specification sets no limit, but Google Cloud Agent Registry takes only cards below 10 KB. Nothing is ever cut.',
  }),
  AGENT_V03_LOST: rule<{ member: string; reason: string }>({
    severity: 'suggestion',
    message: ({ member, reason }) =>
      `\`${member}\` is not in the A2A 0.3 card that is published for the 0.3 endpoints: ${reason}.`,
    docs: 'The agent declares endpoints of A2A 0.3, so a card of that version is written too. 0.3 has no tenants and no flag for PKCE; its readers do not learn of them.',
  }),
  AGENT_V03_NO_FLOW: rule<{ name: string }>({
    severity: 'warning',
    message: ({ name }) =>
      `The scheme ${show(name)} has only a device code flow, which A2A 0.3 does not know. In the card for the 0.3 endpoints it has no flow, and some clients refuse that card.`,
    hint: () => 'Offer another scheme to clients of 0.3 as well, or remove the 0.3 endpoints.',
    docs: 'A2A 0.3 knows the flows `authorizationCode`, `clientCredentials`, `implicit` and `password`. A scheme that has none of them cannot be used by its clients; it is not left out of the card, because then the agent would seem to need no authentication.',
  }),
}

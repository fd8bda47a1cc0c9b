import { rule, show } from './rule.ts'

function some(items: readonly string[], limit = 3): string {
  const shown = items.slice(0, limit).join('; ')
  return items.length > limit ? `${shown}; and ${items.length - limit} more` : shown
}

/** Codes of the commands that look at a site as its clients do: `diff`, `trace` and `search`. */
export const consumerRules = {
  DIFF_BREAKING: rule<{
    kind: string
    id: string
    was?: string | undefined
    now?: string | undefined
    changes: readonly string[]
    next?: string | undefined
  }>({
    severity: 'error',
    message: ({ kind, id, was, now, changes }) =>
      `The ${kind} ${show(id)} breaks its clients, and its version does not say so (${versionText(was, now)}): ${some(changes)}.`,
    hint: ({ next }) =>
      next === undefined
        ? 'Keep what clients rely on, or give it a version that says that it changed.'
        : `Keep what clients rely on, or publish it as version ${next}.`,
    docs: `\`signpost diff\` compares what is deployed with this build. A change breaks clients where one that works today does not work afterwards: an endpoint or interface that is gone or lies elsewhere, a new required input, a result that has no more what it had, another kind of authentication, a stricter access, a skill or tool that a card no longer offers, streaming that is switched off.

Such a change needs a major step of the resource's own version (below 1.0.0 a minor one), so that clients that pinned a version know before they call. Add what is new beside what is there, or raise the version. A skill may be published under the id of its next major version (\`…-v2\`) instead.`,
  }),

  DIFF_REMOVED: rule<{ kind: string; id: string }>({
    severity: 'error',
    message: ({ kind, id }) =>
      `The ${kind} ${show(id)} is deployed and no longer part of this build, so its clients find nothing there.`,
    hint: ({ kind }) =>
      kind === 'skill'
        ? 'Keep it until nobody calls it, or publish its next major version under an id that ends with it (`…-v2`).'
        : 'Keep it until nobody calls it.',
    docs: `Something that clients may use is gone: its definition was removed or renamed, became private, or is not listed any more. A resource that is gone has no version that could announce it.

Keep it until nobody uses it, for example with a description that says what to use instead. A skill whose id ends with its major version (\`com.acme.parcels-v1\`) may go when the next one (\`com.acme.parcels-v2\`) is there. Where removing it is what you want, set the rule to \`warning\` for that release.`,
  }),

  DIFF_VERSION_SAME: rule<{ kind: string; id: string; version: string; changes: readonly string[] }>({
    severity: 'warning',
    message: ({ kind, id, version, changes }) =>
      `The ${kind} ${show(id)} changes, but its version stays ${show(version)}: ${some(changes)}.`,
    hint: () => 'Raise its version: a minor step for something new, a patch for anything else.',
    docs: `Clients and registries keep a resource by its version and look again when that changes. A change under the same version reaches some of them and not others, and nobody can say which state one has.

For an Agent Skill a changed digest is a changed skill. Raise \`version\` with every change that is published.`,
  }),

  DIFF_VERSION_LOWER: rule<{ kind: string; id: string; was: string; now: string }>({
    severity: 'warning',
    message: ({ kind, id, was, now }) =>
      `The version of the ${kind} ${show(id)} goes back from ${show(was)} to ${show(now)}, so clients that know the first keep it.`,
    hint: () => 'Publish an older state under a new, higher version.',
    docs: `Clients take the highest version that they know for the newest. To go back to an earlier state, publish it again with a version above the one that is deployed.`,
  }),

  DIFF_UNREADABLE: rule<{ url: string; reason: string }>({
    severity: 'error',
    message: ({ url, reason }) => `The deployed site could not be compared as a whole: ${show(url)} ${reason}.`,
    hint: () => 'Put the deployed site right, or give `--header` where it wants to know who asks.',
    docs: `A document that could not be read looks like one that is not there, and everything in it like removed. So the comparison is not complete: the server failed, refused the request, sent something that is no JSON, or has more documents than are read. A site that answers 404 everywhere is a first deployment, and no error.`,
  }),

  TRACE_NO_CARD: rule<Record<never, never>>({
    severity: 'error',
    message: () => 'No Agent Card was found, so a client has nothing to select a skill from.',
    hint: () => 'Serve a card at /.well-known/agent-card.json, or list one in /.well-known/ard.json.',
    docs: `An A2A client asks for \`/.well-known/agent-card.json\`, and an ARD client for \`/.well-known/ard.json\` and the cards that it lists. None of them answered with a JSON object. \`signpost verify\` says why.`,
  }),

  TRACE_NO_HIT: rule<{ tags: readonly string[]; text?: string; known: readonly string[] }>({
    severity: 'error',
    message: ({ tags, text }) =>
      `No skill in the cards ${[...(tags.length === 0 ? [] : [`has the tag ${tags.map(show).join(' or ')}`]), ...(text === undefined ? [] : [`is about ${show(text)}`])].join(' or ') || 'has an id'}.`,
    hint: ({ known }) =>
      known.length === 0
        ? undefined
        : `Tags in use: ${known.slice(0, 12).map(show).join(', ')}${known.length > 12 ? ' and more' : ''}.`,
    docs: `The cards were found and read, but none of their skills fits the query. Clients compare tags as words, whatever their case. Give the skill the tags that its callers look for, and examples in their words.`,
  }),

  TRACE_NO_BINDING: rule<{ name: string; client: readonly string[]; agent: readonly string[] }>({
    severity: 'warning',
    message: ({ name, client, agent }) =>
      `The agent ${show(name)} was found but cannot be called: the client speaks ${client.map(show).join(' and ')}, the agent ${agent.length === 0 ? 'declares no interface' : agent.map(show).join(' and ')}.`,
    hint: () => 'Declare an interface with the binding JSONRPC or HTTP+JSON and the protocol version 1.0.',
    docs: `A client calls an agent by the first interface of its card whose binding and protocol version it speaks. The SDKs speak JSONRPC and HTTP+JSON unless told otherwise, and compare the names exactly: \`jsonrpc\` is another binding. An agent without a common one is found and never called.`,
  }),

  TRACE_NOT_SELECTED: rule<{ count: number }>({
    severity: 'error',
    message: ({ count }) =>
      `${count === 1 ? 'A skill was' : `${count} skills were`} found, and none of them can be called.`,
    docs: `Found is not selected: a client needs an interface that it speaks as well. The warnings beside this finding say for each agent what is missing.`,
  }),

  TRACE_OLD_MEMBER: rule<{ members: readonly string[] }>({
    severity: 'warning',
    message: ({ members }) =>
      `The card is one of A2A 1.0 and holds ${members.map(show).join(', ')} of version 0.3, so clients of the two versions read it differently.`,
    hint: () => 'Remove them, or publish a 0.3 card beside this one.',
    docs: `A client of A2A 1.0 ignores the members of 0.3, above all \`security\`: it takes an agent that requires authentication for one that does not. A client of 0.3 may call the old \`url\`. Write \`securityRequirements\` and \`supportedInterfaces\` only; with a 0.3 interface among them a separate card is published.`,
  }),

  TRACE_NO_STREAMING: rule<{ name: string }>({
    severity: 'suggestion',
    message: ({ name }) =>
      `The agent ${show(name)} does not stream, so the client waits for the whole answer of message/send.`,
    docs: `\`capabilities.streaming\` is not \`true\`. That is fine for short answers. Where the agent's server does stream, say so in its definition, or no client will ask for it.`,
  }),

  TRACE_REGISTRY_DOWN: rule<{ url: string; reason: string }>({
    severity: 'warning',
    message: ({ url, reason }) =>
      `The registry ${show(url)} ${reason}; the well-known URIs of the site were asked instead.`,
    docs: `A client that finds agents by a registry needs another way for the day on which it does not answer. The trace shows the request that failed, and then the way by the well-known URIs.`,
  }),

  TRACE_CHANGED: rule<{ file: string; members: readonly string[] }>({
    severity: 'error',
    message: ({ file, members }) =>
      `The trace is not the one in ${show(file)} any more: ${members.map(show).join(', ')} differ.`,
    hint: ({ file }) => `Look at the difference, and where it is meant write it anew: \`--out ${file}\`.`,
    docs: `\`signpost trace --expect FILE\` compares a trace with one that was reviewed. \`hits\` or \`selected\` differ where clients now find or call something else; \`hops\` where addresses, entity tags or caching changed.`,
  }),

  SEARCH_SERVICE_DOWN: rule<{ url: string; reason: string }>({
    severity: 'warning',
    message: ({ url, reason }) => `The discovery service ${show(url)} gives no results: it ${reason}.`,
    docs: `\`signpost search\` asks \`POST /search\` below the URL of each service. This one did not answer as the ARD registry API does: it could not be reached, refused the request, took too long, sent more than is read, or sent something else than results. The others were asked all the same. A service that another one refers to has to be public and https.`,
  }),

  SEARCH_NO_ANSWER: rule<{ count: number }>({
    severity: 'error',
    message: ({ count }) =>
      `${count === 1 ? 'The only service that was asked gave no results' : `None of the ${count} services that were asked gave results`}, so nothing is known.`,
    hint: () => 'Look at the URL of the service: its API answers `POST /search` below it.',
    docs: `No discovery service answered, which is something else than an answer without hits.`,
  }),

  SEARCH_RESULT_INVALID: rule<{ url: string; count: number }>({
    severity: 'warning',
    message: ({ url, count }) =>
      `The discovery service ${show(url)} sent ${count === 1 ? 'a result' : `${count} results`} without an identifier, which nobody can look up or check.`,
    docs: `The \`identifier\` is the one member that every result has. Without it there is no publisher to check anything against.`,
  }),

  SEARCH_HIT_UNTRUSTED: rule<{ id: string; step: string; problem: string }>({
    severity: 'warning',
    message: ({ id, step, problem }) => `${show(id)} was found and is not to be used (${step}): it ${problem}.`,
    docs: `A discovery service finds; it does not vouch. Before a hit is used its publisher's domain is taken from the identifier, the identity of its trust manifest has to be bound to that domain, the documents of its attestations have to be those that the manifest names, its signature has to be by a key of that identity, and the artifact has to have the digest that was signed. A step that fails, or whose outcome cannot be known, makes the hit unusable. The score of a service is relevance alone and has no part in this.`,
  }),

  SEARCH_QUERY_NOT_FIRST: rule<{ query: string; id: string; before: readonly string[] }>({
    severity: 'suggestion',
    message: ({ query, id, before }) =>
      `The representative query ${show(query)} of ${show(id)} finds ${before.length === 0 ? 'nothing' : `${before.map(show).join(', ')} before it or as well`}.`,
    hint: () => 'Use words in it that only this resource is about.',
    docs: `Discovery services rank by what a request and the representative queries of a resource have in common. Where a query of your own leads to another of your resources first, or to both alike, requests of that kind will do so too. Services rank each in its own way; the local search compares words.`,
  }),
}

function versionText(was: string | undefined, now: string | undefined): string {
  if (was === undefined || now === undefined) return 'it has none on one side'
  return was === now ? `${show(now)} as before` : `${show(was)} to ${show(now)}`
}

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
}

function versionText(was: string | undefined, now: string | undefined): string {
  if (was === undefined || now === undefined) return 'it has none on one side'
  return was === now ? `${show(now)} as before` : `${show(was)} to ${show(now)}`
}

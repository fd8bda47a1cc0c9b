import { rule, show } from './rule.ts'

/** Findings about the options. */
export const configRules = {
  CONFIG_OPTION: rule<{ option: string; problem: string; found: string; suggestion?: string }>({
    severity: 'error',
    message: ({ option, problem, found }) => `The option \`${option}\` ${problem}; it is ${found}.`,
    hint: ({ suggestion }) => (suggestion === undefined ? undefined : `Did you mean \`${suggestion}\`?`),
    docs: 'An option is missing, has the wrong type, or has a value that cannot be. docs/configuration.md lists every option with its type and default.',
  }),
  CONFIG_OPTION_UNKNOWN: rule<{ option: string; suggestion?: string }>({
    severity: 'error',
    message: ({ option }) => `There is no option \`${option}\`.`,
    hint: ({ suggestion }) =>
      suggestion === undefined ? 'docs/configuration.md lists the options.' : `Did you mean \`${suggestion}\`?`,
    docs: 'Options that are not known are never ignored: a misspelt one would silently have no effect.',
  }),
  CONFIG_ORIGIN: rule<{ option: string; origin: string; reason: string }>({
    severity: 'error',
    message: ({ option, origin, reason }) => `\`${option}\` is ${show(origin)}: ${reason}.`,
    hint: () =>
      'Write the https origin that the deployed site is served from, such as `https://example.com`; `vite` and `vite preview` serve it on this machine all the same.',
    docs: 'The origin is where clients fetch the site: scheme https, a host that outsiders reach, an optional port, nothing else. Well-known URIs (RFC 8615) live at the root of an origin, so a path cannot be part of it: a site below a path needs the root of its host for `/.well-known/`, or a host of its own. Loopback origins are for Vite mode `development` and need a `publisher`.',
  }),
  CONFIG_PUBLISHER: rule<{ publisher: string; reason: string }>({
    severity: 'error',
    message: ({ publisher, reason }) => `The publisher ${show(publisher)} cannot be a trust anchor: ${reason}.`,
    hint: () => 'Write a domain name that you control, such as `example.com`.',
    docs: 'Identifiers and trust are bound to a fully qualified domain name that one party controls. Public suffixes (`com`, `co.uk`, `github.io`), single labels and addresses are not that.',
  }),
  CONFIG_PUBLISHER_HOST: rule<{ publisher: string; host: string }>({
    severity: 'warning',
    message: ({ publisher, host }) =>
      `The publisher is ${publisher}, but the site is served from ${host}: consumers look for the publisher's did.json on ${publisher}.`,
    hint: ({ publisher }) => `Serve the same /.well-known/did.json on https://${publisher}.`,
    docs: "Consumers take the publisher's domain from an identifier and resolve its keys on that domain. Where the site is on another host, the document must be served on the publisher's as well.",
  }),
  CONFIG_FOLDER_MISSING: rule<{ option: string; pattern: string }>({
    severity: 'warning',
    message: ({ option, pattern }) => `\`${option}\` names ${show(pattern)}, and no folder matches it.`,
    docs: 'A folder or pattern of the options `skills` or `agents` matches nothing, so no definition comes from it. Patterns match folders whose children are definitions.',
  }),
  CONFIG_RULE_UNKNOWN: rule<{ option: string; code: string; suggestion?: string }>({
    severity: 'error',
    message: ({ option, code }) => `\`${option}\` names the code ${show(code)}, and there is no such code.`,
    hint: ({ suggestion }) =>
      suggestion === undefined ? 'docs/rules.md lists the codes.' : `Did you mean \`${suggestion}\`?`,
    docs: 'The options `rules` and `publish.allow` name diagnostic codes. One that is not known would silently have no effect.',
  }),
  CONFIG_RULE_LOCKED: rule<{ code: string; severity: string }>({
    severity: 'error',
    locked: true,
    message: ({ code, severity }) =>
      `\`rules\` sets ${code} to \`${severity}\`. Findings about access, privacy and secrets cannot be lowered as a whole.`,
    hint: ({ code }) => `Allow the single finding instead: \`publish.allow: [{ code: '${code}', at: …, reason: … }]\`.`,
    docs: 'Rules that keep private things private cannot be switched off for a whole site. A single finding that is known to be harmless is allowed by `publish.allow`, with a reason.',
  }),
  CONFIG_ALLOW_UNUSED: rule<{ code: string; at: string }>({
    severity: 'warning',
    locked: true,
    message: ({ code, at }) => `\`publish.allow\` names ${code} at ${show(at)}, and there is no such finding.`,
    hint: () => 'Remove the entry.',
    docs: 'An entry of `publish.allow` that matches nothing would silently allow a later finding that nobody has looked at. `at` is the file, the pointer, or the fingerprint of the finding.',
  }),
  CONFIG_PRIVATE_DIR: rule<{ name: string; file: string }>({
    severity: 'error',
    message: ({ name, file }) =>
      `${file} is private, but \`privateDir\` is \`false\`: ${show(name)} would be published nowhere.`,
    hint: () => 'Remove the definition, or set `privateDir`.',
    docs: 'With `privateDir: false` there is no authenticated view, so a private definition has no place to go.',
  }),
}

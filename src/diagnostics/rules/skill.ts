import { list, rule, show } from './rule.ts'

/** Members that `metadata` of a SKILL.md may give. */
const METADATA_KEYS: ReadonlySet<string> = new Set(['version', 'access', 'capability_type', 'tags'])

/** Findings about skills, as Skill Sharing describes them. */
export const skillRules = {
  SKILL_VERSION: rule<{ version: string; fix?: string }>({
    severity: 'error',
    message: ({ version }) =>
      `The \`version\` ${show(version)} is not a SemVer version (three numbers, such as 1.0.0).`,
    hint: ({ fix }) => (fix === undefined ? undefined : `Write \`version: "${fix}"\`, if that is what it means.`),
    docs: 'Skill Sharing compares versions by SemVer: MAJOR.MINOR.PATCH, with optional pre-release and build parts. Put the value in quotes so that YAML does not read it as a number.',
  }),
  SKILL_VERSION_FORM: rule<{ version: string; fix?: string }>({
    severity: 'warning',
    message: ({ version }) =>
      `The \`version\` ${show(version)} of this Agent Skill is not a SemVer version; it is published as written, and readers cannot compare it.`,
    hint: ({ fix }) => (fix === undefined ? undefined : `Write "${fix}", if that is what it means.`),
    docs: 'Agent Skills fix no form for versions, so any text is published as written. Skill Sharing readers compare by SemVer: three numbers let them.',
  }),
  SKILL_VERSION_DEFAULT: rule<{ version: string }>({
    severity: 'suggestion',
    message: ({ version }) => `The skill has no \`version\`; \`${version}\` is published for it.`,
    hint: () =>
      'Write `metadata: { version: "1.0.0" }` in the SKILL.md, or `version` in a skill.yaml beside it, and raise it with each change.',
    docs: 'Every Skill Descriptor carries a version. Where an Agent Skill has none, the option `defaults.version` is used, and readers cannot tell that it changed.',
  }),
  SKILL_ID_FORM: rule<{ id: string; wanted: string }>({
    severity: 'suggestion',
    message: ({ id }) =>
      `The \`id\` ${show(id)} is not of the recommended form: reversed domain, name and major version in small letters.`,
    hint: ({ wanted }) => `For example \`${wanted}\`.`,
    docs: 'Skill Sharing 5.7 recommends ids such as `com.example.translate-v1`: the reversed domain makes them unique, the major version tells incompatible ones apart.',
  }),
  SKILL_ID_MAJOR: rule<{ id: string; version: string }>({
    severity: 'warning',
    message: ({ id, version }) =>
      `The \`id\` ${show(id)} ends with another major version than \`version\` (${version}).`,
    hint: () => 'Let both say the same.',
    docs: 'By convention `-v{n}` at the end of an id is the major version. A different number is allowed by the protocol, but readers may take one for the other.',
  }),
  SKILL_DATE: rule<{ member: string; value: string }>({
    severity: 'error',
    message: ({ member, value }) => `\`${member}\` is ${show(value)}, which is no ISO 8601 date or date-time.`,
    hint: () => 'Write `2026-01-31` or `2026-01-31T09:30:00Z`.',
    docs: 'Dates are published as written and read by machines: a calendar date, or a date and time with `Z` or an offset.',
  }),
  SKILL_AUTH_MISSING: rule<{ access: string }>({
    severity: 'warning',
    message: ({ access }) => `The skill is ${access}, but \`auth\` says nothing about how a caller authenticates.`,
    hint: () => 'Add `auth` with `type: api_key`, `oauth2` or `custom`.',
    docs: 'A restricted or private skill needs authentication to be called (Skill Sharing 5.5). Without `auth` a client cannot know which.',
  }),
  SKILL_AUTH_PUBLIC: rule<{ type: string }>({
    severity: 'warning',
    message: ({ type }) =>
      `The skill is public, which means callable without authentication, but its \`auth\` is \`${type}\`.`,
    hint: () => 'Write `access: restricted`: found by anyone, called with authentication.',
    docs: 'Public skills are called without credentials (Skill Sharing 5.5). A skill that anyone may find but that needs credentials is `restricted`.',
  }),
  SKILL_STATUS_URL: rule<{ member: string; count: number }>({
    severity: 'warning',
    message: ({ member, count }) =>
      `\`${member}\` ${count === 0 ? 'does not hold `{execution_id}`' : `holds \`{execution_id}\` ${count} times`}; clients put the execution's id there.`,
    hint: () => 'Write it once, for example `https://api.example.com/status/{execution_id}`.',
    docs: 'The protocol appends the execution id in one chapter and shows a placeholder in another. One `{execution_id}` is what both kinds of client understand.',
  }),
  SKILL_TOP_LEVEL: rule<{ keys: readonly string[] }>({
    severity: 'warning',
    message: ({ keys }) =>
      `${list(keys)} ${keys.length === 1 ? 'stands' : 'stand'} at the top level of a SKILL.md. Signpost honours that, but strict validators reject every key that the Agent Skills specification does not name.`,
    hint: ({ keys }) =>
      keys.every((key) => METADATA_KEYS.has(key))
        ? `Move ${keys.length === 1 ? 'it' : 'them'} under \`metadata\` as text, or into a skill.yaml beside the SKILL.md.`
        : `Move ${keys.length === 1 ? 'it' : 'them'} into a skill.yaml beside the SKILL.md.`,
    docs: 'The Agent Skills specification knows `name`, `description`, `license`, `compatibility`, `metadata` and `allowed-tools`. Its reference validators refuse any other key. `metadata` (texts only) and a `skill.yaml` beside the file hold the rest.',
  }),
  URL_INVALID: rule<{ member: string; url: string }>({
    severity: 'error',
    message: ({ member, url }) => `\`${member}\` must be an absolute https URL; it is ${show(url)}.`,
    docs: 'Published documents are read far from where they were written: every URL in them is absolute, with scheme and host.',
  }),
  URL_NOT_HTTPS: rule<{ member: string; url: string }>({
    severity: 'error',
    message: ({ member, url }) => `\`${member}\` must use https; it is ${show(url)}.`,
    hint: () => 'Serve it over https and write `https://`.',
    docs: 'Trust in discovery rests on TLS: an http endpoint can be read and changed on the way. Only loopback addresses in Vite mode `development` are exempt.',
  }),
  URL_EMPTY_SEGMENT: rule<{ member: string; url: string; mended: string }>({
    severity: 'warning',
    message: ({ member, url, mended }) =>
      `\`${member}\` is ${show(url)}, with two slashes behind the host; ${show(mended)} is published.`,
    hint: ({ mended }) => `Write \`${mended}\`.`,
    docs: 'Joining `https://example.com/` and `/path` gives two slashes. Servers treat that as another path, and several answer 404. Signpost publishes the URL with one.',
  }),
  URL_CREDENTIALS: rule<{ member: string }>({
    severity: 'error',
    locked: true,
    message: ({ member }) => `\`${member}\` holds a user name or password before its host. Everybody could read it.`,
    hint: () => 'Remove it from the URL, change the credential, and describe authentication in `auth`.',
    docs: 'A URL of the form `https://user:password@host` publishes the credential. It must be considered lost: change it.',
  }),
}

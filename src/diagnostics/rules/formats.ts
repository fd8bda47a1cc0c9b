import { list, rule, show } from './rule.ts'

/** Findings about single documents of a site: what their readers would stumble over. */
export const formatRules = {
  MCP_TOOLSPEC_LARGE: rule<{ bytes: number }>({
    severity: 'suggestion',
    message: ({ bytes }) =>
      `The tools of this server are ${bytes} bytes without white space; registries refuse more than 10,000.`,
    hint: () => 'Shorten descriptions and schemas, or split the server.',
    docs: 'Registries limit the list of tools they keep of a server to 10 KB, and every client pays for it in tokens. From 8,000 bytes on there is this note. Nothing is cut.',
  }),
  MCP_TOOLSPEC_TOO_LARGE: rule<{ bytes: number }>({
    severity: 'warning',
    message: ({ bytes }) =>
      `The tools of this server are ${bytes} bytes without white space, more than the 10,000 that registries take.`,
    hint: () => 'Shorten descriptions and schemas, or split the server.',
    docs: 'Registries limit the list of tools they keep of a server to 10 KB and refuse a larger one. It is published whole all the same.',
  }),
  MCP_ALIAS_SERVER: rule<{ files: readonly string[]; marked: boolean }>({
    severity: 'error',
    message: ({ files, marked }) =>
      `\`formats.mcp.aliases\` publishes the card of one server at /.well-known/mcp.json, but ${
        marked
          ? `more than one is marked \`publish.primary: true\`: ${list(files)}`
          : `there are several: ${list(files)}`
      }.`,
    hint: () => 'Write `publish: { primary: true }` in one of them, or `primary: false` in all for no copy at all.',
    docs: `The paths \`/.well-known/mcp/server-card.json\` and \`/.well-known/mcp.json\` come from older drafts and are what scanners ask for. They hold one card, so of several servers one has to be chosen: by \`publish.primary: true\`, as for agents.

Clients of today find every server's card through the ARD manifest and need no copy.`,
  }),
  SKILL_FILE_UNLISTED: rule<{ skill: string; names: readonly string[] }>({
    severity: 'suggestion',
    message: ({ skill, names }) =>
      `Clients of the older Agent Skills discovery install ${show(skill)} without ${names.slice(0, 5).map(show).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more files` : ''}: they would ask for another URL, or refuse every skill of the site for such a name.`,
    hint: () => 'Rename the file if it matters to them.',
    docs: 'Older clients read the names in `files` and append them to a URL as they are. A name with `?`, `#`, `%`, `\\` or `..` then leads to another address, and some clients refuse the whole index for it. Such a file is published, and is in the archive that current clients install; only the list in `files` leaves it out.',
  }),
  SECURITY_TXT_EXPIRED: rule<{ expires: string }>({
    severity: 'error',
    message: ({ expires }) => `The security.txt expired at ${expires}. Readers must not use one that has expired.`,
    hint: () => "Check what it says and set `formats['security-txt'].expires` to a time less than a year ahead.",
    docs: 'A security.txt says until when it can be relied on (RFC 9116, section 2.5.5). An expired one tells researchers that nobody looks after the address, so it is not published.',
  }),
  SECURITY_TXT_EXPIRES_SOON: rule<{ expires: string }>({
    severity: 'suggestion',
    message: ({ expires }) =>
      `The security.txt expires at ${expires}, in less than 30 days. The site has to be built again with a later time by then.`,
    hint: () => "Check what it says and set `formats['security-txt'].expires` to a time less than a year ahead.",
    docs: 'The time is judged when the site is built. A site that is not built for a while would go on serving an expired security.txt.',
  }),
  SECURITY_TXT_EXPIRES_FAR: rule<{ expires: string }>({
    severity: 'warning',
    message: ({ expires }) => `The security.txt expires at ${expires}, more than a year ahead.`,
    hint: () => 'Choose a time less than a year ahead.',
    docs: 'RFC 9116 (section 2.5.5) recommends less than a year, so that what the file says does not go stale. Some checkers fail a later time.',
  }),
  SECURITY_TXT_CANONICAL: rule<{ url: string }>({
    severity: 'warning',
    message: ({ url }) =>
      `\`canonical\` of the security.txt does not list ${url}, where it is served. Readers should not trust one that they find elsewhere than it says.`,
    hint: ({ url }) => `Add \`${url}\`.`,
    docs: 'Where a security.txt has Canonical fields, the URL it was read from has to be among them (RFC 9116, section 2.5.2). Leave the option away if you do not need it.',
  }),
}

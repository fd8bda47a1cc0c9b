import { list, rule, show } from './rule.ts'

/** Findings that every kind of definition can have. */
export const definitionRules = {
  DEFINITION_MEMBER_MISSING: rule<{
    kind: string
    member: string
    parent: string
    misspelt?: string
    example?: string
  }>({
    severity: 'error',
    message: ({ kind, member, parent, misspelt }) =>
      `${parent ? `\`${parent}\`` : `The ${kind}`} has no \`${member}\`${misspelt === undefined ? ', which is required' : `; \`${misspelt}\` is not a known key`}.`,
    hint: ({ member, misspelt, example }) => {
      if (misspelt !== undefined) return `Rename \`${misspelt}\` to \`${member}\`.`
      return example === undefined ? `Add \`${member}\`.` : `Add \`${member}\`, for example \`${member}: ${example}\`.`
    },
    docs: 'A member that the specification requires is not there. Clients reject or ignore documents without it, so it must be written; nothing is invented in its place.',
  }),
  DEFINITION_MEMBER_TYPE: rule<{ member: string; wanted: string; found: string; text?: string; example?: string }>({
    severity: 'error',
    message: ({ member, wanted, found }) => `\`${member}\` must be ${wanted}; it is ${found}.`,
    hint: ({ member, wanted, found, text, example }) => {
      if (text !== undefined) return `Put it in quotes, if it is a word: \`"${text}"\`.`
      if (example !== undefined) {
        const name = member.replace(/^.*\./, '')
        return `Write it like \`${name.endsWith(']') ? '' : `${name}: `}${example}\`.`
      }
      return wanted === 'a list' && found.startsWith('"')
        ? `Write a list: \`${member.replace(/^.*\./, '')}: [one, two]\`.`
        : undefined
    },
    docs: 'The value has another type than the specification wants (a list instead of a text, a text instead of a mapping …). Nothing is converted silently.',
  }),
  DEFINITION_MEMBER_EMPTY: rule<{ member: string }>({
    severity: 'warning',
    message: ({ member }) => `\`${member}\` has no value; it is left out.`,
    hint: ({ member }) => `Give \`${member}\` a value, or remove the line.`,
    docs: 'A key without a value is null in YAML. For an optional member that means the same as not writing it, but some clients stop at it.',
  }),
  DEFINITION_MEMBER_VALUE: rule<{ member: string; problem: string; found: string; suggestion?: string }>({
    severity: 'error',
    message: ({ member, problem, found }) => `\`${member}\` ${problem}; it is ${found}.`,
    hint: ({ suggestion }) => (suggestion === undefined ? undefined : `Did you mean \`${suggestion}\`?`),
    docs: 'The value has the right type but is not one that the specification allows: outside an enumeration, too short or too long, of the wrong form, or there twice.',
  }),
  DEFINITION_UNKNOWN_KEY: rule<{ key: string; parent: string; suggestion?: string }>({
    severity: 'warning',
    message: ({ key, parent }) =>
      `\`${key}\` is not a known key${parent ? ` of \`${parent}\`` : ''} and is not published.`,
    hint: ({ suggestion }) => (suggestion === undefined ? undefined : `Did you mean \`${suggestion}\`?`),
    docs: 'A key that neither the specification nor Signpost defines is left out of every published document. Most are typing errors: the nearest known name is suggested. Free data belongs into members that are open (`metadata`, `capabilities.extensions[].params`).',
  }),
  DEFINITION_FOREIGN_KEY: rule<{ key: string }>({
    severity: 'suggestion',
    message: ({ key }) =>
      `\`${key}\` is a key that single clients define. It is no part of the specification: other clients ignore it, and strict validators reject it.`,
    docs: 'Keys such as `model`, `argument-hint`, `user-invocable` or `disable-model-invocation` belong to single clients. They do no harm there, but strict validators refuse unknown keys; `metadata` is the place that all accept.',
  }),
  DEFINITION_IS_FOLDER: rule<{ path: string }>({
    severity: 'error',
    message: ({ path }) => `${path} is a folder; a definition of that name must be a file.`,
    hint: () => 'Rename the folder.',
    docs: 'A folder has the name of a definition file (`SKILL.md`, `NAME.yaml` …). It cannot be read as one, and publishing without it would lose a definition silently.',
  }),
  DEFINITION_UNREADABLE: rule<{ path: string; reason: string }>({
    severity: 'error',
    message: ({ path, reason }) => `${path} cannot be read: ${reason}.`,
    docs: 'The file exists but the system does not let it be read (permissions, a broken link, a device). Because its `access` is unknown, the build stops.',
  }),
  DEFINITION_LINK_OUTSIDE: rule<{ path: string }>({
    severity: 'error',
    message: ({ path }) =>
      `${path} is a link that leads out of the project. Files of the build machine must not reach a public site.`,
    hint: () => 'Copy the file into the project, or remove the link.',
    docs: 'Symbolic links are followed only inside the project. A link to another place could publish any file of the machine that builds the site.',
  }),
  DEFINITION_FILE_NAME: rule<{ path: string; wanted: string }>({
    severity: 'error',
    message: ({ path, wanted }) => `${path} looks like a definition, but clients look for a file called \`${wanted}\`.`,
    hint: ({ wanted }) => `Rename it to \`${wanted}\`.`,
    docs: 'File names of definitions are exact: `SKILL.md` in capitals, `skill.yaml`, `agent.yaml` in small letters. A misspelt one would drop the definition silently, so it stops the build.',
  }),
  DEFINITION_NAME: rule<{ name: string; reason: string; member?: string; suggestion?: string }>({
    severity: 'error',
    message: ({ name, reason, member }) =>
      `The ${member === undefined ? 'name' : `\`${member}\``} ${show(name)} cannot be part of a URL as it is: ${reason}.`,
    hint: ({ member, suggestion }) => {
      const wanted = suggestion === undefined ? 'small letters, digits and single hyphens' : `\`${suggestion}\``
      return member === undefined ? `Rename it to ${wanted}, or set \`publish.slug\`.` : `Write ${wanted}.`
    },
    docs: 'The name of a file or folder becomes a URL segment and part of identifiers: small letters and digits, joined by single `.`, `_` or `-`, at most 64 characters. Where the file cannot be renamed, `publish.slug` gives the segment.',
  }),
  DEFINITION_TWICE: rule<{ name: string; files: readonly string[]; strictest: string }>({
    severity: 'error',
    message: ({ name, files, strictest }) =>
      `There are ${files.length} definitions called ${show(name)}: ${list(files)}. Until one is removed, the stricter access (${strictest}) holds for all of them.`,
    hint: () => 'Keep one of the files.',
    docs: 'One name, one definition. `SKILL.md` beside `skill.md`, or `NAME.yaml` beside a folder `NAME`, leaves open which one is meant and which `access` holds.',
  }),
  DEFINITION_NESTED: rule<{ folder: string; examples: readonly string[]; option: string; glob: string }>({
    severity: 'warning',
    message: ({ folder, examples }) =>
      `${folder} is no definition, but holds some deeper down (${list(examples)}). They are not published.`,
    hint: ({ option, glob }) => `To adopt them, add '${glob}' to the option \`${option}\`.`,
    docs: "Only the children of a `skills` or `agents` folder are definitions. Trees that group definitions in subfolders are adopted by globs, for example `skills: ['skills/*']`.",
  }),
  DEFINITION_IGNORED: rule<{ path: string; reason: string }>({
    severity: 'suggestion',
    message: ({ path, reason }) => `${path} is ignored: ${reason}.`,
    docs: 'The file stands where definitions stand but is none: a JSON file that is no complete document of a specification, or an agent file of another tool without any member of an A2A agent or an MCP server.',
  }),
  ACCESS_MISSING: rule<{ kind: string }>({
    severity: 'error',
    locked: true,
    message: ({ kind }) => `The ${kind} does not say who may see it: \`access\` is missing and there is no default.`,
    hint: () => 'Add `access: public`, `restricted` or `private`, or set the option `defaults.access`.',
    docs: 'Every skill says whether anyone may find and call it (`public`), anyone may find it but a call needs authentication (`restricted`), or only authenticated readers may know of it (`private`). There is no built-in default: publishing by accident cannot be undone.',
  }),
  ACCESS_VALUE: rule<{ found: string; suggestion?: string }>({
    severity: 'error',
    locked: true,
    message: ({ found }) =>
      `\`access\` is ${found}; it must be \`public\`, \`restricted\` or \`private\`, exactly so. Nothing of this definition is published.`,
    hint: ({ suggestion }) => (suggestion === undefined ? undefined : `Write \`access: ${suggestion}\`.`),
    docs: 'A misspelt, empty or non-text `access` fails closed: what the author meant is not guessed.',
  }),
  ACCESS_LOOKALIKE: rule<{ key: string; where: string }>({
    severity: 'error',
    locked: true,
    message: ({ key, where }) =>
      `\`${key}\`${where} looks like a wish about who may see this definition, but only a top-level \`access\` counts. Nothing of it is published.`,
    hint: () => 'Write `access: public`, `restricted` or `private` at the top level, and remove this key.',
    docs: 'Keys such as `Access`, `acess`, `visibility`, `private` or `hidden` have no effect in any specification. Ignoring one could publish what its author wanted hidden, so it is an error.',
  }),
  ACCESS_CONTRADICTION: rule<{ first: string; second: string }>({
    severity: 'error',
    locked: true,
    message: ({ first, second }) =>
      `Two places say different things about who may see this: ${first}, but ${second}. Nothing of it is published.`,
    hint: () => 'Make them agree.',
    docs: 'Access may be given in the front matter, in `metadata`, in a `skill.yaml` beside SKILL.md, or by `metadata.internal`. All places that speak must agree.',
  }),
  DEFINITION_CONTRADICTION: rule<{ member: string; first: string; second: string }>({
    severity: 'error',
    message: ({ member, first, second }) => `\`${member}\` has two different values: ${first}, but ${second}.`,
    hint: () => 'Keep one of them.',
    docs: 'The same member may be given at the top level, in `metadata`, or in the `skill.yaml` beside a SKILL.md, but only with the same value.',
  }),
  QUERIES_COUNT: rule<{ name: string; count: number }>({
    severity: 'error',
    message: ({ name, count }) =>
      `\`representativeQueries\` of ${show(name)} holds ${count === 0 ? 'no query' : count === 1 ? '1 query' : `${count} queries`}; 2 to 5 are wanted.`,
    hint: ({ count }) =>
      count < 2
        ? 'Add requests that it serves, as a user would say them.'
        : 'Keep the five that say most about it: which ones is not decided here.',
    docs: "ARD asks for two to five natural-language requests that a resource can serve; discovery services find it by them. Another number is refused by validators; which ones to drop is the author's choice.",
  }),
  QUERIES_MISSING: rule<{ name: string }>({
    severity: 'warning',
    message: ({ name }) =>
      `${show(name)} has no \`representativeQueries\`, so discovery services cannot find it by search.`,
    hint: () => 'Add two to five requests that it serves, as a user would say them.',
    docs: 'Without `representativeQueries` (or at least two `examples`, which serve in their place) the ARD entry is listed, but no search finds it.',
  }),
  QUERIES_SAME: rule<{ query: string }>({
    severity: 'error',
    message: ({ query }) => `The query ${show(query)} stands twice in \`representativeQueries\`.`,
    hint: () => 'Remove it, or ask for something else with it.',
    docs: 'Queries must be different: equal ones add nothing and are refused by validators.',
  }),
}

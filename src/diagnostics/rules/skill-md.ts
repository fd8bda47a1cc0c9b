import { rule, show } from './rule.ts'

/** Findings about the text and the front matter of a SKILL.md. */
export const skillMdRules = {
  SKILL_NAME_MISSING: rule<{ folder: string }>({
    severity: 'error',
    message: () => "The SKILL.md has no `name`. Clients skip a skill without one; it must be the folder's name.",
    hint: ({ folder }) => `Add \`name: ${folder}\`.`,
    docs: 'The Agent Skills specification requires `name` in the front matter of every SKILL.md, equal to the name of the folder it lies in. Clients drop a skill without it, most of them without a word.',
  }),
  SKILL_NAME_FORM: rule<{ name: string; reason: string; suggestion?: string; folder: string }>({
    severity: 'error',
    message: ({ name, reason }) =>
      `The skill name ${show(name)} ${reason}. Agent Skill names are small letters a-z, digits and single hyphens between them, at most 64 characters.`,
    hint: ({ suggestion, folder }) =>
      suggestion === undefined
        ? 'Choose a name in that form, for the folder too.'
        : suggestion === folder
          ? `Write \`name: ${suggestion}\`.`
          : `Write \`name: ${suggestion}\` and rename the folder to \`${suggestion}\`.`,
    docs: `The Agent Skills specification allows 1 to 64 characters: \`a\` to \`z\`, \`0\` to \`9\` and \`-\`, no hyphen at the start or the end, no two in a row. Discovery indexes and the clients that read them take nothing else, so a skill with another name cannot be installed.

Names in other scripts can go into the description. Invisible characters, which come from copying, are shown as \`\\u{…}\` in the message.`,
  }),
  SKILL_NAME_MISMATCH: rule<{ name: string; folder: string; folderProblem?: string }>({
    severity: 'error',
    message: ({ name, folder, folderProblem }) =>
      `The skill is named ${show(name)} but its folder is ${show(folder)}${folderProblem === undefined ? '' : `, which ${folderProblem}`}.`,
    hint: ({ name, folderProblem, folder }) =>
      folderProblem === undefined
        ? `Rename the folder to \`${name}\`, or write \`name: ${folder}\`.`
        : `Rename the folder to \`${name}\`.`,
    docs: "A skill's `name` must equal the name of the folder its SKILL.md lies in. Validators refuse another one; clients install the skill under the one or the other, so a reference to it breaks. Rename the folder, or change `name`.",
  }),
  SKILL_NAME_AMBIGUOUS: rule<{ name: string }>({
    severity: 'suggestion',
    message: ({ name }) =>
      `Readers of YAML 1.1, which several clients use, see ${show(name)} as a truth value or a date, and drop the skill.`,
    hint: ({ name }) => `Write \`name: "${name}"\`.`,
    docs: 'In YAML 1.1 the words `yes`, `no`, `on`, `off`, `y` and `n` are truth values and `2024-01-01` is a date. Clients that read front matter that way find no name. Quotes make it a text everywhere.',
  }),
  SKILL_NAME_RESERVED: rule<{ name: string; word: string }>({
    severity: 'suggestion',
    message: ({ name, word }) =>
      `The name ${show(name)} holds the reserved word "${word}"; Claude's skill upload refuses it.`,
    hint: () => 'Choose a name without it.',
    docs: 'Names with `anthropic` or `claude` in them are refused by the platform of that vendor. Other clients take them.',
  }),
  SKILL_DESCRIPTION_MISSING: rule<object>({
    severity: 'error',
    message: () =>
      'The SKILL.md has no `description`, or an empty one. Agents choose skills by it, and clients skip a skill without one.',
    hint: () => 'Add a `description` that says what the skill does and when to use it.',
    docs: 'The Agent Skills specification requires a `description` in the front matter of the SKILL.md itself: 1 to 1024 characters that are not all blank. It is all an agent sees before it loads a skill. One in the `skill.yaml` beside it does not reach clients that read the SKILL.md.',
  }),
  SKILL_DESCRIPTION_TOO_LONG: rule<{ length: number; limit: number }>({
    severity: 'error',
    message: ({ length, limit }) =>
      `The description is ${length} characters long; an Agent Skill's may have ${limit}. It is not cut.`,
    hint: () => 'Say in it what the skill does and when to use it; move the rest into the body.',
    docs: 'The Agent Skills specification limits `description` to 1024 characters. Clients reject the skill or cut the text, in the middle of a word or of the condition that tells when to use it. Signpost does not shorten what an author wrote.',
  }),
  SKILL_DESCRIPTION_UNITS: rule<{ units: number; limit: number }>({
    severity: 'suggestion',
    message: ({ units, limit }) =>
      `The description is within ${limit} characters, but ${units} UTF-16 units long: clients written in JavaScript count those and skip the skill.`,
    hint: () => 'Shorten it a little, or use fewer emoji.',
    docs: 'Emoji and rare characters are one character but two UTF-16 units. The `skills` command line counts units, so a description near the limit can be too long for it although the specification allows it.',
  }),
  SKILL_DESCRIPTION_TAG: rule<{ tag: string }>({
    severity: 'suggestion',
    message: ({ tag }) =>
      `The description holds ${show(tag)}, which looks like a tag of XML or HTML; some clients refuse such descriptions.`,
    hint: () => 'Write it without angle brackets.',
    docs: 'Descriptions are put into prompts between tags. A tag inside one could end that block early, so some platforms refuse descriptions with anything that looks like a tag.',
  }),
  SKILL_MEMBER_NOT_TEXT: rule<{ member: string; found: string; text?: string }>({
    severity: 'error',
    message: ({ member, found }) =>
      `\`${member}\` is ${found} for YAML, but clients want a text and drop the skill otherwise.`,
    hint: ({ member, text }) =>
      text === undefined ? `Write \`${member}\` as one text.` : `Put it in quotes: \`${member}: "${text}"\`.`,
    docs: 'An Agent Skill is published with its own bytes, so what Signpost could read a value as does not help: clients parse the front matter themselves. An unquoted number, `true` or `null` as `name` or `description` is no text for them, nor is a list or a mapping.',
  }),
  SKILL_MEMBER_FORM: rule<{ member: string; wanted: string; found: string; fix?: string }>({
    severity: 'warning',
    message: ({ member, wanted, found }) =>
      `\`${member}\` is ${found}; the Agent Skills specification wants ${wanted}.`,
    hint: ({ fix }) => (fix === undefined ? undefined : `Write \`${fix}\`.`),
    docs: '`license` is a short text, `compatibility` a text of 1 to 500 characters, `allowed-tools` one text with the tools separated by spaces, `metadata` a mapping of texts. Clients that expect this form ignore another one or show it garbled (`[object Object]`).',
  }),
  SKILL_COMPATIBILITY_TOO_LONG: rule<{ length: number; limit: number }>({
    severity: 'error',
    message: ({ length, limit }) =>
      `\`compatibility\` is ${length} characters long; ${limit} are allowed, and validators refuse the skill.`,
    hint: () => 'Name what the skill needs in a few words; explain it in the body.',
    docs: 'The Agent Skills specification limits `compatibility` to 500 characters: it names the product, the packages or the network access that a skill needs.',
  }),
  SKILL_METADATA_VALUE: rule<{ key: string; found: string; text?: string }>({
    severity: 'suggestion',
    message: ({ key, found }) =>
      `\`metadata.${key}\` is ${found}; metadata are texts, and clients may show another value than the one written.`,
    hint: ({ text, key }) => (text === undefined ? undefined : `Put it in quotes: \`${key}: "${text}"\`.`),
    docs: '`metadata` is a mapping of texts to texts. Without quotes, `version: 1.10` is the number 1.1, and lists and mappings inside it are printed as `[object Object]` by some clients.',
  }),
  SKILL_LENGTH: rule<{ lines: number; limit: number }>({
    severity: 'suggestion',
    message: ({ lines, limit }) =>
      `The SKILL.md has ${lines} lines; up to ${limit} are recommended, since an agent loads all of it at once.`,
    hint: () => 'Move details into files under `references/` and link them.',
    docs: 'An agent that chooses a skill reads the whole SKILL.md into its context. The specification recommends to keep it under 500 lines and to move what is not always needed into files that are read on demand.',
  }),
  SKILL_LINE_ENDINGS: rule<object>({
    severity: 'suggestion',
    message: () =>
      'The lines end with CR LF. The file is published as it is, so a checkout with other line ends gets another digest.',
    hint: () => 'Save it with LF, and add `*.md text eol=lf` to .gitattributes.',
    docs: 'A skill is published with its own bytes and its digest is made from them. Git can change line ends at checkout, so the same commit gives different digests on different machines unless `.gitattributes` fixes them.',
  }),
  SKILL_LINK_TARGET: rule<{ target: string; problem: 'missing' | 'outside'; suggestion?: string }>({
    severity: 'warning',
    message: ({ target, problem }) =>
      `The link to ${show(target)} ${problem === 'outside' ? "leads out of the skill's folder, so it is broken where the skill is installed" : 'points at no published file of the skill'}.`,
    hint: ({ suggestion }) => (suggestion === undefined ? undefined : `Did you mean \`${suggestion}\`?`),
    docs: 'Relative links in a SKILL.md are read from its own folder, which is all that a client installs. A link to a file that is not there, that is not published (dot files, files that git ignores) or that lies outside leads an agent nowhere. Upper and lower case count.',
  }),
  FRONT_MATTER_DASHES: rule<object>({
    severity: 'warning',
    message: () =>
      'The front matter holds `---` inside a line. Several clients end it there: the value is cut and what follows is lost.',
    hint: () => 'Write another dash, such as an em dash.',
    docs: 'The Agent Skills reference implementations split a SKILL.md at every `---`, wherever it stands: a description is cut there, the rest of the front matter is lost, and a quoted value becomes a syntax error. Comments count too. Keep `---` out of everything but the two fences.',
  }),
  FRONT_MATTER_FENCE_SPACE: rule<object>({
    severity: 'warning',
    message: () =>
      'White space follows the opening `---`. The `skills` command line finds no front matter then, and drops the skill without a word.',
    hint: () => 'Remove the white space at the end of the first line.',
    docs: 'The opening fence must be exactly `---` and a line break for one widely used client. Others do not mind, so the mistake is not seen until somebody cannot install the skill.',
  }),
}

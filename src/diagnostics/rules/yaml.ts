import { rule, show } from './rule.ts'

/** Findings about the text of a definition, before its meaning. */
export const yamlRules = {
  YAML_ENCODING: rule<{ utf16: boolean }>({
    severity: 'error',
    message: ({ utf16 }) =>
      utf16
        ? 'The file is not UTF-8 text: it holds NUL bytes or a UTF-16 mark.'
        : 'The file is not UTF-8: this byte starts no character.',
    hint: () => 'Save the file as UTF-8 without a byte-order mark.',
    docs: 'Every definition is UTF-8 text. A file in Latin-1, UTF-16 or another encoding would be published with replaced characters, so it is refused. Save it as UTF-8.',
  }),
  YAML_BYTE_ORDER_MARK: rule<object>({
    severity: 'warning',
    message: () =>
      'The file starts with a byte-order mark. Several clients do not find the front matter behind one; it is left out of what is published.',
    hint: () => 'Save the file as UTF-8 without a byte-order mark.',
    docs: 'An invisible U+FEFF stands at the start of the file. Clients that expect `---` or the first key at byte 0 lose the metadata. Signpost removes the mark from what it publishes; save the file without it so that other tools read it too.',
  }),
  YAML_TOO_LARGE: rule<{ length: number; limit: number }>({
    severity: 'error',
    message: ({ length, limit }) => `The definition's data is ${length} characters long; the limit is ${limit}.`,
    hint: () => 'Move long text into the Markdown body or a file beside it.',
    docs: 'YAML or front matter beyond 1 MiB is not read. Real definitions are a few kilobytes; larger ones are a mistake or an attack.',
  }),
  YAML_TOO_DEEP: rule<{ limit: number }>({
    severity: 'error',
    message: ({ limit }) => `The data is nested deeper than ${limit} levels.`,
    docs: 'Mappings and lists may be nested 64 levels deep. Deeper data is refused before it can exhaust the machine.',
  }),
  YAML_ALIAS_BOMB: rule<{ reason: string }>({
    severity: 'error',
    message: ({ reason }) => `The aliases cannot be followed: ${reason}.`,
    hint: () => 'Write the values out.',
    docs: 'A few aliases of aliases can stand for billions of values. A definition may use up to 100 aliases that expand to 100,000 values, and no value may contain itself.',
  }),
  YAML_EMPTY: rule<object>({
    severity: 'error',
    message: () => 'The definition is empty: there is no `name` and no `description` to publish.',
    hint: () => 'Fill it in, or delete the file.',
    docs: 'A file at the place of a definition holds no data (nothing at all, comments only, or two fences with nothing between). Write the members, or remove the file.',
  }),
  YAML_NOT_A_MAPPING: rule<{ found: string }>({
    severity: 'error',
    message: ({ found }) => `A definition is a mapping of names to values; this is ${found}.`,
    hint: () => 'Start with `name: …`.',
    docs: 'The top level of a definition must be a YAML mapping (`name: value` lines), not a list or a single text.',
  }),
  YAML_MULTIPLE_DOCUMENTS: rule<{ count: number }>({
    severity: 'error',
    message: ({ count }) =>
      `The file holds ${count} YAML documents separated by \`---\`; a definition is one document.`,
    hint: () => 'Put each document in a file of its own.',
    docs: 'A line `---` in a YAML file starts another document. Publishing only the first would lose the rest without a word, so the file is refused: one definition, one file.',
  }),
  YAML_SYNTAX: rule<{ reason: string; fix?: string }>({
    severity: 'error',
    message: ({ reason }) => `The YAML cannot be read: ${reason}.`,
    hint: ({ fix }) => fix ?? 'Put text values in quotes, and indent with spaces.',
    docs: 'The file is not valid YAML 1.2. The frame shows where the reader stopped; the mistake stands there or just before. Quoting the value is the fix in most cases.',
  }),
  YAML_UNQUOTED_COLON: rule<{ key?: string }>({
    severity: 'error',
    message: () =>
      'This value has no quotes and holds a colon with a space behind it, which starts another mapping in YAML.',
    hint: ({ key }) =>
      `Put the value in double quotes${key === undefined ? '' : `; if \`${key}\` is a key of its own, do not indent it`}.`,
    docs: 'In YAML, colon and space end a key. A description such as `Use when: …` therefore needs quotes (`"Use when: …"`) or a block (`>-`). Several clients drop a skill with this mistake silently; it is the most frequent fault of published skills.',
  }),
  YAML_UNCLOSED: rule<{ mark: string }>({
    severity: 'error',
    message: ({ mark }) => `The \`${mark}\` that opens here is never closed.`,
    hint: ({ mark }) =>
      mark === '{' || mark === '['
        ? `Close it with \`${mark === '{' ? '}' : ']'}\`, or put the value in quotes if it is a text.`
        : mark === "'"
          ? "Close it, and write a quote inside the value as `''`."
          : 'Close it, and write a quote inside the value as `\\"`.',
    docs: 'A value in quotes ends with the same quote, a list in brackets with `]`, a mapping in braces with `}`. Inside double quotes, `\\"` is a quote; inside single quotes, two single quotes are one.',
  }),
  YAML_TAB: rule<object>({
    severity: 'error',
    message: () => 'A tab indents this line; YAML indents with spaces only.',
    hint: () => 'Replace the tab with spaces.',
    docs: 'YAML forbids tabs as indentation because editors disagree on their width. Use two spaces a level.',
  }),
  YAML_DUPLICATE_KEY: rule<{ key: string }>({
    severity: 'error',
    message: ({ key }) =>
      `The key \`${key}\` stands twice in the same mapping. Which of the two is meant cannot be known.`,
    hint: ({ key }) => `Keep one \`${key}\`.`,
    docs: 'YAML forbids a key twice in a mapping, and readers disagree on which one wins. For `access` that would decide who sees the skill, so nothing of the definition is published until one is removed.',
  }),
  YAML_FORBIDDEN_KEY: rule<{ key: string }>({
    severity: 'error',
    message: ({ key }) => `The key \`${key}\` is not allowed: it can change what other values mean.`,
    hint: ({ key }) => (key === '<<' ? 'Write the merged values out.' : 'Remove the key.'),
    docs: '`__proto__`, `constructor` and `prototype` change objects in JavaScript readers; the merge key `<<` is not part of YAML 1.2 and readers disagree about it. None of them may stand in a definition, at any depth.',
  }),
  YAML_KEY: rule<object>({
    severity: 'error',
    message: () => 'A key must be a single text; this one is a list, a mapping or an alias.',
    hint: () => 'Write a plain text before the colon.',
    docs: 'YAML allows lists and mappings as keys, JSON does not. Every key of a definition is a text.',
  }),
  YAML_ANCHOR: rule<{ anchor: string }>({
    severity: 'error',
    message: ({ anchor }) =>
      `YAML reads \`&${anchor}\` as an anchor, so that word is missing from the value. Nothing uses the anchor.`,
    hint: () => 'Put the value in quotes.',
    docs: 'A plain value that starts with `&word` loses that word: it names an anchor. Put the text in quotes. Anchors that an alias uses are fine.',
  }),
  YAML_ALIAS: rule<{ alias: string }>({
    severity: 'error',
    message: ({ alias }) => `YAML reads \`*${alias}\` as an alias, and nothing is anchored under that name.`,
    hint: () => 'Put the value in quotes.',
    docs: 'A plain value that starts with `*word` is a reference to an anchor `&word`. If emphasis was meant, put the text in quotes.',
  }),
  YAML_TAG: rule<{ tag: string }>({
    severity: 'error',
    message: ({ tag }) => `YAML reads ${show(tag)} as a type tag, so that word is missing from the value.`,
    hint: () => 'Put the value in quotes.',
    docs: 'A plain value that starts with `!word` loses that word: it names a type. Put the text in quotes. Only the tags of the core schema (`!!str`, `!!int` …) are allowed.',
  }),
  YAML_NUMBER: rule<{ text: string }>({
    severity: 'error',
    message: ({ text }) =>
      `The number ${show(text)} cannot be published as written: JSON readers would see another value.`,
    hint: ({ text }) => `If it is an identifier, write it as a text: "${text}".`,
    docs: 'JSON numbers are doubles for most readers: integers beyond 2^53, more than about 16 digits, infinities and not-a-number change or cannot be written at all. The value is refused instead of published changed. Write identifiers in quotes.',
  }),
  YAML_NUMBER_FORM: rule<{ text: string; published: string }>({
    severity: 'warning',
    message: ({ text, published }) =>
      `YAML reads \`${text}\` as a number, and JSON writes that number as \`${published}\`: so it is published.`,
    hint: ({ text, published }) => `Write "${text}" in quotes to keep it as it is, or ${published}.`,
    docs: 'In members that hold any data, numbers stay numbers. `1.10` is the number 1.1, `010` is 10 and `0x1F` is 31, and that is how JSON writes them. If it is a version, a code or a time, put it in quotes.',
  }),
  YAML_LONE_SURROGATE: rule<object>({
    severity: 'error',
    message: () =>
      'The text holds half of a surrogate pair (one of `\\uD800` to `\\uDFFF` alone), which no UTF-8 text can carry.',
    hint: () => 'Write the character itself, or both halves: `\\uD83D\\uDE00`.',
    docs: 'Characters beyond U+FFFF are two `\\u` escapes in JSON and YAML. One of them alone is no character: readers replace it or refuse the whole document, and it cannot be signed.',
  }),
  YAML_COMMENT_CUT: rule<{ value: string }>({
    severity: 'warning',
    message: ({ value }) =>
      `The value ends at ${show(value.slice(-40))}: what follows \` #\` on this line is a comment in YAML and is not published.`,
    hint: () => 'Put the value in quotes if the # belongs to it; put a comment on a line of its own.',
    docs: 'A space and `#` end a plain value. `Moves code from C# to F # and back` becomes `Moves code from C# to F`. Quote texts that hold ` #`.',
  }),
  YAML_RETYPED: rule<{ text: string; type: string }>({
    severity: 'suggestion',
    message: ({ text, type }) =>
      `YAML reads \`${text}\` as ${type}; a text is wanted here, so it is published as written.`,
    hint: ({ text }) => `Write "${text}".`,
    docs: 'Values such as `1.10`, `404`, `0x1F` or `true` are numbers and booleans in YAML. Where the specification wants a text, Signpost keeps the characters that were written; other tools may not (`1.10` becomes 1.1). Quotes make it certain.',
  }),
  FRONT_MATTER_MISSING: rule<{ file: string }>({
    severity: 'error',
    message: ({ file }) =>
      `${file} has no front matter: it must start with a line \`---\`, then \`name\` and \`description\`, then \`---\`.`,
    docs: 'A SKILL.md starts with YAML between two lines `---`. Without it no client can tell what the skill is called or when to use it.',
  }),
  FRONT_MATTER_NOT_FIRST: rule<{ line: string }>({
    severity: 'error',
    message: () => 'The front matter does not start on the first line. Most clients do not find it there.',
    hint: () => 'Remove everything before the first `---`.',
    docs: 'Blank lines or comments before the opening `---` make most clients see a file without metadata. Because `access` would be lost with it, the file is refused. Move such comments into the front matter (`# …`) or behind it.',
  }),
  FRONT_MATTER_LANGUAGE: rule<{ line: string }>({
    severity: 'error',
    message: ({ line }) => `The opening fence is ${show(line)}; front matter is YAML between lines of exactly \`---\`.`,
    hint: () => 'Write `---` alone on the first line.',
    docs: 'Some tools run front matter in other languages (`---js`). Signpost reads YAML only and never runs anything from a definition.',
  }),
  FRONT_MATTER_UNTERMINATED: rule<{ line: string }>({
    severity: 'error',
    message: () => 'The front matter has no closing line `---`, so where the body starts cannot be known.',
    hint: () => 'Add a line `---` behind the last key.',
    docs: 'Front matter ends with a line of exactly `---` (`...` is not accepted by clients). Without it the whole body would be read as YAML.',
  }),
  FRONT_MATTER_FENCE: rule<{ line: string }>({
    severity: 'error',
    message: ({ line }) =>
      `The line ${show(line)} starts with \`---\`: some readers end the front matter here, others do not.`,
    hint: () => 'Close the front matter with exactly `---`; quote or indent a value that starts with dashes.',
    docs: 'A line that begins with three dashes but holds more ends the front matter in some parsers. What they then publish differs, so the file is refused.',
  }),
}

import { list, rule, show } from './rule.ts'

/** Findings about MCP servers and their tools. */
export const mcpRules = {
  MCP_NAME: rule<{ name: string }>({
    severity: 'error',
    message: ({ name }) =>
      `${show(name)} is no name of an MCP server: it must be a reverse-DNS namespace, one slash and a name, 3 to 200 letters, digits, \`.\`, \`_\` and \`-\`.`,
    hint: () => 'Write it like `com.example/weather`.',
    docs: "The server card's `name` is `namespace/name`, where the namespace is a domain in reverse order (letters, digits, `.` and `-`). Clients and registries identify the server by it.",
  }),
  MCP_VERSION_RANGE: rule<{ version: string }>({
    severity: 'error',
    message: ({ version }) =>
      `${show(version)} is a range, not a version. A server card describes one version of the server.`,
    hint: () => 'Write one version, such as `"1.0.0"`.',
    docs: 'The server card schema forbids version ranges (`^1.2`, `~1.0`, `>=2`, `1.x`, `*`, `latest`).',
  }),
  MCP_DESCRIPTION_LENGTH: rule<{ length: number }>({
    severity: 'error',
    message: ({ length }) => `The description has ${length} characters; a server card allows 100. Nothing is cut.`,
    hint: () => 'Shorten it; details belong into the descriptions of the tools or on the website.',
    docs: "The server card's schema limits `description` to 100 characters, and clients refuse a card that breaks it.",
  }),
  MCP_CARD_SCHEMA: rule<{ schema: string; published: string }>({
    severity: 'warning',
    message: ({ schema, published }) =>
      `\`$schema\` is ${show(schema)}, which is not that of a server card; the card is published with ${show(published)}.`,
    hint: () => 'Remove `$schema`.',
    docs: "A registry's `server.json` and dated server card schemas look alike, but clients accept exactly one schema in a server card.",
  }),
  MCP_SECRET_VALUE: rule<{ name: string; member: string }>({
    severity: 'error',
    locked: true,
    message: ({ name, member }) =>
      `${show(name)} is marked \`isSecret\` and yet has a \`${member}\`. Whoever reads the card would have the secret.`,
    hint: ({ member }) => `Remove \`${member}\`; clients ask their user for it. If it was real, change it.`,
    docs: 'A header or variable with `isSecret: true` tells clients to ask for a value and to keep it. The card itself must never hold one: neither `value`, `default` nor `choices`. The value is not shown here.',
  }),
  MCP_REMOTE_VARIABLE: rule<{ variable: string; member: string }>({
    severity: 'warning',
    message: ({ variable, member }) =>
      `\`${member}\` holds \`{${variable}}\`, but \`variables\` does not describe it, so a client cannot ask for it.`,
    hint: ({ variable }) => `Add \`${variable}\` to \`variables\`.`,
    docs: 'Text in braces in the URL or a header of a remote is replaced by the variable of that name, which `variables` describes.',
  }),
  MCP_TOOL_NAME: rule<{ name: string }>({
    severity: 'error',
    message: ({ name }) =>
      `${show(name)} is no tool name: 1 to 128 letters, digits, \`_\`, \`-\` and \`.\` are allowed.`,
    hint: () => 'Choose another name; beside `ref` a `name` overrides that of the skill.',
    docs: 'MCP tool names are 1 to 128 characters of `A-Z a-z 0-9 _ - .`. Models call tools by them, and clients refuse others.',
  }),
  MCP_TOOL_NAME_DUPLICATE: rule<{ name: string; first: string; second: string }>({
    severity: 'error',
    message: ({ name, first, second }) => `Two tools of the server are called ${show(name)}: ${first} and ${second}.`,
    hint: () => 'Give each tool a name of its own.',
    docs: 'A client calls a tool by its name, so names are unique in a server.',
  }),
  MCP_TOOL_INPUT_SCHEMA: rule<{ tool: string; server: string; file: string; found: string }>({
    severity: 'error',
    message: ({ tool, server, file, found }) =>
      `The tool ${show(tool)}${file === server ? '' : ` of ${server}`} needs an object schema (\`type: object\` at its root), but ${file === server ? 'its `inputSchema`' : `the \`inputSchema\` of ${file}`} ${found}. One wrong tool makes clients drop the whole list.`,
    hint: ({ found }) =>
      found === 'is missing'
        ? 'Describe the arguments, or write `inputSchema: {type: object, additionalProperties: false}` for a tool without any.'
        : 'Write `type: object` at the root and the arguments in `properties`.',
    docs: 'MCP requires an `inputSchema` of every tool, whose root says `type: object`. `anyOf`, `oneOf` or `$ref` may stand beside it, not in its place. A missing one is not invented: a tool that takes arguments would be called without them.',
  }),
  MCP_TOOL_DESCRIPTION: rule<{ tools: readonly string[] }>({
    severity: 'suggestion',
    message: ({ tools }) =>
      `${list(tools)} ${tools.length === 1 ? 'has' : 'have'} no description. Models choose tools by it.`,
    docs: 'The `description` of a tool is what a model reads to decide when to call it.',
  }),
}

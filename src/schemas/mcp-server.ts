import type { Schema } from '../validate.ts'
import { flag, requiredText, text } from './object-schema.ts'
import { sharedMembers } from './shared.ts'

const input: Readonly<Record<string, Schema>> = {
  description: text('What the value is for.'),
  isRequired: flag('Whether a client must give it.'),
  isSecret: flag('Whether it is a secret. A secret never has a value here.'),
  format: { enum: ['string', 'number', 'boolean', 'filepath'], description: 'Form of the value.' },
  default: text('Value where the user gives none.'),
  placeholder: text('Example shown to the user.'),
  value: text('Fixed value; `{name}` stands for a variable.'),
  choices: { type: 'array', items: { type: 'string' }, description: 'The values to choose from.' },
}

const variables: Schema = {
  type: 'object',
  description: 'Variables by the name that stands in braces.',
  additionalProperties: { type: 'object', additionalProperties: false, properties: input },
}

const remote: Schema = {
  type: 'object',
  description: 'One endpoint of the server.',
  required: ['type', 'url'],
  additionalProperties: false,
  properties: {
    type: { enum: ['streamable-http', 'sse'], description: 'Transport. `sse` is the deprecated one.' },
    url: requiredText('Absolute https URL; `{name}` stands for a variable.'),
    headers: {
      type: 'array',
      description: 'HTTP headers that a client sends.',
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: {
          name: { type: 'string', pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", description: 'Name of the header.' },
          ...input,
          variables,
        },
      },
    },
    variables,
    supportedProtocolVersions: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description: 'MCP versions that the endpoint speaks.',
    },
  },
}

const icons: Schema = {
  type: 'array',
  description: 'Icons of the server.',
  items: {
    type: 'object',
    required: ['src'],
    additionalProperties: false,
    properties: {
      src: requiredText('https URL of the image.'),
      mimeType: text('Media type of the image.'),
      sizes: {
        type: 'array',
        items: { type: 'string', pattern: '^([0-9]+x[0-9]+|any)$' },
        description: 'Sizes such as `48x48`, or `any`.',
      },
      theme: { enum: ['light', 'dark'], description: 'Background that it is made for.' },
    },
  },
}

const jsonSchema = (description: string): Schema => ({ type: 'object', description })

/** Members of an MCP Tool object (2026-07-28). */
export const toolMembers: Readonly<Record<string, Schema>> = {
  name: requiredText('Name of the tool: 1 to 128 letters, digits, `_`, `-` and `.`, unique in the server.'),
  title: text('Name for people.'),
  description: text('What the tool does, for the model that chooses it.'),
  icons,
  inputSchema: jsonSchema('JSON Schema of the arguments: an object schema (`type: object`).'),
  outputSchema: jsonSchema('JSON Schema of the structured result.'),
  annotations: {
    type: 'object',
    description: 'Hints about what the tool does.',
    properties: {
      title: text('Name for people.'),
      readOnlyHint: flag('It changes nothing. Default: false.'),
      destructiveHint: flag('It may destroy something. Default: true.'),
      idempotentHint: flag('Calling it again changes nothing more. Default: false.'),
      openWorldHint: flag('It reaches things outside the server. Default: true.'),
    },
  },
  _meta: { type: 'object', description: 'Metadata under reverse-DNS keys.' },
}

const tools: Schema = {
  type: 'array',
  description: 'Tools of the server: MCP Tool objects, or `{ref: NAME}` of a skill definition.',
  items: {
    type: 'object',
    additionalProperties: false,
    properties: {
      ref: {
        type: 'string',
        minLength: 1,
        description:
          'Name of a skill definition: the tool gets its name, description, inputSchema, outputSchema and annotations. Members beside it override.',
      },
      ...toolMembers,
    },
    if: { required: ['ref'] },
    else: { required: ['name', 'inputSchema'] },
  },
}

/** Schema of an MCP server's definition: server card members (schema v1), `tools`, and Signpost's own. */
export const mcpServerSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/mcp-server.schema.json',
  title: 'MCP server',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'version', 'description', 'remotes'],
  properties: {
    $schema: { type: 'string', description: "The server card's schema, or one for the editor." },
    kind: { enum: ['a2a-agent', 'mcp-server'], description: 'What is defined: `mcp-server`.' },
    name: {
      ...requiredText('Reverse-DNS namespace, a slash and a name: `com.example/weather`.'),
      examples: ['com.example/weather'],
    },
    title: { type: 'string', maxLength: 100, description: 'Name for people, at most 100 characters.' },
    version: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Version of the server: one version, no range.',
      examples: ['1.0.0'],
    },
    description: requiredText('What the server offers, at most 100 characters.'),
    websiteUrl: text('https URL of the website.'),
    repository: {
      type: 'object',
      description: 'Where the source code lives.',
      required: ['url', 'source'],
      additionalProperties: false,
      properties: {
        url: requiredText('https URL of the repository.'),
        source: requiredText('Hosting service, such as `github`.'),
        subfolder: text('Folder of the server in a larger repository.'),
        id: text("The hosting service's own id of the repository."),
      },
    },
    icons,
    remotes: {
      type: 'array',
      minItems: 1,
      items: remote,
      description: 'Endpoints of the server, at least one.',
      examples: [[{ type: 'streamable-http', url: 'https://acme.example/mcp' }]],
    },
    _meta: { type: 'object', description: 'Metadata under reverse-DNS keys.' },
    tools,
    ...sharedMembers,
  },
}

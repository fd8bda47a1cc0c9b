import type { Schema } from '../validate.ts'

/** The one schema that a server card names (server card schema v1). */
export const SERVER_CARD_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'

const text: Schema = { type: 'string' }
const uri: Schema = { type: 'string', format: 'uri' }

const input = {
  description: text,
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  default: text,
  placeholder: text,
  value: text,
  choices: { type: 'array', items: text },
} satisfies Schema

const variables: Schema = { type: 'object', additionalProperties: { type: 'object', properties: input } }

const header: Schema = { type: 'object', required: ['name'], properties: { name: text, ...input, variables } }

const remote: Schema = {
  type: 'object',
  required: ['type', 'url'],
  properties: {
    type: { enum: ['streamable-http', 'sse'] },
    url: { type: 'string', pattern: '^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$' },
    headers: { type: 'array', items: header },
    variables,
    supportedProtocolVersions: { type: 'array', items: text },
  },
}

const icon: Schema = {
  type: 'object',
  required: ['src'],
  properties: {
    src: uri,
    mimeType: text,
    sizes: { type: 'array', items: { type: 'string', pattern: '^([0-9]+x[0-9]+|any)$' } },
    theme: { enum: ['light', 'dark'] },
  },
}

/**
 * A published MCP server card (server card schema v1), members in the order in which they are written. Objects are open,
 * as in the specification; a card without a remote is none of this site's.
 */
export const serverCardSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/server-card.schema.json',
  title: 'MCP server card',
  type: 'object',
  required: ['$schema', 'name', 'version', 'description', 'remotes'],
  properties: {
    $schema: { const: SERVER_CARD_SCHEMA },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    version: { type: 'string', minLength: 1, maxLength: 255 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    websiteUrl: uri,
    repository: {
      type: 'object',
      required: ['url', 'source'],
      properties: { url: uri, source: text, subfolder: text, id: text },
    },
    icons: { type: 'array', items: icon },
    remotes: { type: 'array', minItems: 1, items: remote },
    _meta: { type: 'object' },
  },
}

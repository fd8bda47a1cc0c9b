import type { Schema } from '../validate.ts'

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }

/** A list of MCP Tool objects, as `tools/list` gives it (MCP 2026-07-28, Tools). */
export const toolspecSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/toolspec.schema.json',
  title: 'MCP tools',
  type: 'object',
  required: ['tools'],
  properties: {
    tools: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'inputSchema'],
        properties: {
          name: { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,128}$' },
          title: text,
          description: text,
          icons: { type: 'array', items: { type: 'object', required: ['src'], properties: { src: text } } },
          inputSchema: { type: 'object', required: ['type'], properties: { type: { const: 'object' } } },
          outputSchema: { type: 'object' },
          annotations: {
            type: 'object',
            properties: {
              title: text,
              readOnlyHint: flag,
              destructiveHint: flag,
              idempotentHint: flag,
              openWorldHint: flag,
            },
          },
          _meta: { type: 'object' },
        },
      },
    },
  },
}

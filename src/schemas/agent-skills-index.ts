import type { Schema } from '../validate.ts'

/** The identifier of discovery 0.2.0, compared as a text. */
export const AGENT_SKILLS_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

const name: Schema = {
  type: 'string',
  maxLength: 64,
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  'x-problem': 'must be 1 to 64 lower-case letters, digits and single hyphens',
}
const description: Schema = { type: 'string', minLength: 1 }
const files: Schema = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'string',
    minLength: 1,
    pattern: '^(?![/\\\\])(?!.*\\.\\.).+$',
    'x-problem': 'must be a relative path without `..`',
  },
}

/** An index of Agent Skills by discovery 0.2.0. Unknown members are fine. */
export const agentSkillsIndexSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/agent-skills-index.schema.json',
  title: 'Agent Skills index',
  type: 'object',
  required: ['$schema', 'skills'],
  properties: {
    $schema: { const: AGENT_SKILLS_SCHEMA },
    skills: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'type', 'description', 'url', 'digest'],
        properties: {
          name,
          type: { enum: ['skill-md', 'archive'] },
          description,
          url: { type: 'string', minLength: 1 },
          digest: {
            type: 'string',
            pattern: '^sha256:[0-9a-f]{64}$',
            'x-problem': 'must be `sha256:` and 64 lower-case hexadecimal digits',
          },
          files,
        },
      },
    },
  },
}

/** An index of Agent Skills by discovery 0.1.0: one bad entry makes clients refuse all of it. */
export const legacySkillsIndexSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/agent-skills-index-0.1.schema.json',
  title: 'Agent Skills index 0.1.0',
  type: 'object',
  required: ['skills'],
  properties: {
    skills: {
      type: 'array',
      items: { type: 'object', required: ['name', 'description'], properties: { name, description, files } },
    },
  },
}

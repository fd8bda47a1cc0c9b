import type { Schema } from '../validate.ts'

const text: Schema = { type: 'string', minLength: 1 }
const url: Schema = { type: 'string', format: 'uri' }
const semver: Schema = {
  type: 'string',
  pattern: '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z.-]+)?(\\+[0-9A-Za-z.-]+)?$',
  'x-problem': 'must be a version such as `1.0.0` (SemVer)',
}
const capabilityType: Schema = { enum: ['plugin', 'api', 'knowledge', 'task'] }
const access: Schema = { enum: ['public', 'restricted', 'private'] }
const protocol: Schema = { type: 'object', required: ['version'], properties: { version: semver, changelog_url: url } }
const provider: Schema = { type: 'object', required: ['name'], properties: { name: text, url } }

const entry: Schema = {
  type: 'object',
  required: ['id', 'name', 'capability_type', 'description', 'descriptor_url', 'access', 'version'],
  properties: {
    id: text,
    name: text,
    capability_type: capabilityType,
    description: { type: 'string' },
    descriptor_url: url,
    access,
    version: text,
  },
}

/** A published Skill Index (Skill Sharing 5.2). Unknown members are fine. */
export const skillIndexSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/skill-index.schema.json',
  title: 'Skill Index',
  type: 'object',
  required: ['protocol', 'provider', 'skills'],
  properties: { protocol, provider, skills: { type: 'array', items: entry } },
}

/** The list form of a registry (Skill Sharing 5.4). */
export const skillListSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/skill-list.schema.json',
  title: 'List of skills',
  type: 'array',
  items: entry,
}

/** A published Skill Descriptor (Skill Sharing 4). An Agent Skill keeps its own version, in whatever form. */
export const skillDescriptorSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/skill-descriptor.schema.json',
  title: 'Skill Descriptor',
  type: 'object',
  required: [
    'protocol',
    'id',
    'name',
    'version',
    'capability_type',
    'description',
    'provider',
    'endpoint',
    'inputs',
    'output',
    'auth',
    'access',
  ],
  properties: {
    protocol,
    id: text,
    name: text,
    version: text,
    capability_type: capabilityType,
    description: { type: 'string' },
    provider,
    endpoint: { type: 'object', required: ['url'], properties: { url, method: text, content_type: text } },
    inputs: { type: 'array', items: { type: 'object', required: ['name'], properties: { name: text } } },
    output: { type: 'object' },
    auth: {
      type: 'object',
      required: ['type'],
      properties: { type: { enum: ['api_key', 'oauth2', 'custom', 'none'] } },
    },
    access,
    tags: { type: 'array', items: { type: 'string' } },
    documentation_url: url,
    created_at: { type: 'string' },
    updated_at: { type: 'string' },
  },
}

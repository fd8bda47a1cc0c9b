import type { Schema } from '../validate.ts'
import { visible } from './object-schema.ts'
import { sharedMembers } from './shared.ts'

const LINE = {
  pattern: '^(?=.*[^\\s\\p{Cf}\\p{Cc}])[^\\r\\n]*$',
  'x-problem': 'must be a single line and not empty',
  'x-prose': true,
}

/** Keys that single clients define in SKILL.md files: known, not ours, never published in a descriptor. */
export const foreignKeys: readonly string[] = [
  'agent',
  'alwaysApply',
  'argument-hint',
  'arguments',
  'author',
  'background',
  'category',
  'color',
  'context',
  'dependencies',
  'disable-model-invocation',
  'disallowed-tools',
  'disallowedTools',
  'effort',
  'emoji',
  'globs',
  'homepage',
  'hooks',
  'icon',
  'keywords',
  'language',
  'mcpServers',
  'model',
  'os',
  'paths',
  'platforms',
  'prerequisites',
  'repository',
  'requires',
  'shell',
  'tools',
  'triggers',
  'user-invocable',
  'when_to_use',
]

/** Skill Sharing's values of `capability_type`. */
export const capabilityTypes: readonly string[] = ['plugin', 'api', 'knowledge', 'task']

/** Members of a Skill Descriptor (Skill Sharing, chapter 4) that authors write. */
const descriptorMembers: Schema = {
  id: {
    type: 'string',
    minLength: 1,
    pattern: '^\\S+$',
    'x-problem': 'must be an identifier without spaces',
    description:
      'Identifier, unique in the index. Recommended: reversed domain, name, major version (`com.example.translate-v1`). Default: made from the publisher and the name.',
  },
  name: { type: 'string', ...LINE, description: 'Name that people see.' },
  version: {
    type: 'string',
    minLength: 1,
    description: 'SemVer version of the skill, in quotes.',
    examples: ['1.0.0'],
  },
  capability_type: {
    type: 'string',
    enum: capabilityTypes,
    description: 'What kind of capability it is.',
    examples: ['api'],
  },
  description: { type: 'string', ...visible, description: 'What it does and when to use it.' },
  endpoint: {
    type: 'object',
    description: 'Where and how it is called.',
    examples: [{ url: 'https://api.acme.example/v1/hours', method: 'POST', content_type: 'application/json' }],
    required: ['url'],
    properties: {
      url: { type: 'string', format: 'uri', description: 'Absolute https URL of the invocation endpoint.' },
      method: { type: 'string', description: 'HTTP method, for example POST.' },
      content_type: { type: 'string', description: 'Media type of the request body.' },
      status_url: { type: 'string', description: "URL of an execution's status; holds `{execution_id}` once." },
      result_url: { type: 'string', description: "URL of an execution's result; holds `{execution_id}` once." },
    },
  },
  inputs: {
    type: 'array',
    description: 'Parameters; an open object each, with a name.',
    items: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1 }, description: { type: 'string' } },
    },
  },
  output: {
    type: 'object',
    description: 'What comes back; an open object.',
    properties: { description: { type: 'string' }, content_type: { type: 'string' } },
  },
  auth: {
    type: 'object',
    description: 'How a caller authenticates. Never a secret itself.',
    required: ['type'],
    properties: {
      type: { type: 'string', enum: ['api_key', 'oauth2', 'custom', 'none'] },
      description: { type: 'string' },
      header: { type: 'string', description: 'Header that carries the key (type api_key).' },
      oauth2: { type: 'object' },
      custom: { type: 'object' },
    },
  },
  tags: { type: 'array', items: { type: 'string', ...visible }, description: 'Short words to find it by.' },
  documentation_url: { type: 'string', format: 'uri', description: 'Absolute URL of documentation for people.' },
  created_at: { type: 'string', description: 'ISO 8601 date or date-time, published as written.' },
  updated_at: { type: 'string', description: 'ISO 8601 date or date-time, published as written.' },
  protocol: {
    type: 'object',
    required: ['version'],
    properties: { version: { type: 'string' }, changelog_url: { type: 'string' } },
    description: 'Only in a complete Skill Descriptor: kept as given.',
  },
  provider: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1 }, url: { type: 'string' } },
    description: 'Only in a complete Skill Descriptor: kept as given.',
  },
  examples: {
    type: 'array',
    items: { type: 'string', ...visible },
    description: 'Requests it answers, as a user would say them.',
  },
  inputSchema: {
    type: 'object',
    description: 'MCP Tool member: JSON Schema of the arguments, for servers that offer the skill as a tool.',
  },
  outputSchema: { type: 'object', description: 'MCP Tool member: JSON Schema of the structured result.' },
  annotations: { type: 'object', description: 'MCP Tool member: hints such as readOnlyHint.' },
}

/** Members of SKILL.md front matter (Agent Skills specification). */
const frontMatterMembers: Schema = {
  license: { type: 'string', minLength: 1, description: 'Licence name, or the name of a licence file in the folder.' },
  compatibility: {
    type: 'string',
    minLength: 1,
    maxLength: 500,
    description: 'What the skill needs to run, at most 500 characters.',
  },
  metadata: {
    type: 'object',
    description:
      'Free data: texts by name. `version`, `access`, `capability_type`, `tags` and `internal` are read from here.',
  },
  'allowed-tools': { type: ['string', 'array'], description: 'Tools separated by spaces, as one text.' },
}

const foreignMembers: Schema = Object.fromEntries(
  foreignKeys.map((key) => [key, { description: 'A key of one client.' }]),
)

const properties: Schema = { ...descriptorMembers, ...frontMatterMembers, ...sharedMembers, ...foreignMembers }

/** A skill in YAML, JSON or Markdown front matter: what stands in it is all there is. */
export const skillSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Signpost skill definition',
  type: 'object',
  additionalProperties: false,
  required: ['name', 'version', 'capability_type', 'description', 'endpoint'],
  properties,
}

const anything: Schema = { type: ['string', 'number', 'boolean', 'null', 'array', 'object'] }

/** Front matter of a SKILL.md. The keys of the Agent Skills specification have checks of their own: parse/skill-md.ts. */
export const skillMdSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'SKILL.md front matter',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...properties,
    name: anything,
    description: anything,
    license: anything,
    compatibility: anything,
    'allowed-tools': anything,
    tags: { type: ['array', 'string'], items: { type: 'string', ...visible } },
    metadata: { ...anything, additionalProperties: anything },
  },
}

/** A `skill.yaml` beside a SKILL.md: adds to it, repeats nothing. */
export const skillBesideSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Signpost definition beside a SKILL.md',
  type: 'object',
  additionalProperties: false,
  properties,
}

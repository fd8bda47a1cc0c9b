import type { Schema } from '../validate.ts'
import { visible } from './object-schema.ts'

const texts = (description: string): Schema => ({ type: 'array', items: { type: 'string', minLength: 1 }, description })

/** Who may see and use the resource (Skill Sharing's access policy). */
const access: Schema = {
  enum: ['public', 'restricted', 'private'],
  description:
    'Who may see and use it: `public` is listed for everyone; `restricted` is listed for everyone and needs authentication; `private` appears in the authenticated view alone.',
}

const representativeQueries: Schema = {
  type: 'array',
  minItems: 2,
  maxItems: 5,
  uniqueItems: true,
  items: { type: 'string', ...visible },
  description:
    'Two to five different requests, in the words of a user, that this resource serves (ARD). Discovery services search them.',
}

/** A claim about a resource or its publisher that a third party documents (AI Catalog, attestations). */
export const attestation: Schema = {
  type: 'object',
  required: ['type', 'uri'],
  additionalProperties: false,
  properties: {
    type: { type: 'string', minLength: 1, description: 'Kind of attestation, such as `SOC2-Type2`.' },
    uri: { type: 'string', minLength: 1, description: 'https URL of the attestation document.' },
    mediaType: {
      type: 'string',
      minLength: 1,
      description: 'Media type of the document; needed where the ending of the URL does not tell it.',
    },
    digest: {
      type: 'string',
      pattern: '^sha256:[0-9a-f]{64}$',
      description: '`sha256:` and the lower-case hexadecimal digest of the document.',
    },
  },
}

const ard: Schema = {
  type: 'object',
  additionalProperties: false,
  description: "Overrides of the resource's entry in the ARD manifest.",
  properties: {
    namespace: {
      type: 'string',
      pattern: '^[A-Za-z0-9._-]+(:[A-Za-z0-9._-]+)*$',
      description: 'Middle part of the URN, in place of `agent`, `server`, `skill` or `descriptor`.',
    },
    type: { type: 'string', minLength: 1, description: 'Media type of the artifact that the entry points at.' },
    url: {
      type: 'string',
      minLength: 1,
      description:
        'Absolute https URL of the artifact, where it is not the one that Signpost publishes. Not together with `data`.',
    },
    data: { type: 'object', description: 'The artifact itself, embedded. Not together with `url`.' },
    capabilities: texts('Capabilities as search facets.'),
    tags: texts('Tags of the entry, where they differ from those of the resource.'),
    metadata: { type: 'object', description: 'Free, flat metadata of the entry.' },
    attestations: {
      type: 'array',
      items: attestation,
      description: "Attestations for this resource's trust manifest.",
    },
  },
}

const allow: Schema = {
  type: 'array',
  description: 'Single findings that are known and accepted. One that matches nothing is a warning.',
  items: {
    type: 'object',
    required: ['code', 'at', 'reason'],
    additionalProperties: false,
    properties: {
      code: { type: 'string', minLength: 1, description: 'Code of the finding.' },
      at: { type: 'string', minLength: 1, description: 'File, JSON Pointer or fingerprint of the finding.' },
      reason: { type: 'string', minLength: 1, description: 'Why it is accepted.' },
    },
  },
}

const publish: Schema = {
  type: 'object',
  additionalProperties: false,
  description: 'What only Signpost knows about this definition.',
  properties: {
    slug: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'Path segment it is published under. Default: its file or folder name.',
    },
    primary: {
      type: 'boolean',
      description:
        'Agents: `true` serves this card at /.well-known/agent-card.json, `false` never does. MCP servers: the same for the scanner paths of `formats.mcp.aliases`.',
    },
    listed: {
      type: 'boolean',
      description: '`false`: published, but in no list for people or machines. Default: true.',
    },
    openapi: { type: 'string', minLength: 1, description: 'https URL of an OpenAPI description, for the API catalog.' },
    allow,
  },
}

/** Schemas of the members that definitions of every kind share. */
export const sharedMembers: Readonly<Record<string, Schema>> = { access, representativeQueries, ard, publish }

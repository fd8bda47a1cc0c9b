import type { Schema } from '../validate.ts'

const text: Schema = { type: 'string', minLength: 1 }
const url: Schema = { type: 'string', format: 'uri' }
const digest: Schema = {
  type: 'string',
  pattern: '^sha256:[0-9a-f]{64}$',
  'x-problem': 'must be `sha256:` and 64 lower-case hexadecimal digits',
}

const trustManifest: Schema = {
  type: 'object',
  required: ['identity'],
  properties: {
    identity: text,
    identityType: { enum: ['spiffe', 'did', 'https', 'dns', 'other'] },
    trustSchema: {
      type: 'object',
      required: ['identifier', 'version'],
      properties: {
        identifier: text,
        version: text,
        governanceUri: url,
        verificationMethods: { type: 'array', items: text },
      },
    },
    attestations: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'uri', 'mediaType'],
        properties: { type: text, uri: url, mediaType: text, digest },
      },
    },
    provenance: {
      type: 'array',
      items: {
        type: 'object',
        required: ['relation', 'sourceId'],
        properties: { relation: text, sourceId: text, sourceDigest: digest },
      },
    },
    signature: text,
  },
}

const entry: Schema = {
  type: 'object',
  required: ['identifier', 'displayName'],
  properties: {
    identifier: {
      type: 'string',
      pattern: '^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$',
      'x-problem': 'must be `urn:air:<publisher>:<name>`, with a domain and names of letters, digits, `.`, `_` and `-`',
    },
    displayName: text,
    type: text,
    mediaType: text,
    url,
    data: { type: 'object' },
    description: { type: 'string' },
    representativeQueries: { type: 'array', minItems: 2, maxItems: 5, items: text },
    capabilities: { type: 'array', items: text },
    tags: { type: 'array', items: text },
    version: { type: 'string' },
    updatedAt: { type: 'string', format: 'date-time' },
    metadata: {
      type: 'object',
      additionalProperties: {
        type: ['string', 'number', 'boolean', 'null'],
        'x-problem': 'must be a text, a number, true, false or null: metadata is flat',
      },
    },
    trustManifest,
  },
}

/** An ARD manifest (ARD 4) or AI Catalog, as far as every reader agrees: other members are fine. */
export const ardManifestSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/ard-manifest.schema.json',
  title: 'ARD manifest',
  type: 'object',
  required: ['entries'],
  properties: {
    specVersion: { type: 'string' },
    host: {
      type: 'object',
      required: ['displayName'],
      properties: { displayName: text, identifier: text, documentationUrl: url, logoUrl: url, trustManifest },
    },
    entries: { type: 'array', items: entry },
  },
}

/** Members that strict readers of an AI Catalog know (schema v0.9, which Lighthouse 13.5 runs); they refuse any other. */
export const STRICT_MEMBERS: Readonly<Record<'root' | 'host' | 'trustManifest', readonly string[]>> = {
  root: ['specVersion', 'host', 'entries'],
  host: ['displayName', 'identifier', 'documentationUrl', 'logoUrl', 'trustManifest'],
  trustManifest: ['identity', 'identityType', 'trustSchema', 'attestations', 'provenance', 'signature'],
}

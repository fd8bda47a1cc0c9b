import type { Schema } from '../validate.ts'

const text: Schema = { type: 'string', minLength: 1 }
const jwk: Schema = { type: 'object', required: ['kty'], properties: { kty: text, kid: text, alg: text, use: text } }

/** A JWK Set (RFC 7517, section 5). */
export const jwkSetSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/jwk-set.schema.json',
  title: 'JWK Set',
  type: 'object',
  required: ['keys'],
  properties: { keys: { type: 'array', items: jwk } },
}

/** A DID document (DID Core 1.0), as far as its keys and services go. */
export const didDocumentSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/did-document.schema.json',
  title: 'DID document',
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'string', pattern: '^did:[a-z0-9]+:.+$', 'x-problem': 'must be a DID' },
    verificationMethod: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'type', 'controller'],
        properties: { id: text, type: text, controller: text, publicKeyJwk: jwk },
      },
    },
    service: { type: 'array', items: { type: 'object', required: ['id', 'type', 'serviceEndpoint'] } },
  },
}

/** An API catalog (RFC 9727; RFC 9264, section 4.2): every relation is a list of targets. */
export const linksetSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'https://signpost.invalid/schemas/linkset.schema.json',
  title: 'API catalog',
  type: 'object',
  required: ['linkset'],
  properties: {
    linkset: {
      type: 'array',
      items: {
        type: 'object',
        properties: { anchor: text },
        additionalProperties: {
          type: 'array',
          items: { type: 'object', required: ['href'], properties: { href: text } },
        },
      },
    },
  },
}

import type { Schema } from '../validate.ts'
import { attestation } from './shared.ts'
import { securityTxtSchema } from './security-txt.ts'

const text: Schema = { type: 'string', minLength: 1 }
/** The path of a file or a folder, or a pattern of paths. */
const path: Schema = {
  ...text,
  allOf: [{ pattern: '^[^\\u0000]*$', 'x-problem': 'must be a path, and none holds the character U+0000' }],
}
const paths = (description: string): Schema => ({ type: 'array', items: path, description })
const line: Schema = {
  type: 'string',
  minLength: 1,
  pattern: '^[^\\r\\n]*$',
  'x-problem': 'must be a single line and not empty',
}
const seconds = (description: string): Schema => ({ type: 'integer', minimum: 0, maximum: 2_147_483_648, description })
const format = (description: string, properties: Schema = {}): Schema => ({
  description,
  anyOf: [{ const: false }, { const: true }, { type: 'object', additionalProperties: false, properties }],
})

/** Names of all hosts of the configuration's contract. */
export const hostNames: readonly string[] = [
  'apache',
  'azure-static-web-apps',
  'caddy',
  'cloudflare-pages',
  'cloudflare-workers',
  'firebase',
  'github-pages',
  'gitlab-pages',
  'netlify',
  'nginx',
  's3-cloudfront',
  'vercel',
]

/** Options of the plugin and of `signpost.config`. */
export const optionsSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Signpost options',
  type: 'object',
  additionalProperties: false,
  required: ['origin', 'provider'],
  properties: {
    origin: { ...text, description: 'https origin the site is served from.' },
    privateOrigin: { ...text, description: 'Origin of the authenticated view. Default: `origin`.' },
    provider: {
      type: 'object',
      description: 'Who publishes.',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: { ...line, description: 'Name that people see.' },
        url: { ...text, description: 'Home page. Default: `origin`.' },
        logoUrl: text,
        documentationUrl: text,
        contact: text,
        organization: { ...line, description: 'Organization in Agent Cards. Default: `name`.' },
      },
    },
    publisher: { ...text, description: 'Domain name in identifiers and trust. Default: the host of `origin`.' },
    skills: paths('Folders, or globs of folders, whose children are skills. Default: `["skills"]`.'),
    agents: paths('Folders, or globs of folders, whose children are agents and MCP servers. Default: `["agents"]`.'),
    exclude: paths('Globs of definitions to leave out.'),
    defaults: {
      type: 'object',
      description: 'What a definition that names none gets.',
      additionalProperties: false,
      properties: {
        access: {
          enum: ['public', 'restricted', 'private'],
          description: 'Skills have no built-in default; agents and servers are `public`.',
        },
        version: { ...text, description: 'For Agent Skills. Default: `1.0.0`.' },
        capability_type: {
          enum: ['plugin', 'api', 'knowledge', 'task'],
          description: 'For Agent Skills. Default: `knowledge`.',
        },
      },
    },
    overrides: {
      type: 'object',
      description: 'Members by definition name, merged over the definition.',
      additionalProperties: { type: 'object' },
    },
    trust: {
      description: 'Keys and trust manifests.',
      anyOf: [
        { const: false },
        {
          type: 'object',
          additionalProperties: false,
          properties: {
            identity: text,
            keys: {
              type: 'object',
              additionalProperties: false,
              properties: { file: path, retired: { type: ['array', 'string'] } },
            },
            required: { type: 'boolean' },
            signPreviews: { type: 'boolean' },
            attestations: {
              type: 'array',
              items: attestation,
              description: 'Attestations of the publisher, in every trust manifest.',
            },
            trustSchema: {
              type: 'object',
              description: "Name of the trust framework in place of the signing procedure's own.",
              additionalProperties: false,
              required: ['identifier', 'version'],
              properties: {
                identifier: line,
                version: line,
                governanceUri: text,
                verificationMethods: { type: 'array', items: text },
              },
            },
            subdomains: { type: 'boolean' },
          },
        },
      ],
    },
    formats: {
      type: 'object',
      description: 'Per format `false` or its options. All are on.',
      additionalProperties: false,
      properties: {
        'skill-sharing': format('Skill Index and Skill Descriptors.', {
          registry: { type: 'boolean', description: "Also the registry's list form. Default: false." },
        }),
        'agent-card': format('A2A Agent Cards.', {
          hybrid: {
            type: 'boolean',
            description: '1.0 and 0.3 members in one card where both are declared. Default: false.',
          },
          legacyPath: { type: 'boolean', description: 'A copy at /.well-known/agent.json. Default: false.' },
        }),
        ard: format('ARD manifest.', {
          mediaTypes: {
            type: 'object',
            description: 'Media types of entries, by kind of artifact, in place of those that most clients know.',
            additionalProperties: false,
            properties: { agent: line, server: line, skill: line, archive: line, descriptor: line },
          },
          splitAt: {
            type: 'integer',
            minimum: 1,
            description: 'Entries from which a catalog is split into nested ones. Default: 1000.',
          },
          dates: {
            enum: ['definition', 'git'],
            description:
              '`git`: entries without a date of their own get that of the last commit. Default: `definition`.',
          },
        }),
        'agent-skills': format('Agent Skills discovery.', {
          legacy: { type: 'boolean', description: 'Also discovery 0.1.0 at /.well-known/skills/. Default: true.' },
        }),
        mcp: format('MCP server cards.', {
          aliases: {
            type: 'boolean',
            description:
              'Copies of one card at /.well-known/mcp/server-card.json and /.well-known/mcp.json. Default: false.',
          },
        }),
        'api-catalog': format('RFC 9727 API catalog.'),
        keys: format('jwks.json and did.json.'),
        llms: format('llms.txt.'),
        page: format('The directory for people.'),
        'security-txt': {
          description: 'security.txt (RFC 9116). Off until it is given.',
          anyOf: [{ const: false }, securityTxtSchema],
        },
      },
    },
    hosts: {
      type: 'array',
      items: { enum: hostNames },
      uniqueItems: true,
      description: 'Hosts the site is deployed to; the public folder is laid out for the first.',
    },
    cache: {
      type: 'object',
      description: 'Seconds that responses may be kept, by class.',
      additionalProperties: false,
      properties: {
        discovery: seconds('Default: 300.'),
        keys: seconds('Default: 300.'),
        immutable: seconds('Default: 31536000.'),
      },
    },
    privateDir: {
      anyOf: [{ const: false }, path],
      description:
        'Folder of the authenticated view. Default: `dist-private`; `false` makes private definitions errors.',
    },
    deployDir: { ...path, description: 'Folder of the manifest and of host files. Default: `dist-deploy`.' },
    rules: {
      type: 'object',
      description: 'Severity by diagnostic code.',
      additionalProperties: { enum: ['off', 'suggestion', 'warning', 'error'] },
    },
    publish: {
      type: 'object',
      additionalProperties: false,
      description: 'Single findings that are allowed.',
      properties: {
        allow: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['code', 'at', 'reason'],
            properties: { code: text, at: text, reason: text },
          },
        },
      },
    },
    strict: {
      enum: [true, false, 'ci'],
      description: 'Whether warnings fail the run: always, or in CI alone. Default: false.',
    },
  },
}

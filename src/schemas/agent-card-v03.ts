import type { Schema } from '../validate.ts'
import { agentCard, agentSkill, extensions, provider, published } from './agent-card.ts'
import { oauthFlows } from './agent-security.ts'
import { flag, requiredText, text, type ObjectSchema } from './object-schema.ts'

const security = (description: string): Schema => ({
  type: 'array',
  description,
  items: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string', minLength: 1 } } },
})

const flow = ({ properties, required }: ObjectSchema): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== 'pkceRequired')),
  required,
})

const needs = (type: string, required: readonly string[]): Schema => ({
  if: { type: 'object', required: ['type'], properties: { type: { const: type } } },
  then: { required },
})

const securityScheme: Schema = {
  type: 'object',
  description: 'One way to authenticate; `type` decides which members it has.',
  required: ['type'],
  additionalProperties: false,
  properties: {
    type: { enum: ['apiKey', 'http', 'oauth2', 'openIdConnect', 'mutualTLS'], description: 'Kind of scheme.' },
    description: text('What the scheme is for.'),
    in: { enum: ['query', 'header', 'cookie'], description: '`apiKey`: where the key goes.' },
    name: requiredText('`apiKey`: name of the header, query parameter or cookie.'),
    scheme: requiredText('`http`: name in the IANA registry, such as `Bearer`.'),
    bearerFormat: text('`http`: format of a bearer token.'),
    flows: {
      type: 'object',
      description: '`oauth2`: one or more flows.',
      additionalProperties: false,
      properties: {
        authorizationCode: flow(oauthFlows.authorizationCode),
        clientCredentials: flow(oauthFlows.clientCredentials),
        implicit: flow({ ...oauthFlows.implicit, required: ['authorizationUrl', 'scopes'] }),
        password: flow({ ...oauthFlows.password, required: ['tokenUrl', 'scopes'] }),
      },
    },
    oauth2MetadataUrl: text("`oauth2`: https URL of the authorization server's metadata."),
    openIdConnectUrl: requiredText('`openIdConnect`: https URL of the discovery document.'),
  },
  allOf: [
    needs('apiKey', ['in', 'name']),
    needs('http', ['scheme']),
    needs('oauth2', ['flows']),
    needs('openIdConnect', ['openIdConnectUrl']),
  ],
}

/** Members of an AgentSkill in A2A 0.3. */
export const agentSkillV03: ObjectSchema = {
  required: agentSkill.required,
  properties: {
    ...Object.fromEntries(Object.entries(agentSkill.properties).filter(([name]) => name !== 'securityRequirements')),
    security: security('What a client needs for this skill; one entry is enough.'),
  },
}

const { name, description, version, documentationUrl, defaultInputModes, defaultOutputModes, iconUrl } =
  agentCard.properties as Record<string, Schema> & {
    readonly [
      K in
        | 'name'
        | 'description'
        | 'version'
        | 'documentationUrl'
        | 'defaultInputModes'
        | 'defaultOutputModes'
        | 'iconUrl'
    ]: Schema
  }

/** Members of an A2A 0.3 AgentCard but `skills` and `signatures`. */
export const agentCardV03: ObjectSchema = {
  required: ['name', 'description', 'url', 'version', 'capabilities', 'defaultInputModes', 'defaultOutputModes'],
  properties: {
    protocolVersion: requiredText('A2A version of the card: `0.3.0`.'),
    name,
    description,
    url: requiredText('Absolute https URL of the preferred endpoint.'),
    preferredTransport: requiredText('What the preferred endpoint speaks: `JSONRPC` (default), `GRPC` or `HTTP+JSON`.'),
    additionalInterfaces: {
      type: 'array',
      description: 'All endpoints with their transports.',
      items: {
        type: 'object',
        required: ['url', 'transport'],
        additionalProperties: false,
        properties: {
          url: requiredText('Absolute https URL of the endpoint.'),
          transport: requiredText('`JSONRPC`, `GRPC` or `HTTP+JSON`.'),
        },
      },
    },
    iconUrl,
    provider,
    version,
    documentationUrl,
    capabilities: {
      type: 'object',
      description: 'Optional abilities of the agent.',
      additionalProperties: false,
      properties: {
        streaming: flag('Whether the agent streams its answers.'),
        pushNotifications: flag('Whether the agent can call back with task updates.'),
        stateTransitionHistory: flag('Whether the agent keeps the history of task states.'),
        extensions,
      },
    },
    securitySchemes: {
      type: 'object',
      description: 'Ways to authenticate, by a name of your choice.',
      additionalProperties: securityScheme,
    },
    security: security('What a client needs for any request; one entry is enough.'),
    defaultInputModes,
    defaultOutputModes,
    supportsAuthenticatedExtendedCard: flag(
      "Whether the agent's own server has a longer card for authenticated clients.",
    ),
  },
}

/** Schema of an A2A 0.3 AgentCard, members in the order of the specification. */
export const agentCardV03Schema: Schema = published(agentCardV03, agentSkillV03)

import type { Schema } from '../validate.ts'
import { schemeWrappers, securityRequirements } from './agent-security.ts'
import { closed, flag, requiredText, requiredTexts, text, texts, type ObjectSchema } from './object-schema.ts'

const agentInterface = closed('One endpoint of the agent.', {
  required: ['url', 'protocolBinding', 'protocolVersion'],
  properties: {
    url: requiredText('Absolute https URL of the endpoint; for `GRPC` its `host:port`.'),
    protocolBinding: {
      ...requiredText('`JSONRPC`, `GRPC` or `HTTP+JSON`; a binding of your own is named by a URI.'),
      'x-formerly': ['transport'],
      examples: ['JSONRPC'],
    },
    protocolVersion: {
      ...requiredText('A2A version that the endpoint speaks, as `Major.Minor`: `"1.0"` or `"0.3"`.'),
      examples: ['1.0'],
    },
    tenant: text('Opaque value that clients send back with every request.'),
  },
})

/** AgentProvider (the same in A2A 0.3 and 1.0). */
export const provider: Schema = closed("Who offers the agent. Default: the site's provider.", {
  required: ['organization', 'url'],
  properties: {
    organization: requiredText('Name of the organization.'),
    url: requiredText('Website of the organization.'),
  },
})

/** AgentExtension entries (the same in A2A 0.3 and 1.0). */
export const extensions: Schema = {
  type: 'array',
  description: 'Protocol extensions that the agent supports. Data of your own goes into the `params` of one.',
  items: closed('One extension.', {
    required: ['uri'],
    properties: {
      uri: requiredText('URI that identifies the extension.'),
      description: text('How the agent uses the extension.'),
      required: flag('Whether a client must support the extension to use the agent.'),
      params: {
        type: 'object',
        description: 'Configuration of the extension: any JSON object. Large integers are safe only as strings.',
      },
    },
  }),
}

const capabilities = closed('Optional abilities of the agent.', {
  required: [],
  properties: {
    streaming: flag('Whether the agent streams its answers.'),
    pushNotifications: flag('Whether the agent can call back with task updates.'),
    extendedAgentCard: flag("Whether the agent's own server has a longer card for authenticated clients."),
    extensions,
  },
})

/** Members of an AgentSkill in A2A 1.0. */
export const agentSkill: ObjectSchema = {
  required: ['id', 'name', 'description', 'tags'],
  properties: {
    id: requiredText('Identifier, unique in the card.'),
    name: requiredText('Name for people.'),
    description: requiredText('What the skill does, in enough detail to choose it.'),
    tags: requiredTexts('Keywords, at least one.'),
    examples: texts('Requests that the skill serves.'),
    inputModes: texts("Media types it accepts, where they differ from the card's."),
    outputModes: texts("Media types it returns, where they differ from the card's."),
    securityRequirements: securityRequirements('What a client needs for this skill; one entry is enough.'),
  },
}

/** Members of an A2A 1.0 AgentCard but `skills` and `signatures`. */
export const agentCard: ObjectSchema = {
  required: [
    'name',
    'description',
    'supportedInterfaces',
    'version',
    'capabilities',
    'defaultInputModes',
    'defaultOutputModes',
  ],
  properties: {
    name: requiredText('Name of the agent for people.'),
    description: requiredText('What the agent is for, in enough detail to choose it.'),
    supportedInterfaces: {
      type: 'array',
      minItems: 1,
      items: agentInterface,
      description: 'Endpoints, the preferred one first. Their versions decide which cards are published.',
      examples: [[{ url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }]],
    },
    provider,
    version: { ...requiredText("The agent's own version, in any form. Change it with the card."), examples: ['1.0.0'] },
    documentationUrl: text('https URL of the documentation.'),
    capabilities: { ...capabilities, examples: [{ streaming: false }] },
    securitySchemes: {
      type: 'object',
      description: 'Ways to authenticate, by a name of your choice.',
      additionalProperties: closed('Exactly one kind of scheme.', { required: [], properties: schemeWrappers }),
    },
    securityRequirements: securityRequirements('What a client needs for any request; one entry is enough.'),
    defaultInputModes: {
      ...requiredTexts('Media types that the agent accepts, such as `text/plain`.'),
      examples: [['text/plain']],
    },
    defaultOutputModes: { ...requiredTexts('Media types that the agent returns.'), examples: [['text/plain']] },
    iconUrl: text('https URL of an icon.'),
  },
}

/** Schema of an A2A 1.0 AgentCard, members in the order of the specification. Receivers ignore unknown members (5.7). */
export const agentCardSchema: Schema = published(agentCard, agentSkill)

/** A whole card: its members with `skills` behind the modes, as the specification lists them, and `signatures` last. */
export function published(card: ObjectSchema, skill: ObjectSchema): Schema {
  const members = Object.entries(card.properties)
  const behind = members.findIndex(([name]) => name === 'defaultOutputModes') + 1
  const skills: Schema = {
    type: 'array',
    minItems: 1,
    items: { type: 'object', properties: skill.properties, required: skill.required },
  }
  return {
    type: 'object',
    required: [...card.required, 'skills'],
    properties: {
      ...Object.fromEntries(members.slice(0, behind)),
      skills,
      ...Object.fromEntries(members.slice(behind)),
      signatures: { type: 'array', items: { type: 'object', required: ['protected', 'signature'] } },
    },
  }
}

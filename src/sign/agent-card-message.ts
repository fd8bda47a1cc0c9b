/**
 * When a member of a message is there (a2a.proto of A2A 1.0): always, when it was set, or when it holds no default. A
 * sub-message that was set is there, whatever it holds.
 */
export type Presence = 'required' | 'optional' | 'implicit'

/** The shape of a value: a scalar, free JSON, a list or a map of values, or a message. */
export type Shape =
  | 'scalar'
  | 'json'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly members: Readonly<Record<string, Member>> }

/** A member of a message. */
export type Member = readonly [Presence, Shape]

const required: Member = ['required', 'scalar']
const optional: Member = ['optional', 'scalar']
const implicit: Member = ['implicit', 'scalar']
const texts: Shape = { list: 'scalar' }
const map: Shape = { map: 'scalar' }
const set = (members: Readonly<Record<string, Member>>): Member => ['optional', { members }]

const securityRequirements: Member = [
  'implicit',
  { list: { members: { schemes: ['implicit', { map: { members: { list: ['implicit', texts] } } }] } } },
]

const flows: Member = [
  'required',
  {
    members: {
      authorizationCode: set({
        authorizationUrl: required,
        tokenUrl: required,
        refreshUrl: implicit,
        scopes: ['required', map],
        pkceRequired: implicit,
      }),
      clientCredentials: set({ tokenUrl: required, refreshUrl: implicit, scopes: ['required', map] }),
      deviceCode: set({
        deviceAuthorizationUrl: required,
        tokenUrl: required,
        refreshUrl: implicit,
        scopes: ['required', map],
      }),
      implicit: set({ authorizationUrl: implicit, refreshUrl: implicit, scopes: ['implicit', map] }),
      password: set({ tokenUrl: implicit, refreshUrl: implicit, scopes: ['implicit', map] }),
    },
  },
]

const securityScheme: Shape = {
  members: {
    apiKeySecurityScheme: set({ description: implicit, location: required, name: required }),
    httpAuthSecurityScheme: set({ description: implicit, scheme: required, bearerFormat: implicit }),
    oauth2SecurityScheme: set({ description: implicit, flows, oauth2MetadataUrl: implicit }),
    openIdConnectSecurityScheme: set({ description: implicit, openIdConnectUrl: required }),
    mtlsSecurityScheme: set({ description: implicit }),
  },
}

const extension: Shape = {
  members: { uri: implicit, description: implicit, required: implicit, params: ['optional', 'json'] },
}

const skill: Shape = {
  members: {
    id: required,
    name: required,
    description: required,
    tags: ['required', texts],
    examples: ['implicit', texts],
    inputModes: ['implicit', texts],
    outputModes: ['implicit', texts],
    securityRequirements,
  },
}

/** The message AgentCard of A2A 1.0 without `signatures`, as far as presence decides about canonical forms. */
export const agentCardMessage: Shape = {
  members: {
    name: required,
    description: required,
    supportedInterfaces: [
      'required',
      { list: { members: { url: required, protocolBinding: required, tenant: implicit, protocolVersion: required } } },
    ],
    provider: set({ url: required, organization: required }),
    version: required,
    documentationUrl: optional,
    capabilities: [
      'required',
      {
        members: {
          streaming: optional,
          pushNotifications: optional,
          extensions: ['implicit', { list: extension }],
          extendedAgentCard: optional,
        },
      },
    ],
    securitySchemes: ['implicit', { map: securityScheme }],
    securityRequirements,
    defaultInputModes: ['required', texts],
    defaultOutputModes: ['required', texts],
    skills: ['required', { list: skill }],
    iconUrl: optional,
  },
}

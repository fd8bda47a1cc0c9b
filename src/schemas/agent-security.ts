import type { Schema } from '../validate.ts'
import { closed, flag, requiredText, text, texts, type ObjectSchema } from './object-schema.ts'

const scopes: Schema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Scopes by name, each with its description.',
}
const urls = {
  authorizationUrl: requiredText('https URL of the authorization endpoint.'),
  tokenUrl: requiredText('https URL of the token endpoint.'),
  deviceAuthorizationUrl: requiredText('https URL of the device authorization endpoint.'),
  refreshUrl: text('https URL for refreshing tokens.'),
}

/** The OAuth 2.0 flows both generations know, and those of 1.0 alone. */
export const oauthFlows: Readonly<
  Record<'authorizationCode' | 'clientCredentials' | 'deviceCode' | 'implicit' | 'password', ObjectSchema>
> = {
  authorizationCode: {
    required: ['authorizationUrl', 'tokenUrl', 'scopes'],
    properties: {
      authorizationUrl: urls.authorizationUrl,
      tokenUrl: urls.tokenUrl,
      refreshUrl: urls.refreshUrl,
      scopes,
      pkceRequired: flag('Whether PKCE (RFC 7636) is required.'),
    },
  },
  clientCredentials: {
    required: ['tokenUrl', 'scopes'],
    properties: { tokenUrl: urls.tokenUrl, refreshUrl: urls.refreshUrl, scopes },
  },
  deviceCode: {
    required: ['deviceAuthorizationUrl', 'tokenUrl', 'scopes'],
    properties: {
      deviceAuthorizationUrl: urls.deviceAuthorizationUrl,
      tokenUrl: urls.tokenUrl,
      refreshUrl: urls.refreshUrl,
      scopes,
    },
  },
  implicit: {
    required: [],
    properties: { authorizationUrl: urls.authorizationUrl, refreshUrl: urls.refreshUrl, scopes },
  },
  password: { required: [], properties: { tokenUrl: urls.tokenUrl, refreshUrl: urls.refreshUrl, scopes } },
}

const flows = closed('Exactly one OAuth 2.0 flow; an agent with two has two schemes.', {
  required: [],
  properties: {
    authorizationCode: closed('Authorization code flow.', oauthFlows.authorizationCode),
    clientCredentials: closed('Client credentials flow.', oauthFlows.clientCredentials),
    deviceCode: closed('Device code flow (RFC 8628).', oauthFlows.deviceCode),
    implicit: closed('Implicit flow (deprecated).', oauthFlows.implicit),
    password: closed('Password flow (deprecated).', oauthFlows.password),
  },
})

const schemeText = text('What the scheme is for.')

/** The wrapper members of a SecurityScheme; a scheme has exactly one. */
export const schemeWrappers: Readonly<Record<string, Schema>> = {
  apiKeySecurityScheme: closed('An API key.', {
    required: ['location', 'name'],
    properties: {
      location: { enum: ['query', 'header', 'cookie'], description: 'Where the key goes.', 'x-formerly': ['in'] },
      name: requiredText('Name of the header, query parameter or cookie.'),
      description: schemeText,
    },
  }),
  httpAuthSecurityScheme: closed('HTTP authentication.', {
    required: ['scheme'],
    properties: {
      scheme: requiredText('Name in the IANA registry, such as `Bearer` or `Basic`.'),
      bearerFormat: text('Format of a bearer token, such as `JWT`.'),
      description: schemeText,
    },
  }),
  oauth2SecurityScheme: closed('OAuth 2.0.', {
    required: ['flows'],
    properties: {
      flows,
      oauth2MetadataUrl: text("https URL of the authorization server's metadata (RFC 8414)."),
      description: schemeText,
    },
  }),
  openIdConnectSecurityScheme: closed('OpenID Connect.', {
    required: ['openIdConnectUrl'],
    properties: {
      openIdConnectUrl: requiredText('https URL of the OpenID Connect discovery document.'),
      description: schemeText,
    },
  }),
  mtlsSecurityScheme: closed('Mutual TLS.', { required: [], properties: { description: schemeText } }),
}

/** A list of security requirements. */
export const securityRequirements: (description: string) => Schema = (description) => ({
  type: 'array',
  description,
  items: closed('Schemes that are needed together.', {
    required: [],
    properties: {
      schemes: {
        type: 'object',
        description: 'Needed schemes by name, each with its scopes.',
        additionalProperties: closed('Scopes of one scheme.', {
          required: [],
          properties: { list: texts('Names of the needed scopes.') },
        }),
      },
    },
  }),
})

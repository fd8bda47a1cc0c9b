import { problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import { objects } from './agent-interfaces.ts'
import { SERVER_CARD_SCHEMA } from '../schemas/server-card.ts'
import { hasUserinfo, maskUrl } from '../url.ts'
import { checkUrl } from '../url-check.ts'

/** A variable in the URL or a header of a remote. */
const VARIABLE = /\{([a-zA-Z_][a-zA-Z0-9_]*)\}/g

/** Code points that a server card's description may have. */
const DESCRIPTION_LENGTH = 100

/**
 * What is wrong with an MCP server card beyond its JSON Schema: name, version, endpoints, secrets.
 *
 * Works on any JSON object: members of a wrong type are left to the schema.
 */
export function checkServerCard(card: JsonObject, { development }: { readonly development: boolean }): Problem[] {
  return [
    ...checkName(card['name']),
    ...checkVersion(card['version']),
    ...checkDescription(card['description']),
    ...checkSchema(card['$schema']),
    ...checkUrls(card, development),
    ...checkRemotes(card),
  ]
}

function checkName(name: JsonValue | undefined): Problem[] {
  if (typeof name !== 'string' || name === '') return []
  const fits = name.length >= 3 && name.length <= 200 && /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/.test(name)
  return fits ? [] : [problem('MCP_NAME', '/name', { name })]
}

function checkVersion(version: JsonValue | undefined): Problem[] {
  if (typeof version !== 'string' || version === '') return []
  const range =
    /^\s*[\^~<>=*]/.test(version) || /\|\||\s-\s|(^|\.)[xX*](\.|$)/.test(version) || /^latest$/i.test(version.trim())
  return range ? [problem('MCP_VERSION_RANGE', '/version', { version })] : []
}

function checkDescription(description: JsonValue | undefined): Problem[] {
  if (typeof description !== 'string') return []
  const length = [...description].length
  return length > DESCRIPTION_LENGTH ? [problem('MCP_DESCRIPTION_LENGTH', '/description', { length })] : []
}

/** Editors are given other schemas; only one of MCP's own that is no server card's is a mistake. */
function checkSchema(schema: JsonValue | undefined): Problem[] {
  if (
    typeof schema !== 'string' ||
    schema === SERVER_CARD_SCHEMA ||
    !schema.startsWith('https://static.modelcontextprotocol.io/')
  )
    return []
  return [problem('MCP_CARD_SCHEMA', '/$schema', { schema, published: SERVER_CARD_SCHEMA })]
}

function checkUrls(card: JsonObject, development: boolean): Problem[] {
  const repository = isObject(card['repository']) ? card['repository'] : {}
  const links: [JsonValue | undefined, string][] = [
    [card['websiteUrl'], '/websiteUrl'],
    [repository['url'], '/repository/url'],
    ...objects(card['icons'], '/icons').map(([icon, at]): [JsonValue | undefined, string] => [
      icon['src'],
      `${at}/src`,
    ]),
  ]
  const remotes = objects(card['remotes'], '/remotes').flatMap(([remote, at]) =>
    checkRemoteUrl(remote['url'], `${at}/url`, development),
  )
  const followed = links.flatMap(([url, at]) =>
    typeof url !== 'string' || url === '' || url.startsWith('data:image/')
      ? []
      : checkUrl(url, at, { development, link: true }),
  )
  return [...remotes, ...followed]
}

/** `{name}` stands for a variable, even for the whole beginning of the URL. */
function checkRemoteUrl(url: JsonValue | undefined, at: string, development: boolean): Problem[] {
  if (typeof url !== 'string' || url === '') return []
  const filled = url.replaceAll(VARIABLE, 'variable')
  if (url.startsWith('{') && !hasUserinfo(url) && /^variable\S*$/.test(filled)) return []
  return checkUrl(filled, at, { development }).map((found) => ({
    ...found,
    args: { ...(found.args as object), url: maskUrl(url) },
  }))
}

function checkRemotes(card: JsonObject): Problem[] {
  return objects(card['remotes'], '/remotes').flatMap(([remote, at]) => {
    const variables = inputs(remote['variables'], `${at}/variables`)
    const headers = objects(remote['headers'], `${at}/headers`)
    return [
      ...undescribed(remote['url'], remote['variables'], `${at}/url`),
      ...variables.flatMap(([name, input, pointer]) => secretValues(name, input, pointer)),
      ...headers.flatMap(([header, pointer]) => [
        ...secretValues(String(header['name'] ?? ''), header, pointer),
        ...undescribed(header['value'], header['variables'], `${pointer}/value`),
        ...inputs(header['variables'], `${pointer}/variables`).flatMap(([name, input, p]) =>
          secretValues(name, input, p),
        ),
      ]),
    ]
  })
}

/** A value that is nothing but a variable, behind the name of an authentication scheme at most, holds no secret itself. */
function secretValues(name: string, input: JsonObject, pointer: string): Problem[] {
  if (input['isSecret'] !== true) return []
  return ['value', 'default', 'choices'].flatMap((member) => {
    const value = input[member]
    const template =
      member === 'value' &&
      typeof value === 'string' &&
      /^(?:(?:Bearer|Basic|Token|ApiKey) +)?\{[a-zA-Z_][a-zA-Z0-9_]*\}$/i.test(value)
    const given = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== ''
    return given && !template ? [problem('MCP_SECRET_VALUE', `${pointer}/${member}`, { name, member }, 'key')] : []
  })
}

function undescribed(text: JsonValue | undefined, variables: JsonValue | undefined, pointer: string): Problem[] {
  if (typeof text !== 'string') return []
  const known = isObject(variables) ? variables : {}
  const names = [...text.matchAll(VARIABLE)].map((match) => match[1] ?? '')
  const member = pointer.endsWith('/url') ? 'url' : 'value'
  return [...new Set(names)]
    .filter((name) => !Object.hasOwn(known, name))
    .map((variable) => problem('MCP_REMOTE_VARIABLE', pointer, { variable, member }))
}

function inputs(variables: JsonValue | undefined, pointer: string): [string, JsonObject, string][] {
  if (!isObject(variables)) return []
  return Object.entries(variables).flatMap(([name, input]): [string, JsonObject, string][] =>
    isObject(input) ? [[name, input, pointer + pointerToken(name)]] : [],
  )
}

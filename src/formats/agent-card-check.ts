import { problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import { cardShape } from './agent-card-shape.ts'
import { cardForm, objects } from './agent-interfaces.ts'
import { checkInterfaces, type EndpointPolicy } from './agent-interfaces-check.ts'
import { checkSecurity } from './agent-security-check.ts'
import { checkUrl } from '../url-check.ts'
import { memberName } from '../json.ts'

/**
 * What is wrong with an Agent Card of either generation, or of both at once, beyond its JSON Schema.
 *
 * Works on any JSON object: members of a wrong type are left to the schema.
 */
export function checkAgentCard(card: JsonObject, policy: EndpointPolicy): Problem[] {
  return [
    ...cardShape(card).problems,
    ...nulls(card, ''),
    ...checkMeaning(card, policy),
    ...duplicateSkillIds(objects(card['skills'], '/skills')),
  ]
}

/** The part of `checkAgentCard` that a definition with references can stand: everything but its shape and its skills' ids. */
export function checkMeaning(card: JsonObject, policy: EndpointPolicy): Problem[] {
  return [
    ...checkInterfaces(card, policy),
    ...checkSecurity(card, policy.development),
    ...checkLinks(card, policy.development),
    ...checkModes(card),
    ...checkExtended(card),
  ]
}

/** Every null in a document (ProtoJSON leaves unset members out). */
export function nulls(value: JsonValue, pointer: string): Problem[] {
  if (value === null) return [problem('AGENT_NULL', pointer, { member: memberName(pointer) })]
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((item, i) => nulls(item, pointer + pointerToken(i)))
  return isObject(value)
    ? Object.entries(value).flatMap(([key, member]) => nulls(member, pointer + pointerToken(key)))
    : []
}

/** Skills whose id another has already, each at its own pointer. */
export function duplicateSkillIds(skills: readonly (readonly [JsonObject, string])[]): Problem[] {
  const seen = new Set<JsonValue>()
  return skills.flatMap(([skill, pointer]) => {
    const id = skill['id']
    if (typeof id !== 'string') return []
    const again = seen.has(id)
    seen.add(id)
    return again ? [problem('AGENT_SKILL_ID_DUPLICATE', `${pointer}/id`, { id })] : []
  })
}

function checkLinks(card: JsonObject, development: boolean): Problem[] {
  const provider = isObject(card['provider']) ? card['provider'] : {}
  const links: readonly [JsonValue | undefined, string][] = [
    [card['documentationUrl'], '/documentationUrl'],
    [card['iconUrl'], '/iconUrl'],
    [provider['url'], '/provider/url'],
  ]
  return links.flatMap(([url, pointer]) => {
    if (typeof url !== 'string' || url === '' || (pointer === '/iconUrl' && url.startsWith('data:image/'))) return []
    return checkUrl(url, pointer, { development, link: true })
  })
}

const WORDS: Readonly<Record<string, string>> = {
  text: 'text/plain',
  json: 'application/json',
  data: 'application/json',
  markdown: 'text/markdown',
  html: 'text/html',
  image: 'image/png',
  audio: 'audio/wav',
  video: 'video/mp4',
  file: 'application/octet-stream',
}

function checkModes(card: JsonObject): Problem[] {
  const lists: [JsonValue | undefined, string][] = [
    [card['defaultInputModes'], '/defaultInputModes'],
    [card['defaultOutputModes'], '/defaultOutputModes'],
    ...objects(card['skills'], '/skills').flatMap(([skill, at]): [JsonValue | undefined, string][] => [
      [skill['inputModes'], `${at}/inputModes`],
      [skill['outputModes'], `${at}/outputModes`],
    ]),
  ]
  return lists.flatMap(([list, pointer]) =>
    (Array.isArray(list) ? (list as readonly JsonValue[]) : []).flatMap((mode, i) => {
      if (typeof mode !== 'string' || mode === '' || isMediaType(mode)) return []
      const suggestion = WORDS[mode.trim().toLowerCase()]
      return [problem('AGENT_MODE', pointer + pointerToken(i), { mode, ...(suggestion ? { suggestion } : {}) })]
    }),
  )
}

/** RFC 6838, section 4.2, with parameters; ranges such as `text/*` are written by clients and accepted. */
function isMediaType(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*\/(?:\*|[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]*)(?:\s*;\s*[^\s;=]+=(?:[^\s;"]+|"[^"]*"))*$/.test(
    text,
  )
}

function checkExtended(card: JsonObject): Problem[] {
  const pointer = cardForm(card) === '0.3' ? '/supportsAuthenticatedExtendedCard' : '/capabilities/extendedAgentCard'
  const capabilities = isObject(card['capabilities']) ? card['capabilities'] : {}
  const says = capabilities['extendedAgentCard'] === true || card['supportsAuthenticatedExtendedCard'] === true
  return says ? [problem('AGENT_EXTENDED_CARD', pointer, {}, 'key')] : []
}

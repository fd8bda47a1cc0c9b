import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'

/** The A2A versions that cards are written for. */
export type Generation = '1.0' | '0.3'

/** How a card is written: for one generation, or for both at once. */
export type CardForm = Generation | 'hybrid'

/** An endpoint as a card of either form declares it; values may be of any type. */
export interface DeclaredInterface {
  readonly url: JsonValue | undefined
  readonly binding: JsonValue | undefined
  readonly version: JsonValue | undefined
  /** JSON Pointers of the three. */
  readonly at: { readonly url: string; readonly binding: string; readonly version: string }
}

/** The generation of a protocol version, patch number or not; `undefined` for one that no card is written for. */
export function generationOf(version: JsonValue | undefined): Generation | undefined {
  if (typeof version !== 'string') return undefined
  return /^1\.\d+(\.\d+)?$/.test(version) ? '1.0' : /^0\.3(\.\d+)?$/.test(version) ? '0.3' : undefined
}

/** Members that only cards before 1.0 have. */
const OLD_MEMBERS: readonly string[] = [
  'url',
  'preferredTransport',
  'additionalInterfaces',
  'supportsAuthenticatedExtendedCard',
]

/** Which form a card has, however incomplete: without `supportedInterfaces` and with members of 0.3 it is a 0.3 card. */
export function cardForm(card: JsonObject): CardForm {
  const { supportedInterfaces, protocolVersion, url } = card
  // YAML reads an unquoted `0.3` as a number.
  const version = protocolVersion === undefined ? undefined : String(protocolVersion)
  if (supportedInterfaces === undefined) {
    if (version !== undefined) return version.startsWith('0.') ? '0.3' : '1.0'
    return OLD_MEMBERS.some((member) => member in card) ? '0.3' : '1.0'
  }
  const both =
    Array.isArray(supportedInterfaces) &&
    supportedInterfaces.some((i) => isObject(i) && String(i['protocolVersion']).startsWith('0.3'))
  return both && typeof url === 'string' && (version ?? '').startsWith('0.3') ? 'hybrid' : '1.0'
}

/** Every endpoint of a card, in its order. */
export function declaredInterfaces(card: JsonObject): DeclaredInterface[] {
  if (card['supportedInterfaces'] !== undefined || cardForm(card) === '1.0') {
    return objects(card['supportedInterfaces'], '/supportedInterfaces').map(([entry, pointer]) => ({
      url: entry['url'],
      binding: entry['protocolBinding'],
      version: entry['protocolVersion'],
      at: { url: `${pointer}/url`, binding: `${pointer}/protocolBinding`, version: `${pointer}/protocolVersion` },
    }))
  }
  const version = card['protocolVersion'] ?? '0.3.0'
  const main: DeclaredInterface = {
    url: card['url'],
    binding: card['preferredTransport'] ?? 'JSONRPC',
    version,
    at: { url: '/url', binding: '/preferredTransport', version: '/protocolVersion' },
  }
  const others = objects(card['additionalInterfaces'], '/additionalInterfaces').map(([entry, pointer]) => ({
    url: entry['url'],
    binding: entry['transport'],
    version,
    at: { url: `${pointer}/url`, binding: `${pointer}/transport`, version: '/protocolVersion' },
  }))
  return [main, ...others]
}

/** The objects of a list, each with its JSON Pointer. */
export function objects(list: JsonValue | undefined, pointer: string): [JsonObject, string][] {
  if (!Array.isArray(list)) return []
  return (list as readonly JsonValue[]).flatMap((item, i): [JsonObject, string][] =>
    isObject(item) ? [[item, pointer + pointerToken(i)]] : [],
  )
}

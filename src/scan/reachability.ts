import ipaddr from 'ipaddr.js'
import { isObject, pointerToken, type JsonValue } from '../json.ts'

/**
 * Why no outsider can reach the host of a URL; `undefined` where one may.
 *
 * Addresses by the special-purpose registries (RFC 6890), in every notation that a URL parser reads as one; names by
 * RFC 6761, 6762, 7686, 8375 and 9476, the name that ICANN reserved for private use, and names without a dot. What is
 * reserved for documentation (`.example`, 192.0.2.0/24) is fine.
 */
export function unreachableHost(url: string): string | undefined {
  const host = hostOf(url)
  if (host === undefined || host === '' || /[{}$%]/.test(host)) return undefined
  const address = host.startsWith('[') ? host.slice(1, -1) : host
  if (ipaddr.isValid(address) && (host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(address))) return unreachableAddress(address)
  const name = host.replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return `${host} is the machine that asks`
  const ending = ENDINGS.find((e) => name === e || name.endsWith(`.${e}`))
  if (ending !== undefined) return `the public DNS has no names in .${ending}`
  if (!name.includes('.')) return `${host} is a name without a domain`
  return undefined
}

/** A URL in a document that no outsider can reach. */
export interface UnreachableUrl {
  readonly pointer: string
  readonly url: string
  readonly reason: string
}

/** The URLs among the values of a JSON document that no outsider can reach. Examples and defaults of schemas are no links. */
export function findUnreachableUrls(document: JsonValue, pointer = ''): UnreachableUrl[] {
  if (typeof document === 'string') {
    const reason = isUrl(document) ? unreachableHost(document) : undefined
    return reason === undefined ? [] : [{ pointer, url: document, reason }]
  }
  if (Array.isArray(document)) return document.flatMap((item: JsonValue, index) => findUnreachableUrls(item, pointer + pointerToken(index)))
  if (!isObject(document)) return []
  return Object.entries(document).flatMap(([key, value]) => {
    if (SAMPLES.has(key)) return []
    const at = pointer + pointerToken(key)
    // A gRPC interface is written as `host:port` (A2A 1.0, AgentInterface).
    if (key === 'url' && typeof value === 'string' && /^[\w.-]+:\d+$/.test(value)) {
      const reason = unreachableHost(`grpc://${value}`)
      return reason === undefined ? [] : [{ pointer: at, url: value, reason }]
    }
    return findUnreachableUrls(value, at)
  })
}

const ENDINGS = [
  'internal', 'intranet', 'private', 'local', 'localdomain', 'lan', 'corp', 'home', 'home.arpa', 'mail', 'test', 'invalid', 'onion', 'alt',
]

const SAMPLES: ReadonlySet<string> = new Set(['examples', 'example', 'default', 'const', 'enum'])

/** Names of ipaddr.js for ranges that anybody may reach, or that stand for documentation. */
const REACHABLE: ReadonlySet<string> = new Set(['unicast', 'as112', 'amt', '6to4', 'teredo', 'orchid2', 'droneRemoteIdProtocolEntityTags'])
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map((range) => ipaddr.parseCIDR(range))

const RANGES: Readonly<Record<string, string>> = {
  loopback: 'the machine that asks',
  private: 'a private network (RFC 1918)',
  linkLocal: 'the local link',
  carrierGradeNat: 'the network of a carrier (RFC 6598)',
  uniqueLocal: 'a private network (RFC 4193)',
  deprecatedSiteLocal: 'a private network (RFC 3879)',
  unspecified: 'no host',
  multicast: 'a group of hosts',
  broadcast: 'all hosts of a link',
}

function unreachableAddress(text: string): string | undefined {
  const address = embeddedIPv4(ipaddr.parse(text))
  const isDocumentation = DOCUMENTATION.some(([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits as never))
  if (isDocumentation) return undefined
  const range = address.range()
  if (REACHABLE.has(range)) return isCompatible(address) ? unreachableAddress(lastFour(address)) : undefined
  return `${text} is an address of ${RANGES[range] ?? 'a reserved range'}`
}

/** The IPv4 address that a mapped (RFC 4291), translated (RFC 6052) or 6to4 (RFC 3056) address leads to. */
function embeddedIPv4(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4') return address
  const v6 = address as ipaddr.IPv6
  const range = v6.range()
  if (v6.isIPv4MappedAddress() || range === 'rfc6145' || range === 'rfc6052') return ipaddr.IPv4.parse(lastFour(v6))
  if (range === '6to4') return ipaddr.IPv4.parse(v6.toByteArray().slice(2, 6).join('.'))
  return address
}

/** `::a.b.c.d`, the deprecated IPv4-compatible form. */
function isCompatible(address: ipaddr.IPv4 | ipaddr.IPv6): address is ipaddr.IPv6 {
  return address.kind() === 'ipv6' && address.toByteArray().slice(0, 12).every((byte) => byte === 0)
}

function lastFour(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(12).join('.')
}

function isUrl(text: string): boolean {
  return /^(?:https?|wss?|grpcs?):\/\/\S+$/i.test(text)
}

/** The host as a URL parser normalises it: odd notations of IPv4 become dotted decimal. */
function hostOf(url: string): string | undefined {
  const written = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\]*@)?(\[[^\]]*\]|[^/?#\\:]*)/i.exec(url.trim())?.[1]
  if (written === undefined || written === '') return undefined
  // Of a special scheme, whatever follows it: a parser normalises no other host, and fails on a placeholder as port.
  const parsed = `https://${written}/`
  return URL.canParse(parsed) ? new URL(parsed).hostname : undefined
}

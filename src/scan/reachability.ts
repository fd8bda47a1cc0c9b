import ipaddr from 'ipaddr.js'
import { pointerToken, type JsonValue } from '../json.ts'

/**
 * Why no outsider can reach the host of a URL; `undefined` where one may.
 *
 * Addresses by the special-purpose registries (RFC 6890), in every notation that a URL parser reads as one; names by
 * RFC 6761, 6762, 7686, 8375 and 9476, the name that ICANN reserved for private use, and names without a dot. What is
 * reserved for documentation (`.example`, 192.0.2.0/24) is fine.
 */
export function unreachableHost(url: string): string | undefined {
  const host = writtenHost(url)
  return host === undefined ? undefined : judgeHost(host)
}

/** A URL in a document that no outsider can reach. */
export interface UnreachableUrl {
  readonly pointer: string
  readonly url: string
  readonly reason: string
}

/**
 * The URLs among the values of a JSON document that no outsider can reach. Examples and defaults of schemas are no links.
 *
 * @param known Judgements by host, kept from document to document.
 */
export function findUnreachableUrls(
  document: JsonValue,
  known: Map<string, string | undefined> = new Map(),
): UnreachableUrl[] {
  const found: UnreachableUrl[] = []
  const judge = (url: string, written: string, path: ReadonlyArray<string | number>): void => {
    const host = writtenHost(url)
    if (host === undefined) return
    if (!known.has(host)) known.set(host, judgeHost(host))
    const reason = known.get(host)
    if (reason !== undefined) found.push({ pointer: path.map(pointerToken).join(''), url: written, reason })
  }
  const walk = (value: JsonValue, path: Array<string | number>): void => {
    if (typeof value === 'string') {
      if (/^(?:https?|wss?|grpcs?):\/\/\S+$/i.test(value)) judge(value, value, path)
      // A gRPC interface is written as `host:port` (A2A 1.0, AgentInterface).
      else if (path.at(-1) === 'url' && /^[\w.-]+:\d+$/.test(value)) judge(`grpc://${value}`, value, path)
      return
    }
    if (typeof value !== 'object' || value === null) return
    for (const [key, child] of Object.entries(value) as Array<[string, JsonValue]>) {
      if (SAMPLES.has(key)) continue
      path.push(key)
      walk(child, path)
      path.pop()
    }
  }
  walk(document, [])
  return found
}

const ENDINGS = [
  'internal',
  'intranet',
  'private',
  'local',
  'localdomain',
  'lan',
  'corp',
  'home',
  'home.arpa',
  'mail',
  'test',
  'invalid',
  'onion',
  'alt',
]

const SAMPLES: ReadonlySet<string> = new Set(['examples', 'example', 'default', 'const', 'enum'])

/** Names of ipaddr.js for ranges that anybody may reach, or that stand for documentation. */
const REACHABLE: ReadonlySet<string> = new Set([
  'unicast',
  'as112',
  'amt',
  '6to4',
  'teredo',
  'orchid2',
  'droneRemoteIdProtocolEntityTags',
])
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32', '3fff::/20'].map((range) =>
  ipaddr.parseCIDR(range),
)

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
  const isDocumentation = DOCUMENTATION.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network as never, bits as never),
  )
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
  return (
    address.kind() === 'ipv6' &&
    address
      .toByteArray()
      .slice(0, 12)
      .every((byte) => byte === 0)
  )
}

function lastFour(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(12).join('.')
}

function writtenHost(url: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\]*@)?(\[[^\]]*\]|[^/?#\\:]+)/i.exec(url.trim())?.[1]
}

function judgeHost(written: string): string | undefined {
  // As the host of a special scheme, whatever its own: a parser makes dotted decimal of the odd notations of IPv4 there.
  const probe = `https://${written}/`
  const host = URL.canParse(probe) ? new URL(probe).hostname : ''
  if (host === '' || /[{}$%]/.test(host)) return undefined
  if (host.startsWith('[')) return unreachableAddress(host.slice(1, -1))
  if (/^\d+(?:\.\d+){3}$/.test(host)) return unreachableAddress(host)
  const name = host.replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return `${host} is the machine that asks`
  const ending = ENDINGS.find((e) => name === e || name.endsWith(`.${e}`))
  if (ending !== undefined) return `the public DNS has no names in .${ending}`
  if (!name.includes('.')) return `${host} is a name without a domain`
  return undefined
}

import { closest } from '../diagnostics/closest.ts'
import { problem, type Problem } from '../diagnostics/problem.ts'
import type { JsonObject } from '../json.ts'
import { cardForm, declaredInterfaces, generationOf, type DeclaredInterface } from './agent-interfaces.ts'

import { hasUserinfo, isHostPort, maskUrl, parseUrl } from '../url.ts'
import { checkUrl } from '../url-check.ts'

/** What decides whether an endpoint is acceptable. */
export interface EndpointPolicy {
  /** Whether loopback hosts may be plain http. */
  readonly development: boolean
  /** Origin that the card is served from: endpoints elsewhere are pointed out. */
  readonly origin?: string
}

const BINDINGS: readonly string[] = ['JSONRPC', 'GRPC', 'HTTP+JSON']

/** Checks a card's endpoints: URL, binding, version, order, doubles. Values of a wrong type are the schema's findings. */
export function checkInterfaces(card: JsonObject, policy: EndpointPolicy): Problem[] {
  const interfaces = declaredInterfaces(card)
  return [
    ...interfaces.flatMap((one, i) =>
      repeatsMain(interfaces, i) ? [] : [...checkEndpoint(one, policy), ...checkBinding(one)],
    ),
    ...checkVersions(interfaces, cardForm(card) === '0.3'),
    ...checkOrder(interfaces),
    ...checkDoubles(interfaces),
    ...checkOrigin(interfaces, policy),
  ]
}

function checkEndpoint({ url, binding, at }: DeclaredInterface, { development }: EndpointPolicy): Problem[] {
  if (typeof url !== 'string' || url === '') return []
  if (binding === 'GRPC') return checkAddress(url, at.url, development)
  // An endpoint of a binding of one's own may have any scheme.
  if (isUri(binding) && !hasUserinfo(url) && parseUrl(url) !== undefined && !/^http:/i.test(url)) return []
  return checkUrl(url, at.url, { development })
}

function checkAddress(url: string, pointer: string, development: boolean): Problem[] {
  if (isHostPort(url)) return []
  const parsed = hasUserinfo(url) ? undefined : parseUrl(url)
  if (parsed === undefined && !hasUserinfo(url)) return [problem('AGENT_GRPC_ADDRESS', pointer, { url: maskUrl(url) })]
  const found = checkUrl(url, pointer, { development })
  if (found.length > 0 || parsed === undefined) return found
  return [problem('AGENT_GRPC_URL', pointer, { url, wanted: `${parsed.hostname}:${parsed.port || '443'}` })]
}

function isUri(binding: unknown): boolean {
  return typeof binding === 'string' && /^[a-z][a-z0-9+.-]*:\S/i.test(binding)
}

function checkBinding({ binding, at }: DeclaredInterface): Problem[] {
  if (typeof binding !== 'string' || binding === '' || BINDINGS.includes(binding) || isUri(binding)) return []
  const letters = binding.toUpperCase().replaceAll(/[^A-Z]/g, '')
  const known: Readonly<Record<string, string>> = {
    JSONRPC: 'JSONRPC',
    GRPC: 'GRPC',
    HTTPJSON: 'HTTP+JSON',
    REST: 'HTTP+JSON',
    HTTP: 'HTTP+JSON',
  }
  const suggestion = known[letters] ?? closest(binding, BINDINGS)
  return [problem('AGENT_PROTOCOL_BINDING', at.binding, { binding, ...(suggestion ? { suggestion } : {}) })]
}

function checkVersions(interfaces: readonly DeclaredInterface[], is03: boolean): Problem[] {
  const seen = new Set<string>()
  return interfaces.flatMap(({ version, at }) => {
    if (typeof version !== 'string' || version === '' || seen.has(at.version)) return []
    seen.add(at.version)
    if (generationOf(version) === undefined) return [problem('AGENT_PROTOCOL_VERSION', at.version, { version })]
    if (is03 || !/^\d+\.\d+\.\d+$/.test(version)) return []
    return [problem('AGENT_PROTOCOL_VERSION_PATCH', at.version, { version, published: withoutPatch(version) })]
  })
}

/** `Major.Minor` of a protocol version (A2A 1.0, section 3.6). */
export function withoutPatch(version: string): string {
  return version.replace(/^(\d+\.\d+)\.\d+$/, '$1')
}

function checkOrder(interfaces: readonly DeclaredInterface[]): Problem[] {
  const first = interfaces.findIndex((i) => generationOf(i.version) === '0.3')
  const late = first >= 0 && interfaces.slice(first).some((i) => generationOf(i.version) === '1.0')
  return late ? [problem('AGENT_INTERFACE_ORDER', interfaces[first]!.at.version, {})] : []
}

function checkDoubles(interfaces: readonly DeclaredInterface[]): Problem[] {
  const seen = new Set<string>()
  return interfaces.flatMap(({ binding, version, at }, i) => {
    if (typeof binding !== 'string' || typeof version !== 'string' || repeatsMain(interfaces, i)) return []
    const short = withoutPatch(version)
    const key = JSON.stringify([binding, short])
    const again = seen.has(key)
    seen.add(key)
    return again ? [problem('AGENT_INTERFACE_DUPLICATE', at.binding, { binding, version: short })] : []
  })
}

/** A2A 0.3, section 5.6: `additionalInterfaces` should repeat the main endpoint. */
function repeatsMain(interfaces: readonly DeclaredInterface[], index: number): boolean {
  const [main] = interfaces
  const one = interfaces[index]
  return index > 0 && main?.at.url === '/url' && one?.url === main.url && one?.binding === main.binding
}

function checkOrigin(interfaces: readonly DeclaredInterface[], { origin, development }: EndpointPolicy): Problem[] {
  if (origin === undefined) return []
  for (const { url, binding, at } of interfaces) {
    // What is wrong with an endpoint itself has a finding of its own.
    if (typeof url !== 'string' || binding === 'GRPC' || checkUrl(url, at.url, { development }).length > 0) continue
    if (parseUrl(url)?.origin !== origin) return [problem('AGENT_ENDPOINT_ORIGIN', at.url, { url, origin })]
  }
  return []
}

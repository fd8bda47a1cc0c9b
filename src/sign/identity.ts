import { domainToASCII } from 'node:url'

/** How an identity names its owner (the v0.9 schema's `identityType`). */
export type IdentityType = 'did' | 'https' | 'spiffe' | 'other'

/** What a trust manifest's identity says: the domain that it stands for, if it stands for one. */
export interface Identity {
  readonly type: IdentityType
  /** Host name in lower-case punycode without a trailing dot. */
  readonly domain: string
  /** Where the keys of the identity are found; absent for SPIFFE, whose keys no plain HTTP client can ask for. */
  readonly keys?: { readonly kind: 'did-document' | 'jwk-set'; readonly url: string }
}

/** Why a text is no identity with a domain. `problem` completes "The identity …". */
export interface IdentityFault {
  readonly type: IdentityType
  readonly problem: string
}

/** How strictly an identity must fit a publisher. */
export interface BindingPolicy {
  /** Whether a subdomain of the publisher counts as the publisher. @default false */
  readonly subdomains?: boolean
}

/** Whether an identity is bound to a publisher. `problem` completes "The identity …". */
export type Binding =
  | { readonly ok: true; readonly publisher: string; readonly identity: Identity }
  | { readonly ok: false; readonly problem: string }

/**
 * The identity in a text: `did:web`, https or SPIFFE (ARD 4.5.1).
 *
 * Nothing is mended. A text that two readers could take for two hosts (user information, backslashes, percent-encodings in
 * a host, white space, invisible characters) names none.
 */
export function parseIdentity(text: string): Identity | IdentityFault {
  const type = identityType(text)
  if (/[\\\p{C}\p{Z}]/u.test(text))
    return {
      type,
      problem: 'holds a backslash, white space or an invisible character, so readers disagree on its host',
    }
  if (type === 'https') return parseHttps(text)
  if (type === 'spiffe') return parseSpiffe(text)
  if (text.startsWith('did:web:')) return parseDidWeb(text)
  return { type, problem: 'names no domain: it is neither did:web, https nor spiffe' }
}

/** The kind of an identity by its scheme. */
export function identityType(text: string): IdentityType {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === 'https' || scheme === 'spiffe') return scheme
  return text.startsWith('did:') ? 'did' : 'other'
}

/** The publisher's domain in an ARD identifier, lower-case punycode; `undefined` where the text is no such URN (ARD 4.2). */
export function publisherOf(urn: string): string | undefined {
  const publisher = /^urn:air:([A-Za-z0-9.-]+)(?::[A-Za-z0-9._-]+)+$/.exec(urn)?.[1]
  const host = publisher === undefined ? undefined : parseHost(publisher)
  return host?.includes('.') === true ? host : undefined
}

/**
 * Whether the domain of an identity is the publisher's, or, where the policy allows it, one below it. Labels are compared,
 * never parts of a text: `evilacme.com` and `acme.com.evil.com` are not `acme.com`.
 */
export function isAligned(domain: string, publisher: string, { subdomains = false }: BindingPolicy = {}): boolean {
  const [own, theirs] = [domain, publisher].map((name) => name.split('.').toReversed())
  if (own!.length < theirs!.length || (own!.length > theirs!.length && !subdomains)) return false
  return theirs!.every((label, i) => label !== '' && label === own![i])
}

/** Whether an identity is bound to a publisher's domain. */
export function bindIdentity(text: string, publisher: string, policy: BindingPolicy = {}): Binding {
  const identity = parseIdentity(text)
  if ('problem' in identity) return { ok: false, problem: identity.problem }
  if (isAligned(identity.domain, publisher, policy)) return { ok: true, publisher, identity }
  return { ok: false, problem: `is ${identity.domain}'s, and the publisher is ${publisher}` }
}

/** Whether the identity of an entry's trust manifest is bound to the publisher in its identifier (ARD 4.5.1). */
export function checkBinding(urn: string, identity: string, policy: BindingPolicy = {}): Binding {
  const publisher = publisherOf(urn)
  if (publisher === undefined) return { ok: false, problem: 'cannot be compared: the identifier names no publisher' }
  return bindIdentity(identity, publisher, policy)
}

/** `https://host[:port]/…` with a JWK Set at that URL. */
function parseHttps(text: string): Identity | IdentityFault {
  const fault = (problem: string): IdentityFault => ({ type: 'https', problem })
  const authority = /^https:\/\/([^/?#]*)/i.exec(text)?.[1]
  if (authority === undefined || authority === '') return fault('has no host')
  if (authority.includes('@')) return fault('holds user information before its host')
  const host = /^([^:[\]]*)(?::\d{1,5})?$/.exec(authority)?.[1]
  const domain = host === undefined ? undefined : parseHost(host)
  if (domain === undefined || !URL.canParse(text)) return fault('has no host name that could be a publisher')
  if (text.includes('#')) return fault('holds a fragment, and a JWK Set is a whole document')
  return { type: 'https', domain, keys: { kind: 'jwk-set', url: new URL(text).href } }
}

/** `spiffe://trust-domain/path`: no port, no user information, nothing encoded (SPIFFE ID, 2.1). */
function parseSpiffe(text: string): Identity | IdentityFault {
  const fault = (problem: string): IdentityFault => ({ type: 'spiffe', problem })
  const name = /^spiffe:\/\/([^/?#]*)(?:\/[^?#]*)?$/i.exec(text)?.[1]
  if (name === undefined) return fault('is no SPIFFE id: `spiffe://domain/path`')
  const domain = /^[A-Za-z0-9.-]+$/.test(name) ? parseHost(name) : undefined
  return domain === undefined ? fault('has a trust domain that is no domain name') : { type: 'spiffe', domain }
}

/** `did:web:host[%3Aport][:path…]` (did:web, "Method-specific identifier"). */
function parseDidWeb(text: string): Identity | IdentityFault {
  const fault = (problem: string): IdentityFault => ({ type: 'did', problem })
  const [written = '', ...path] = text.slice('did:web:'.length).split(':')
  const [, host, port] = /^([A-Za-z0-9.-]+)(?:%3[Aa](\d{1,5}))?$/.exec(written) ?? []
  const domain = host === undefined ? undefined : parseHost(host)
  if (domain === undefined)
    return fault('has no host name of letters, digits, hyphens and dots; only a port may be encoded, as `%3A`')
  if (
    !path.every((segment) => /^(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})+$/.test(segment) && !/^(?:\.|%2e)+$/i.test(segment))
  )
    return fault(
      'has a path that is none: colons with nothing between them, dots alone, or a character that must be encoded',
    )
  const base = `https://${domain}${port === undefined ? '' : `:${port}`}`
  if (!URL.canParse(base)) return fault('has a port that is none')
  const folder = path.length === 0 ? '.well-known' : path.join('/')
  return { type: 'did', domain, keys: { kind: 'did-document', url: new URL(`${base}/${folder}/did.json`).href } }
}

/** A host name in lower-case punycode; nothing for addresses, empty labels and what is no name of hosts (RFC 1123, 2.1). */
function parseHost(text: string): string | undefined {
  if (/[%@:/?#[\]]/.test(text)) return undefined
  const host = domainToASCII(text).replace(/\.$/, '').toLowerCase()
  const labels = host.split('.')
  const isName = labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)) && host.length <= 253
  return isName && !/^\d+$/.test(labels.at(-1)!) ? host : undefined
}

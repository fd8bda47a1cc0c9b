import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { canonicalBytes } from '../../sign/canonicalize.ts'
import { bindIdentity, checkBinding, parseIdentity, type Binding, type Identity } from '../../sign/identity.ts'
import type { Verification as Outcome } from '../../sign/jws.ts'
import { digestOf, TRUST_PROCEDURE, verifyTrustManifest } from '../../sign/trust-manifest.ts'
import type { FollowedLink } from '../crawl.ts'
import { placeOf, type SiteDocument } from '../document.ts'
import { identityKeys, type FoundKeys } from '../keys.ts'
import { each } from '../links.ts'
import { isUnknown } from '../origin.ts'
import type { Step, Verification } from '../step.ts'
import { lineEnds } from './digests.ts'
import { developmentKey, failure } from './signatures.ts'

/** The trust manifests of catalogs: bound to the publisher, signed by its keys, and about what the entry points at. */
export const trust: Step = {
  name: 'trust',
  async run(verification) {
    const { crawl } = verification
    const documents = crawl.documents.filter(
      ({ kind, json, copyOf }) => kind === 'catalog' && isObject(json) && copyOf === undefined,
    )
    const targets = new Map(crawl.links.map((link) => [`${link.from.url}#${link.from.pointer}${link.pointer}`, link]))
    const manifests = documents.flatMap((document) => manifestsOf(document, targets))
    const resolve = createResolver(verification)
    const diagnostics: Diagnostic[] = []
    let good = 0
    const unknown = new Set<string>()
    const isSigned = manifests.some(({ manifest }) => manifest['signature'] !== undefined)
    for (const item of manifests) {
      const { binding, identity } = bind(item, verification)
      diagnostics.push(...checkBound(item, binding), ...checkSource(item))
      if (identity === undefined || !binding.ok) continue
      if (item.manifest['signature'] === undefined) {
        if (isSigned || verification.trusted !== undefined)
          diagnostics.push(
            diagnose('SIGNATURE_MISSING', placeOf(item.document, item.pointer), { what: 'trust manifest' }),
          )
        continue
      }
      const found = await resolve(identity)
      const { findings, isGood } = checkSignature(item, found, verification)
      diagnostics.push(...findings)
      if (isGood) good++
      if ('missing' in found && found.missing === 'unknown')
        unknown.add(
          `Signatures of ${item.manifest['identity'] as string} were not verified: the document with its keys ${found.reason}.`,
        )
    }
    return { diagnostics, unknown: [...unknown], signatures: good }
  },
}

/** A trust manifest with what it stands beside. */
interface Item {
  readonly document: SiteDocument
  readonly manifest: JsonObject
  readonly pointer: string
  /** The entry it belongs to; absent for that of a host. */
  readonly entry?: JsonObject
  readonly host?: JsonObject
  readonly link?: FollowedLink | undefined
}

function manifestsOf(document: SiteDocument, targets: ReadonlyMap<string, FollowedLink>): Item[] {
  const { host, entries } = document.json as JsonObject
  const hostManifest =
    isObject(host) && isObject(host['trustManifest'])
      ? [{ document, manifest: host['trustManifest'], pointer: '/host/trustManifest', host }]
      : []
  return [
    ...hostManifest,
    ...each(entries, '/entries').flatMap(([entry, at]): Item[] => {
      const manifest = entry['trustManifest']
      if (!isObject(manifest)) return []
      return [
        {
          document,
          manifest,
          pointer: `${at}/trustManifest`,
          entry,
          link: targets.get(`${document.url}#${document.pointer}${at}/url`),
        },
      ]
    }),
  ]
}

/** By ARD 4.5.1; a host is bound to the domain that it says it is, or to that of the catalog. */
function bind(
  { manifest, entry, host, document }: Item,
  { base, subdomains }: Verification,
): { binding: Binding; identity?: Identity } {
  const text = typeof manifest['identity'] === 'string' ? manifest['identity'] : ''
  const identity = parseIdentity(text)
  const policy = { subdomains }
  const binding =
    entry === undefined
      ? bindIdentity(text, hostDomain(host, document, isUnknown(base) ? identity : undefined), policy)
      : checkBinding(typeof entry['identifier'] === 'string' ? entry['identifier'] : '', text, policy)
  return { binding, ...('problem' in identity ? {} : { identity }) }
}

function hostDomain(
  host: JsonObject | undefined,
  document: SiteDocument,
  fallback: ReturnType<typeof parseIdentity> | undefined,
): string {
  const written = host?.['identifier']
  const identity = typeof written === 'string' ? parseIdentity(written) : undefined
  if (identity !== undefined && 'domain' in identity) return identity.domain
  return typeof written === 'string' && /^[a-z0-9.-]+\.[a-z0-9-]+$/i.test(written)
    ? written.toLowerCase()
    : fallback !== undefined && 'domain' in fallback
      ? fallback.domain
      : new URL(document.url).hostname
}

function checkBound({ document, pointer, manifest, entry }: Item, binding: Binding): Diagnostic[] {
  if (binding.ok || typeof manifest['identity'] !== 'string') return []
  const id = String(entry?.['identifier'] ?? 'the host')
  return [
    diagnose('TRUST_BINDING', placeOf(document, `${pointer}/identity`), {
      identity: manifest['identity'],
      id,
      problem: binding.problem,
    }),
  ]
}

/** What the manifest vouches for: the URL of its entry with the bytes there, or the document in it. */
function checkSource({ document, manifest, pointer, entry, link }: Item): Diagnostic[] {
  if (entry === undefined) return []
  const { identifier, url, data } = entry
  const subject = typeof url === 'string' ? url : identifier
  const sources = each(manifest['provenance'], `${pointer}/provenance`).filter(
    ([item]) => item['relation'] === 'publishedFrom',
  )
  const about = sources.find(([item]) => item['sourceId'] === subject)
  const isSigned = manifest['signature'] !== undefined
  if (about === undefined) {
    if (!isSigned) return []
    const isOurs =
      isObject(manifest['trustSchema']) && manifest['trustSchema']['identifier'] === TRUST_PROCEDURE.identifier
    const [other] = sources
    if (isOurs && other !== undefined)
      return [
        diagnose('TRUST_SOURCE', placeOf(document, other[1]), {
          id: String(identifier),
          source: String(other[0]['sourceId']),
          subject: String(subject),
        }),
      ]
    return [
      diagnose('TRUST_NOT_BOUND', placeOf(document, pointer), { id: String(identifier), subject: String(subject) }),
    ]
  }
  const promised = about[0]['sourceDigest']
  if (typeof promised !== 'string') return []
  const bytes = isObject(data)
    ? canonicalize(data)
    : link?.answer?.status === 200 && link.target !== undefined
      ? link.target.fetched.body
      : undefined
  if (bytes === undefined) return []
  const found = digestOf(bytes)
  return found === promised
    ? []
    : [
        diagnose('TRUST_DIGEST', placeOf(document, `${about[1]}/sourceDigest`), {
          id: String(identifier),
          url: String(subject),
          promised,
          found,
          ...lineEnds(bytes, promised),
        }),
      ]
}

function canonicalize(data: JsonObject): Uint8Array | undefined {
  try {
    return canonicalBytes(data)
  } catch {
    return undefined
  }
}

function checkSignature(
  { document, manifest, pointer }: Item,
  found: FoundKeys,
  { now, reader, trusted }: Verification,
): { readonly findings: readonly Diagnostic[]; readonly isGood: boolean } {
  const place = placeOf(document, `${pointer}/signature`)
  const what = 'trust manifest'
  const refuse = (finding: Diagnostic): { findings: Diagnostic[]; isGood: false } => ({
    findings: [finding],
    isGood: false,
  })
  if ('missing' in found) {
    if (found.missing === 'unknown') return { findings: [], isGood: false }
    return refuse(diagnose('SIGNATURE_KEYS_MISSING', place, { what, url: found.url ?? '', reason: found.reason }))
  }
  let outcome: Outcome
  try {
    const keys = withFragments(found.keys, trusted !== undefined)
    outcome = verifyTrustManifest(manifest, keys, now === undefined ? {} : { now })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return refuse(
      diagnose('SIGNATURE_MALFORMED', place, { what, problem: 'covers a manifest without a canonical form' }),
    )
  }
  if (!outcome.ok) return refuse(failure(outcome, what, place))
  return { findings: developmentKey(outcome.kid, place, reader.origin), isGood: true }
}

/** A JWK Set knows keys by their `kid` alone, and a signature may name one by its DID URL. */
function withFragments(keys: FoundKeysSet, isTrusted: boolean): FoundKeysSet {
  if (!isTrusted) return keys
  return { find: (kid) => (keys.find(kid).length > 0 ? keys.find(kid) : keys.find(kid.slice(kid.indexOf('#') + 1))) }
}

type FoundKeysSet = Extract<FoundKeys, { keys: unknown }>['keys']

/** Asks for the keys of each identity once. */
function createResolver(verification: Verification): (identity: Identity) => Promise<FoundKeys> {
  const known = new Map<string, Promise<FoundKeys>>()
  return (identity) => {
    const key = `${identity.type} ${identity.keys?.url ?? identity.domain}`
    const found = known.get(key) ?? identityKeys(identity, verification)
    known.set(key, found)
    return found
  }
}

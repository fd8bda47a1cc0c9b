import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { parseIdentity } from '../../sign/identity.ts'
import { readPublicJwk, thumbprint, type PublicJwk } from '../../sign/jwk.ts'
import { formatDate } from '../../sign/time.ts'
import { placeOf, pointerOf, type SiteDocument } from '../document.ts'
import { each } from '../links.ts'
import { isUnknown } from '../origin.ts'
import type { Step, Verification } from '../step.ts'

/** Whether the published keys are public ones, each with a name of its own, good for now, and the same in both documents. */
export const keys: Step = {
  name: 'keys',
  run(verification) {
    const documents = verification.crawl.documents.filter(
      ({ kind, json, copyOf }) => (kind === 'jwks' || kind === 'did') && isObject(json) && copyOf === undefined,
    )
    const held = documents.flatMap((document) => keysOf(document))
    return {
      diagnostics: [
        ...held.flatMap((key) => checkKey(key, verification)),
        ...documents.flatMap((document) => checkNames(held.filter((key) => key.document === document))),
        ...checkSame(held),
        ...documents.flatMap((document) => checkDid(document, verification)),
      ],
    }
  },
}

interface HeldKey {
  readonly document: SiteDocument
  readonly pointer: string
  readonly jwk: JsonObject
  readonly read: { readonly jwk: PublicJwk } | undefined
}

function keysOf(document: SiteDocument): HeldKey[] {
  const { kind, json } = document
  const list =
    kind === 'jwks'
      ? each((json as JsonObject)['keys'], '/keys')
      : each((json as JsonObject)['verificationMethod'], '/verificationMethod').flatMap(
          ([method, at]): [JsonObject, string][] =>
            isObject(method['publicKeyJwk']) ? [[method['publicKeyJwk'], `${at}/publicKeyJwk`]] : [],
        )
  return list.map(([jwk, pointer]) => {
    const read = readPublicJwk(jwk)
    return { document, pointer, jwk, read: 'jwk' in read ? read : undefined }
  })
}

const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv']

function checkKey({ document, pointer, jwk, read }: HeldKey, { now }: Verification): Diagnostic[] {
  const kid = typeof jwk['kid'] === 'string' ? jwk['kid'] : ''
  const secret = PRIVATE_MEMBERS.find((member) => jwk[member] !== undefined)
  if (secret !== undefined)
    return [diagnose('SITE_KEY_PRIVATE', placeOf(document, pointer + pointerOf(secret)), { kid, member: secret })]
  // Key sets hold keys for other purposes too, whose types are none of ours.
  const exp = read?.jwk.exp
  if (exp === undefined || now === undefined) return []
  if (exp <= now)
    return [diagnose('SITE_KEY_EXPIRED', placeOf(document, `${pointer}/exp`), { kid, date: formatDate(exp) })]
  return exp - now < 30 * 86_400
    ? [diagnose('SITE_KEY_EXPIRES_SOON', placeOf(document, `${pointer}/exp`), { kid, date: formatDate(exp) })]
    : []
}

function checkNames(held: readonly HeldKey[]): Diagnostic[] {
  const seen = new Set<string>()
  return held.flatMap(({ document, pointer, jwk: { kid } }) => {
    if (typeof kid !== 'string') return []
    const isTwice = seen.has(kid)
    seen.add(kid)
    return isTwice ? [diagnose('SITE_KEY_TWICE', placeOf(document, `${pointer}/kid`), { kid })] : []
  })
}

/** One `kid` is one key, in the JWK Set and in the DID document. */
function checkSame(held: readonly HeldKey[]): Diagnostic[] {
  const known = new Map<string, HeldKey>()
  return held.flatMap((key) => {
    const { read, document, pointer } = key
    if (read === undefined) return []
    const other = known.get(read.jwk.kid)
    if (other === undefined) known.set(read.jwk.kid, key)
    if (other?.read === undefined || other.document === document || thumbprint(other.read.jwk) === thumbprint(read.jwk))
      return []
    return [diagnose('SITE_KEY_DRIFT', placeOf(document, pointer), { kid: read.jwk.kid, other: other.document.url })]
  })
}

/** The document at a did:web's place is the one of that very DID (did:web, "Read"). */
function checkDid(document: SiteDocument, { base, isPrivate }: Verification): Diagnostic[] {
  if (document.kind !== 'did' || document.path !== '.well-known/did.json' || isUnknown(base) || isPrivate) return []
  const { id } = document.json as JsonObject
  if (typeof id !== 'string' || !id.startsWith('did:')) return []
  const identity = parseIdentity(id)
  const isOurs = 'domain' in identity && identity.type === 'did' && identity.domain === base.hostname
  if (!isOurs && base.protocol !== 'http:')
    return [diagnose('TRUST_DID', placeOf(document, '/id'), { id, host: base.hostname })]
  return checkServices(document, base)
}

/** Services of a publisher's DID say on which domain its catalog is: a DID of another could be claimed by anybody. */
function checkServices(document: SiteDocument, base: URL): Diagnostic[] {
  const hosts = each((document.json as JsonObject)['service'], '').flatMap(([{ serviceEndpoint }]) =>
    [serviceEndpoint]
      .flat()
      .flatMap((url) => (typeof url === 'string' && URL.canParse(url) ? [new URL(url).hostname] : [])),
  )
  if (hosts.length === 0 || hosts.includes(base.hostname) || base.protocol === 'http:') return []
  return [diagnose('TRUST_HOST', placeOf(document, '/service'), { host: base.hostname, named: [...new Set(hosts)] })]
}

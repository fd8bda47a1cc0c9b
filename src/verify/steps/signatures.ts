import { diagnose, type Diagnostic, type Place } from '../../diagnostics/diagnostic.ts'
import type { Code } from '../../diagnostics/rules.ts'
import { isObject, type JsonObject, type JsonValue } from '../../json.ts'
import { cardForm } from '../../formats/agent-interfaces.ts'
import { READINGS } from '../../sign/agent-card-forms.ts'
import { verifyAgentCard, type CardVerification } from '../../sign/agent-card.ts'
import { decodeBase64url } from '../../sign/base64url.ts'
import type { Verification as Outcome, VerificationFailure } from '../../sign/jws.ts'
import type { KeySet } from '../../sign/key-set.ts'
import { DEVELOPMENT_KID } from '../../sign/keys.ts'
import { placeOf, pointerOf, type SiteDocument } from '../document.ts'
import { keysAt, ownKeys, type FoundKeys } from '../keys.ts'
import type { Step, Verification } from '../step.ts'

/** Whether the signatures of Agent Cards verify: by the keys that are trusted, never by those that a card names itself. */
export const signatures: Step = {
  name: 'signatures',
  async run(verification) {
    const cards = verification.crawl.documents.filter(
      (d) => d.kind === 'agent-card' && isObject(d.json) && d.copyOf === undefined && !d.foreign,
    )
    const signed = cards.filter(({ json }) => isSigned(json as JsonObject))
    const own = signed.length === 0 ? undefined : await ownKeys(verification)
    const judged: Judgement[] = []
    for (const card of signed) judged.push(await checkCard(card, own!, verification))
    const isExpected = signed.length > 0 || verification.trusted !== undefined
    const unsigned = cards.filter(
      ({ json, pointer }) => pointer === '' && !isSigned(json as JsonObject) && cardForm(json as JsonObject) !== '0.3',
    )
    const missing = isExpected ? unsigned : []
    return {
      diagnostics: [
        ...judged.flatMap(({ diagnostics }) => diagnostics),
        ...missing.map((card) => diagnose('SIGNATURE_MISSING', placeOf(card), { what: 'Agent Card' })),
      ],
      signatures: judged.reduce((sum, { good }) => sum + good, 0),
    }
  },
}

interface Judgement {
  readonly diagnostics: readonly Diagnostic[]
  /** Signatures that verify. */
  readonly good: number
}

async function checkCard(document: SiteDocument, own: FoundKeys, verification: Verification): Promise<Judgement> {
  const card = document.json as JsonObject
  const report = (finding: Diagnostic): Judgement => ({ diagnostics: [finding], good: 0 })
  const place = placeOf(document, '/signatures')
  if (cardForm(card) === '0.3') return report(diagnose('SIGNATURE_V03', place, {}))
  const headers = (card['signatures'] as readonly JsonValue[]).map((entry) =>
    isObject(entry) ? protectedHeader(entry['protected']) : undefined,
  )
  const found = await cardKeys(own, headers, verification)
  if ('keys' in found) return judge(document, found.keys, headers, verification)
  const foreign = headers.findIndex((header) => foreignHint(header, document.url) !== undefined)
  if (foreign >= 0)
    return report(
      diagnose('SIGNATURE_FOREIGN_KEYS', place, {
        jku: foreignHint(headers[foreign], document.url)!,
        kid: kidOf(headers[foreign]),
      }),
    )
  return report(
    diagnose('SIGNATURE_KEYS_MISSING', place, { what: 'Agent Card', url: found.url ?? '', reason: found.reason }),
  )
}

/** The keys of the publisher's domain: at their well-known places, and where a card names a place on its own origin. */
async function cardKeys(
  own: FoundKeys,
  headers: readonly (JsonObject | undefined)[],
  verification: Verification,
): Promise<FoundKeys> {
  if (verification.trusted !== undefined) return { keys: verification.trusted }
  const named = headers
    .map((header) => header?.['jku'])
    .filter((jku): jku is string => typeof jku === 'string' && URL.canParse(jku))
    .filter((jku) => new URL(jku).origin === verification.base.origin)
  const sets = await Promise.all([...new Set(named)].map((jku) => keysAt(jku, verification)))
  const all = ['keys' in own ? own.keys : undefined, ...sets].filter((set) => set !== undefined)
  const [jku] = named
  if (all.length === 0)
    return { ...(own as FoundKeys & { missing: 'absent' }), ...(jku === undefined ? {} : { url: jku }) }
  return { keys: { find: (kid) => all.map((set) => set.find(kid)).find((found) => found.length > 0) ?? [] } }
}

function judge(
  document: SiteDocument,
  keys: KeySet,
  headers: readonly (JsonObject | undefined)[],
  { now, reader }: Verification,
): Judgement {
  let verified: CardVerification
  try {
    verified = verifyAgentCard(document.json as JsonObject, keys, now === undefined ? {} : { now })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const problem = 'covers a card that has no canonical form (half of a surrogate pair, or a number that JSON has not)'
    const place = placeOf(document, '/signatures')
    return { diagnostics: [diagnose('SIGNATURE_MALFORMED', place, { what: 'Agent Card', problem })], good: 0 }
  }
  const { signatures: entries, readings } = verified
  const diagnostics = entries.flatMap(({ outcome }, i): Diagnostic[] => {
    const place = placeOf(document, pointerOf('signatures', i))
    const jku = foreignHint(headers[i], document.url)
    if (outcome.ok) {
      const hint = jku === undefined ? [] : [diagnose('SIGNATURE_JKU', place, { jku })]
      return [...hint, ...developmentKey(outcome.kid, place, reader.origin)]
    }
    if (readings.length > 0) return [diagnose('SIGNATURE_OTHER_INVALID', place, { problem: outcome.problem })]
    if (jku !== undefined && outcome.reason === 'unknown-key')
      return [diagnose('SIGNATURE_FOREIGN_KEYS', place, { jku, kid: kidOf(headers[i]) })]
    return [failure(outcome, 'Agent Card', place)]
  })
  const unread = READINGS.filter((reading) => !readings.includes(reading))
  const isPartial = readings.length > 0 && unread.length > 0
  const partial = isPartial ? [diagnose('SIGNATURE_PARTIAL', placeOf(document, '/signatures'), { unread })] : []
  return { diagnostics: [...diagnostics, ...partial], good: entries.filter(({ outcome }) => outcome.ok).length }
}

const CODES: Readonly<Record<VerificationFailure, Code>> = {
  malformed: 'SIGNATURE_MALFORMED',
  algorithm: 'SIGNATURE_ALGORITHM',
  kid: 'SIGNATURE_MALFORMED',
  'unknown-key': 'SIGNATURE_KEY_UNKNOWN',
  'refused-key': 'SIGNATURE_KEY_REFUSED',
  expired: 'SIGNATURE_KEY_EXPIRED',
  signature: 'SIGNATURE_INVALID',
}

/** The finding for a signature that does not count. */
export function failure(outcome: Outcome & { readonly ok: false }, what: string, place: Place): Diagnostic {
  return diagnose(CODES[outcome.reason], place, { what, problem: outcome.problem } as never)
}

/** A key that was made for one machine: nobody else has a reason to trust it. */
export function developmentKey(kid: string, place: Place, origin: URL | undefined): Diagnostic[] {
  const name = kid.slice(kid.indexOf('#') + 1)
  if (!name.startsWith(DEVELOPMENT_KID)) return []
  return [
    diagnose(origin?.protocol === 'http:' ? 'SIGNATURE_DEVELOPMENT_KEY_LOCAL' : 'SIGNATURE_DEVELOPMENT_KEY', place, {
      kid: name,
    }),
  ]
}

function isSigned({ signatures: entries }: JsonObject): boolean {
  return Array.isArray(entries) && entries.length > 0
}

/** A `jku` on another host than the card's: whoever signs could put any key there (RFC 8725, 3.10). */
function foreignHint(header: JsonObject | undefined, url: string): string | undefined {
  const jku = header?.['jku']
  if (typeof jku !== 'string') return undefined
  return URL.canParse(jku) && new URL(jku).origin === new URL(url).origin ? undefined : jku
}

function protectedHeader(text: unknown): JsonObject | undefined {
  const bytes = typeof text === 'string' ? decodeBase64url(text) : undefined
  if (bytes === undefined) return undefined
  try {
    const header: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(header) ? header : undefined
  } catch {
    return undefined
  }
}

function kidOf(header: JsonObject | undefined): string {
  return typeof header?.['kid'] === 'string' ? header['kid'] : ''
}

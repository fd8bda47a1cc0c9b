import { diagnose, type Diagnostic, type Place } from '../../diagnostics/diagnostic.ts'
import type { Code } from '../../diagnostics/rules.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { cardForm } from '../../formats/agent-interfaces.ts'
import { READINGS } from '../../sign/agent-card-forms.ts'
import { verifyAgentCard } from '../../sign/agent-card.ts'
import { decodeBase64url } from '../../sign/base64url.ts'
import type { Verification as Outcome, VerificationFailure } from '../../sign/jws.ts'
import type { KeySet } from '../../sign/key-set.ts'
import { DEVELOPMENT_KID } from '../../sign/keys.ts'
import { placeOf, pointerOf, type SiteDocument } from '../document.ts'
import { keysAt, ownKeys, type FoundKeys } from '../keys.ts'
import { each } from '../links.ts'
import type { Step, Verification } from '../step.ts'

/** Whether the signatures of Agent Cards verify: by the keys that are trusted, never by those that a card names itself. */
export const signatures: Step = {
  name: 'signatures',
  async run(verification) {
    const cards = verification.crawl.documents.filter(
      (d) => d.kind === 'agent-card' && isObject(d.json) && d.copyOf === undefined && !d.foreign,
    )
    const signed = cards.filter(({ json }) => isSigned(json as JsonObject))
    const found = signed.length === 0 ? undefined : await ownKeys(verification)
    const diagnostics: Diagnostic[] = []
    for (const card of signed) diagnostics.push(...(await checkCard(card, found!, verification)))
    const expected = signed.length > 0 || verification.trusted !== undefined
    const unsigned = cards.filter(
      ({ json, pointer }) => pointer === '' && !isSigned(json as JsonObject) && cardForm(json as JsonObject) !== '0.3',
    )
    return {
      diagnostics: [
        ...diagnostics,
        ...(expected
          ? unsigned.map((card) => diagnose('SIGNATURE_MISSING', placeOf(card), { what: 'Agent Card' }))
          : []),
      ],
    }
  },
}

async function checkCard(document: SiteDocument, found: FoundKeys, verification: Verification): Promise<Diagnostic[]> {
  const card = document.json as JsonObject
  if (cardForm(card) === '0.3') return [diagnose('SIGNATURE_V03', placeOf(document, '/signatures'), {})]
  const hints = each(card['signatures'], '/signatures').map(([entry]) => protectedHeader(entry['protected']))
  const foreign = hints.map((header) => foreignHint(header, document.url))
  if ('missing' in found && verification.trusted === undefined) {
    // A card may name a key set of its own origin; that is the publisher's as well.
    const own = hints
      .map((header) => header?.['jku'])
      .find((jku) => typeof jku === 'string' && URL.canParse(jku) && new URL(jku).origin === verification.base.origin)
    const keys = own === undefined ? undefined : await keysAt(String(own), verification)
    if (keys !== undefined) return judge(document, keys, foreign, verification)
    const hint = foreign.find((jku) => jku !== undefined)
    if (hint !== undefined)
      return [diagnose('SIGNATURE_FOREIGN_KEYS', placeOf(document, '/signatures'), { jku: hint, kid: kidOf(hints[0]) })]
    return [
      diagnose('SIGNATURE_KEYS_MISSING', placeOf(document, '/signatures'), {
        what: 'Agent Card',
        url: String(own ?? found.url),
        reason: found.reason,
      }),
    ]
  }
  return judge(document, (found as { keys: KeySet }).keys, foreign, verification)
}

function judge(
  document: SiteDocument,
  keys: KeySet,
  foreign: readonly (string | undefined)[],
  { now, reader }: Verification,
): Diagnostic[] {
  let verified
  try {
    verified = verifyAgentCard(document.json as JsonObject, keys, now === undefined ? {} : { now })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return [
      diagnose('SIGNATURE_MALFORMED', placeOf(document, '/signatures'), {
        what: 'Agent Card',
        problem: 'covers a card that has no canonical form (half of a surrogate pair, or a number that JSON has not)',
      }),
    ]
  }
  const isGood = verified.readings.length > 0
  const diagnostics = verified.signatures.flatMap(({ outcome }, i): Diagnostic[] => {
    const place = placeOf(document, pointerOf('signatures', i))
    const jku = foreign[i]
    if (outcome.ok) {
      const hint = jku === undefined ? [] : [diagnose('SIGNATURE_JKU', place, { jku })]
      return [...hint, ...developmentKey(outcome.kid, place, reader.origin)]
    }
    if (isGood) return [diagnose('SIGNATURE_OTHER_INVALID', place, { problem: outcome.problem })]
    if (jku !== undefined && outcome.reason === 'unknown-key')
      return [
        diagnose('SIGNATURE_FOREIGN_KEYS', place, {
          jku,
          kid: kidOf(
            protectedHeader((each((document.json as JsonObject)['signatures'], '')[i]?.[0] ?? {})['protected']),
          ),
        }),
      ]
    return [failure(outcome, 'Agent Card', place)]
  })
  const unread = READINGS.filter((reading) => !verified.readings.includes(reading))
  const partial =
    isGood && unread.length > 0 ? [diagnose('SIGNATURE_PARTIAL', placeOf(document, '/signatures'), { unread })] : []
  return [...diagnostics, ...partial]
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

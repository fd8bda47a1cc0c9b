import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { canonicalForms, READINGS, type Reading } from './agent-card-forms.ts'
import { signDetached, verifyDetached, type DetachedSignature, type Verification } from './jws.ts'
import type { KeySet } from './key-set.ts'
import type { Keys } from './keys.ts'

/**
 * The card with the signatures of this build and no others (A2A 1.0, 8.4): one that every verifier accepts where all
 * readings of the card are the same bytes, else one for each reading.
 *
 * A card of A2A 0.3 has no canonical form, and an unsigned build has no signer: such a card carries no signature.
 *
 * @param jku Absolute URL of the published key set; a hint for verifiers. `undefined` where there is none.
 * @param published The card as it is published now, for signers that draw random numbers.
 * @throws {TypeError} for a card without a canonical form, as by a lone surrogate.
 */
export async function signAgentCard(
  card: JsonObject,
  { signer, published: keys }: Keys,
  jku: string | undefined,
  { published }: { readonly published?: JsonObject } = {},
): Promise<JsonObject> {
  const { signatures: _, ...unsigned } = card
  if (signer === undefined || !Array.isArray(card['supportedInterfaces'])) return unsigned
  const forms = canonicalForms(unsigned)
  const payloads = [...new Set(READINGS.map((reading) => forms[reading]))].map((text) => new TextEncoder().encode(text))
  const key = keys.find(({ kid }) => kid === signer.kid)
  const previous =
    published === undefined || key === undefined ? undefined : { signatures: signaturesOf(published), key }
  const header = jku === undefined ? {} : { jku }
  const signatures = await Promise.all(payloads.map((payload) => signDetached(payload, signer, { header, previous })))
  return { ...unsigned, signatures: signatures.map((signature) => ({ ...signature })) }
}

/** What came of the signatures of a card. */
export interface CardVerification {
  /** Per entry of `signatures`: the outcome, and the readings for which it verifies. */
  readonly signatures: readonly { readonly outcome: Verification; readonly readings: readonly Reading[] }[]
  /** The readings for which at least one signature verifies. */
  readonly readings: readonly Reading[]
}

/** Verifies the signatures of a parsed card by the keys of a verifier, in every reading. */
export function verifyAgentCard(
  card: JsonObject,
  keys: KeySet,
  options: { readonly now?: number } = {},
): CardVerification {
  const forms = canonicalForms(card)
  const texts = [...new Set(READINGS.map((reading) => forms[reading]))]
  const entries = Array.isArray(card['signatures']) ? (card['signatures'] as readonly JsonValue[]) : []
  const signatures = entries.map((entry) => {
    if (!isSignature(entry)) {
      const problem = 'is no object with the texts `protected` and `signature`'
      return { outcome: { ok: false, reason: 'malformed', problem } as const, readings: [] }
    }
    const outcomes = texts.map((text) => {
      const outcome = verifyDetached(entry, new TextEncoder().encode(text), keys, options)
      return { text, outcome }
    })
    const good = outcomes.filter(({ outcome }) => outcome.ok)
    const { outcome } = good[0] ?? outcomes[0]!
    return { outcome, readings: READINGS.filter((reading) => good.some(({ text }) => text === forms[reading])) }
  })
  return {
    signatures,
    readings: READINGS.filter((reading) => signatures.some(({ readings }) => readings.includes(reading))),
  }
}

function signaturesOf(card: JsonObject): DetachedSignature[] {
  const entries = card['signatures']
  return Array.isArray(entries) ? (entries as readonly JsonValue[]).filter((entry) => isSignature(entry)) : []
}

function isSignature(entry: JsonValue): entry is JsonObject & DetachedSignature {
  return isObject(entry) && typeof entry['protected'] === 'string' && typeof entry['signature'] === 'string'
}

import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { isObject, type JsonValue } from '../json.ts'
import type { Artifact, Site } from '../site.ts'
import { READINGS } from './agent-card-forms.ts'
import { verifyAgentCard } from './agent-card.ts'
import { openJwkSet, type KeySet } from './key-set.ts'
import type { Keys } from './keys.ts'

/** Path of the published key set. */
export const JWKS_PATH = '.well-known/jwks.json'

/**
 * Verifies every card of a site as a client would, from the bytes that are about to be written and with the key set that
 * is published beside them: every signature counts, and every reading finds one.
 *
 * @param keys The keys of the build, used where no key set is published.
 */
export function checkSignatures({ artifacts }: Pick<Site, 'artifacts'>, keys: Keys): Diagnostic[] {
  const jwks = artifacts.find(({ path }) => path === JWKS_PATH)
  const published = openJwkSet(jwks === undefined ? { keys: keys.published } : parse(jwks))
  return artifacts
    .filter(({ format }) => format === 'agent-card')
    .flatMap((artifact) => checkCard(artifact, published, keys))
}

function checkCard(artifact: Artifact, published: KeySet, { signer }: Keys): Diagnostic[] {
  const { path } = artifact
  const card = parse(artifact)
  const report = (problem: string): Diagnostic =>
    diagnose('SIGNATURE_SELF_CHECK', { file: artifact.from[0] ?? path }, { path, problem })
  if (
    !isObject(card) ||
    (card['signatures'] === undefined && (signer === undefined || card['supportedInterfaces'] === undefined))
  )
    return []
  const { signatures, readings } = verifyAgentCard(card, published)
  const failed = signatures.flatMap(({ outcome }) => (outcome.ok ? [] : [report(outcome.problem)]))
  if (failed.length > 0) return failed
  const unread = READINGS.filter((reading) => !readings.includes(reading))
  return unread.length === 0 ? [] : [report(`is missing for a way to read the card (${unread.join(', ')})`)]
}

function parse({ body }: Artifact): JsonValue {
  return JSON.parse(new TextDecoder().decode(body)) as JsonValue
}

import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { publicHalf, readPublicJwk, thumbprint, type PrivateJwk, type PublicJwk } from './jwk.ts'
import { createSigner, rememberSignatures, type Signer } from './signer.ts'

/** How a site is signed. */
export type SigningState = 'signed' | 'unsigned' | 'development'

/** The keys of a build. */
export interface Keys {
  /** Signs; absent in an unsigned build. */
  readonly signer?: Signer
  /** What jwks.json and did.json hold: the signing key first, then keys published ahead, then retired ones. */
  readonly published: readonly PublicJwk[]
  readonly state: SigningState
}

/** No key at all. */
export const NO_KEYS: Keys = { published: [], state: 'unsigned' }

/** A retired key that is still published, or was until its time came. */
export interface RetiredKey {
  readonly jwk: PublicJwk
  /** Epoch seconds. */
  readonly until?: number
  readonly isOver: boolean
}

/** Names of development keys start with this. */
export const DEVELOPMENT_KID = 'dev-'

/**
 * The keys of a build from its signing keys and its retired ones. Without the former the build is unsigned.
 *
 * @param place Where findings about both together point.
 */
export function createKeys(
  signing: readonly PrivateJwk[],
  retired: readonly RetiredKey[],
  place: Place,
): { readonly keys: Keys; readonly diagnostics: Diagnostic[] } {
  const current = signing.map(publicHalf)
  const kept = retired.filter(({ isOver }) => !isOver).map(({ jwk }) => jwk)
  const old = kept.filter(
    (jwk) => !current.some((other) => other.kid === jwk.kid && thumbprint(other) === thumbprint(jwk)),
  )
  const diagnostics = kept
    .filter((jwk) => !old.includes(jwk))
    .map(({ kid }) => diagnose('KEY_RETIRED_SIGNS', place, { kid }))
  const clashes = old.filter((jwk) => current.some(({ kid }) => kid === jwk.kid))
  diagnostics.push(
    ...clashes.map(({ kid }) =>
      diagnose('KEY_ID_TWICE', place, { kid, first: 'A signing key', second: 'a retired key' }),
    ),
  )
  const published = [...current, ...old]
  const [first] = signing
  if (first === undefined) return { keys: { published, state: 'unsigned' }, diagnostics }
  const state = first.kid.startsWith(DEVELOPMENT_KID) ? 'development' : 'signed'
  return { keys: { signer: rememberSignatures(createSigner(first)), published, state }, diagnostics }
}

/**
 * The keys of a build that something outside of this program signs, as a key service.
 *
 * @param key Its public JWK.
 * @throws {TypeError} for a key that is none, or that the signer does not name.
 */
export function keysOfSigner(signer: Signer, key: unknown, retired: readonly PublicJwk[] = []): Keys {
  const read = readPublicJwk(key)
  if ('fault' in read) throw new TypeError(`The key of the signer ${read.fault.problem}`)
  const { jwk } = read
  if (jwk.kid !== signer.kid || jwk.alg !== signer.alg) throw new TypeError('The signer names another key or algorithm')
  return { signer: rememberSignatures(signer), published: [jwk, ...retired], state: 'signed' }
}

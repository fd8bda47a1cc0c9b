import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { isObject } from '../json.ts'
import { readPrivateJwk, readPublicJwk, type JwkFault, type PrivateJwk, type PublicJwk } from './jwk.ts'
import { DEVELOPMENT_KID, type RetiredKey } from './keys.ts'
import { formatDate, parseTime } from './time.ts'

/** Where keys come from, as messages name it, and where findings about it point. */
export interface KeySource {
  readonly name: string
  readonly place: Place
}

/**
 * The keys of a private JWK or JWK Set; the first signs.
 *
 * @param now Epoch seconds.
 */
export function parseSigningKeys(
  text: string,
  source: KeySource,
  now: number,
  { development = false }: { readonly development?: boolean } = {},
): { readonly keys: readonly PrivateJwk[]; readonly diagnostics: Diagnostic[] } {
  const entries = parseEntries(text, source)
  if ('diagnostic' in entries) return { keys: [], diagnostics: [entries.diagnostic] }
  const diagnostics: Diagnostic[] = []
  const keys = entries.list.flatMap((value, i): Named<PrivateJwk>[] => {
    const key = entries.isSet ? `Key ${i + 1} in ${source.name}` : `The key in ${source.name}`
    const place = entries.isSet ? { ...source.place, pointer: `/keys/${i}` } : source.place
    const read = readPrivateJwk(value)
    if ('fault' in read) {
      diagnostics.push(faultDiagnostic(read.fault, key, place))
      return []
    }
    diagnostics.push(...checkTimes(read.jwk, key, place, now, i === 0))
    if (read.jwk.kid.startsWith(DEVELOPMENT_KID) !== development) {
      const problem = development
        ? 'has a `kid` that does not start with `dev-`'
        : 'is a development key: its `kid` starts with `dev-`'
      diagnostics.push(diagnose('KEY_ID', place, { key, problem }))
    }
    return [{ jwk: read.jwk, key }]
  })
  return { keys: keys.map(({ jwk }) => jwk), diagnostics: [...diagnostics, ...checkIds(keys, source.place)] }
}

/**
 * The keys of `trust.keys.retired`: a list of public JWKs with an `until`, or a JWK Set of them.
 *
 * @param now Epoch seconds.
 */
export function readRetiredKeys(
  value: unknown,
  source: KeySource,
  now: number,
): { readonly keys: readonly RetiredKey[]; readonly diagnostics: Diagnostic[] } {
  const isSet = isObject(value) && Array.isArray(value['keys'])
  const list: unknown = isSet ? value['keys'] : value
  if (!Array.isArray(list))
    return {
      keys: [],
      diagnostics: [
        diagnose('KEY_JSON', source.place, {
          source: source.name,
          problem: 'holds neither a list of public JWKs nor a JWK Set',
          hint: RETIRED_FORM,
        }),
      ],
    }
  const diagnostics: Diagnostic[] = []
  const keys = (list as readonly unknown[]).flatMap((entry, i): (RetiredKey & Named<PublicJwk>)[] => {
    const key = `Key ${i + 1} in ${source.name}`
    const place = { ...source.place, pointer: `${source.place.pointer ?? ''}${isSet ? '/keys' : ''}/${i}` }
    const read = readPublicJwk(entry)
    if ('fault' in read) {
      diagnostics.push(faultDiagnostic(read.fault, key, place))
      return []
    }
    const written = (entry as { until?: unknown }).until
    const until = typeof written === 'string' ? parseTime(written) : undefined
    if (written !== undefined && until === undefined) {
      diagnostics.push(
        diagnose(
          'KEY_INVALID',
          { ...place, pointer: `${place.pointer}/until` },
          { key, problem: 'has an `until` that is no ISO 8601 date', hint: RETIRED_FORM },
        ),
      )
      return []
    }
    const end = Math.min(until ?? Infinity, read.jwk.exp ?? Infinity)
    const isOver = end <= now
    if (isOver)
      diagnostics.push(
        diagnose('KEY_RETIRED_OVER', place, {
          key: `${key} (\`${read.jwk.kid}\`)`,
          date: typeof written === 'string' && end === until ? written : formatDate(end),
        }),
      )
    return [{ key, jwk: read.jwk, ...(until === undefined ? {} : { until }), isOver }]
  })
  return {
    keys: keys.map(({ key: _, ...retired }) => retired),
    diagnostics: [...diagnostics, ...checkIds(keys, source.place)],
  }
}

const SOON = 30 * 86_400

const RETIRED_FORM =
  'Write `[{ kty, crv, x, kid, alg, until: "2030-01-31" }]`; `signpost keys retire KID` writes an entry.'

const FAULT_CODES = {
  symmetric: 'KEY_SYMMETRIC',
  unsupported: 'KEY_UNSUPPORTED',
  invalid: 'KEY_INVALID',
  private: 'KEY_PRIVATE',
  public: 'KEY_PUBLIC',
  kid: 'KEY_ID',
} as const

function faultDiagnostic({ kind, problem }: JwkFault, key: string, place: Place): Diagnostic {
  return diagnose(FAULT_CODES[kind], place, { key, problem })
}

/** The JWKs of a text. The reason of a parser's error is not said: it quotes the text. */
function parseEntries(
  text: string,
  { name, place }: KeySource,
): { readonly list: readonly unknown[]; readonly isSet: boolean } | { readonly diagnostic: Diagnostic } {
  const refuse = (problem: string, hint?: string): { readonly diagnostic: Diagnostic } => ({
    diagnostic: diagnose('KEY_JSON', place, { source: name, problem, ...(hint === undefined ? {} : { hint }) }),
  })
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    if (/-----BEGIN /.test(text)) return refuse('holds a key in PEM form, and keys are JWKs here')
    if (!/^\s*[{[]/.test(text))
      return refuse(
        'holds no JSON',
        'It is the JSON text of a private JWK, without quotes around it. A file with the key is named by `trust.keys.file`.',
      )
    return refuse('holds no valid JSON', 'It may be cut off, or changed by a shell: pipe it instead of pasting it.')
  }
  if (Array.isArray(value))
    return refuse(
      'holds a list, and a JWK Set is an object: `{ "keys": [ … ] }`',
      'Put the list into the member `keys`.',
    )
  if (!isObject(value)) return refuse('holds no JSON object')
  if (value['keys'] === undefined || value['kty'] !== undefined) return { list: [value], isSet: false }
  const list = value['keys']
  if (!Array.isArray(list) || list.length === 0) return refuse('holds a JWK Set without a key')
  return { list, isSet: true }
}

function checkTimes(
  { kid, nbf, exp }: PrivateJwk,
  key: string,
  place: Place,
  now: number,
  isFirst: boolean,
): Diagnostic[] {
  const named = `${key} (\`${kid}\`)`
  if (exp !== undefined && exp <= now) return [diagnose('KEY_EXPIRED', place, { key: named, date: formatDate(exp) })]
  const early =
    nbf !== undefined && nbf > now && isFirst
      ? [diagnose('KEY_NOT_YET_VALID', place, { key: named, date: formatDate(nbf) })]
      : []
  const soon =
    exp !== undefined && exp - now < SOON
      ? [
          diagnose('KEY_EXPIRES_SOON', place, {
            key: named,
            date: formatDate(exp),
            days: Math.floor((exp - now) / 86_400),
          }),
        ]
      : []
  return [...early, ...soon]
}

/** A key and how messages call it. */
interface Named<Jwk> {
  readonly jwk: Jwk
  readonly key: string
}

function checkIds(keys: readonly Named<PublicJwk>[], place: Place): Diagnostic[] {
  const first = new Map<string, string>()
  return keys.flatMap(({ jwk: { kid }, key }) => {
    const other = first.get(kid)
    if (other !== undefined)
      return [diagnose('KEY_ID_TWICE', place, { kid, first: other, second: key[0]!.toLowerCase() + key.slice(1) })]
    first.set(kid, key)
    return []
  })
}

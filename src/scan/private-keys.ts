import type { Mapping } from './mappings.ts'
import type { Match } from './match.ts'
import { entropy, isPlaceholder } from './placeholder.ts'

/** Private keys as text: PEM blocks of every label (RFC 7468, OpenSSH, PGP), PEM in Base64, PuTTY's own form. */
export function findPrivateKeys(text: string): Match[] {
  return [...findPem(text), ...findEncodedPem(text), ...findPutty(text)]
}

/** Private members of JWKs (RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1; `priv` of an AKP key). */
export function findPrivateMembers(mappings: readonly Mapping[]): Match[] {
  return mappings
    .filter(({ members }) => members.some(({ key, value }) => key === 'kty' && KEY_TYPES.test(value)))
    .flatMap(({ members }) => members)
    .filter(
      ({ key, value }) => PRIVATE_MEMBERS.has(key) && /^[A-Za-z0-9_+/=-]{8,}$/.test(value) && !isPlaceholder(value),
    )
    .map(({ value, start }) => ({ start, end: start + value.length, kind: 'private member of a JWK' }))
}

const KEY_TYPES = /^(?:EC|RSA|OKP|oct|AKP)$/
const PRIVATE_MEMBERS = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'k', 'priv'])

const PEM_MARK = /-{4,5} ?(BEGIN|END) (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g
/** Longer than any key; what follows an unclosed mark is not read further. */
const PEM_LIMIT = 65_536

function findPem(text: string): Match[] {
  const matches: Match[] = []
  const marks = [...text.matchAll(PEM_MARK)]
  for (const [index, mark] of marks.entries()) {
    if (mark[1] !== 'BEGIN') continue
    const from = mark.index + mark[0].length
    const next = marks[index + 1]
    const rest = text.slice(from, Math.min(next?.index ?? text.length, from + PEM_LIMIT))
    const closed = next?.[1] === 'END' && rest.length === next.index - from
    const body = closed ? rest : CUT_BODY.exec(rest)![0].trimEnd()
    if (!isKeyBody(body)) continue
    const end = closed ? next.index + next[0].length : from + body.length
    matches.push({ start: mark.index, end, kind: 'private key' })
  }
  return matches
}

/** What can belong to a key whose end was cut off. */
const CUT_BODY = /^[\s"'|#:,\\]*(?:[A-Za-z0-9+/=]{16,}[\s"',\\nr]*)*/

/** Enough Base64 for the smallest key there is (48 bytes), and no gap left for the reader to fill. */
function isKeyBody(body: string): boolean {
  const base64 = body
    .replace(/\\+[nrt]/g, ' ')
    .replace(/\b[A-Z][A-Za-z-]{3,20}: [^\n]*/g, ' ')
    .replace(/[^A-Za-z0-9+/=]/g, '')
  if (base64.length < 56 || entropy(base64) < 3.5) return false
  if (body.includes('EXAMPLE')) return false
  return !(/\.{3}|…|[xX]{5}|<[^>]*>|your|example|redacted|\*{3}/i.test(body) && base64.length < 300)
}

/** Base64 of `-----BEGIN`, as in a kubeconfig or a variable of a CI system. */
function findEncodedPem(text: string): Match[] {
  const matches: Match[] = []
  for (const match of text.matchAll(/(?<![A-Za-z0-9+/])LS0tLS1CRUdJTi[A-Za-z0-9+/]{80,}={0,2}/g)) {
    const head = Buffer.from(match[0].slice(0, 80), 'base64').toString('latin1')
    if (head.includes('PRIVATE KEY'))
      matches.push({ start: match.index, end: match.index + match[0].length, kind: 'private key' })
  }
  return matches
}

function findPutty(text: string): Match[] {
  const matches: Match[] = []
  for (const match of text.matchAll(/Private-Lines: \d{1,3}\s{1,4}((?:[A-Za-z0-9+/=]{1,64}\s{1,4}){1,200})/g)) {
    const body = match[1]!.trimEnd()
    const start = match.index + match[0].indexOf(body)
    matches.push({ start, end: start + body.length, kind: 'private key' })
  }
  return matches
}

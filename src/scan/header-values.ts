import { findJwts } from './jwt.ts'
import type { Mapping } from './mappings.ts'
import { groupRange, type Match } from './match.ts'
import { isPlaceholder, isRandom, isSecretValue } from './placeholder.ts'

/**
 * Credentials as text writes them: values of authentication headers (RFC 9110, section 11.6.2), `curl -u`, literal bearer
 * tokens, assignments to names such as `api_key`, signed JWTs.
 */
export function findCredentialValues(text: string): Match[] {
  return [...findHeaders(text), ...findBearer(text), ...findCurlUser(text), ...findAssignments(text), ...findJwts(text)]
}

/**
 * Credentials as data holds them: a value beside the name of an authentication header, as in `{name: X-API-Key, value: …}`,
 * a value marked as secret, and members named like a credential below `auth`, `headers` or the schemes of a card.
 */
export function findCredentialMembers(mappings: readonly Mapping[]): Match[] {
  const matches: Match[] = []
  for (const mapping of mappings) {
    const names = mapping.members.filter(({ key }) => /^(?:name|key|header)$/i.test(key))
    const named = names.some(({ value }) => isCredentialName(value))
    const secret = mapping.members.some(({ key, value }) => /^is_?secret$/i.test(key) && value === 'true')
    const below = isBelowCredentials(mapping)
    for (const { key, value, start } of mapping.members) {
      const held = (named || secret) && /^(?:value|default)$/i.test(key)
      if (!held && !(below && (isCredentialName(key) || (names.length === 0 && /^value$/i.test(key))))) continue
      const credential = headerCredential(value)
      if (credential === undefined) continue
      const at = start + value.lastIndexOf(credential)
      matches.push({ start: at, end: at + credential.length, kind: 'value of an authentication header' })
    }
  }
  return matches
}

function isBelowCredentials(mapping: Mapping): boolean {
  for (let at: Mapping | undefined = mapping, depth = 0; at !== undefined && depth < 4; at = at.parent, depth++) {
    if (/^(?:auth|authentication|authorization|headers|security|securityschemes|credentials?)$/i.test(at.key))
      return true
  }
  return false
}

/** Whether a header, parameter or variable of this name carries a credential. */
function isCredentialName(name: string): boolean {
  return CREDENTIAL_NAME.test(name) && !HARMLESS_NAME.test(name)
}

/** The credential in the value of an authentication header; `undefined` for a placeholder or none. */
function headerCredential(value: string): string | undefined {
  const [, scheme = '', credential = value.trim()] =
    /^\s*(Bearer|Basic|Token|Digest|ApiKey|Api-Key|Key|Negotiate|[A-Z][\w-]{2,20})\s+(\S+)\s*$/i.exec(value) ?? []
  if (/^basic$/i.test(scheme)) return isBasicCredential(credential) ? credential : undefined
  return isSecretValue(credential) && credential.length >= 8 && !isWordy(credential) ? credential : undefined
}

const CREDENTIAL_NAME =
  /^(?:proxy-)?authorization$|^cookie$|(?:api|app|access|auth|secret|private|account|license|encryption|signing|master|subscription|functions?|service|admin|storage|webhook|deploy|ssh|gpg|hmac|jwt|client)[-_.]?key$|[_-]key$|token$|secret$|pass(?:word|wd|wort|phrase)?$|pwd$|credentials?$|^auth$|^key$|[-_]auth$/i
const HARMLESS_NAME =
  /(?:page|(?:next|prev(?:ious)?)\w{0,20}|continuation|cursor|sync|csrf|xsrf|public|max|min|num|stop|eos|bos|pad|unk|sep|mask|pre|idempotency|cancel|primary|foreign|sort|cache|partition|object|group|row|lookup|dedup\w*|translation|locale|i18n|site|map|answer|hot|short)[-_]?(?:page[-_]?)?(?:token|key)s?$|(?:by|com)pass$/i

const HEADER =
  /\b(?:proxy-)?authorization\\?["'`]?\s{0,3}(?:[:=,]|=>)\s{0,3}(?:[fbr]?\\?["'`])?\s?([A-Za-z][\w-]{1,20}\s{1,3}[^\s"'`,;<>\\]{8,4096}|[^\s"'`,;<>\\]{16,4096})/gi

function findHeaders(text: string): Match[] {
  const matches: Match[] = []
  for (const match of text.matchAll(HEADER)) {
    const credential = headerCredential(match[1]!)
    if (credential !== undefined)
      matches.push({ ...groupRange(match, credential), kind: 'value of an Authorization header' })
  }
  return matches
}

function findBearer(text: string): Match[] {
  const matches: Match[] = []
  for (const match of text.matchAll(/\bBearer(?:\s|%20|\+){1,3}([A-Za-z0-9._~+/=-]{12,4096})/g)) {
    const credential = match[1]!.replace(/[.]+$/, '')
    if (isRandom(credential)) matches.push({ ...groupRange(match, credential), kind: 'bearer token' })
  }
  return matches
}

function findCurlUser(text: string): Match[] {
  const matches: Match[] = []
  for (const match of text.matchAll(
    /\s(?:-u|--user|--proxy-user)[ =]{1,2}\\?["']?[^\s:"'\\]{1,100}:([^\s"'\\]{4,200})/g,
  )) {
    const password = match[1]!
    if (!isPlaceholder(password) && /\d/.test(password))
      matches.push({ ...groupRange(match, password), kind: 'password' })
  }
  return matches
}

/** Starts at the last word of a name, so that the search need not try every word of a text. */
const ASSIGNMENT =
  /(key|key[_-]?base|key[_-]?data|token|secret|password|passwd|passwort|passphrase|pwd|(?<=[_-])pass|credentials?|(?<=[_-])auth)\\?["'`\]]{0,2}\s{0,3}(:=|=>|={1,2}|:|,(?=\s?["'`]))\s{0,3}(?:[fbr]?\\?["'`])?([^\s"'`,;<>(){}\\&]{8,1024})/gi

/**
 * What a text assigns to a name of a credential. A hyphen makes the name one of a header, which holds nothing but a
 * credential; the value of a variable must look like one by itself.
 */
function findAssignments(text: string): Match[] {
  const matches: Match[] = []
  for (const match of text.matchAll(ASSIGNMENT)) {
    const before = /[\w.-]*$/.exec(text.slice(Math.max(0, match.index - 40), match.index))![0]
    const name = (before + match[1]!).replace(/[_-]?(?:base|data)$/i, '').replace(/^[-.]+/, '')
    if (!isCredentialName(name) || /^(?:key|auth)$/i.test(name)) continue
    const value = match[3]!.replace(/[.:)\]]+$/, '')
    const isCall = text[match.index + match[0].length] === '('
    if (isCall || DIGEST.test(value) || ARN.test(text.slice(Math.max(0, match.index - 80), match.index))) continue
    const isHeader = /^x-|-.*-/i.test(name) && value.length >= 10 && isSecretValue(value) && !isWordy(value)
    // A comma comes between the arguments of a call that sets a header, and between the items of any list.
    if (isHeader || (match[2] !== ',' && isRandom(value)))
      matches.push({ ...groupRange(match, value), kind: isHeader ? 'value of an authentication header' : 'credential' })
  }
  return matches
}

/** The name of a secret in AWS Secrets Manager comes where a value would. */
const ARN = /arn:[\w-]+:secretsmanager:[^\s"']*$/
const DIGEST = /^(?:sha\d{1,3}|md5|blake\w+)[-:=]/i

/** Base64 of `user:password` (RFC 7617) with a password that is no placeholder. */
function isBasicCredential(credential: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(credential)) return false
  const decoded = Buffer.from(credential, 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  if (colon === -1 || !/^[\x20-\x7e]+$/.test(decoded)) return isSecretValue(credential) && isRandom(credential)
  const password = decoded.slice(colon + 1)
  const user = decoded.slice(0, colon)
  if (password === '') return isRandom(user)
  return !isPlaceholder(password) && !/^open sesame$/i.test(password)
}

/** A statement, a URL, a media type, a path or a kebab-case name. */
function isWordy(value: string): boolean {
  return (
    /;$|^[a-z]+:\/\/|^(?:application|audio|font|image|model|multipart|text|video)\//i.test(value) ||
    /^(?:[a-z]+[-_./])*[a-z]+\d{0,2}$/.test(value)
  )
}

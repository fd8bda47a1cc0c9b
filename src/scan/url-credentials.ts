import type { Match } from './match.ts'
import { entropy, isPlaceholder } from './placeholder.ts'

const AUTHORITY = /:\/\/([^\s/?#@:"'`<>\\]{0,256})(?::([^\s/@"'`<>\\]{0,512}))?@([^\s/?#"'`<>\\@]{1,256})/g
const QUERY =
  /[?&;](?:api[_-]?key|app[_-]?key|key|token|auth|access[_-]?token|auth[_-]?token|refresh[_-]?token|secret|client[_-]?secret|password|passwd|pwd|sig|signature)=([^\s&#"'`<>\\)\]}]{12,512})/gi

/**
 * Credentials in URLs of any scheme: the password of the userinfo (RFC 3986, section 3.2.1), a user name that is itself a
 * token, and the value of a query parameter that is named like a credential.
 */
export function findUrlCredentials(text: string): Match[] {
  const matches: Match[] = []
  for (const match of text.matchAll(AUTHORITY)) {
    const [, user = '', password, host = ''] = match
    if (!/[A-Za-z0-9]/.test(text.charAt(match.index - 1))) continue
    const userStart = match.index + 3
    if (password === undefined) {
      if (isTokenLike(user))
        matches.push({ start: userStart, end: userStart + user.length, kind: 'credential in a URL' })
    } else if (isPassword(password, user, host)) {
      const start = userStart + user.length + 1
      matches.push({ start, end: start + password.length, kind: 'credential in a URL' })
    } else if (isTokenLike(user) && /^(?:x-oauth-basic)?$/.test(password)) {
      matches.push({ start: userStart, end: userStart + user.length, kind: 'credential in a URL' })
    }
  }
  for (const match of text.matchAll(QUERY)) {
    const value = match[1]!
    if (!isTokenLike(safeDecode(value))) continue
    const end = match.index + match[0].length
    matches.push({ start: end - value.length, end, kind: 'credential in a URL' })
  }
  return matches
}

/** Nothing but placeholders may stand here: a short or simple password is still one. */
function isPassword(written: string, user: string, host: string): boolean {
  const password = safeDecode(written)
  if (password.length < 4 || isPlaceholder(password) || /[[\]^()*|\\]/.test(password)) return false
  if (password === user || (isPlaceholder(host) && !/[.]example$/.test(hostName(host)))) {
    return password !== user && isTokenLike(password)
  }
  if (LOCAL.test(hostName(host)) || DOCUMENTATION.test(hostName(host))) return isTokenLike(password)
  return !/^(?:my|the|some|a|user|db|your)?[-_]?(?:pass(?:word|wd)?|pwd|secret|token|key)\d*$/i.test(password)
}

const LOCAL =
  /^(?:localhost|127\.0\.0\.1|host|hostname|server|db|database|proxy|redis|postgres|mysql|mongo|rabbitmq|\[::1\])$/i
const DOCUMENTATION = /(?:^|\.)(?:example\.(?:com|org|net)|test\.com|host\.com|domain\.com|mysite\.com|site\.com)$/i

function hostName(host: string): string {
  return host.replace(/:\d*$/, '').replace(/[.,;:)\]]+$/, '')
}

function isTokenLike(value: string): boolean {
  return (
    value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && !isPlaceholder(value) && entropy(value) >= 2.8
  )
}

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

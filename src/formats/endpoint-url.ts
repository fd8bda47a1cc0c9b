import { problem, type Problem } from '../diagnostics/problem.ts'
import { pointerTokens } from '../json.ts'
import { isLoopback, parseUrl } from '../parse/urls.ts'

/**
 * What is wrong with a URL in a published document: not absolute, not https (http on a loopback host is fine in
 * development), or with credentials, which no finding repeats.
 *
 * @param link Whether people follow it, and plain http is fine. @default false
 */
export function checkEndpointUrl(
  text: string,
  pointer: string,
  { development, link = false }: { readonly development: boolean; readonly link?: boolean },
): Problem[] {
  const member = memberName(pointer)
  if (hasUserinfo(text)) return [problem('URL_CREDENTIALS', pointer, { member })]
  const url = parseUrl(text)
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return [problem('URL_INVALID', pointer, { member, url: maskUrl(text) })]
  if (url.protocol === 'https:' || link || (development && isLoopback(url.hostname))) return []
  return [problem('URL_NOT_HTTPS', pointer, { member, url: text })]
}

/** A URL, or what was meant as one, with everything before `@` hidden: for messages. */
export function maskUrl(text: string): string {
  return text.replace(/^([a-z][a-z0-9+.-]*:(?=[\\/]))?[^]*@/i, (_, scheme: string | undefined) => `${scheme ?? ''}//…@`)
}

/** Whether a URL, or what was meant as one, carries a user name or password. */
export function hasUserinfo(text: string): boolean {
  return /^\s*[a-z][a-z0-9+.-]*:[\\/]*[^\\/?#]*@/i.test(text) || /^[^\\/?#]*@/.test(text)
}

/** Whether a text is the address of a gRPC endpoint: `host:port`. */
export function isHostPort(text: string): boolean {
  const match = /^(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?):([0-9]{1,5})$/.exec(text)
  return match !== null && Number(match[1]) >= 1 && Number(match[1]) <= 65_535
}

/** A JSON Pointer as messages write a member: `remotes[0].url`. */
export function memberName(pointer: string): string {
  return pointerTokens(pointer).reduce(
    (name, token) => (/^\d+$/.test(token) ? `${name}[${token}]` : name ? `${name}.${token}` : token),
    '',
  )
}

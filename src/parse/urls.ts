import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { pointerTokens } from '../json.ts'
import type { SourceDocument } from './document.ts'

/**
 * Findings about a URL that clients call or follow: absolute, https, without credentials.
 *
 * @param development Whether http on a loopback host is fine.
 */
export function checkUrl(document: SourceDocument, pointer: string, text: string, development: boolean): Diagnostic[] {
  const place = { ...document.at(pointer), pointer }
  const member = pointerTokens(pointer).join('.')
  const url = parseUrl(text)
  if (url === undefined) return [diagnose('URL_INVALID', place, { member, url: maskUserinfo(text) })]
  if (url.username !== '' || url.password !== '') return [diagnose('URL_CREDENTIALS', place, { member })]
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return [diagnose('URL_INVALID', place, { member, url: text })]
  const mended = withoutEmptySegment(text)
  const doubled = mended === text ? [] : [diagnose('URL_EMPTY_SEGMENT', place, { member, url: text, mended })]
  if (url.protocol === 'https:' || (development && isLoopback(url.hostname))) return doubled
  return [...doubled, diagnose('URL_NOT_HTTPS', place, { member, url: text })]
}

/**
 * A URL without the empty segment behind its host that joining an origin and a path by hand leaves (`https://host//path`).
 * Servers treat the two differently, and nobody means the first.
 */
export function withoutEmptySegment(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/[^/?#]+)\/{2,}/i, '$1/')
}

/** The parsed URL of a text that is an absolute one with a host, white space and backslashes excluded (RFC 3986). */
export function parseUrl(text: string): URL | undefined {
  if (/[\s\\]/.test(text) || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) return undefined
  return new URL(text)
}

/** Whether a URL's host name is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127(\.\d+){3}$/.test(hostname) || hostname === '[::1]'
}

/** A text with the user information of every URL in it replaced. */
export function maskUserinfo(text: string): string {
  return text.replaceAll(/\/\/[^/?#\s]*@/g, '//***@')
}

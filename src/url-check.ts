import { problem, type Problem } from './diagnostics/problem.ts'
import { memberName } from './json.ts'
import { hasUserinfo, isLoopback, maskUrl, parseUrl, withoutEmptySegment } from './url.ts'

/**
 * What is wrong with a URL in a published document: not absolute, not https (http on a loopback host is fine in
 * development), an empty first segment, or with credentials, which no finding repeats.
 *
 * @param link Whether people follow it, and plain http is fine. @default false
 */
export function checkUrl(
  text: string,
  pointer: string,
  { development, link = false }: { readonly development: boolean; readonly link?: boolean },
): Problem[] {
  const member = memberName(pointer)
  if (hasUserinfo(text)) return [problem('URL_CREDENTIALS', pointer, { member })]
  const url = parseUrl(text)
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return [problem('URL_INVALID', pointer, { member, url: maskUrl(text) })]
  }
  const mended = withoutEmptySegment(text)
  const doubled = mended === text ? [] : [problem('URL_EMPTY_SEGMENT', pointer, { member, url: text, mended })]
  if (url.protocol === 'https:' || link || (development && isLoopback(url.hostname))) return doubled
  return [...doubled, problem('URL_NOT_HTTPS', pointer, { member, url: text })]
}

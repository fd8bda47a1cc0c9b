import type { Headers } from '../headers.ts'
import type { SiteRules } from './site-rules.ts'

/**
 * The headers of a preflight that can be sent with every answer, for a platform that answers OPTIONS itself with the
 * headers of the path.
 */
export function allowHeaders({ preflight }: SiteRules): Headers {
  return Object.fromEntries(
    Object.entries(preflight).filter(([name]) => /^Access-Control-(?:Allow-(?:Methods|Headers)|Max-Age)$/.test(name)),
  )
}

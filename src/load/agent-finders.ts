import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The file in which a site's root lists the discovery services that may be asked. */
export const AGENT_FINDERS = 'agent-finders.json'

/**
 * The URLs in `agent-finders.json`: a list, or an object whose `finders` is one, of URLs or of objects with a `url`.
 *
 * @returns none where there is no such file; a text where it is none: what is wrong with it.
 */
export function loadAgentFinders(root: string): string[] | string {
  let text: string
  try {
    text = readFileSync(path.join(root, AGENT_FINDERS), 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    return `cannot be read (${String(code)})`
  }
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return 'is no JSON'
  }
  const list: unknown = Array.isArray(value) ? value : ((value ?? {}) as { finders?: unknown }).finders
  if (!Array.isArray(list)) return 'holds neither a list nor an object with a list `finders`'
  const urls = list.map((item: unknown) => (typeof item === 'string' ? item : ((item ?? {}) as { url?: unknown }).url))
  return urls.every((url) => typeof url === 'string')
    ? urls
    : 'holds something that is neither a URL nor an object with a `url`'
}

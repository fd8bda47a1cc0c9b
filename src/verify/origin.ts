import { isObject, type JsonValue } from '../json.ts'
import { parseIdentity } from '../sign/identity.ts'
import { parseUrl } from '../url.ts'
import { textOf } from './document.ts'
import { parseJson } from './json-text.ts'
import { ROOTS } from './kinds.ts'
import type { SiteReader } from './readers.ts'

/** Stands for the origin of a site that does not say which one it is. */
export const UNKNOWN_ORIGIN = 'https://origin.invalid'

/** The origin that a folder's documents are made for: the one at which most of their URLs lead to files of the folder. */
export async function inferOrigin(reader: SiteReader): Promise<URL | undefined> {
  const votes = new Map<string, number>()
  for (const [path] of ROOTS) {
    const answer = await reader.get(`/${path}`)
    const text = answer?.status === 200 ? textOf({ fetched: answer }) : undefined
    const json = text === undefined || !path.startsWith('.well-known/') ? undefined : parseJson(text)
    if (json === undefined) continue
    for (const url of urlsOf(json).slice(0, 200)) {
      const { origin, pathname } = url
      if (pathname !== '/' && (await reader.get(pathname, { method: 'HEAD' })) !== undefined)
        votes.set(origin, (votes.get(origin) ?? 0) + 1)
    }
  }
  const [best] = [...votes].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  if (best !== undefined) return new URL(best[0])
  const did = await reader.get('/.well-known/did.json')
  const document = did?.status === 200 ? parseJson(textOf({ fetched: did }) ?? '') : undefined
  const identity = isObject(document) && typeof document['id'] === 'string' ? parseIdentity(document['id']) : undefined
  return identity !== undefined && 'domain' in identity && identity.type === 'did'
    ? new URL(`https://${identity.domain}`)
    : undefined
}

/** Whether nobody has said which origin a site stands for. */
export function isUnknown(base: URL): boolean {
  return base.origin === UNKNOWN_ORIGIN
}

function urlsOf(value: JsonValue): URL[] {
  if (typeof value === 'string') {
    const url = value.startsWith('https://') ? parseUrl(value) : undefined
    return url === undefined ? [] : [url]
  }
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(urlsOf)
  return isObject(value) ? Object.values(value).flatMap(urlsOf) : []
}

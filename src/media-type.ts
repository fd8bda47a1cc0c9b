import { isUtf8 } from 'node:buffer'
import { lookup } from 'mrmime'

/** The media type a file of a skill is served as, from its name and, where that tells nothing, its content. */
export function fileMediaType(name: string, bytes: Uint8Array): string {
  const isText = isUtf8(bytes) && !bytes.includes(0)
  const type = SOURCE_CODE.test(name) ? undefined : lookup(name)
  if (type === undefined) return isText ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  return type.startsWith('text/') && isText ? `${type}; charset=utf-8` : type
}

/** Whether a browser that opens a file of this type, or a page that loads it, would run what it holds. */
export function isActiveType(mediaType: string): boolean {
  const [type = ''] = mediaType.split(';')
  return ACTIVE.test(type)
}

/** Endings that the registry of media types gives to video and XML, but that are source code in a skill. */
const SOURCE_CODE = /\.(?:ts|mts|rs)$/i

/** HTML; XML, which can hold XHTML, SVG or a style sheet that makes some; scripts of any kind. */
const ACTIVE =
  /^(?:text\/html|text\/(?:xml|xsl|mathml)|application\/xml|.+\+xml|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/jsx|application\/node|multipart\/.+|message\/rfc822)$/

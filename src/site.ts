/** How long a response may be kept; the seconds of each class are the `cache` option's. */
export type CacheClass = 'discovery' | 'keys' | 'immutable'

/** One file of a site. */
export interface Artifact {
  /** Decoded URL path without the leading slash, `/`-separated. */
  readonly path: string
  readonly body: Uint8Array
  /** Media type with its parameters, as sent in Content-Type. */
  readonly mediaType: string
  readonly cache: CacheClass
  /** HTML, SVG or script from a skill folder: served as an attachment under a sandboxing Content-Security-Policy. */
  readonly active?: boolean
  /** Source files it was made from, relative to the root: for conflicts and for reloading. */
  readonly from: readonly string[]
  /** Name of the format that made it. */
  readonly format: string
}

/** Everything one view publishes, sorted by path. */
export interface Site {
  readonly view: 'public' | 'private'
  /** https origin without a trailing slash. */
  readonly origin: string
  readonly artifacts: readonly Artifact[]
}

/** The path component of an artifact's URL: every segment percent-encoded (RFC 3986, section 3.3), with a leading slash. */
export function urlPath(path: string): string {
  return `/${path.split('/').map((segment) => encodeURIComponent(segment).replace(/[!'()*]/g, escapeCharacter)).join('/')}`
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

import { diagnose, type Diagnostic } from './diagnostics/diagnostic.ts'
import { compareText } from './json.ts'

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

/** A site of these artifacts. */
export function createSite(view: Site['view'], origin: string, artifacts: readonly Artifact[]): Site {
  return { view, origin, artifacts: artifacts.toSorted((a, b) => compareText(a.path, b.path)) }
}

/** Where a publisher's own file is as good as ours, and wins. */
const PUBLISHER_WINS: ReadonlySet<string> = new Set(['index.html', 'index.md', '404.html', 'llms.txt', 'robots.txt', 'sitemap.xml', '.well-known/security.txt'])

/**
 * The artifacts that are published beside the publisher's own files: pages give way to theirs, at the path of a protocol
 * document theirs is an error, and so is a file where the other needs a folder.
 *
 * @param publicFiles Paths of the publisher's files in the public folder.
 */
export function checkPaths(artifacts: readonly Artifact[], publicFiles: readonly string[]): { artifacts: Artifact[]; diagnostics: Diagnostic[] } {
  const theirs = new Set(publicFiles)
  const theirFolders = foldersOf(publicFiles)
  const ourFolders = foldersOf(artifacts.map((a) => a.path))
  const diagnostics: Diagnostic[] = []
  const kept = artifacts.filter((artifact) => {
    const { path } = artifact
    const owner = `the format ${artifact.format}`
    if (theirs.has(path) && PUBLISHER_WINS.has(path)) {
      diagnostics.push(diagnose('SITE_PUBLISHER_FILE', { file: path }, { path, format: artifact.format }))
      return false
    }
    if (theirs.has(path) || theirFolders.has(path)) {
      const other = theirs.has(path) ? path : (publicFiles.find((f) => f.startsWith(`${path}/`)) ?? path)
      diagnostics.push(diagnose('SITE_PATH_CONFLICT', { file: artifact.from[0] ?? path }, { path: other, other: path, owners: ["the publisher's own files", owner] }))
    }
    return true
  })
  for (const path of publicFiles.filter((f) => ourFolders.has(f))) {
    const artifact = artifacts.find((a) => a.path.startsWith(`${path}/`))!
    diagnostics.push(diagnose('SITE_PATH_CONFLICT', { file: artifact.from[0] ?? path }, { path: artifact.path, other: path, owners: [`the format ${artifact.format}`, "the publisher's own files"] }))
  }
  return { artifacts: kept, diagnostics }
}

function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let at = path.lastIndexOf('/'); at > 0 && !folders.has(path.slice(0, at)); at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at))
  }
  return folders
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

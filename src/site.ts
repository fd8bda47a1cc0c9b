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
  /** Holds what the publisher's own file at this path says, and takes its place. */
  readonly merged?: boolean
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
  /** The file of an artifact by its path, where the host wants another name. */
  readonly fileNames?: ReadonlyMap<string, string>
  /** What the host reads in the folder of the site, sorted by path: no URLs of the site. */
  readonly hostFiles?: readonly SiteHostFile[]
}

/** A file in the folder of a site that a platform reads and no client asks for. */
export interface SiteHostFile {
  readonly path: string
  readonly body: Uint8Array
  /** Holds what the publisher's own file at this path says, and takes its place. */
  readonly merged?: boolean
}

/** The file that answers a path of a site, relative to the site's folder. */
export function fileOf({ fileNames }: Pick<Site, 'fileNames'>, path: string): string {
  return fileNames?.get(path) ?? path
}

/** The path component of an artifact's URL: every segment percent-encoded (RFC 3986, section 3.3), with a leading slash. */
export function urlPath(path: string): string {
  return `/${path
    .split('/')
    .map((segment) => encodeURIComponent(segment).replace(/[!'()*]/g, escapeCharacter))
    .join('/')}`
}

/** A site of these artifacts. */
export function createSite(view: Site['view'], origin: string, artifacts: readonly Artifact[]): Site {
  return { view, origin, artifacts: artifacts.toSorted((a, b) => compareText(a.path, b.path)) }
}

/** Where a publisher's own file is as good as ours, and wins. */
const PUBLISHER_WINS: ReadonlySet<string> = new Set([
  'index.html',
  'index.md',
  '404.html',
  'llms.txt',
  'robots.txt',
  'sitemap.xml',
  '.well-known/security.txt',
])

/**
 * The artifacts that are published beside the publisher's own files: pages give way to theirs, merged ones hold them. Two files at one path, and
 * a file where another needs a folder, are errors that name both owners: formats with their sources, or the publisher.
 *
 * @param publicFiles Paths of the publisher's files in the public folder.
 */
export function checkPaths(
  artifacts: readonly Artifact[],
  publicFiles: readonly string[],
): { artifacts: Artifact[]; diagnostics: Diagnostic[] } {
  const merged = new Set(artifacts.filter((a) => a.merged === true).map(({ path }) => path))
  const theirs = new Set(publicFiles.filter((path) => !merged.has(path)))
  const [replaced, kept] = partition(artifacts, ({ path }) => theirs.has(path) && PUBLISHER_WINS.has(path))
  const given = replaced.map(({ path, format }) => diagnose('SITE_PUBLISHER_FILE', { file: path }, { path, format }))
  return {
    artifacts: kept,
    diagnostics: [...given, ...conflicts([...[...theirs].map(publisherClaim), ...kept.map(formatClaim)])],
  }
}

/** A path that somebody wants. */
interface Claim {
  readonly path: string
  readonly owner: string
  /** Where a finding about it points; absent where it is the publisher's file. */
  readonly source?: string
}

function publisherClaim(path: string): Claim {
  return { path, owner: 'a file of your own' }
}

function formatClaim({ path, from, format }: Artifact): Claim {
  const [source = path] = from
  const names = from.map((file) => `\`${file}\``)
  const shown = names.length > 3 ? [...names.slice(0, 3), `${from.length - 3} more files`] : names
  return {
    path,
    source,
    owner: from.length === 0 ? `the format ${format}` : `the format ${format}, from ${shown.join(', ')}`,
  }
}

function conflicts(claims: readonly Claim[]): Diagnostic[] {
  const files = new Map<string, Claim>()
  const diagnostics: Diagnostic[] = []
  for (const claim of claims) {
    const first = files.get(claim.path)
    if (first === undefined) files.set(claim.path, claim)
    else diagnostics.push(conflict(first, claim))
  }
  const checked = new Set<string>()
  for (const claim of claims) {
    for (const folder of foldersOf(claim.path)) {
      if (checked.has(folder)) break
      checked.add(folder)
      const file = files.get(folder)
      if (file !== undefined) diagnostics.push(conflict(claim, file))
    }
  }
  return diagnostics
}

function conflict(one: Claim, other: Claim): Diagnostic {
  return diagnose(
    'SITE_PATH_CONFLICT',
    { file: other.source ?? one.source ?? other.path },
    { path: one.path, other: other.path, owners: [one.owner, other.owner] },
  )
}

/** The folders above a path, the innermost first. */
function* foldersOf(path: string): Generator<string> {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) yield path.slice(0, at)
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

function escapeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

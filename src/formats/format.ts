import type { Catalog } from '../catalog.ts'
import type { Config } from '../config.ts'
import type { Keys } from '../sign/keys.ts'
import type { Artifact } from '../site.ts'

/** The specification a format implements. */
export interface Specification {
  readonly title: string
  readonly version: string
  /** Date of that version, `YYYY-MM-DD`. */
  readonly date: string
  readonly url: string
}

/** What a format may publish from: one view, cut before the format sees it. */
export interface FormatContext {
  readonly config: Config
  readonly view: 'public' | 'private'
  /** Origin that URLs of this view are on, without a trailing slash. */
  readonly origin: string
  readonly catalog: Catalog
  /** What signs and what is published of it. */
  readonly keys: Keys
  /** Artifacts of the formats before this one in the list, by path: digests and URLs of what is already there. */
  readonly published: ReadonlyMap<string, Artifact>
  /** The publisher has pages of their own (an `index.html`), so the site is theirs to map and to find errors in. */
  readonly hasOwnPages: boolean
  /** The host cannot serve HTML, SVG and scripts as attachments: such files of skills are inside archives only. @default false */
  readonly archivesOnly?: boolean
  /** Texts of the publisher's own files that are merged with ours, by path: `robots.txt`. @default none */
  readonly publicTexts?: Readonly<Record<string, string>>
  /** RFC 3339 time of the last change of source files, by path, where dates come from git. @default none */
  readonly dates?: ReadonlyMap<string, string>
}

/**
 * One family of published documents: the axis along which output grows.
 *
 * A format gets a view and returns artifacts. It never filters by access, reads no file, clock or environment, and its
 * output depends on nothing but its arguments.
 */
export interface Format {
  readonly name: string
  /** One sentence: what it publishes and for whom. */
  readonly summary: string
  readonly specifications: readonly Specification[]
  /** Paths it publishes at, with `SLUG` and `NAME` as placeholders, for `signpost formats` and the docs. */
  readonly paths: readonly string[]
  /** Its artifacts; asynchronous only where something is signed. */
  generate(context: FormatContext): Artifact[] | Promise<Artifact[]>
}

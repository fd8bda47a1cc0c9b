import type { SiteRules } from './site-rules.ts'

/** A platform or server that a site can be deployed to. */
export type HostName =
  | 'apache'
  | 'azure-static-web-apps'
  | 'caddy'
  | 'cloudflare-pages'
  | 'cloudflare-workers'
  | 'firebase'
  | 'github-pages'
  | 'gitlab-pages'
  | 'netlify'
  | 'nginx'
  | 's3-cloudfront'
  | 'vercel'

/** What a site promises and a host keeps or not. */
export type Ability =
  /** The media type of every file. */
  | 'types'
  /** `Cache-Control` by class. */
  | 'cache'
  /** `Access-Control-Allow-Origin` on every path. */
  | 'cors'
  /** The answer to an OPTIONS request of a browser that wants to read an Agent Card. */
  | 'preflight'
  /** `Link` on the page, `nosniff` everywhere. */
  | 'headers'
  /** `?type=`, the unknown type included. */
  | 'filter'
  /** HTML, SVG and scripts of skills as attachments under a sandboxing policy. */
  | 'attachments'
  /** 304 for an `If-None-Match` with the tag that the host gave. */
  | 'revalidation'
  /** 404 for a missing path below a well-known folder, with or without an app of one's own. */
  | 'missing'

/** How it is known that a host does something. */
export type Proof =
  /** The generated files ran on the real server. */
  | 'server'
  /** The platform's own local server ran the generated files. */
  | 'emulator'
  /** The platform's own parser read the generated files and gave back our rules. */
  | 'parser'
  /** The platform's documentation says so. */
  | 'documentation'

/** One ability of a host, with how that is known. */
export interface Capability {
  /** `partly`: with the exception that `note` names. */
  readonly has: boolean | 'partly'
  readonly proof: Proof
  /** The exception, or what is done instead: a full sentence that can stand alone. */
  readonly note?: string
}

/** What a host can do. */
export type Capabilities = Readonly<Record<Ability, Capability>>

/** Bounds that a platform puts on a deployment or on its own files; a member that is absent is unbounded. */
export interface Limits {
  /** Files per deployment. */
  readonly files?: number
  /** Bytes of a file. */
  readonly fileBytes?: number
  /** Paths that it refuses. */
  readonly refusedName?: RegExp
  /** By the path of a host file. */
  readonly config?: Readonly<Record<string, ConfigLimit>>
}

/** Bounds of one configuration file. */
export interface ConfigLimit {
  readonly bytes?: number
  readonly rules?: number
  /** Characters of a line. */
  readonly line?: number
}

/** A file that a host reads and that no client asks for. */
export interface HostFile {
  readonly path: string
  readonly body: string
  /** `site`: in the published folder; `project`: wherever the platform's tools or the server's configuration look for it. */
  readonly placement: 'site' | 'project'
  /** How many rules of the platform are in it. */
  readonly rules?: number
  /** A text of rules that the publisher's own are merged with. */
  readonly merge?: 'headers' | 'redirects'
}

/**
 * One platform: the axis along which deployments grow.
 *
 * A host gets the neutral rules of a site and returns the files in which its platform reads them. It reads no file, clock
 * or environment, and nothing that a user wrote reaches a file unescaped.
 */
export interface Host {
  readonly name: HostName
  readonly title: string
  readonly can: Capabilities
  /**
   * `file`: every path of the site is a file of that name. `json-rewrite`: documents without an ending are files with one,
   * since the platform tells the media type by it alone.
   */
  readonly layout: Layout
  readonly limits: Limits
  /** What to copy where: sentences of Markdown for the README of the host's folder. */
  readonly instructions: readonly string[]
  render(site: SiteRules): HostFile[]
  /** What this site asks for and the platform cannot do, a plain sentence each. */
  notes(site: SiteRules): string[]
}

/** How paths of a site become files. */
export type Layout = 'file' | 'json-rewrite'

import { statSync } from 'node:fs'
import path from 'node:path'
import type { PreviewServer } from 'vite'
import type { Config } from '../config.ts'
import { MANIFEST, readOutput, type Output } from '../emit/output.ts'
import { headerRules } from '../headers.ts'
import { headLinks } from '../page/links.ts'
import type { Resource, SiteIndex } from '../serve.ts'
import type { Guard } from './guard.ts'
import { notice } from './http.ts'
import { siteFolders, useMissing, useSite, type ServedSite } from './middleware.ts'

/** What the preview server serves a built site from; paths are absolute. */
export interface PreviewContext {
  /** The public site. */
  readonly outDir: string
  readonly deployDir: string
  readonly cache: Config['cache']
  readonly guard: Guard
  readonly app: boolean
}

/** Serves what was built, never a rebuild. Returns what adds the 404 behind the server's own middlewares. */
export function servePreview(server: PreviewServer, context: PreviewContext): () => void {
  const built = followManifest(context)
  const { logger } = server.config
  if (!built()) logger.error('signpost: nothing is built yet: run `vite build` (or `signpost build`) first.')
  const site: ServedSite = {
    guard: context.guard,
    app: context.app,
    index: async () => built()?.index,
    origin: () => built()?.origin,
    // Vite's own file server is lenient, and would send the bytes without the headers.
    misspells: (url) => context.guard.filesBehind(url).some((file) => built()?.files.has(file)),
    unavailable(_req, urlPath) {
      const ours =
        siteFolders(context.app).some((folder) => urlPath.startsWith(folder)) || (!context.app && urlPath === '')
      return ours ? notice(503, 'Nothing is built yet: run `vite build` first.') : undefined
    },
  }
  useSite(server.middlewares, site)
  return () => useMissing(server.middlewares, site)
}

/** The index of a built site: paths and headers from the manifest, bytes from the folder. */
export function indexOutput({ manifest, read }: Output, cache: Config['cache']): SiteIndex {
  const files = new Map(manifest.public.files.map((file) => [decodeURIComponent(file.url.slice(1)), file]))
  return {
    view: 'public',
    rules: headerRules({ view: 'public', cache, links: headLinks(files) }),
    lookup(urlPath): Resource | undefined {
      const entry = files.get(urlPath)
      if (!entry) return undefined
      const body = read(entry.file)
      const { mediaType, cache: cacheClass, active } = entry
      return body && { path: urlPath, mediaType, cache: cacheClass, ...(active ? { active } : {}), body: () => body }
    },
  }
}

/** A site on disk. */
interface BuiltSite {
  readonly index: SiteIndex
  readonly origin: string
  /** Absolute paths of its files. */
  readonly files: ReadonlySet<string>
}

/** What is built now: a build that runs beside the server is seen. */
function followManifest({ outDir, deployDir, cache }: PreviewContext): () => BuiltSite | undefined {
  let state: string | undefined
  let site: BuiltSite | undefined
  return () => {
    const stat = statSync(path.join(deployDir, MANIFEST), { throwIfNoEntry: false })
    const current = stat && `${stat.ino} ${stat.mtimeMs} ${stat.size}`
    if (current !== state) {
      state = current
      const output = current === undefined ? undefined : readOutput(outDir, deployDir)
      const names = output?.manifest.public.files.map(({ file }) => path.join(outDir, file))
      site = output && {
        index: indexOutput(output, cache),
        origin: output.manifest.public.origin,
        files: new Set(names),
      }
    }
    return site
  }
}

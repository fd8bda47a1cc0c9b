import { openFolders, type Pattern } from './patterns.ts'
import type { SiteRules } from './site-rules.ts'

/**
 * The paths that the site answers for, missing ones included: its top folders, or what is below them where the publisher
 * has files of their own, and single files.
 */
export function ourPatterns({ files, folders, publisher }: SiteRules): Pattern[] {
  return openFolders(files, publisher).flatMap(({ folder, files: inside }): Pattern[] => {
    if (folder === undefined) return inside.map(({ path }) => ({ kind: 'file', path }))
    if (folder !== '') return [{ kind: 'folder', folder }]
    const single = inside.filter(({ path }) => !folders.some((f) => path.startsWith(f)))
    return [
      ...folders.map((f): Pattern => ({ kind: 'folder', folder: f })),
      ...single.map(({ path }): Pattern => ({ kind: 'file', path })),
    ]
  })
}

/**
 * Folders in which a missing path is missing, and never a page of an app: those of the site, and the well-known one as a
 * whole, also where the publisher has files in it.
 */
export function closedFolders(site: SiteRules): string[] {
  const ours = ourPatterns(site).flatMap((pattern) => (pattern.kind === 'folder' ? [pattern.folder] : []))
  const wellKnown = site.folders.filter((folder) => folder === '.well-known/' && !ours.includes(folder))
  return [...wellKnown, ...ours]
}

import type { Artifact } from '../site.ts'
import type { Layout } from './host.ts'
import { endingOf } from './site-rules.ts'

/**
 * The file of a path, in a host's layout. Where the media type follows from the ending, JSON without one gets `.json`, and
 * a type of its own that of its name: `application/linkset+json` is a `.linkset`.
 */
export function layoutFile(layout: Layout, { path, mediaType }: Pick<Artifact, 'path' | 'mediaType'>): string {
  if (layout === 'file' || endingOf(path) !== '') return path
  const [essence = ''] = mediaType.split(';')
  if (essence.trim() === 'application/json') return `${path}.json`
  const name = /^application\/([a-z0-9]+)\+json$/.exec(essence.trim())?.[1]
  return name === undefined ? path : `${path}.${name}`
}

/** The paths whose file has another name, with that name. */
export function renamedFiles(
  layout: Layout,
  files: ReadonlyArray<Pick<Artifact, 'path' | 'mediaType'>>,
): ReadonlyMap<string, string> {
  return new Map(
    files.map((file) => [file.path, layoutFile(layout, file)] as const).filter(([path, file]) => path !== file),
  )
}

import type { Format, Specification } from '../formats/format.ts'
import type { Artifact } from '../site.ts'
import type { DocumentEntry } from './entry.ts'
import type { Inline } from './inline.ts'
import { artifactLink, externalLink } from './links.ts'

/** What is published for machines, format by format: the specification it follows and the documents to start from. */
export function documentEntries(formats: readonly Format[], published: ReadonlyMap<string, Artifact>): DocumentEntry[] {
  const counts = new Map<string, number>()
  for (const { format } of published.values()) counts.set(format, (counts.get(format) ?? 0) + 1)
  return formats.flatMap((format) => {
    const count = counts.get(format.name)
    return count === undefined ? [] : [documentEntry(format, count, published)]
  })
}

function documentEntry(format: Format, count: number, published: ReadonlyMap<string, Artifact>): DocumentEntry {
  const starts = format.paths.filter((path) => published.get(path)?.format === format.name)
  return {
    name: format.name,
    title: format.specifications[0]?.title ?? format.name,
    summary: format.summary,
    specifications: format.specifications.map(specification),
    files: [
      ...starts.flatMap((path) => artifactLink(published, path, { code: `/${path}` }) ?? []),
      ...remainder(count, starts.length),
    ],
  }
}

function specification({ title, version, date, url }: Specification): Inline {
  return [externalLink(url, `${title} ${version}`), ', ', { date, text: date }]
}

function remainder(count: number, shown: number): string[] {
  const rest = count - shown
  if (rest === 0) return []
  return [`${shown > 0 ? 'and ' : ''}${rest} ${shown > 0 ? 'more ' : ''}${rest === 1 ? 'file' : 'files'}`]
}

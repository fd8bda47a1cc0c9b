import type { Format, Specification } from '../formats/format.ts'
import type { Artifact } from '../site.ts'
import { html, type Html } from './html.ts'
import { anchor, artifactLink } from './links.ts'

/** What is published for machines, format by format: the specification it follows and the documents to start from. */
export function documentCards(formats: readonly Format[], published: ReadonlyMap<string, Artifact>): Html[] {
  const counts = new Map<string, number>()
  for (const { format } of published.values()) counts.set(format, (counts.get(format) ?? 0) + 1)
  return formats.flatMap((format) => {
    const count = counts.get(format.name)
    return count === undefined ? [] : [documentCard(format, count, published)]
  })
}

function documentCard(format: Format, count: number, published: ReadonlyMap<string, Artifact>): Html {
  const id = `format-${format.name}`
  const entries = format.paths.filter((path) => published.get(path)?.format === format.name)
  return html`
<article class="card" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${format.specifications[0]?.title ?? format.name}</h3>
<p>${format.summary}</p>
<ul class="specifications" aria-label="Specifications">${format.specifications.map(specificationItem)}
</ul>
<ul class="files" aria-label="Documents">${entries.map(
    (path) => html`
<li>${artifactLink(published, path, html`<code>/${path}</code>`)}</li>`,
  )}${remainder(count, entries.length)}
</ul>
</article>`
}

function specificationItem({ title, version, date, url }: Specification): Html {
  return html`
<li>${anchor(url, `${title} ${version}`)}, <time datetime="${date}">${date}</time></li>`
}

function remainder(count: number, shown: number): Html | undefined {
  const rest = count - shown
  if (rest === 0) return undefined
  return html`
<li>${shown > 0 && 'and '}${rest} ${shown > 0 && 'more '}${rest === 1 ? 'file' : 'files'}</li>`
}

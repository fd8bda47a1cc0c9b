import type { Access } from '../catalog.ts'
import { entryId, type DirectoryEntry, type DocumentEntry, type Fact } from './entry.ts'
import { html, type Content, type Html } from './html.ts'
import { inlineHtml, type Inline } from './inline.ts'

/** One definition as an article of the page. */
export function entryCard(entry: DirectoryEntry): Html {
  const id = entryId(entry.definition)
  return html`
<article class="card" id="${id}" aria-labelledby="${id}-title">
<p class="signs">
<span class="sign">${entry.sign}</span>
${accessMark(entry.definition.access)}${entry.marks.map((mark) => html`<span class="mark">${mark}</span>\n`)}</p>
<div class="title"><h3 id="${id}-title" dir="auto">${entry.title}</h3> <span class="version">${entry.version}</span></div>
<p dir="auto">${entry.description}</p>${[
    tagList(entry.tags),
    factList(entry.facts),
    exampleList(entry.examples),
    linkList(entry.links),
  ]}
</article>`
}

/** One family of documents as an article of the page. */
export function documentCard({ name, title, summary, specifications, files }: DocumentEntry): Html {
  const id = `format-${name}`
  const item = (inline: Inline): Html => html`
<li>${inlineHtml(inline)}</li>`
  return html`
<article class="card" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
<p>${summary}</p>
<ul class="specifications" aria-label="Specifications">${specifications.map(item)}
</ul>
<ul class="files" aria-label="Documents">${files.map(item)}
</ul>
</article>`
}

function accessMark(access: Access): Html | undefined {
  if (access === 'restricted') return html`<span class="mark restricted">Restricted</span>\n`
  if (access === 'private') return html`<span class="mark private">Private</span>\n`
  return undefined
}

function tagList(tags: readonly string[]): Html | undefined {
  if (tags.length === 0) return undefined
  return html`
<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li dir="auto">${tag}</li>`)}</ul>`
}

function factList(facts: readonly Fact[]): Html | undefined {
  if (facts.length === 0) return undefined
  return html`
<dl>${facts.map(
    ({ term, detail }) => html`
<div><dt>${term}</dt><dd dir="auto">${factDetail(detail)}</dd></div>`,
  )}
</dl>`
}

function factDetail(detail: Fact['detail']): Content {
  if (typeof detail === 'string' || !('lines' in detail)) return inlineHtml(detail)
  return html`<ul>${detail.lines.map((line) => html`<li dir="auto">${inlineHtml(line)}</li>`)}</ul>`
}

function exampleList(examples: readonly string[]): Html | undefined {
  if (examples.length === 0) return undefined
  return html`
<details>
<summary>Examples</summary>
<ul>${examples.map(
    (example) => html`
<li dir="auto">${example}</li>`,
  )}
</ul>
</details>`
}

function linkList(links: readonly Inline[]): Html | undefined {
  if (links.length === 0) return undefined
  return html`
<ul class="links">${links.map((link) => html`<li>${inlineHtml(link)}</li>`)}</ul>`
}

import type { Access, Definition } from '../catalog.ts'
import { html, type Content, type Html } from './html.ts'

/** What a card shows of any definition. */
export interface CardContent {
  readonly definition: Definition
  readonly title: string
  readonly version: string
  readonly description: string
  /** What kind of thing it is, on the signpost's arm. */
  readonly sign: string
  /** Further short marks beside the sign. */
  readonly marks?: readonly string[]
  readonly tags?: readonly string[]
  /** Terms with their details; those without a detail are left out. */
  readonly facts: ReadonlyArray<readonly [term: string, detail: Content]>
  readonly examples?: readonly string[]
  readonly links: ReadonlyArray<Html | undefined>
}

/** Identifier of a definition's card in the page. */
export function cardId(definition: Definition): string {
  return `${definition.kind}-${definition.slug}`
}

/** One definition as an article of the page. */
export function card(content: CardContent): Html {
  const id = cardId(content.definition)
  return html`
<article class="card" id="${id}" aria-labelledby="${id}-title">
<p class="signs">
<span class="sign">${content.sign}</span>
${accessMark(content.definition.access)}${(content.marks ?? []).map((mark) => html`<span class="mark">${mark}</span>\n`)}</p>
<div class="title"><h3 id="${id}-title" dir="auto">${content.title}</h3> <span class="version">${content.version}</span></div>
<p dir="auto">${content.description}</p>${[
    tagList(content.tags ?? []),
    factList(content.facts.filter(([, detail]) => detail !== undefined && detail !== '')),
    exampleList(content.examples ?? []),
    linkList(content.links.filter((link) => link !== undefined)),
  ]}
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

function factList(facts: CardContent['facts']): Html | undefined {
  if (facts.length === 0) return undefined
  return html`
<dl>${facts.map(
    ([term, detail]) => html`
<div><dt>${term}</dt><dd dir="auto">${detail}</dd></div>`,
  )}
</dl>`
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

function linkList(links: readonly Html[]): Html | undefined {
  if (links.length === 0) return undefined
  return html`
<ul class="links">${links.map((link) => html`<li>${link}</li>`)}</ul>`
}

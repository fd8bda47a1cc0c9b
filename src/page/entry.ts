import type { Definition } from '../catalog.ts'
import type { Inline } from './inline.ts'

/** What the directory says of a definition. */
export interface DirectoryEntry {
  readonly definition: Definition
  readonly title: string
  readonly version: string
  readonly description: string
  /** What kind of thing it is, on the signpost's arm. */
  readonly sign: string
  /** Further short marks beside the sign. */
  readonly marks: readonly string[]
  readonly tags: readonly string[]
  readonly facts: readonly Fact[]
  readonly examples: readonly string[]
  readonly links: readonly Inline[]
}

/** A term with what there is to say about it: in a line, or one thing to a line. */
export interface Fact {
  readonly term: string
  readonly detail: Inline | { readonly lines: readonly Inline[] }
}

/** What the directory says of a family of documents. */
export interface DocumentEntry {
  /** Name of the format. */
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly specifications: readonly Inline[]
  readonly files: readonly Inline[]
}

/** Identifier of a definition in the page. */
export function entryId(definition: Definition): string {
  return `${definition.kind}-${definition.slug}`
}

/** A fact of one line; none where there is nothing to say. */
export function fact(term: string, detail: Inline | undefined): Fact[] {
  return detail === undefined || detail === '' ? [] : [{ term, detail }]
}

/** A fact of one thing to a line; none where there is nothing to say. */
export function lineFact(term: string, lines: ReadonlyArray<Inline | undefined>): Fact[] {
  const shown = lines.filter((line): line is Inline => line !== undefined && line !== '')
  return shown.length === 0 ? [] : [{ term, detail: { lines: shown } }]
}

import { html, type Content } from './html.ts'

/** Text with its marks; the page writes it as HTML, its twin as Markdown. */
export type Inline = string | CodeText | DateText | Link | readonly Inline[]

/** A name that machines read. */
export interface CodeText {
  readonly code: string
}

/** A date, and how it is shown. */
export interface DateText {
  readonly date: string
  readonly text: string
}

/** A link: an absolute URL, the path of a document of the site, or the `#id` of something on the page. */
export interface Link {
  readonly label: Inline
  readonly href: string
}

/** Several pieces with a separator between them. */
export function joined(pieces: readonly Inline[], separator: string): Inline {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [separator, piece]))
}

/** Whether there is nothing to show. */
export function isBlank(inline: Inline): boolean {
  return typeof inline === 'string' ? inline === '' : Array.isArray(inline) && inline.every(isBlank)
}

/** Text as HTML. */
export function inlineHtml(inline: Inline): Content {
  if (typeof inline === 'string') return inline
  if ('code' in inline) return html`<code>${inline.code}</code>`
  if ('date' in inline) return html`<time datetime="${inline.date}">${inline.text}</time>`
  if ('href' in inline) return html`<a href="${inline.href}">${inlineHtml(inline.label)}</a>`
  return inline.map(inlineHtml)
}

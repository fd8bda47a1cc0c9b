import { escapeUTF8 } from 'entities'
import type { JsonValue } from '../json.ts'

const markup: unique symbol = Symbol('markup')

/** A piece of HTML that is safe to write as it stands. Only `html` makes one, so no data of a definition can pose as it. */
export interface Html {
  readonly [markup]: string
}

/** What can stand in a template: text and numbers are escaped, nothing is left out, pieces are joined. */
export type Content = Html | string | number | undefined | false | readonly Content[]

/**
 * A piece of HTML from a template literal; everything that is filled in is escaped for element content and for quoted
 * attribute values.
 *
 * Attribute values must be quoted, and URLs checked (`anchor` does): escaping makes no `javascript:` harmless.
 */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { [markup]: String.raw({ raw: strings }, ...contents.map(render)) }
}

/**
 * A data block (HTML, section 4.12.1): JSON that programs read and browsers neither run nor show. Nothing in the data can
 * end it, since every character that means something in HTML is escaped as JSON allows.
 *
 * @param type Media type of the data, none that browsers run.
 */
export function dataBlock(type: 'application/ld+json', items: readonly JsonValue[]): Html {
  const json = items.map((item) => JSON.stringify(item).replaceAll(/[<>&\u2028\u2029]/g, escapeInJson)).join(',\n')
  return { [markup]: `<script type="${type}">\n[${json}]\n</script>` }
}

/** The HTML of a piece as a string. */
export function toMarkup(piece: Html): string {
  return piece[markup]
}

function render(content: Content): string {
  if (content === undefined || content === false) return ''
  if (typeof content === 'string') return escapeUTF8(withoutControls(content))
  if (typeof content === 'number') return String(content)
  if (isPiece(content)) return content[markup]
  return content.map(render).join('')
}

function isPiece(content: Html | readonly Content[]): content is Html {
  return markup in content
}

function escapeInJson(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** HTML allows no control characters but white space (HTML, section 13.2.3.5), not even escaped. */
function withoutControls(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, '\u{FFFD}')
}

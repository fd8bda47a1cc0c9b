import { pointerToken, type JsonValue } from '../json.ts'
import type { Place } from '../diagnostics/diagnostic.ts'
import type { Fetched } from './readers.ts'

/** What a document of a site is. */
export type Kind =
  | 'agent-card'
  | 'agent-skills-index'
  | 'archive'
  | 'catalog'
  | 'did'
  | 'jwks'
  | 'legacy-skills-index'
  | 'linkset'
  | 'llms'
  | 'other'
  | 'page'
  | 'robots'
  | 'security-txt'
  | 'server-card'
  | 'sitemap'
  | 'skill-descriptor'
  | 'skill-index'
  | 'skill-list'
  | 'skill-md'
  | 'toolspec'

/** A document that was read, or one that another holds. */
export interface SiteDocument {
  /** Absolute URL on the origin that is judged, without a fragment. */
  readonly url: string
  readonly kind: Kind
  /** Decoded path on the site; absent for a document of another host. */
  readonly path?: string
  readonly fetched: Fetched
  /** Whether the document is of another host. */
  readonly foreign: boolean
  /** JSON Pointer of an embedded document in the one at `url`; empty for a whole one. */
  readonly pointer: string
  /** How many catalogs lie between this one and the site's own; 0 for a document that is found without any. */
  readonly depth: number
  /** Parsed; absent where the kind has no JSON, or what is there is none. */
  readonly json?: JsonValue
  /** A document read before whose bytes and kind are the same: what it says was judged there. */
  readonly copyOf?: SiteDocument
}

/** Where a finding about a value of a document points. */
export function placeOf(document: Pick<SiteDocument, 'url' | 'pointer' | 'fetched'>, pointer = ''): Place {
  const at = document.pointer + pointer
  const { file } = document.fetched
  return { url: document.url, ...(file === undefined ? {} : { file }), ...(at === '' ? {} : { pointer: at }) }
}

/** The text of a document, without a byte-order mark; `undefined` where it is no UTF-8. */
export function textOf({ fetched }: Pick<SiteDocument, 'fetched'>): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fetched.body)
  } catch {
    return undefined
  }
}

/** The objects of a list that is a member of an object, each with its pointer. */
export function pointerOf(...keys: readonly (string | number)[]): string {
  return keys.map(pointerToken).join('')
}

/** Kinds whose documents are JSON. */
export const JSON_KINDS: ReadonlySet<Kind> = new Set([
  'agent-card',
  'agent-skills-index',
  'catalog',
  'did',
  'jwks',
  'legacy-skills-index',
  'linkset',
  'server-card',
  'skill-descriptor',
  'skill-index',
  'skill-list',
  'toolspec',
])

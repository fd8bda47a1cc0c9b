import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import type { Artifact } from '../site.ts'
import { dataBlock, html, type Html } from './html.ts'

/** The JSON-LD context of ARD entries. In a manifest readers know it; in a page it has to be said (ARD 4.4). */
export const ARD_CONTEXT = 'https://agenticresourcediscovery.org/context/v1'

/** The entries of the ARD manifest as JSON-LD for the head of the page; nothing where there is no manifest or no entry. */
export function linkedData(published: ReadonlyMap<string, Artifact>): Html | undefined {
  const manifest = published.get('.well-known/ard.json')
  const entries = manifest === undefined ? [] : entriesOf(manifest)
  if (entries.length === 0) return undefined
  return html`
${dataBlock(
  'application/ld+json',
  entries.map((entry) => ({ '@context': ARD_CONTEXT, ...entry })),
)}`
}

function entriesOf({ body }: Artifact): JsonObject[] {
  const document = JSON.parse(new TextDecoder().decode(body)) as JsonValue
  const entries = isObject(document) ? document['entries'] : undefined
  return Array.isArray(entries) ? entries.filter(isObject) : []
}

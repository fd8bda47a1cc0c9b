import type { Artifact } from '../site.ts'
import { urlPath } from '../site.ts'
import { html, type Content, type Html } from './html.ts'

/** A discovery document that the head of a page points to. */
export interface HeadLink {
  readonly rel: string
  readonly href: string
  readonly type: string
  readonly title: string
}

const discoveryDocuments = [
  { path: '.well-known/skill-sharing', rel: 'describedby', title: 'Skill index' },
  { path: '.well-known/agent-card.json', rel: 'service-desc', title: 'Agent Card' },
  { path: '.well-known/agent-skills/index.json', rel: 'describedby', title: 'Agent Skills index' },
] as const

/** Links to the discovery documents that a site has, for the head of its pages and for `Link` headers (RFC 8288). */
export function headLinks(published: ReadonlyMap<string, Pick<Artifact, 'mediaType'>>): HeadLink[] {
  return discoveryDocuments.flatMap(({ path, rel, title }) => {
    const artifact = published.get(path)
    return artifact ? [{ rel, href: urlPath(path), type: artifact.mediaType.replace(/;.*/su, '').trim(), title }] : []
  })
}

/** A link to an artifact of the site; nothing where the site has none at the path. */
export function artifactLink(published: ReadonlyMap<string, Artifact>, path: string, label: Content): Html | undefined {
  return published.has(path) ? html`<a href="${urlPath(path)}">${label}</a>` : undefined
}

/** A link to an address that a definition gives; its label alone where the address is none that a browser may follow. */
export function anchor(address: string, label: Content): Html {
  const href = safeHref(address)
  return href === undefined ? html`${label}` : html`<a href="${href}">${label}</a>`
}

/** The address in the URL standard's form if it is an absolute http, https or mailto URL. */
export function safeHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

import type { Artifact } from '../site.ts'
import { urlPath } from '../site.ts'
import type { Inline, Link } from './inline.ts'

/** A discovery document that the head of a page points to. */
export interface HeadLink {
  readonly rel: string
  readonly href: string
  readonly type: string
  readonly title: string
}

const discoveryDocuments = [
  { path: '.well-known/ard.json', rel: 'ard', title: 'ARD manifest' },
  { path: '.well-known/ai-catalog.json', rel: 'ai-catalog', title: 'AI Catalog' },
  { path: '.well-known/skill-sharing', rel: 'describedby', title: 'Skill index' },
  { path: '.well-known/agent-card.json', rel: 'service-desc', title: 'Agent Card' },
  { path: '.well-known/agent-skills/index.json', rel: 'describedby', title: 'Agent Skills index' },
  { path: '.well-known/api-catalog', rel: 'api-catalog', title: 'API catalog' },
  { path: 'llms.txt', rel: 'describedby', title: 'llms.txt' },
  { path: 'index.md', rel: 'alternate', title: 'This page in Markdown' },
] as const

/** Links to the discovery documents that a site has, for the head of its pages and for `Link` headers (RFC 8288). */
export function headLinks(published: ReadonlyMap<string, Pick<Artifact, 'mediaType'>>): HeadLink[] {
  return discoveryDocuments.flatMap(({ path, rel, title }) => {
    const artifact = published.get(path)
    return artifact ? [{ rel, href: urlPath(path), type: artifact.mediaType.replace(/;.*/su, '').trim(), title }] : []
  })
}

/** A link to an artifact of the site; nothing where the site has none at the path. */
export function artifactLink(published: ReadonlyMap<string, Artifact>, path: string, label: Inline): Link | undefined {
  return published.has(path) ? { label, href: urlPath(path) } : undefined
}

/** A link to an address that a definition gives; its label alone where the address is none that a browser may follow. */
export function externalLink(address: string, label: string): Inline {
  const href = safeHref(address)
  return href === undefined ? label : { label, href }
}

/** The address in the URL standard's form if it is an absolute http, https or mailto URL. */
export function safeHref(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}

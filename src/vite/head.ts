import type { HtmlTagDescriptor } from 'vite'
import { headLinks } from '../page/links.ts'
import type { Site } from '../site.ts'

/** The tags that an app's page gets: links to the discovery documents that are published and that it does not have yet. */
export function headTags(site: Site, html: string): HtmlTagDescriptor[] {
  const published = new Map(site.artifacts.map((artifact) => [artifact.path, artifact]))
  return headLinks(published)
    .filter(({ href }) => !html.includes(`"${href}"`) && !html.includes(`'${href}'`))
    .map((link) => ({ tag: 'link', attrs: { ...link }, injectTo: 'head' }))
}

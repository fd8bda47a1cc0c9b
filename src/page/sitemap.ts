import { escapeUTF8 } from 'entities'
import type { Skill } from '../catalog.ts'
import type { FormatContext } from '../formats/format.ts'
import { urlPath } from '../site.ts'

/** What decides whether a site has a sitemap of ours: a publisher with pages of their own knows them better. */
export function hasSitemap({ config, hasOwnPages }: Pick<FormatContext, 'config' | 'hasOwnPages'>): boolean {
  return config.formats['page'] !== false && !hasOwnPages
}

/** The pages of a site and its documents for readers, for search engines (Sitemaps 0.9). */
export function sitemap(context: FormatContext): string {
  const skills = context.catalog.skills.filter((skill) => skill.listed)
  const entries = [{ path: '' }, ...skills.flatMap((skill) => readableDocuments(skill, context))]
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries
  .slice(0, LIMIT)
  .map((entry) => urlElement(entry, context.origin))
  .join('\n')}
</urlset>
`
}

/** URLs that a sitemap may hold. */
const LIMIT = 50_000

interface Entry {
  readonly path: string
  readonly updatedAt?: string | undefined
}

function readableDocuments({ name, slug, updatedAt }: Skill, { published }: FormatContext): Entry[] {
  const paths = [`.well-known/agent-skills/${name}/SKILL.md`, `skills/${slug}/documentation.md`]
  return paths.filter((path) => published.has(path)).map((path) => ({ path, updatedAt }))
}

function urlElement({ path, updatedAt }: Entry, origin: string): string {
  const changed =
    updatedAt !== undefined && W3C_DATE.test(updatedAt) ? `<lastmod>${escapeUTF8(updatedAt)}</lastmod>` : ''
  return `<url><loc>${escapeUTF8(origin + urlPath(path))}</loc>${changed}</url>`
}

/** The forms of a date that a sitemap may have (W3C NOTE-datetime): without a zone there is no time. */
const W3C_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/

import { hasSitemap } from '../page/sitemap.ts'
import type { Artifact } from '../site.ts'
import type { FormatContext } from './format.ts'

/** Path of the rules for crawlers (RFC 9309, 2.3). */
export const ROBOTS_PATH = 'robots.txt'

const BEGIN = '# signpost: begin (written anew by every build)'
const END = '# signpost: end'

/**
 * The rules for crawlers with the way to the ARD manifest and the sitemap, behind what the publisher wrote. A preview and
 * the authenticated view ask crawlers to stay away, whatever the publisher wrote for the site itself.
 *
 * @param manifest Path of the ARD manifest.
 */
export function robotsArtifact(manifest: string, context: FormatContext): Artifact {
  const { config, origin, view, publicTexts } = context
  const theirs = publicTexts?.[ROBOTS_PATH]
  const isHidden = config.preview || view === 'private'
  const lines = [...(hasSitemap(context) ? [`Sitemap: ${origin}/sitemap.xml`] : []), `Agentmap: ${origin}/${manifest}`]
  const text = isHidden ? block(['User-agent: *', 'Disallow: /']) : mergeRobots(theirs ?? '', lines)
  return {
    path: ROBOTS_PATH,
    body: new TextEncoder().encode(text),
    mediaType: 'text/plain; charset=utf-8',
    cache: 'discovery',
    from: [config.file],
    format: 'ard',
    ...(theirs === undefined ? {} : { merged: true }),
  }
}

/** What the publisher wrote with our lines behind it. Merging twice is merging once. */
export function mergeRobots(theirs: string, lines: readonly string[]): string {
  const own = withoutBlock(theirs)
  const known = new Set(own.split(/\r?\n|\r/).map(comparable))
  const added = lines.filter((line) => !known.has(comparable(line)))
  if (own.trim() === '') return block(['User-agent: *', 'Allow: /', '', ...lines])
  if (added.length === 0) return own
  const end = own.includes('\r\n') ? '\r\n' : '\n'
  const separated = `${own.replace(/[\r\n]*$/, '')}\n\n${block(added)}`
  return end === '\n' ? separated : separated.replaceAll(/\r?\n/g, end)
}

/** What the publisher wrote, without the lines of an earlier build. */
export function withoutBlock(text: string): string {
  return text.replaceAll(/(?:\r?\n)*# signpost: begin[^]*?# signpost: end(?=\r?\n|$)/g, '')
}

function block(lines: readonly string[]): string {
  return `${[BEGIN, ...lines, END].join('\n')}\n`
}

/** A line as crawlers read it: the name of a directive in any case, comments and white space left out (RFC 9309, 2.2). */
function comparable(line: string): string {
  const [name = '', ...value] = line.replace(/#.*/, '').split(':')
  return `${name.trim().toLowerCase()}:${value.join(':').trim()}`
}

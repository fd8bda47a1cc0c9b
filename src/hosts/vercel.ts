import { PAGE } from '../headers.ts'
import { urlPath } from '../site.ts'
import { documented, missing, proven, unmet } from './capabilities.ts'
import type { Host } from './host.ts'
import { disjointRules, type Pattern } from './patterns.ts'
import { allowHeaders } from './preflight.ts'
import type { SiteRules } from './site-rules.ts'
import { ruleHeaders } from './usual-types.ts'

/** Vercel: the `headers` of `vercel.json`. */
export const vercel: Host = {
  name: 'vercel',
  title: 'Vercel',
  can: {
    types: proven('parser'),
    cache: proven('parser'),
    cors: proven('parser'),
    preflight: documented(
      'partly',
      'Vercel answers OPTIONS itself: the headers that allow a request are set, but it is not known with which status they come.',
    ),
    headers: proven('parser'),
    filter: missing(
      'parser',
      'Vercel serves a file before it looks at rewrites, and rewrites nothing below `/.well-known`: `?type=` is answered with the whole index, which consumers filter themselves.',
    ),
    attachments: proven('parser'),
    revalidation: documented(true),
    missing: documented(true),
  },
  layout: 'file',
  limits: { config: { 'vercel.json': { rules: 2048 } } },
  instructions: ['Copy `vercel.json` to the root of the project, or add its `headers` to those of your own.'],
  render(site) {
    const headers = headerEntries(site)
    return [
      {
        path: 'vercel.json',
        body: `${JSON.stringify({ headers }, null, 2)}\n`,
        placement: 'project',
        rules: headers.length,
      },
    ]
  },
  notes(site) {
    return unmet(vercel, site)
  },
}

interface HeaderEntry {
  readonly source: string
  readonly headers: ReadonlyArray<{ readonly key: string; readonly value: string }>
}

function headerEntries(site: SiteRules): HeaderEntry[] {
  const rules = disjointRules(site.files, site.publisher, (file) => ({ ...ruleHeaders(file), ...allowHeaders(site) }))
  const entries = rules.flatMap(({ pattern, headers }): HeaderEntry[] => {
    const list = Object.entries(headers).map(([key, value]) => ({ key, value }))
    return sourcesOf(pattern).map((source) => ({ source, headers: list }))
  })
  const page = site.files.some(({ path }) => path === PAGE)
  if (page || site.pageLink === undefined) return entries
  return [...entries, { source: '/', headers: [{ key: 'Link', value: site.pageLink }] }]
}

/** Sources are patterns of path-to-regexp: a percent-encoded path has none of its special characters. */
function sourcesOf(pattern: Pattern): string[] {
  if (pattern.kind === 'ending') throw new TypeError('Patterns by ending are not used here')
  if (pattern.kind === 'folder') return [`${urlPath(pattern.folder)}(.*)`]
  return pattern.path === PAGE ? ['/', `/${PAGE}`] : [urlPath(pattern.path)]
}

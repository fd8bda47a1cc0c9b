import { PAGE } from '../headers.ts'
import { urlPath } from '../site.ts'
import { documented, proven, unmet } from './capabilities.ts'
import { renderHeadersFile, type HeaderBlock } from './headers-file.ts'
import type { Host } from './host.ts'
import { allowHeaders } from './preflight.ts'
import { disjointRules, type Pattern } from './patterns.ts'
import type { SiteRules } from './site-rules.ts'
import { ruleHeaders } from './usual-types.ts'

/** Netlify: `_headers` and `_redirects`, which can match a query. */
export const netlify: Host = {
  name: 'netlify',
  title: 'Netlify',
  can: {
    types: proven('parser'),
    cache: proven('parser'),
    cors: proven('emulator'),
    preflight: documented(
      'partly',
      'Netlify answers OPTIONS itself: the headers that allow a request are set, but it is not known with which status they come.',
    ),
    headers: proven('emulator'),
    filter: proven(
      'emulator',
      'Of several `type` parameters Netlify takes the last, and it reads their names as they are written.',
    ),
    attachments: proven('parser'),
    revalidation: proven('emulator'),
    missing: proven('emulator'),
  },
  layout: 'file',
  limits: { refusedName: /[#?]/ },
  instructions: [
    'Copy `_headers` and `_redirects` into the root of the folder that is published, beside `.well-known`. Headers of your own stay above them, redirects of your own below.',
  ],
  render(site) {
    const files = [
      { path: '_headers', body: renderHeadersFile(headerBlocks(site)), placement: 'site', merge: 'headers' } as const,
    ]
    const redirects = redirectLines(site)
    if (redirects.length === 0) return files
    return [
      ...files,
      {
        path: '_redirects',
        body: redirects.map((line) => `${line}\n`).join(''),
        placement: 'site',
        merge: 'redirects',
      },
    ]
  },
  notes(site) {
    return unmet(netlify, site)
  },
}

/** Where two rules set one header on a path, Netlify does not say which wins: no two of ours do. */
function headerBlocks(site: SiteRules): HeaderBlock[] {
  const rules = disjointRules(site.files, site.publisher, (file) => ({ ...ruleHeaders(file), ...allowHeaders(site) }))
  const blocks = rules.flatMap(({ pattern, headers }): HeaderBlock[] => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    return pathsOf(pattern, site).map((path) => ({ path, lines }))
  })
  const published = site.files.some(({ path }) => path === PAGE)
  return published || site.pageLink === undefined
    ? blocks
    : [...blocks, { path: '/', lines: [`Link: ${site.pageLink}`] }]
}

/** `/name/*` also matches `/name-more`: where something is called so, the rule asks for a segment below. */
function pathsOf(pattern: Pattern, { files }: SiteRules): string[] {
  if (pattern.kind === 'ending') throw new TypeError('Patterns by ending are not used here')
  if (pattern.kind === 'file') return pattern.path === PAGE ? ['/', `/${PAGE}`] : [urlPath(pattern.path)]
  const { folder } = pattern
  const isPrefix =
    folder !== '' && files.some(({ path }) => path.startsWith(folder.slice(0, -1)) && !path.startsWith(folder))
  return [`${urlPath(folder)}${isPrefix ? ':segment/*' : '*'}`]
}

/**
 * `!` lets a rewrite win over the file at the path; without it the whole index would be the answer. A rule without it is
 * for what is missing: behind it, a `/*` of an app would answer with its page.
 */
function redirectLines({ routes, ownRules, folders }: SiteRules): string[] {
  const filters = routes.flatMap(({ path, parameter, values, otherwise }) => [
    `${urlPath(path)} ${parameter}= ${urlPath(path)} 200!`,
    ...Object.entries(values).map(
      ([value, target]) => `${urlPath(path)} ${parameter}=${value} ${urlPath(target)} 200!`,
    ),
    `${urlPath(path)} ${parameter}=:${parameter} ${urlPath(otherwise)} 200!`,
  ])
  const isApp = ownRules.includes('_redirects') && folders.includes('.well-known/')
  return isApp ? [...filters, '/.well-known/* /404.html 404'] : filters
}

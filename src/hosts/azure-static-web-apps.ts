import { PAGE } from '../headers.ts'
import { groupBy } from '../group.ts'
import { compareText } from '../json.ts'
import { urlPath } from '../site.ts'
import { documented, missing, proven, unmet } from './capabilities.ts'
import type { Host } from './host.ts'
import { renamedFiles } from './layout.ts'
import { allowHeaders } from './preflight.ts'
import { layeredRules, type Pattern } from './patterns.ts'
import { endingOf, type HostedFile, type SiteRules } from './site-rules.ts'

/** Azure Static Web Apps: `staticwebapp.config.json`, where the first route that matches decides alone. */
export const azureStaticWebApps: Host = {
  name: 'azure-static-web-apps',
  title: 'Azure Static Web Apps',
  can: {
    types: proven(
      'emulator',
      'Azure tells media types by the ending alone: files of skills without one are served as application/octet-stream, and JSON documents with a type of their own as application/json.',
    ),
    cache: proven('emulator'),
    cors: proven('emulator'),
    preflight: documented(
      'partly',
      'Azure answers OPTIONS itself: the headers that allow a request are set, but it is not known with which status they come.',
    ),
    headers: proven('emulator'),
    filter: missing(
      'emulator',
      'Azure cannot route by query: `?type=` is answered with the whole index, which consumers filter themselves.',
    ),
    attachments: proven('emulator'),
    revalidation: documented(true),
    missing: proven('emulator'),
  },
  layout: 'json-rewrite',
  limits: { config: { 'staticwebapp.config.json': { bytes: 20 * 1024 } } },
  instructions: [
    'Copy `staticwebapp.config.json` into the root of the published folder. In one of your own, put its `routes` before yours and add its `globalHeaders` and `mimeTypes`.',
    'A `navigationFallback` of your own has to exclude `/.well-known/*` and the other folders of the site, or a missing document is answered with your page.',
  ],
  render(site) {
    return [
      {
        path: 'staticwebapp.config.json',
        body: `${JSON.stringify(configuration(site), null, 1)}\n`,
        placement: 'site',
      },
    ]
  },
  notes(site) {
    return unmet(azureStaticWebApps, site)
  },
}

interface Route {
  readonly route: string
  readonly rewrite?: string
  readonly headers?: Readonly<Record<string, string>>
}

function configuration(site: SiteRules): object {
  const renamed = renamedFiles('json-rewrite', site.files)
  const { base, exceptions } = layeredRules(site.files, site.publisher, (file) =>
    JSON.stringify({ ...ruleHeaders(file), ...allowHeaders(site) }),
  )
  const global = base.find(({ pattern }) => pattern.kind === 'folder' && pattern.folder === '')
  const headersOf = (path: string): Record<string, string> => ({
    ...ruleHeaders(site.files.find((file) => file.path === path)!),
    ...allowHeaders(site),
  })
  const rewrites = [...renamed].map(([path, file]): Route => ({
    route: urlPath(path),
    rewrite: urlPath(file),
    headers: headersOf(path),
  }))
  const rules = [...exceptions, ...base.filter((rule) => rule !== global)].flatMap(({ pattern, value }): Route[] =>
    pattern.kind === 'file' && renamed.has(pattern.path)
      ? []
      : routesOf(pattern).map((route) => ({ route, headers: JSON.parse(value) as Record<string, string> })),
  )
  const page = site.files.some(({ path }) => path === PAGE)
  const link: Route[] = page || site.pageLink === undefined ? [] : [{ route: '/', headers: { Link: site.pageLink } }]
  return {
    routes: [...rewrites, ...rules, ...link],
    ...(global === undefined ? {} : { globalHeaders: JSON.parse(global.value) as object }),
    mimeTypes: mimeTypes(site.files, renamed),
    ...(site.files.some(({ path }) => path === '404.html')
      ? { responseOverrides: { '404': { rewrite: '/404.html' } } }
      : {}),
  }
}

function ruleHeaders({ headers }: HostedFile): Record<string, string> {
  const { 'Content-Type': _, ...rest } = headers
  return rest
}

function routesOf(pattern: Pattern): string[] {
  if (pattern.kind === 'folder') return [`${urlPath(pattern.folder)}*`]
  if (pattern.kind === 'file') return pattern.path === PAGE ? ['/', `/${PAGE}`] : [urlPath(pattern.path)]
  return [`${urlPath(pattern.folder)}*.{${pattern.ending.slice(1)}}`]
}

/** The media type of each ending; where files differ, what most have. */
function mimeTypes(files: readonly HostedFile[], renamed: ReadonlyMap<string, string>): Record<string, string> {
  const named = files
    .map(({ path, mediaType }) => ({ ending: endingOf(renamed.get(path) ?? path), mediaType }))
    .filter(({ ending }) => /^\.[a-z0-9]+$/.test(ending))
  const types = groupBy(named, ({ ending }) => ending).map((same): [string, string] => {
    const [most] = groupBy(same, ({ mediaType }) => mediaType).toSorted(
      (a, b) => b.length - a.length || compareText(a[0]!.mediaType, b[0]!.mediaType),
    )
    return [same[0]!.ending, most![0]!.mediaType]
  })
  return Object.fromEntries(types.toSorted(([a], [b]) => compareText(a, b)))
}

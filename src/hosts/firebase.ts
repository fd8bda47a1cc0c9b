import { PAGE } from '../headers.ts'
import { urlPath } from '../site.ts'
import { documented, missing, proven, unmet } from './capabilities.ts'
import type { Host } from './host.ts'
import { renamedFiles } from './layout.ts'
import { allowHeaders } from './preflight.ts'
import { disjointRules, type Pattern } from './patterns.ts'
import type { HostedFile, SiteRules } from './site-rules.ts'
import { ruleHeaders } from './usual-types.ts'

/** Firebase Hosting: the hosting part of `firebase.json`. */
export const firebase: Host = {
  name: 'firebase',
  title: 'Firebase Hosting',
  can: {
    types: proven('emulator'),
    cache: proven('emulator'),
    cors: proven('emulator'),
    preflight: documented(
      'partly',
      'Firebase answers OPTIONS itself: the headers that allow a request are set, but it is not known with which status they come.',
    ),
    headers: proven('emulator'),
    filter: missing(
      'emulator',
      'Firebase cannot route by query: `?type=` is answered with the whole index, which consumers filter themselves.',
    ),
    attachments: proven('emulator'),
    revalidation: documented(true),
    missing: proven('emulator'),
  },
  layout: 'json-rewrite',
  limits: {},
  instructions: [
    'Copy `firebase.json` to the root of the project, or add its `headers` and `rewrites` to the `hosting` of your own; `public` names the published folder. Its rewrites have to stand before a `**` of your own.',
    'Patterns do not reach into folders whose name begins with a dot: an own rule for `**` says nothing about `/.well-known/`.',
  ],
  render(site) {
    const hosting = {
      public: site.view === 'public' ? 'dist' : 'dist-private',
      ignore: ['firebase.json', '**/node_modules/**', '.gitignore'],
      headers: headerEntries(site),
      rewrites: [...renamedFiles('json-rewrite', site.files)].map(([path, file]) => ({
        source: urlPath(path),
        destination: urlPath(file),
      })),
    }
    return [{ path: 'firebase.json', body: `${JSON.stringify({ hosting }, null, 2)}\n`, placement: 'project' }]
  },
  notes(site) {
    return unmet(firebase, site)
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
    return sourcesOf(pattern, site.files).map((source) => ({ source, headers: list }))
  })
  const page = site.files.some(({ path }) => path === PAGE)
  if (page || site.pageLink === undefined) return entries
  return [...entries, { source: '/', headers: [{ key: 'Link', value: site.pageLink }] }]
}

/** `**` does not match a segment that begins with a dot: what is below one needs a pattern that names it. */
function sourcesOf(pattern: Pattern, files: readonly HostedFile[]): string[] {
  if (pattern.kind === 'ending') throw new TypeError('Patterns by ending are not used here')
  if (pattern.kind === 'file') return pattern.path === PAGE ? ['/', `/${PAGE}`] : [urlPath(pattern.path)]
  const base = pattern.folder === '' ? '/' : urlPath(pattern.folder)
  const hidden = files.flatMap(({ path }) => {
    if (!path.startsWith(pattern.folder)) return []
    const segments = path.slice(pattern.folder.length).split('/')
    const last = segments.findLastIndex((segment) => segment.startsWith('.'))
    if (last < 0) return []
    const shown = segments
      .slice(0, last + 1)
      .map((segment) => (segment.startsWith('.') ? encodeURIComponent(segment) : '*'))
    return [`${base}${shown.join('/')}/**`]
  })
  return [`${base}**`, ...new Set(hidden)]
}

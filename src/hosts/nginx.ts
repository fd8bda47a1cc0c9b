import { PAGE, type Headers } from '../headers.ts'
import { groupBy } from '../group.ts'
import { compareText } from '../json.ts'
import { ownServer, unmet } from './capabilities.ts'
import { bytesExpression as expression } from './expression.ts'
import type { Host } from './host.ts'
import { closedFolders, ourPatterns } from './our-patterns.ts'
import { layeredRules, openFolders } from './patterns.ts'
import { encodedExpression, queryExpression } from './query.ts'
import { endingOf, type HostedFile, type SiteRules } from './site-rules.ts'

/** nginx: one file for the `http` block, one for the `server` block. */
export const nginx: Host = {
  name: 'nginx',
  title: 'nginx',
  can: ownServer,
  layout: 'file',
  limits: {},
  instructions: [
    'Copy `signpost-http.conf` and `signpost-server.conf` to `/etc/nginx/signpost/`. Write `include signpost/signpost-http.conf;` into the `http` block and `include signpost/signpost-server.conf;` into the `server` block of the site, whose `root` is the published folder.',
    'The locations are `^~`, so that rules like `location ~ /\\.` do not hide `/.well-known/`.',
    'Where you compress, `gzip_vary on;` belongs to it. A location of your own for the page that adds headers has to repeat `add_header Link $signpost_page_link;`, since nginx then inherits none.',
    'nginx makes its ETag from time and size: do not set the times of the published files back when you copy them.',
  ],
  render(site) {
    return [
      { path: 'signpost-http.conf', body: httpBlock(site), placement: 'project' },
      { path: 'signpost-server.conf', body: serverBlock(site), placement: 'project' },
    ]
  },
  notes(site) {
    return unmet(nginx, site)
  },
}

/** Headers that differ from path to path: each is a variable, empty where it is not sent. */
function httpBlock(site: SiteRules): string {
  const maps = varyingHeaders(site).map((name) => {
    const { base, exceptions } = layeredRules(site.files, site.publisher, ({ headers }) => headers[name] ?? '')
    // Of expressions the first that matches decides.
    const lines = [...exceptions, ...base.filter(({ value }) => value !== '')].map(
      ({ pattern, value }) => `  ${quoteExpression(`~${expression(pattern)}`)} ${quote(value)};`,
    )
    return [`map $uri ${variable(name)} {`, '  default "";', ...lines, '}'].join('\n')
  })
  const routes = site.routes.map(({ path, parameter, values, otherwise }, i) =>
    [
      `map $args $signpost_route_${i} {`,
      `  default ${quote(`/${path}`)};`,
      ...Object.entries(values).map(
        ([value, target]) =>
          `  ${quoteExpression(`~${queryExpression(parameter, encodedExpression(value))}`)} ${quote(`/${target}`)};`,
      ),
      `  ${quoteExpression(`~${queryExpression(parameter)}`)} ${quote(`/${otherwise}`)};`,
      '}',
    ].join('\n'),
  )
  const page = hasAppPage(site)
    ? [
        [
          `map $uri ${PAGE_LINK} {`,
          '  default "";',
          `  ${quoteExpression(`~^/(?:${PAGE.replace('.', '\\.')})?$`)} ${quote(site.pageLink!)};`,
          '}',
        ].join('\n'),
      ]
    : []
  const ours = ourPatterns(site).map(expression)
  const preflight = [
    'map $request_method:$uri $signpost_preflight {',
    '  default "";',
    ...ours.map((e) => `  ${quoteExpression(`~^OPTIONS:${e.slice(1)}`)} 1;`),
    '}',
  ].join('\n')
  return `# For the http block of nginx.\n${[...maps, ...page, ...routes, preflight].join('\n\n')}\n`
}

function serverBlock(site: SiteRules): string {
  const folders = openFolders(site.files, site.publisher)
  const roots = folders.filter(({ folder }) => folder !== undefined && folder !== '')
  const whole = folders.find(({ folder }) => folder === '')
  const groups = [
    ...roots.map(({ folder, files }) => ({ folder: folder!, files })),
    ...site.folders.map((folder) => ({
      folder,
      files: whole?.files.filter(({ path }) => path.startsWith(folder)) ?? [],
    })),
  ].filter(({ files }) => files.length > 0)
  const covered = new Set(groups.flatMap(({ files }) => files.map(({ path }) => path)))
  const single = site.files.filter(({ path }) => !covered.has(path))
  return [
    '# For the server block of the site, whose root is the published folder.',
    'if ($signpost_preflight) {\n  rewrite ^ /.signpost-preflight last;\n}',
    block('location = /.signpost-preflight', [
      'internal;',
      ...Object.entries(site.preflight).map(([name, value]) => `add_header ${name} ${quote(value)} always;`),
      'return 204;',
    ]),
    ...(hasAppPage(site) ? [`add_header Link ${PAGE_LINK};`] : []),
    ...closedFolders(site)
      .filter((folder) => !groups.some((group) => group.folder === folder))
      .map((folder) => block(`location ^~ ${quote(`/${folder}`)}`, ['try_files $uri =404;'])),
    ...groups.map((group) => folderLocation(site, group.folder, group.files)),
    ...single.map((file) => fileLocation(site, file)),
    ...(single.some(({ path }) => path === PAGE)
      ? [
          block('location = /', [
            `try_files /${PAGE} =404;`,
            ...typeLines(single.find(({ path }) => path === PAGE)!),
            ...headerLines(site),
          ]),
        ]
      : []),
    ...(site.files.some(({ path }) => path === '404.html') ? ['error_page 404 /404.html;'] : []),
  ]
    .join('\n\n')
    .concat('\n')
}

/** Inherited by the publisher's own location for the page, as long as that adds no header itself. */
const PAGE_LINK = '$signpost_page_link'

function hasAppPage({ files, pageLink }: SiteRules): boolean {
  return pageLink !== undefined && !files.some(({ path }) => path === PAGE)
}

function folderLocation(site: SiteRules, folder: string, files: readonly HostedFile[]): string {
  const types = new Map<string, string>()
  for (const same of groupBy(files, ({ path }) => endingOf(path))) {
    const [ending, type] = [endingOf(same[0]!.path), same[0]!.mediaType]
    if (/^\.[a-z0-9]+$/.test(ending) && same.every(({ mediaType }) => mediaType === type)) types.set(ending, type)
  }
  const odd = files.filter(({ path }) => !types.has(endingOf(path)))
  return block(`location ^~ ${quote(`/${folder}`)}`, [
    block(
      'types',
      [...types]
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([ending, type]) => `${quote(type)} ${ending.slice(1)};`),
    ),
    'default_type application/octet-stream;',
    ...headerLines(site),
    'try_files $uri =404;',
    ...odd.map((file) =>
      block(`location ~ ${quoteExpression(expression({ kind: 'file', path: file.path }))}`, [
        ...typeLines(file),
        `try_files ${source(site, file)} =404;`,
      ]),
    ),
  ])
}

function fileLocation(site: SiteRules, file: HostedFile): string {
  const { path } = file
  const plain = /^[\w./~-]+$/.test(path)
  return block(plain ? `location = /${path}` : `location ~ ${quoteExpression(expression({ kind: 'file', path }))}`, [
    ...typeLines(file),
    ...headerLines(site),
    `try_files ${source(site, file)} =404;`,
  ])
}

function source({ routes }: SiteRules, { path }: HostedFile): string {
  const route = routes.findIndex((r) => r.path === path)
  return route < 0 ? '$uri' : `$signpost_route_${route}`
}

function typeLines({ mediaType }: HostedFile): string[] {
  return ['types { }', `default_type ${quote(mediaType)};`]
}

/** Of a missing path only what tells nothing about it is sent: `always` is for the rest. */
function headerLines(site: SiteRules): string[] {
  const varying = varyingHeaders(site)
  const fixed: Headers = site.files[0]?.headers ?? {}
  const names = Object.keys(fixed).filter((name) => name !== 'Content-Type' && !varying.includes(name))
  return [
    ...names.map((name) => `add_header ${name} ${quote(fixed[name]!)} always;`),
    ...varying.map((name) => `add_header ${name} ${variable(name)};`),
  ]
}

function varyingHeaders({ files }: SiteRules): string[] {
  const names = [...new Set(files.flatMap(({ headers }) => Object.keys(headers)))].filter(
    (name) => name !== 'Content-Type',
  )
  const varies = (name: string): boolean =>
    name === 'Cache-Control' || new Set(files.map(({ headers }) => headers[name])).size > 1
  return names.filter(varies)
}

function variable(name: string): string {
  return `$signpost_${name.toLowerCase().replaceAll('-', '_')}`
}

/** A value; nginx would fill in variables and keep what a backslash is before. */
function quote(text: string): string {
  if (/[\0-\x1f\x7f$\\]/.test(text)) throw new TypeError(`nginx cannot hold ${JSON.stringify(text)}`)
  return `"${text.replaceAll('"', '\\"')}"`
}

/** An expression made here: printable ASCII without a quotation mark. */
function quoteExpression(text: string): string {
  return `"${text}"`
}

function block(head: string, lines: readonly string[]): string {
  const inner = lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`)
  return [`${head} {`, ...inner, '}'].join('\n')
}

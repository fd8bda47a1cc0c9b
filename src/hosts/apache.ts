import { PAGE } from '../headers.ts'
import { ownServer, proven, unmet } from './capabilities.ts'
import { anyOf, bytesExpression } from './expression.ts'
import type { Host } from './host.ts'
import { closedFolders, ourPatterns } from './our-patterns.ts'
import { layeredRules, type Pattern } from './patterns.ts'
import { encodedExpression, queryExpression } from './query.ts'
import type { SiteRules } from './site-rules.ts'

/** Apache httpd 2.4: one `.htaccess` at the root of the site, which a `<Directory>` block can hold too. */
export const apache: Host = {
  name: 'apache',
  title: 'Apache httpd 2.4',
  can: {
    ...ownServer,
    revalidation: proven(
      'server',
      'Apache gives a compressed answer an ETag that it does not know again: set `DeflateAlterETag NoChange` in the server configuration, and it answers 304 there too.',
    ),
  },
  layout: 'file',
  limits: {},
  instructions: [
    'Copy `.htaccess` into the root of the published folder. It needs `AllowOverride FileInfo` (Debian sets `None` for `/var/www`, and the file is then ignored without a word); where that is not wanted, write `Include` with its path into the `<Directory>` block of the published folder.',
    'It needs the modules `headers` and `rewrite` (`a2enmod headers rewrite`).',
  ],
  render(site) {
    return [{ path: '.htaccess', body: htaccess(site), placement: 'site' }]
  },
  notes(site) {
    return unmet(apache, site)
  },
}

function htaccess(site: SiteRules): string {
  const ours = anyOf(ourPatterns(site).map(bytesExpression))
  const page = site.files.some(({ path }) => path === '404.html') ? ['ErrorDocument 404 /404.html', ''] : []
  return [
    '# Made by Signpost.',
    ...page,
    // Names in a skill may end in what a server runs or takes for a coding.
    `<If "%{REQUEST_URI} =~ m#${ours}#">`,
    '  SetHandler default-handler',
    '  <IfModule mod_mime.c>',
    '    RemoveEncoding .gz .tgz .Z .bz2 .xz .br .zst',
    '  </IfModule>',
    '</If>',
    '',
    '<IfModule mod_rewrite.c>',
    '  RewriteEngine On',
    ...[...preflightRules(ours), ...site.routes.flatMap(routeRules), ...missingRules(site)].map((line) => `  ${line}`),
    '</IfModule>',
    '',
    '<IfModule mod_headers.c>',
    ...[...headerLines(site), ...preflightHeaderLines(site, ours)].map((line) => `  ${line}`),
    '</IfModule>',
    '',
  ].join('\n')
}

/** In a folder's context the path comes without its leading slash. */
function relative(expression: string): string {
  return expression.replace('^/', '^').replace('^(?:/', '^(?:').replaceAll('|/', '|')
}

function preflightRules(ours: string): string[] {
  return ['RewriteCond %{REQUEST_METHOD} =OPTIONS', `RewriteRule ${relative(ours)} - [R=204,L]`]
}

function routeRules({ path, parameter, values, otherwise }: SiteRules['routes'][number]): string[] {
  const from = relative(bytesExpression({ kind: 'file', path }))
  return [
    ...Object.entries(values).flatMap(([value, target]) => [
      `RewriteCond %{QUERY_STRING} ${queryExpression(parameter, encodedExpression(value))}`,
      `RewriteRule ${from} /${target} [L]`,
    ]),
    `RewriteCond %{QUERY_STRING} ${queryExpression(parameter)}`,
    `RewriteRule ${from} /${otherwise} [L]`,
  ]
}

function missingRules(site: SiteRules): string[] {
  const folders = closedFolders(site).map((folder) => bytesExpression({ kind: 'folder', folder }))
  if (folders.length === 0) return []
  return ['RewriteCond %{REQUEST_FILENAME} !-f', `RewriteRule ${relative(anyOf(folders))} - [R=404,L]`]
}

/** A later `Header set` replaces what an earlier one set. `always` reaches errors too, which nobody should keep. */
function headerLines(site: SiteRules): string[] {
  const names = [...new Set(site.files.flatMap(({ headers }) => Object.keys(headers)))]
  const lines = names.flatMap((name) => {
    const table = name.startsWith('Access-Control-') || name === 'X-Content-Type-Options' ? 'Header always' : 'Header'
    const { base, exceptions } = layeredRules(site.files, site.publisher, ({ headers }) => headers[name] ?? '')
    return [...base.filter(({ value }) => value !== ''), ...exceptions].map(({ pattern, value }) =>
      value === ''
        ? `${table} unset ${name} ${condition(pattern)}`
        : `${table} set ${name} ${quote(value)} ${condition(pattern)}`,
    )
  })
  const published = site.files.some(({ path }) => path === PAGE)
  if (!published && site.pageLink !== undefined)
    lines.push(`Header set Link ${quote(site.pageLink)} ${condition({ kind: 'file', path: PAGE })}`)
  return lines
}

function preflightHeaderLines(site: SiteRules, ours: string): string[] {
  return Object.entries(site.preflight).map(
    ([name, value]) =>
      `Header always set ${name} ${quote(value)} "expr=%{REQUEST_METHOD} == 'OPTIONS' && %{REQUEST_URI} =~ m#${ours}#"`,
  )
}

function condition(pattern: Pattern): string {
  return `"expr=%{REQUEST_URI} =~ m#${bytesExpression(pattern)}#"`
}

/** A value; Apache would take `%` for the beginning of a variable. */
function quote(text: string): string {
  if (/[\0-\x1f\x7f]/.test(text)) throw new TypeError(`Apache cannot hold ${JSON.stringify(text)}`)
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`
}

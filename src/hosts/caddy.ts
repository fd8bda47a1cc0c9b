import { PAGE } from '../headers.ts'
import { ownServer, unmet } from './capabilities.ts'
import { anyOf, charactersExpression } from './expression.ts'
import type { Host } from './host.ts'
import { closedFolders, ourPatterns } from './our-patterns.ts'
import { layeredRules } from './patterns.ts'
import type { SiteRules } from './site-rules.ts'

/** Caddy 2: a file to import into the site's block. */
export const caddy: Host = {
  name: 'caddy',
  title: 'Caddy 2',
  can: ownServer,
  layout: 'file',
  limits: {},
  instructions: [
    "Copy `signpost.caddy` beside the Caddyfile and write `import signpost.caddy` into the block of the site, whose `root` is the published folder. What is not the site's is left to your own directives.",
  ],
  render(site) {
    return [{ path: 'signpost.caddy', body: snippet(site), placement: 'project' }]
  },
  notes(site) {
    return unmet(caddy, site)
  },
}

function snippet(site: SiteRules): string {
  const ours = ourPatterns(site)
  const page = site.files.some(({ path }) => path === PAGE)
  const expression = anyOf([...ours.map(charactersExpression), ...(page ? ['^/$'] : [])])
  const routes = site.routes.flatMap(routeLines)
  return [
    '# Made by Signpost: to be imported into the block of the site.',
    block('@signpost_preflight', ['method OPTIONS', `path_regexp ${raw(expression)}`]),
    block('handle @signpost_preflight', [
      block(
        'header',
        Object.entries(site.preflight).map(([name, value]) => `${name} ${quote(value)}`),
      ),
      'respond 204',
    ]),
    `@signpost path_regexp ${raw(expression)}`,
    block('handle @signpost', [
      block('route', [
        ...routes,
        ...(page ? [`rewrite / /${PAGE}`] : []),
        '@signpost_missing not file',
        'error @signpost_missing 404',
        ...headerLines(site),
        'file_server',
      ]),
    ]),
    ...closedFolders(site)
      .filter((folder) => !ours.some((pattern) => pattern.kind === 'folder' && pattern.folder === folder))
      .flatMap((folder) => [
        block(`handle /${folder}*`, [
          block('route', ['@signpost_absent not file', 'error @signpost_absent 404', 'file_server']),
        ]),
      ]),
    ...(!page && site.pageLink !== undefined
      ? [`@signpost_page path / /${PAGE}`, `header @signpost_page Link ${quote(site.pageLink)}`]
      : []),
    '',
  ].join('\n\n')
}

/** A parameter that is given twice comes as its values with a comma between: the first counts. */
function routeLines({ path, parameter, values, otherwise }: SiteRules['routes'][number], i: number): string[] {
  return [
    block(`map {query.${parameter}} {signpost_route_${i}}`, [
      `${raw('~^(?:,|$)')} /${path}`,
      ...Object.entries(values).map(([value, target]) => `${raw(`~^${value}(?:,|$)`)} /${target}`),
      `default /${otherwise}`,
    ]),
    `@signpost_route_${i} path_regexp ${raw(charactersExpression({ kind: 'file', path }))}`,
    `rewrite @signpost_route_${i} {signpost_route_${i}}`,
  ]
}

/** In a route directives keep their order, and a header that is set again is replaced. */
function headerLines(site: SiteRules): string[] {
  const names = [...new Set(site.files.flatMap(({ headers }) => Object.keys(headers)))]
  let number = 0
  return names.flatMap((name) => {
    const { base, exceptions } = layeredRules(site.files, site.publisher, ({ headers }) => headers[name] ?? '')
    return [...base.filter(({ value }) => value !== ''), ...exceptions].flatMap(({ pattern, value }) => {
      const matcher = `@signpost_${number++}`
      return [
        `${matcher} path_regexp ${raw(charactersExpression(pattern))}`,
        value === '' ? `header ${matcher} -${name}` : `header ${matcher} ${name} ${quote(value)}`,
      ]
    })
  })
}

/** A value; Caddy would fill in what stands between braces. */
function quote(text: string): string {
  if (/[\0-\x1f\x7f{}]/.test(text)) throw new TypeError(`Caddy cannot hold ${JSON.stringify(text)}`)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** An expression made here: printable ASCII without a backtick. */
function raw(text: string): string {
  return `\`${text}\``
}

function block(head: string, lines: readonly string[]): string {
  const inner = lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`)
  return [`${head} {`, ...inner, '}'].join('\n')
}

import type { Config } from '../config.ts'
import type { DeployFile } from '../deploy.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { compareText } from '../json.ts'
import type { Site, SiteHostFile } from '../site.ts'
import { headerClashes, joinRules, parseHeadersFile, redirectClashes, withoutOurs } from './headers-file.ts'
import type { Host, HostFile, HostName } from './host.ts'
import { hosts } from './index.ts'
import { renamedFiles } from './layout.ts'
import { checkLimits } from './limits.ts'
import { hostReadme } from './readme.ts'
import { createSiteRules } from './site-rules.ts'

/** The publisher's own files beside the public site. */
export interface Publisher {
  readonly files: readonly string[]
  /** Texts of those that are merged with ours, by path. */
  readonly texts: Readonly<Record<string, string>>
}

/** What a host cannot do of what a site asks for. */
export interface HostReport {
  readonly name: HostName
  readonly title: string
  /** The public folder is laid out for it. */
  readonly isFirst: boolean
  readonly notes: readonly string[]
}

/** Both views with the files of the first host, and what lies in the deployment folder for all. */
export interface Deployment {
  readonly public: Site
  readonly private?: Site
  readonly deploy: readonly DeployFile[]
  readonly reports: readonly HostReport[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Lays both views of a site out for the first of the configured hosts, and renders the files of every one. */
export function deploySites(
  sites: { readonly public: Site; readonly private?: Site },
  config: Pick<Config, 'hosts' | 'cache' | 'file'>,
  publisher: Publisher,
): Deployment {
  const chosen = config.hosts.map((name): Host => hosts[name as HostName])
  const first = chosen[0] && deployHost(chosen[0], 0, sites, config, publisher)
  const parts =
    first === undefined
      ? []
      : [first, ...chosen.slice(1).map((host, i) => deployHost(host, i + 1, sites, config, publisher, first.public))]
  const seen = first?.public
  const all = sites.private && first?.private
  return {
    public: { ...sites.public, ...seen },
    ...(sites.private === undefined ? {} : { private: { ...sites.private, ...all } }),
    deploy: parts.flatMap(({ deploy }) => deploy).toSorted((a, b) => compareText(a.path, b.path)),
    reports: parts.map(({ report }) => report),
    diagnostics: parts.flatMap(({ diagnostics }) => diagnostics),
  }
}

type Laid = Pick<Site, 'hostFiles' | 'fileNames'>

interface Part {
  readonly public: Laid
  readonly private: Laid
  readonly deploy: readonly DeployFile[]
  readonly report: HostReport
  readonly diagnostics: readonly Diagnostic[]
}

/** @param folder How the public folder is laid out; absent for the host that decides it. */
function deployHost(
  host: Host,
  index: number,
  sites: { readonly public: Site; readonly private?: Site },
  config: Pick<Config, 'cache' | 'file'>,
  publisher: Publisher,
  folder?: Laid,
): Part {
  const isFirst = folder === undefined
  const place = { file: config.file, pointer: `/hosts/${index}` }
  const rules = createSiteRules(sites.public, config.cache, contentOf(publisher.files), ownRules(publisher))
  const privateRules = sites.private && createSiteRules(sites.private, config.cache, [])
  const rendered = mergeOwn(host, host.render(rules), publisher)
  const inside = isFirst ? rendered.files.filter((file) => file.placement === 'site' && !isTheirs(file, publisher)) : []
  const kept = isFirst
    ? rendered.files.filter((file) => file.placement === 'site' && isTheirs(file, publisher) && file.body !== '')
    : []
  const beside = rendered.files.filter((file) => !inside.includes(file))
  const privateFiles = privateRules === undefined ? [] : host.render(privateRules)
  const privateInside = isFirst ? privateFiles.filter(({ placement }) => placement === 'site') : []
  const privateBeside = privateFiles.filter((file) => !privateInside.includes(file))
  const renamed = renamedFiles(host.layout, rules.files)
  const strange = (folder?.hostFiles ?? [])
    .map(({ path }) => path)
    .filter((path) => !rendered.files.some((file) => file.path === path))
  const moves = isFirst
    ? []
    : rules.files
        .map(({ path }) => [folder.fileNames?.get(path) ?? path, renamed.get(path) ?? path] as const)
        .filter(([from, to]) => from !== to)
  const readme = hostReadme(host, { isFirst, inside, kept, privateFiles, strange, moves, rules })
  return {
    public: laid(inside, renamed),
    private: laid(
      privateInside,
      privateRules === undefined ? new Map<string, string>() : renamedFiles(host.layout, privateRules.files),
    ),
    deploy: [
      ...beside.map(({ path, body }) => encode(`${host.name}/${path}`, body)),
      ...privateBeside.map(({ path, body }) => encode(`${host.name}/private/${path}`, body)),
      encode(`${host.name}/README.md`, readme),
    ],
    report: { name: host.name, title: host.title, isFirst, notes: host.notes(rules) },
    diagnostics: [
      ...rendered.diagnostics,
      ...kept.map(({ path }) => diagnose('HOST_FILE_KEPT', { file: path }, { path, host: host.name })),
      ...checkLimits(host, rules, rendered.files, place),
    ],
  }
}

function laid(files: readonly HostFile[], renamed: ReadonlyMap<string, string>): Laid {
  const hostFiles = files.map((file): SiteHostFile => ({
    path: file.path,
    body: new TextEncoder().encode(file.body),
    ...(file.merge === undefined ? {} : { merged: true }),
  }))
  return {
    ...(hostFiles.length === 0 ? {} : { hostFiles: hostFiles.toSorted((a, b) => compareText(a.path, b.path)) }),
    ...(renamed.size === 0 ? {} : { fileNames: renamed }),
  }
}

/** A publisher's rules stand above ours in the same file; what both set is an error. */
function mergeOwn(
  host: Host,
  files: readonly HostFile[],
  { texts }: Publisher,
): { files: HostFile[]; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const merged = files.map((file): HostFile => {
    if (file.merge === undefined) return file
    const own = withoutOurs(texts[file.path] ?? '')
    const clashes = file.merge === 'headers' ? headerClashes(own, file.body) : redirectClashes(own, file.body)
    for (const clash of clashes)
      diagnostics.push(
        diagnose(
          'HOST_RULE_TWICE',
          { file: file.path, line: clash.line },
          { ...clash, file: file.path, host: host.name },
        ),
      )
    const rules = file.rules === undefined ? {} : { rules: file.rules + parseHeadersFile(own).length }
    return { ...file, ...rules, body: joinRules(own, file.body, file.merge) }
  })
  return { files: merged, diagnostics }
}

/** Files of rules in which more stands than what an earlier build put there. */
function ownRules({ texts }: Publisher): string[] {
  return ['_headers', '_redirects'].filter((path) => withoutOurs(texts[path] ?? '').trim() !== '')
}

function isTheirs({ path, merge }: HostFile, { files }: Publisher): boolean {
  return merge === undefined && files.includes(path)
}

/** The publisher's files that are answered to somebody: not the rules of a platform. */
function contentOf(files: readonly string[]): string[] {
  return files.filter((path) => !RULE_FILES.has(path))
}

const RULE_FILES: ReadonlySet<string> = new Set([
  '_headers',
  '_redirects',
  '_routes.json',
  '_worker.js',
  '.htaccess',
  '.nojekyll',
  'staticwebapp.config.json',
  'CNAME',
])

function encode(path: string, body: string): DeployFile {
  return { path, body: new TextEncoder().encode(body) }
}

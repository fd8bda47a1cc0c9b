import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Host, HostFile } from './host.ts'
import type { SiteRules } from './site-rules.ts'

/** A site or a host file that a platform would refuse, or read only in part. */
export function checkLimits(
  host: Host,
  site: SiteRules,
  files: readonly HostFile[],
  place: { readonly file: string; readonly pointer: string },
): Diagnostic[] {
  const { limits, title, name } = host
  const found = (what: string, actual: number, limit: number, unit: string): Diagnostic[] =>
    actual <= limit ? [] : [diagnose('HOST_LIMIT', place, { host: title, what, actual, limit, unit })]
  const count = site.files.length + site.publisher.length + files.filter(({ placement }) => placement === 'site').length
  return [
    ...(limits.files === undefined ? [] : found('the site', count, limits.files, 'files')),
    ...(limits.fileBytes === undefined
      ? []
      : site.files.flatMap(({ path, size }) => found(`\`${path}\``, size, limits.fileBytes!, 'bytes'))),
    ...refusedNames(host, site).map((path) => diagnose('HOST_FILE_NAME', place, { host: title, path })),
    ...files.flatMap((file) => {
      const limit = limits.config?.[file.path]
      if (limit === undefined) return []
      const where = `\`${file.path}\` (${name})`
      const longest = Math.max(...file.body.split('\n').map((line) => line.length))
      return [
        ...(limit.bytes === undefined
          ? []
          : found(where, new TextEncoder().encode(file.body).length, limit.bytes, 'bytes')),
        ...(limit.rules === undefined || file.rules === undefined
          ? []
          : found(where, file.rules, limit.rules, 'rules')),
        ...(limit.line === undefined ? [] : found(`A line of ${where}`, longest, limit.line, 'characters')),
      ]
    }),
  ]
}

/** Paths that a platform refuses; of a skill's file, which clients of two generations find at two, the first. */
function refusedNames({ limits }: Host, { files }: SiteRules): string[] {
  const refused = files.map(({ path }) => path).filter((path) => limits.refusedName?.test(path))
  const fileOf = (path: string): string => path.replace(/^\.well-known\/(?:agent-)?skills\//, '')
  return refused.filter((path, i) => refused.findIndex((other) => fileOf(other) === fileOf(path)) === i)
}

import { buildFolder } from '../build-folder.ts'
import { hasErrors, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import type { JsonObject } from '../json.ts'
import { amount } from '../diagnostics/reporters/reporter.ts'
import type { Site } from '../site.ts'
import { isLoopback } from '../url.ts'
import { crawlSite } from '../verify/crawl.ts'
import { diffSites, type ResourceDiff } from '../verify/diff/diff.ts'
import { judgeDiffs } from '../verify/diff/judge.ts'
import { diffLines, diffMarkdown } from '../verify/diff/text.ts'
import { findUnreadable } from '../verify/diff/unreadable.ts'
import { memoryReader, type SiteReader } from '../verify/readers.ts'
import type { Flags, Io } from './command.ts'
import { contextOf } from './context.ts'
import { finish } from './finish.ts'
import { isStrict, openProject } from './project.ts'
import { givenOrigin, openSite, type SiteOperand } from './site-operand.ts'

/** `signpost diff <origin or folder>`: what is different between a deployed site and this build, and whom it breaks. */
export async function run(operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const operand = openSite(operands[0] ?? '', flags, io)
  const given = givenOrigin(flags)
  const { root, site, diagnostics } = await openProject(flags, io)
  if (site === undefined) return finish({ diagnostics, report: {}, summary: [], strict: false }, { root }, flags, io)
  const build = await buildFolder(root, site.options, await contextOf(site, flags, io))
  const files = { root, sourceText: (file: string): string | undefined => build.sourceText(file) }
  const strict = isStrict(flags, build.config)
  if (build.public === undefined)
    return finish(
      {
        diagnostics: build.diagnostics.filter(({ severity }) => severity === 'error'),
        report: {},
        summary: [],
        strict,
      },
      files,
      flags,
      io,
    )

  const base = given ?? standsFor(operand, build.config.origin)
  const paths = build.public.artifacts.map(({ path }) => path)
  // A server lists nothing: what it has at the paths of this build is looked at beside what it links.
  const reader: SiteReader =
    operand.folder === undefined ? { ...operand.reader, list: async () => paths } : operand.reader
  const deployed = { crawl: await crawlSite(reader, { base }), base }
  const origin = new URL(build.public.origin)
  const built = { crawl: await crawlSite(memoryReader(build.public), { base: origin }), base: origin }
  const unreadable = findUnreadable(deployed.crawl)
  // What could not be read is no difference.
  const diffs = hasErrors(unreadable) ? [] : diffSites(deployed, built)
  const findings = withRules(
    [...unreadable, ...judgeDiffs(diffs, createLocator(build.public, base))],
    build.config.rules,
  )
  const name = operand.folder === undefined ? operand.reader.origin!.origin : (operands[0] ?? '')
  const isFirst = deployed.crawl.documents.length === 0 && unreadable.length === 0
  return finish(
    {
      diagnostics: findings,
      report: reportOf(diffs, base),
      summary: summaryOf(diffs, name, isFirst, unreadable.length > 0),
      markdown: unreadable.length > 0 ? '' : diffMarkdown(diffs, name),
      strict,
    },
    files,
    flags,
    io,
  )
}

/** A folder, and a server on this machine, hold a build of this site. */
function standsFor({ reader: { origin } }: SiteOperand, own: string): URL {
  return origin === undefined || isLoopback(origin.hostname) ? new URL(own) : origin
}

/** Findings stand in the definition that a document is made from, where it is one alone. */
function createLocator({ artifacts }: Site, base: URL): (diff: ResourceDiff) => Place {
  const sources = new Map(artifacts.filter(({ from }) => from.length === 1).map(({ path, from }) => [path, from[0]!]))
  return (diff) => {
    const path = String(diff['path']).slice(1)
    const file = sources.get(diff.kind === 'Agent Skill' ? `.well-known/agent-skills/${diff.id}/SKILL.md` : path)
    return { url: new URL(`/${path}`, base).href, ...(file === undefined ? {} : { file }) }
  }
}

function withRules(diagnostics: readonly Diagnostic[], rules: Readonly<Record<string, string>>): Diagnostic[] {
  return diagnostics.flatMap((finding): Diagnostic[] => {
    const wanted = rules[finding.code]
    if (wanted === 'off') return []
    return [wanted === undefined ? finding : { ...finding, severity: wanted as Diagnostic['severity'] }]
  })
}

function reportOf(diffs: readonly ResourceDiff[], { origin }: URL): JsonObject {
  const { breaking, compatible } = countsOf(diffs)
  return { deployed: origin, breaking, compatible, resources: diffs }
}

function summaryOf(diffs: readonly ResourceDiff[], name: string, isFirst: boolean, isUnreadable: boolean): string[] {
  if (isUnreadable) return []
  if (isFirst) return [`Nothing is deployed at ${name} yet: everything is new.`, ...diffLines(diffs)]
  if (diffs.length === 0) return [`Clients of ${name} will see no difference.`]
  const { breaking, compatible } = countsOf(diffs)
  return [
    ...diffLines(diffs),
    '',
    `${amount(breaking, 'breaking difference')}, ${amount(compatible, 'compatible difference')} between ${name} and this build.`,
  ]
}

function countsOf(diffs: readonly ResourceDiff[]): { readonly breaking: number; readonly compatible: number } {
  const breaking = diffs.filter(({ impact }) => impact === 'breaking').length
  return { breaking, compatible: diffs.length - breaking }
}

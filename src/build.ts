import type { Catalog } from './catalog.ts'
import { checkCatalog } from './catalog-rules.ts'
import { resolveConfig, type Config, type ConfigContext, type SignpostOptions } from './config.ts'
import { hasErrors, sortDiagnostics, type Diagnostic } from './diagnostics/diagnostic.ts'
import { applyRules } from './diagnostics/severity.ts'
import { checkAgents } from './formats/check-agents.ts'
import { checkFormats } from './formats/check-formats.ts'
import { formats } from './formats/index.ts'
import type { Sources } from './load/sources.ts'
import { parseDefinitions } from './parse/definitions.ts'
import { redactDiagnostics, scanSite, scanSources } from './scan/scan.ts'
import { checkPaths, createSite, type Artifact, type Site } from './site.ts'
import { needsPrivateView, publicView } from './view.ts'

/** What decides about a build beside options and sources. */
export interface BuildContext extends ConfigContext {
  /** Paths of the publisher's own files in the public folder (`public/`, or what a framework wrote). @default none */
  readonly publicFiles?: readonly string[]
}

/** What a build made. */
export interface BuildResult {
  /** Sorted, with severities as the `rules` option sets them, and every secret masked. */
  readonly diagnostics: readonly Diagnostic[]
  readonly config: Config
  /** Absent when there is an error. */
  readonly public?: Site
  /** The authenticated view; absent when nothing is private, restricted or extended. */
  readonly private?: Site
  /** Text of a source file with every secret masked, for code frames. */
  sourceText(file: string): string | undefined
}

/**
 * Checks options and sources and makes the whole site in memory.
 *
 * The same arguments give the same bytes, on any machine. Problems of the input are findings; nothing is read or written.
 *
 * @param found Findings of reading the sources, to be shown with the others.
 */
export async function build(options: SignpostOptions, sources: Sources, context: BuildContext, found: readonly Diagnostic[] = []): Promise<BuildResult> {
  const { config, diagnostics: optionFindings } = resolveConfig(options, context)
  const { catalog, broken, diagnostics: definitionFindings } = parseDefinitions(sources, config)
  const diagnostics = [
    ...found,
    ...optionFindings,
    ...definitionFindings,
    ...checkCatalog(catalog, config, broken),
    ...checkAgents(catalog, config),
    ...checkFormats(catalog, config, context.now),
  ]
  const sites = hasErrors(diagnostics) ? undefined : await generateSites(catalog, config, context.publicFiles ?? [])
  diagnostics.push(...(sites?.diagnostics ?? []))
  const scan = await (sites === undefined ? scanSources(sources, config) : scanSite(sites, sources, catalog, config))
  diagnostics.push(...scan.diagnostics.filter((d) => !isSaidAlready(d, diagnostics)))
  const shown = sortDiagnostics(redactDiagnostics(applyRules(diagnostics, config, catalog), scan.secrets))
  const isSound = sites !== undefined && !hasErrors(shown)
  return {
    diagnostics: shown,
    config,
    ...(isSound ? { public: sites.public } : {}),
    ...(isSound && sites.private !== undefined ? { private: sites.private } : {}),
    sourceText: scan.sourceText,
  }
}

/** Whether a secret is one that a finding about the same URL names already. */
function isSaidAlready(finding: Diagnostic, others: readonly Diagnostic[]): boolean {
  return (
    finding.code === 'PUBLISH_SECRET' &&
    others.some((d) => d.code === 'URL_CREDENTIALS' && d.file === finding.file && d.line === finding.line && (d.column ?? 0) <= (finding.column ?? 0) && (finding.endColumn ?? 0) <= (d.endColumn ?? 0))
  )
}

/** Both views of a catalog as sites. */
export interface Sites {
  readonly public: Site
  readonly private?: Site
  readonly diagnostics: readonly Diagnostic[]
}

async function generateSites(catalog: Catalog, config: Config, publicFiles: readonly string[]): Promise<Sites> {
  const seen = await generateSite(publicView(catalog, config), config, 'public', publicFiles)
  const hasPrivate = needsPrivateView(catalog) && config.privateDir !== false
  const all = hasPrivate ? await generateSite(catalog, config, 'private', []) : undefined
  return {
    public: seen.site,
    ...(all === undefined ? {} : { private: all.site }),
    diagnostics: [...seen.diagnostics, ...(all?.diagnostics ?? [])],
  }
}

async function generateSite(catalog: Catalog, config: Config, view: Site['view'], publicFiles: readonly string[]): Promise<{ site: Site; diagnostics: Diagnostic[] }> {
  const origin = view === 'public' ? config.origin : config.privateOrigin
  const hasOwnPages = publicFiles.includes('index.html')
  const made: Artifact[] = []
  const published = new Map<string, Artifact>()
  for (const [name, format] of Object.entries(formats)) {
    if (config.formats[name] === false) continue
    for (const artifact of await format.generate({ config, view, origin, catalog, published, hasOwnPages })) {
      made.push(artifact)
      published.set(artifact.path, artifact)
    }
  }
  const { artifacts, diagnostics } = checkPaths(made, publicFiles)
  return { site: createSite(view, origin, artifacts), diagnostics }
}

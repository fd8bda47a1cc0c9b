import type { Catalog } from './catalog.ts'
import { checkCatalog, checkEmpty } from './catalog-rules.ts'
import { resolveConfig, type Config, type ConfigContext, type SignpostOptions } from './config.ts'
import { createDeployFiles, type DeployFile } from './deploy.ts'
import { hasErrors, sortDiagnostics, type Diagnostic } from './diagnostics/diagnostic.ts'
import { withoutEchoes } from './diagnostics/echoes.ts'
import { applyRules } from './diagnostics/severity.ts'
import { checkAgentSignatures } from './formats/agent-signatures.ts'
import { checkArd } from './formats/ard-check.ts'
import { checkTrustManifests } from './formats/ard-self-check.ts'
import { checkAgents } from './formats/check-agents.ts'
import { checkFormats } from './formats/check-formats.ts'
import type { FormatContext } from './formats/format.ts'
import { formats } from './formats/index.ts'
import { checkActiveContent, servesAttachments } from './hosts/active-content.ts'
import { deploySites, type HostReport } from './hosts/deployment.ts'
import { compareText } from './json.ts'
import type { Sources } from './load/sources.ts'
import { parseDefinitions } from './parse/definitions.ts'
import { redactDiagnostics, scanSite, scanSources } from './scan/scan.ts'
import { NO_KEYS, type Keys, type SigningState } from './sign/keys.ts'
import { checkSignatures } from './sign/self-check.ts'
import { checkPaths, createSite, type Artifact, type Site } from './site.ts'
import { verifySite } from './verify/verify-site.ts'
import { needsPrivateView, publicView } from './view.ts'

/** What decides about a build beside options and sources. */
export interface BuildContext extends ConfigContext {
  /** Paths of the publisher's own files in the public folder (`public/`, or what a framework wrote). @default none */
  readonly publicFiles?: readonly string[]
  /** Texts of those that are merged with ours, by path: `robots.txt`, `_headers`, `_redirects`. @default none */
  readonly publicTexts?: Readonly<Record<string, string>>
  /** RFC 3339 time of the last change of source files, by path, for `formats.ard.dates`. @default none */
  readonly dates?: ReadonlyMap<string, string>
  /** What signs, and the public keys to publish. @default none: unsigned */
  readonly keys?: Keys
}

/** What a build made. */
export interface BuildResult {
  /** Sorted, with severities as the `rules` option sets them, and every secret masked. */
  readonly diagnostics: readonly Diagnostic[]
  readonly config: Config
  readonly signing: SigningState
  /** Absent when there is an error. */
  readonly public?: Site
  /** The authenticated view; absent when nothing is private, restricted or extended. */
  readonly private?: Site
  /** Files that help to deploy the public site; absent where there is none. */
  readonly deploy?: readonly DeployFile[]
  /** What each of the configured hosts cannot do. */
  readonly hosts?: readonly HostReport[]
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
export async function build(
  options: SignpostOptions,
  sources: Sources,
  context: BuildContext,
  found: readonly Diagnostic[] = [],
): Promise<BuildResult> {
  const { config, diagnostics: optionFindings } = resolveConfig(options, context)
  const { keys = NO_KEYS, publicFiles = [], publicTexts = {}, dates = new Map<string, string>() } = context
  const { catalog, broken, diagnostics: definitionFindings } = parseDefinitions(sources, config)
  const diagnostics = [
    ...found,
    ...optionFindings,
    ...definitionFindings,
    ...checkCatalog(catalog, config, broken),
    ...checkAgents(catalog, config),
    ...checkArd(catalog, config, publicTexts),
    ...(keys.signer === undefined ? [] : checkAgentSignatures(catalog, config)),
    ...checkFormats(catalog, config, context.now),
  ]
  diagnostics.push(...checkEmpty(catalog, config, diagnostics))
  const sites = hasErrors(diagnostics)
    ? undefined
    : await generateSites(catalog, { config, keys, publicTexts, dates }, publicFiles)
  const deployment = sites && deploySites(sites, config, { files: publicFiles, texts: publicTexts })
  diagnostics.push(...(sites?.diagnostics ?? []), ...(deployment?.diagnostics ?? []))
  const scan = await (sites === undefined ? scanSources(sources, config) : scanSite(sites, sources, catalog, config))
  diagnostics.push(...scan.diagnostics)
  if (sites !== undefined && !hasErrors(diagnostics)) {
    diagnostics.push(...(await verifySite(sites, { publicFiles, development: config.development })))
  }
  const shown = sortDiagnostics(
    redactDiagnostics(withoutEchoes(applyRules(diagnostics, config, catalog)), scan.secrets),
  )
  const isSound = deployment !== undefined && !hasErrors(shown)
  return {
    diagnostics: shown,
    config,
    signing: keys.state,
    ...(isSound ? { public: deployment.public } : {}),
    ...(isSound && deployment.private !== undefined ? { private: deployment.private } : {}),
    ...(isSound
      ? {
          deploy: sortFiles([...createDeployFiles(deployment.public, config), ...deployment.deploy]),
          hosts: deployment.reports,
        }
      : {}),
    sourceText: scan.sourceText,
  }
}

function sortFiles(files: readonly DeployFile[]): DeployFile[] {
  return files.toSorted((a, b) => compareText(a.path, b.path))
}

/** Both views of a catalog as sites. */
export interface Sites {
  readonly public: Site
  readonly private?: Site
  readonly diagnostics: readonly Diagnostic[]
}

/** What both views are made from. */
type Facts = Pick<FormatContext, 'config' | 'keys' | 'dates' | 'publicTexts'>

async function generateSites(catalog: Catalog, facts: Facts, publicFiles: readonly string[]): Promise<Sites> {
  const { config } = facts
  const seen = await generateSite(
    { ...facts, view: 'public', origin: config.origin, catalog: publicView(catalog, config) },
    publicFiles,
  )
  const hasPrivate = needsPrivateView(catalog) && config.privateDir !== false
  const all = hasPrivate
    ? await generateSite({ ...facts, publicTexts: {}, view: 'private', origin: config.privateOrigin, catalog }, [])
    : undefined
  return {
    public: seen.site,
    ...(all === undefined ? {} : { private: all.site }),
    diagnostics: [...seen.diagnostics, ...(all?.diagnostics ?? [])],
  }
}

async function generateSite(
  view: Omit<FormatContext, 'published' | 'hasOwnPages' | 'archivesOnly'>,
  publicFiles: readonly string[],
): Promise<{ site: Site; diagnostics: Diagnostic[] }> {
  const hasOwnPages = publicFiles.includes('index.html')
  const archivesOnly = !servesAttachments(view.config)
  const made: Artifact[] = []
  const published = new Map<string, Artifact>()
  for (const [name, format] of Object.entries(formats)) {
    if (view.config.formats[name] === false) continue
    for (const artifact of await format.generate({ ...view, published, hasOwnPages, archivesOnly })) {
      made.push(artifact)
      published.set(artifact.path, artifact)
    }
  }
  const { artifacts, diagnostics } = checkPaths(made, publicFiles)
  const site = createSite(view.view, view.origin, artifacts)
  return {
    site,
    diagnostics: [
      ...diagnostics,
      ...checkActiveContent(view.catalog, view.config),
      ...checkSignatures(site, view.keys),
      ...checkTrustManifests(site, view.config, view.keys),
    ],
  }
}

import type { Catalog, Definition } from '../catalog.ts'
import type { Config } from '../config.ts'
import { sortDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Sources } from '../load/sources.ts'
import type { Site } from '../site.ts'
import { createRedactor, maskSource, type Secret } from './mask.ts'
import { publishedTexts } from './published-text.ts'
import { checkHiddenUnicode, checkKeyFiles, checkPrivateNames, checkReachability } from './published-rules.ts'
import { checkPublishedSecrets, checkSourceSecrets } from './published-secrets.ts'
import type { NamedDefinition } from './private-names.ts'
import { readSourceTexts, type SourceTexts } from './source-texts.ts'

/** What a scan found. */
export interface Scan {
  readonly diagnostics: readonly Diagnostic[]
  /** Every secret in the sources and in what is published, for `redactDiagnostics`. */
  readonly secrets: readonly Secret[]
  /** Text of a definition or of a file of a skill, with every secret masked. */
  sourceText(file: string): string | undefined
}

/** Searches the sources alone, where errors keep a site from being made. */
export async function scanSources(sources: Pick<Sources, 'skills' | 'agents'>, _config?: Config): Promise<Scan> {
  const texts = readSourceTexts(sources)
  const { diagnostics, secrets } = await checkSourceSecrets(texts)
  return finish([...diagnostics, ...checkKeyFiles(texts.copied)], secrets, texts)
}

/**
 * Searches what is about to be published: both views for secrets, key files and hidden characters, the public one also for
 * names of private definitions and for hosts that no outsider can reach.
 */
export async function scanSite(
  sites: { readonly public: Site; readonly private?: Site },
  sources: Pick<Sources, 'skills' | 'agents'>,
  catalog: Catalog,
  config: Pick<Config, 'development'>,
): Promise<Scan> {
  const texts = readSourceTexts(sources)
  const seen = publishedTexts(sites.public.artifacts, texts.get)
  const artifacts = [...sites.public.artifacts, ...(sites.private?.artifacts ?? [])]
  const all = sites.private === undefined ? seen : publishedTexts(artifacts, texts.get)
  const found = await checkPublishedSecrets(all, texts)
  const definitions = [...catalog.skills, ...catalog.agents, ...catalog.servers]
  const diagnostics = [
    ...found.diagnostics,
    ...checkKeyFiles(texts.copied),
    ...checkHiddenUnicode(all, texts),
    ...checkPrivateNames(
      seen,
      texts,
      definitions.filter(isPrivate).map(namesOf),
      definitions.filter((d) => !isPrivate(d)).map(namesOf),
    ),
    ...(config.development ? [] : checkReachability(seen, texts)),
  ]
  return finish(diagnostics, found.secrets, texts)
}

/** Findings with every secret masked in whatever they say. */
export function redactDiagnostics(diagnostics: readonly Diagnostic[], secrets: readonly Secret[]): Diagnostic[] {
  const redact = createRedactor(secrets)
  // A short password may be part of a folder's name by chance.
  const redactName = createRedactor(secrets.filter(({ value }) => value.length >= 12))
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    message: redact(diagnostic.message),
    ...(diagnostic.hint === undefined ? {} : { hint: redact(diagnostic.hint) }),
    ...(diagnostic.pointer === undefined ? {} : { pointer: redact(diagnostic.pointer) }),
    ...(diagnostic.url === undefined ? {} : { url: redact(diagnostic.url) }),
    ...(diagnostic.file === undefined ? {} : { file: redactName(diagnostic.file) }),
  }))
}

function finish(diagnostics: readonly Diagnostic[], secrets: readonly Secret[], texts: SourceTexts): Scan {
  return {
    diagnostics: redactDiagnostics(sortDiagnostics(diagnostics), secrets),
    secrets,
    sourceText: (file) => {
      const text = texts.get(file)
      return text === undefined ? undefined : maskSource(text, file, secrets)
    },
  }
}

function isPrivate({ access }: Definition): boolean {
  return access === 'private'
}

function namesOf(definition: Definition): NamedDefinition {
  const { kind, document, name, slug } = definition
  const slugs = [name, slug]
  if (definition.kind === 'skill')
    return { file: document.file, kind, ids: [definition.id], titles: [definition.title], slugs }
  const { name: cardName, title } = definition.card
  const texts = [cardName, title].filter((text) => typeof text === 'string')
  // The name of an MCP server is an identifier with a slash.
  const ids = texts.filter((text) => /^[\w.-]+\/[\w.-]+$/.test(text))
  return {
    file: document.file,
    kind: kind === 'mcp-server' ? 'MCP server' : kind,
    ids,
    titles: texts.filter((text) => !ids.includes(text)),
    slugs,
  }
}

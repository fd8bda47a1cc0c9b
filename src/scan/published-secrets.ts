import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { fingerprint } from '../diagnostics/severity.ts'
import { urlPath } from '../site.ts'
import type { Secret } from './mask.ts'
import type { PublishedText } from './published-text.ts'
import { scanTexts, type SecretFinding } from './secrets.ts'
import type { SourceTexts } from './source-texts.ts'

/** What a search for secrets gives: findings, and every secret, so that none is shown. */
export interface SecretScan {
  readonly diagnostics: readonly Diagnostic[]
  readonly secrets: readonly Secret[]
}

/** Secrets in published texts, each reported where it stands in the sources. What stands in the sources alone is only masked. */
export async function checkPublishedSecrets(
  published: readonly PublishedText[],
  sources: SourceTexts,
): Promise<SecretScan> {
  const { ofFile, ofText } = await scanAll(
    sources,
    published.map(({ text }) => text),
  )
  const report = createReport(sources, ofFile)
  const secrets = [...ofFile]
  for (const { artifact, text } of published) {
    for (const finding of ofText(text)) {
      report.add(finding, artifact.from, urlPath(artifact.path))
      secrets.push({ ...finding, file: artifact.path })
    }
  }
  return { diagnostics: report.diagnostics, secrets }
}

/** Secrets in the sources, where no site could be made: those in comments and in the prompt of an agent are only masked. */
export async function checkSourceSecrets(sources: SourceTexts): Promise<SecretScan> {
  const { ofFile } = await scanAll(sources, [])
  const report = createReport(sources, ofFile)
  for (const secret of ofFile) if (isPublished(sources, secret)) report.add(secret, [secret.file], undefined)
  return { diagnostics: report.diagnostics, secrets: ofFile }
}

/** Secrets of each source file and of each published text; equal texts are searched once. */
async function scanAll(
  sources: SourceTexts,
  published: readonly string[],
): Promise<{ ofFile: SecretFinding[]; ofText: (text: string) => readonly SecretFinding[] }> {
  const texts = [...new Set([...sources.files.flatMap((file) => sources.get(file) ?? []), ...published])]
  const results = await scanTexts(texts.map((text) => ({ file: '', text })))
  const byText = new Map(texts.map((text, i) => [text, results[i]!]))
  const ofText = (text: string | undefined): readonly SecretFinding[] =>
    text === undefined ? [] : (byText.get(text) ?? [])
  return {
    ofFile: sources.files.flatMap((file) => ofText(sources.get(file)).map((finding) => ({ ...finding, file }))),
    ofText,
  }
}

interface Report {
  readonly diagnostics: readonly Diagnostic[]
  /** @param path URL path it is published at. */
  add(finding: SecretFinding, from: readonly string[], path: string | undefined): void
}

function createReport(sources: SourceTexts, inSources: readonly SecretFinding[]): Report {
  const byValue = new Map<string, SecretFinding[]>()
  for (const finding of inSources) {
    const value = normal(finding.value)
    const same = byValue.get(value)
    if (same === undefined) byValue.set(value, [finding])
    else same.push(finding)
  }
  const diagnostics: Diagnostic[] = []
  const seen = new Set<string>()
  const add: Report['add'] = (finding, from, path) => {
    const value = normal(finding.value)
    const places = placesOf(finding, from, byValue.get(value) ?? [], sources)
    // An index only repeats what the document of one definition says.
    if (places.length === 0 && seen.has(value)) return
    seen.add(value)
    for (const place of places.length > 0 ? places : [placeOfFile(from, path)]) {
      const name = fingerprint('PUBLISH_SECRET', place.file ?? place.url ?? '', value)
      const key = JSON.stringify([name, place.line, place.column])
      if (seen.has(key)) continue
      seen.add(key)
      const args = { kind: finding.kind, fingerprint: name, ...(path === undefined ? {} : { path }) }
      diagnostics.push(diagnose('PUBLISH_SECRET', { ...place, fingerprint: name }, args))
    }
  }
  return { diagnostics, add }
}

function placesOf(
  finding: SecretFinding,
  from: readonly string[],
  same: readonly SecretFinding[],
  sources: SourceTexts,
): Place[] {
  const files = new Set(from)
  const found = same.filter(({ file }) => files.has(file))
  if (found.length > 0) return found.map(({ file, start, end }) => sources.position(file, start, end))
  return from.flatMap((file) => sources.find(file, finding.value) ?? [])
}

function placeOfFile(from: readonly string[], path: string | undefined): Place {
  return from.length === 1 ? { file: from[0]! } : { url: path ?? '' }
}

/** One form for a secret however its text escapes, indents or breaks it. */
function normal(value: string): string {
  return value
    .replace(/\\[nrt]/g, '')
    .replace(/\\(["'\\/])/g, '$1')
    .replace(/\s+/g, '')
}

function isPublished(sources: SourceTexts, { file, start }: SecretFinding): boolean {
  const text = sources.get(file)!
  if (sources.internal.has(file)) {
    const body = text.indexOf('\n---', 3)
    if (body !== -1 && start > body) return false
  }
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return !(/\.ya?ml$/i.test(file) && /(?:^|\s)#/.test(line))
}

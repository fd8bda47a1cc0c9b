import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { fingerprint } from '../diagnostics/severity.ts'
import type { SourceFile } from '../load/sources.ts'
import { urlPath } from '../site.ts'
import { findHiddenUnicode, mayHideUnicode, type HiddenRun } from './hidden-unicode.ts'
import { keyFileKind } from './key-files.ts'
import { createNameSearch, type NamedDefinition } from './private-names.ts'
import { visitTexts, type PublishedText } from './published-text.ts'
import { findUnreachableUrls } from './reachability.ts'
import type { SourceTexts } from './source-texts.ts'

/** Key stores and private keys among the files that are published as they stand. */
export function checkKeyFiles(files: readonly SourceFile[]): Diagnostic[] {
  return files.flatMap(({ path, bytes }) => {
    const kind = keyFileKind(path, bytes)
    if (kind === undefined) return []
    return [
      diagnose(
        'PUBLISH_KEY_FILE',
        { file: path, fingerprint: fingerprint('PUBLISH_KEY_FILE', path, kind) },
        { file: path, kind },
      ),
    ]
  })
}

/** Hidden and direction-changing characters: one finding for each kind in a file, at the first. */
export function checkHiddenUnicode(published: readonly PublishedText[], sources: SourceTexts): Diagnostic[] {
  const found = createFindings(sources)
  for (const item of published) {
    if (!mayHideUnicode(item.text)) continue
    visitTexts(item, (text) => {
      const runs = findHiddenUnicode(text)
      for (const kind of new Set(runs.map((run) => run.kind)))
        reportHidden(
          item,
          text,
          runs.filter((run) => run.kind === kind),
          found,
        )
    })
  }
  return found.diagnostics
}

function reportHidden(item: PublishedText, text: string, runs: readonly HiddenRun[], found: Findings): void {
  const { kind, start, end } = runs[0]!
  const spells = runs.map((run) => run.spells ?? '').join('')
  const args = {
    kind,
    codePoints: [...new Set(runs.flatMap((run) => run.codePoints))],
    count: runs.reduce((sum, run) => sum + [...text.slice(run.start, run.end)].length, 0),
    ...(spells === '' ? {} : { spells }),
  }
  // With what stands before it, since the same character may stand elsewhere in the source for a good reason.
  const written = [text.slice(start, end), text.slice(Math.max(0, start - 8), end)]
  const make: Make = (place, subject) =>
    diagnose(
      'PUBLISH_HIDDEN_UNICODE',
      { ...place, fingerprint: fingerprint('PUBLISH_HIDDEN_UNICODE', subject, kind) },
      args,
    )
  found.add(item, written, kind, make, end - start)
}

/** Public texts that name a private definition: one finding for each file and definition. */
export function checkPrivateNames(
  published: readonly PublishedText[],
  sources: SourceTexts,
  privateDefinitions: readonly NamedDefinition[],
  publicDefinitions: readonly NamedDefinition[],
): Diagnostic[] {
  if (privateDefinitions.length === 0) return []
  const search = createNameSearch(privateDefinitions, publicDefinitions)
  const found = createFindings(sources)
  const isNew = createMemory()
  for (const item of published) {
    visitTexts(item, (text, member) => {
      if (!isNew(text, member ?? '') && item.artifact.from.length > 1) return
      for (const { definition, text: words } of search(text, member)) {
        found.add(item, [words], definition.file, (place, subject) =>
          diagnose(
            'PUBLISH_PRIVATE_NAME',
            { ...place, fingerprint: fingerprint('PUBLISH_PRIVATE_NAME', subject, definition.file) },
            { file: subject, text: words, kind: definition.kind, definition: definition.file },
          ),
        )
      }
    })
  }
  return found.diagnostics
}

/** URLs of public documents on hosts that no outsider can reach. */
export function checkReachability(published: readonly PublishedText[], sources: SourceTexts): Diagnostic[] {
  const found = createFindings(sources)
  const hosts = new Map<string, string | undefined>()
  for (const item of published) {
    if (item.document === undefined) continue
    for (const { pointer, url, reason } of findUnreachableUrls(item.document, hosts)) {
      found.add(item, [url], url, (place, subject) =>
        diagnose(
          'PUBLISH_UNREACHABLE_HOST',
          {
            ...place,
            ...(place.line === undefined ? { pointer } : {}),
            fingerprint: fingerprint('PUBLISH_UNREACHABLE_HOST', subject, url),
          },
          { url, reason },
        ),
      )
    }
  }
  return found.diagnostics
}

interface Findings {
  readonly diagnostics: Diagnostic[]
  /**
   * A finding in each source that holds the text. Of a document made from many files that does not come from any of them
   * in this form, it is reported once, at the document's path, unless its subject was found before.
   *
   * @param written What to look for in the sources, the most exact last.
   * @param subject What the finding is about: the same subject in the same file is one finding.
   * @param length Characters at the end of what is looked for that the finding points at. @default all
   */
  add(item: PublishedText, written: readonly string[], subject: string, make: Make, length?: number): void
}

type Make = (place: Place, file: string) => Diagnostic

function createFindings(sources: SourceTexts): Findings {
  const diagnostics: Diagnostic[] = []
  const seen = new Set<string>()
  const add: Findings['add'] = ({ artifact }, written, subject, make, length) => {
    const { from } = artifact
    const places = from.flatMap((file): Place[] => {
      const forms = written.flatMap((form) => sources.find(file, form, length) ?? [])
      return forms.slice(-1)
    })
    if (places.length === 0 && from.length === 1) places.push({ file: from[0]! })
    if (places.length === 0 && !seen.has(subject)) places.push({ url: urlPath(artifact.path) })
    seen.add(subject)
    for (const place of places) {
      const file = place.file ?? place.url!
      const key = `${file}\0${subject}`
      if (seen.has(key)) continue
      seen.add(key)
      diagnostics.push(make(place, file))
    }
  }
  return { diagnostics, add }
}

/** Tells texts that come for the first time: documents made from many files repeat those of one. */
function createMemory(): (text: string, member: string) => boolean {
  const seen = new Map<string, Set<string>>()
  return (text, member) => {
    const texts = seen.get(member) ?? new Set()
    seen.set(member, texts)
    const { size } = texts
    return texts.add(text).size > size
  }
}

import type { JsonValue } from '../json.ts'
import { isObject } from '../json.ts'
import type { Artifact } from '../site.ts'
import { decodeText } from './decode.ts'

/** An artifact that is text. */
export interface PublishedText {
  readonly artifact: Artifact
  readonly text: string
  /** The document it is; absent for other text, and for a file that is published as it stands. */
  readonly document?: JsonValue
}

/**
 * The different texts among artifacts, those that were made from the fewest files first: what one of them says, an index
 * only repeats. An archive repeats files that are artifacts too.
 *
 * @param sourceText Text of a source file.
 */
export function publishedTexts(
  artifacts: readonly Artifact[],
  sourceText: (file: string) => string | undefined,
): PublishedText[] {
  const bodies = new Set<Uint8Array>()
  const texts = new Set<string>()
  const published: PublishedText[] = []
  for (const artifact of artifacts.toSorted((a, b) => a.from.length - b.from.length)) {
    if (bodies.has(artifact.body) || artifact.mediaType.startsWith('application/zip')) continue
    bodies.add(artifact.body)
    const text = decodeText(artifact.body)
    // Two files with the same text are two places to mend.
    const key = artifact.from.length === 1 ? `${artifact.from[0]}\0${text}` : text
    if (text === undefined || texts.has(key!)) continue
    texts.add(key!)
    const isCopy = artifact.from.length === 1 && sourceText(artifact.from[0]!) === text
    const document = isCopy ? undefined : parseJson(text)
    published.push({ artifact, text, ...(document === undefined ? {} : { document }) })
  }
  return published
}

/**
 * Calls a function with every text of a document and the name of the member it is the value of; keys are texts too. Other
 * text comes as a whole.
 */
export function visitTexts({ text, document }: PublishedText, visit: (text: string, member?: string) => void): void {
  if (document === undefined) visit(text)
  else walk(document, '', visit)
}

function walk(value: JsonValue, member: string, visit: (text: string, member?: string) => void): void {
  if (typeof value === 'string') visit(value, member)
  else if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) walk(item, member, visit)
  else if (isObject(value)) {
    for (const [key, child] of Object.entries(value)) {
      visit(key)
      walk(child, key, visit)
    }
  }
}

function parseJson(text: string): JsonValue | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

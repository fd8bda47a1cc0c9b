import { lintSource } from '@secretlint/core'
import { rules } from '@secretlint/secretlint-rule-preset-recommend'

/** A range of one of the texts that were searched. */
export interface LintMatch {
  readonly text: number
  readonly start: number
  readonly end: number
  /** Name of the rule without the package prefix, as `slack`. */
  readonly rule: string
}

/**
 * What secretlint's recommended rules find in texts.
 *
 * Starting the engine costs more than searching a small text, so many texts go in as one, with a separator between them
 * that no rule matches across. The rule that honours `secretlint-disable` comments is left out: a published text must not
 * switch its own scan off.
 */
export async function lintTexts(texts: readonly string[]): Promise<LintMatch[]> {
  const matches: LintMatch[] = []
  for (const batch of batches(texts)) {
    const { messages } = await lintSource({
      source: { content: batch.content, filePath: 'published.txt', ext: '.txt', contentType: 'text' },
      options: { config: CONFIG, noPhysicFilePath: true },
    })
    for (const { range, ruleId } of messages) {
      const part = partAt(batch.parts, range[0])
      const shift = part.from - part.at
      matches.push({
        text: part.text,
        start: range[0] + shift,
        end: range[1] + shift,
        rule: ruleId.replace(/^.*secretlint-rule-/, ''),
      })
    }
  }
  return matches
}

/** A piece of a text: where it starts in its text (`from`) and in the batch (`at`). */
interface Part {
  readonly text: number
  readonly from: number
  readonly at: number
}

interface Batch {
  readonly content: string
  readonly parts: readonly Part[]
}

const CONFIG = {
  rules: rules
    .filter((rule) => !rule.meta.id.endsWith('rule-filter-comments'))
    .map((rule) => ({ id: rule.meta.id, rule })),
}

const SEPARATOR = '\n\0\n'
/** The engine compares its findings with each other, so that batches must not grow without limit. */
const BATCH = 512 * 1024
/** Longer than any token: nothing is cut in two without standing whole in the next piece. */
const OVERLAP = 4096

function* batches(texts: readonly string[]): Generator<Batch> {
  let content = ''
  let parts: Part[] = []
  for (const [text, whole] of texts.entries()) {
    for (let from = 0; from < whole.length; from += BATCH - OVERLAP) {
      const piece = whole.slice(from, from + BATCH)
      if (content.length > 0 && content.length + piece.length > BATCH) {
        yield { content, parts }
        content = ''
        parts = []
      }
      if (content.length > 0) content += SEPARATOR
      // The engine takes a leading byte-order mark away, which would shift its ranges.
      else if (piece.startsWith('\uFEFF')) content = ' '
      parts.push({ text, from, at: content.length })
      content += piece
      if (from + BATCH >= whole.length) break
    }
  }
  if (content.length > 0) yield { content, parts }
}

function partAt(parts: readonly Part[], offset: number): Part {
  let low = 0
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (parts[middle]!.at <= offset) low = middle
    else high = middle - 1
  }
  return parts[low]!
}

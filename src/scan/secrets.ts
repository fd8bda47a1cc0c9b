import { findCredentialMembers, findCredentialValues } from './header-values.ts'
import { readMappings } from './mappings.ts'
import type { Match } from './match.ts'
import { isPlaceholder } from './placeholder.ts'
import { findPrivateKeys, findPrivateMembers } from './private-keys.ts'
import { lintTexts, type LintMatch } from './secretlint.ts'
import { findUrlCredentials } from './url-credentials.ts'
import { findVendorTokens } from './vendor-tokens.ts'

/** A text to search, and the file it stands for. */
export interface ScanText {
  readonly file: string
  readonly text: string
}

/** A secret in a text. */
export interface SecretFinding extends Match {
  readonly file: string
  /** The secret itself: never to be shown. */
  readonly value: string
}

/** The secrets in one text, by position; overlapping findings are one. Documented placeholders are none. */
export async function scanText(input: ScanText): Promise<SecretFinding[]> {
  return (await scanTexts([input]))[0]!
}

/** The secrets in each of many texts: one run of the scanner for all. */
export async function scanTexts(inputs: readonly ScanText[]): Promise<SecretFinding[][]> {
  const plain = inputs.map((input) => unescapeText(input.text))
  const found: Match[][] = plain.map((text) => {
    const mappings = readMappings(text)
    return [
      ...findVendorTokens(text),
      ...findPrivateKeys(text),
      ...findPrivateMembers(mappings),
      ...findUrlCredentials(text),
      ...findCredentialMembers(mappings),
      ...findCredentialValues(text),
    ]
  })
  for (const match of await lintTexts(plain)) {
    const narrowed = narrow(match, plain[match.text]!)
    if (narrowed !== undefined) found[match.text]!.push(narrowed)
  }
  return found.map((matches, index) => {
    const { file, text } = inputs[index]!
    return merge(matches).map((match) => ({ ...match, file, value: text.slice(match.start, match.end) }))
  })
}

/**
 * The text with its JSON and YAML escapes replaced by what they mean, at the same length: a token behind `\n` would
 * otherwise seem to start with an `n`. Escaped quotes become single ones, as they stand inside double ones.
 */
function unescapeText(text: string): string {
  if (!text.includes('\\')) return text
  return text
    .replace(/\\u00(2[0-9a-f]|3[a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)).padStart(6))
    .replace(/\\n/g, ' \n')
    .replace(/\\[rt]/g, '  ')
    .replace(/\\["']/g, " '")
    .replace(/\\\//g, ' /')
}

/** Kinds of what secretlint's rules find; rules that are not named here are called by their own name. */
const KINDS: Readonly<Record<string, string>> = {
  '1password': '1Password service account token',
  anthropic: 'Anthropic key',
  aws: 'AWS secret access key',
  github: 'GitHub token',
  linear: 'Linear token',
  npm: 'npm token',
  openai: 'OpenAI key',
  privatekey: 'private key',
  sendgrid: 'SendGrid key',
  shopify: 'Shopify token',
  slack: 'Slack token',
}

/** A finding of secretlint, cut to the secret. Passwords of URLs are left to the search that knows all schemes. */
function narrow(match: LintMatch, text: string): Match | undefined {
  const { rule } = match
  if (rule === 'basicauth' || rule === 'database-connection-string') return undefined
  // The range of this rule starts at the name of the variable but is as long as the value.
  const value =
    rule === 'aws' ? AWS_VALUE.exec(text.slice(match.start, match.end + 80))?.[1] : text.slice(match.start, match.end)
  if (value === undefined) return undefined
  if (rule !== 'privatekey' && isPlaceholder(value.replace(/^[A-Za-z0-9]{2,10}[-_.]/, ''))) return undefined
  const start = text.indexOf(value, match.start)
  return { start, end: start + value.length, kind: KINDS[rule] ?? `${rule} credential` }
}

const AWS_VALUE = /[:=>]\s*["']?([A-Za-z0-9/+=]{40})/

/** Findings by position; of those that overlap the widest range and the first kind, which is the most exact. */
function merge(matches: readonly Match[]): Match[] {
  const merged: Match[] = []
  const byStart = matches
    .map((match, rank) => ({ ...match, rank }))
    .toSorted((a, b) => a.start - b.start || a.rank - b.rank)
  let last: { start: number; end: number; kind: string; rank: number } | undefined
  for (const match of byStart) {
    if (last !== undefined && match.start < last.end) {
      last = {
        start: last.start,
        end: Math.max(last.end, match.end),
        kind: match.rank < last.rank ? match.kind : last.kind,
        rank: Math.min(match.rank, last.rank),
      }
      merged[merged.length - 1] = { start: last.start, end: last.end, kind: last.kind }
    } else {
      last = match
      merged.push({ start: match.start, end: match.end, kind: match.kind })
    }
  }
  return merged
}

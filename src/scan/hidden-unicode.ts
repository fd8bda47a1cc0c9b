/** A kind of character that readers do not see, or that changes what they see. */
export type HiddenKind = 'direction' | 'tag' | 'variation' | 'invisible' | 'control' | 'private-use'

/** A run of hidden characters of one kind. */
export interface HiddenRun {
  readonly start: number
  readonly end: number
  readonly kind: HiddenKind
  /** The different code points of the run, as `U+202E`. */
  readonly codePoints: readonly string[]
  /** The text that tag characters or variation selectors spell. */
  readonly spells?: string
}

/**
 * Hidden and direction-changing characters of a text (Unicode TR36; the characters of "Trojan Source" and of text smuggled
 * in tags or variation selectors).
 *
 * Their honest uses are let through: joiners, selectors and tags inside emoji; joiners in the scripts that need them;
 * direction marks in lines with right-to-left letters; spaces of no width where a script has none; one soft hyphen inside
 * a word. A byte-order mark at the start is the encoding's.
 */
export function findHiddenUnicode(text: string): HiddenRun[] {
  const runs: HiddenRun[] = []
  if (!CANDIDATE.test(text)) return runs
  for (const match of text.matchAll(CANDIDATES)) {
    const start = match.index
    const code = match[0].codePointAt(0)!
    if (isHonest(text, start, match[0], code)) continue
    const end = start + match[0].length
    const kind = kindOf(code)
    const last = runs.at(-1)
    if (last !== undefined && last.end === start && last.kind === kind) runs[runs.length - 1] = { ...last, end }
    else runs.push({ start, end, kind, codePoints: [] })
  }
  return runs.map((run) => describe(run, text.slice(run.start, run.end)))
}

/** Whether a text, or a JSON text with its escapes, may hold any: a quick look before a thorough one. */
export function mayHideUnicode(text: string): boolean {
  return CANDIDATE.test(text) || /\\u(?:00[01]|d[89a-f])/i.test(text)
}

// Format characters that are drawn (Arabic number signs and the like) are no candidates, nor are tab, line breaks and form
// feed. What Unicode has not assigned yet is left alone too: it depends on the version of the runtime.
const CLASS = String.raw`\u0000-\u0008\u000B\u000E-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uD800-\uDFFF\uE000-\uF8FF\uFDD0-\uFDEF\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\uFFFE\uFFFF\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E0FFF}\u{F0000}-\u{10FFFF}`
const CANDIDATE = new RegExp(`[${CLASS}]`, 'u')
const CANDIDATES = new RegExp(`[${CLASS}]`, 'gu')

const RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
/** Scripts whose letters join, or are kept from joining, by U+200C and U+200D. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Adlam}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Balinese}\p{Script=Javanese}]$/u
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}]/u
const EMOJI_BEFORE_JOINER = /\p{Extended_Pictographic}(?:[\u{1F3FB}-\u{1F3FF}]|\uFE0F)?$/u
const FLAG_TAGS = /\u{1F3F4}([\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{4,6})\u{E007F}$/u

function isHonest(text: string, start: number, character: string, code: number): boolean {
  const before = characterBefore(text, start)
  const after = characterAt(text, start + character.length)
  switch (true) {
    case code === 0xfeff:
      return start === 0
    case code === 0x200c:
      return JOINING.test(before)
    case code === 0x200d:
      return (
        JOINING.test(before) ||
        (/\p{Extended_Pictographic}/u.test(after) &&
          EMOJI_BEFORE_JOINER.test(text.slice(Math.max(0, start - 6), start)))
      )
    case code === 0x200b:
      return UNSPACED.test(before) || UNSPACED.test(after)
    case code === 0x200e || code === 0x200f || code === 0x061c:
      return RTL.test(lineAround(text, start))
    case code === 0xad:
      return /\p{L}/u.test(before) && /\p{L}/u.test(after)
    case code === 0x34f:
      return /\p{M}/u.test(before) && /\p{M}/u.test(after)
    case code === 0x115f || code === 0x1160:
      return /[\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]/u.test(before + after)
    case code === 0x2800:
      return /[\u2801-\u28FF]/u.test(before + after)
    case code >= 0x180b && code <= 0x180f:
      return /\p{Script=Mongolian}/u.test(before)
    case code === 0xfe0e || code === 0xfe0f:
      return /[\p{Emoji}\p{Extended_Pictographic}]/u.test(before)
    case code >= 0xfe00 && code <= 0xfe0d:
      return /[\p{Sm}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}\u3001\u3002\uFF01\uFF0C-\uFF0E\uFF1A\uFF1B\uFF1F0]/u.test(
        before,
      )
    case code >= 0xe0100 && code <= 0xe01ef:
      return /\p{Script=Han}/u.test(before)
    case code >= 0xe0020 && code <= 0xe007f:
      return isFlagTag(text, start)
    default:
      return false
  }
}

/** Tags that make a black flag the flag of a region (UTS 51, emoji tag sequences). */
function isFlagTag(text: string, start: number): boolean {
  const from = text.lastIndexOf('\u{1F3F4}', start)
  if (from === -1 || start - from > 16) return false
  const end = text.indexOf('\u{E007F}', start)
  if (end === -1 || end - from > 16) return false
  const match = FLAG_TAGS.exec(text.slice(from, end + 2))
  return match !== null && match.index === 0 && /^[a-z]{2}[a-z0-9]{1,3}$/.test(spellTags(match[1]!))
}

function kindOf(code: number): HiddenKind {
  if (
    code === 0x61c ||
    code === 0x200e ||
    code === 0x200f ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069)
  )
    return 'direction'
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag'
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return 'variation'
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return 'control'
  if ((code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000) return 'private-use'
  return 'invisible'
}

function describe(run: HiddenRun, text: string): HiddenRun {
  const codes = [...text].map((character) => character.codePointAt(0)!)
  const codePoints = [...new Set(codes.map((code) => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`))]
  const spells = run.kind === 'tag' ? spellTags(text) : run.kind === 'variation' ? spellSelectors(codes) : ''
  return { ...run, codePoints, ...(spells === '' ? {} : { spells }) }
}

function spellTags(text: string): string {
  return [...text]
    .map((c) => c.codePointAt(0)! - 0xe0000)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join('')
}

/** The bytes that variation selectors 1 to 256 number, as text where they are any. */
function spellSelectors(codes: readonly number[]): string {
  if (codes.length < 2) return ''
  const bytes = Uint8Array.from(codes, (code) => (code < 0xe0100 ? code - 0xfe00 : code - 0xe0100 + 16))
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /^[\p{L}\p{N}\p{P}\p{S}\s]+$/u.test(text) ? text : ''
  } catch {
    return ''
  }
}

function characterBefore(text: string, start: number): string {
  const low = text.charCodeAt(start - 1)
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(start - 2, start) : text.slice(Math.max(0, start - 1), start)
}

function characterAt(text: string, start: number): string {
  const code = text.codePointAt(start)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function lineAround(text: string, start: number): string {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - 2000)
  const newline = text.indexOf('\n', start)
  return text.slice(from, Math.min(newline === -1 ? text.length : newline, start + 2000))
}

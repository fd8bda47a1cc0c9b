import { findDeclaredSecrets } from './declared-secrets.ts'

/** A secret and where it stands in a source file. */
export interface Secret {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly value: string
}

/** A text without the secrets and without the user information of any URL. */
export function redact(text: string, secrets: readonly Secret[]): string {
  return createRedactor(secrets)(text)
}

/** `redact` for many texts. */
export function createRedactor(secrets: readonly Secret[]): (text: string) => string {
  const needles = writtenForms(secrets)
  const pattern = alternation(needles)
  return (text) => {
    const whole = pattern === undefined ? text : text.replace(pattern, MASK)
    return maskCutForms(whole, needles).replace(USERINFO, `//${MASK}@`)
  }
}

/** The text of a source file with every secret replaced by asterisks: lengths, and so lines and columns, stay. */
export function maskSource(text: string, file: string, secrets: readonly Secret[]): string {
  const own = secrets.filter((secret) => secret.file === file)
  const ranges = [...own, ...findDeclaredSecrets(text)].toSorted((a, b) => a.start - b.start)
  let masked = ''
  let at = 0
  for (const { start, end } of ranges) {
    masked += text.slice(at, Math.max(at, start)) + blank(text.slice(Math.max(at, start), Math.max(at, end)))
    at = Math.max(at, end)
  }
  masked += text.slice(at)
  const pattern = alternation(writtenForms(secrets))
  if (pattern !== undefined) masked = masked.replace(pattern, blank)
  return masked.replace(USERINFO, (found) => `//${blank(found.slice(2, -1))}@`)
}

const MASK = '***'
const USERINFO = /\/\/[^/?#\s"'`<>]*@/g
/** Shorter pieces of a secret tell nothing and stand in other words. */
const SHORTEST_LINE = 12
const SHORTEST_CUT = 3

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, '*')
}

/** A secret as a source, JSON, a URL or a cut-out of its lines shows it; the longest first. */
function writtenForms(secrets: readonly Secret[]): string[] {
  const forms = new Set<string>()
  for (const { value } of secrets) {
    const unescaped = value.replace(/\\[nrt]/g, (escape) => ESCAPES[escape]!).replace(/\\(["'\\/])/g, '$1')
    for (const form of [
      value,
      unescaped,
      JSON.stringify(unescaped).slice(1, -1),
      percentDecoded(value),
      encodeURIComponent(unescaped),
    ]) {
      if (form !== '') forms.add(form)
    }
    const lines = unescaped.split(/\s+/)
    if (lines.length > 1) for (const line of lines) if (line.length >= SHORTEST_LINE) forms.add(line)
  }
  return [...forms].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1))
}

const ESCAPES: Readonly<Record<string, string>> = { '\\n': '\n', '\\r': '\r', '\\t': '\t' }

function percentDecoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Without regard to case: a finding may show a value as it was normalised. */
function alternation(needles: readonly string[]): RegExp | undefined {
  if (needles.length === 0) return undefined
  return new RegExp(needles.map((needle) => needle.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'gi')
}

/** What is left of a secret where a message cut a long value at `…`. */
function maskCutForms(text: string, needles: readonly string[]): string {
  if (!text.includes('…')) return text
  const lower = needles.map((needle) => needle.toLowerCase())
  return text
    .split('…')
    .map((part, index, parts) => {
      let cut = part
      if (index < parts.length - 1) cut = cutTail(cut, lower)
      if (index > 0) cut = cutHead(cut, lower)
      return cut
    })
    .join('…')
}

function cutTail(text: string, needles: readonly string[]): string {
  const lower = text.toLowerCase()
  for (const needle of needles) {
    for (let length = Math.min(needle.length - 1, lower.length); length >= SHORTEST_CUT; length--) {
      if (lower.endsWith(needle.slice(0, length))) return text.slice(0, -length) + MASK
    }
  }
  return text
}

function cutHead(text: string, needles: readonly string[]): string {
  const lower = text.toLowerCase()
  for (const needle of needles) {
    for (let length = Math.min(needle.length - 1, lower.length); length >= SHORTEST_CUT; length--) {
      if (lower.startsWith(needle.slice(-length))) return MASK + text.slice(length)
    }
  }
  return text
}

import { readMappings } from './mappings.ts'

/** A part of a text. */
export interface Range {
  readonly start: number
  readonly end: number
}

/**
 * What a text itself calls a secret: values beside `isSecret: true` (MCP server card). They may look like any word, so a
 * scanner cannot know them, and they are shown no more than others. A value that is nothing but a variable is none.
 */
export function findDeclaredSecrets(text: string): Range[] {
  if (!SECRET.test(text)) return []
  const values = readMappings(text)
    .filter(({ members }) => members.some(({ key, value }) => /^is_?secret$/i.test(key) && value === 'true'))
    .flatMap(({ members }) => members.filter(({ key }) => /^(?:value|default)$/i.test(key)))
    .filter(({ value }) => value !== '' && !/^\S* ?\{\w+\}$/.test(value))
    .map(({ value, start }) => ({ start, end: start + value.length }))
  const choices = [...text.matchAll(CHOICES)].map((match) => {
    const list = match[1] ?? match[2] ?? ''
    const start = match.index + match[0].length - list.length
    return { start, end: start + list.length }
  })
  return [...values, ...choices].toSorted((a, b) => a.start - b.start)
}

const SECRET = /\bis_?secret["']?[ \t]{0,8}:[ \t]{0,8}true\b/i
const CHOICES = /\bchoices["']?[ \t]{0,8}:[ \t]{0,8}(?:\[([^\]]{0,4000})|\n((?:[ \t]*-[^\n]*\n?){1,200}))/g

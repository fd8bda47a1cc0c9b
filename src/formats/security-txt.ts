import { formatOptions } from '../config.ts'
import type { JsonValue } from '../json.ts'
import type { Format } from './format.ts'

/** Path of the security.txt (RFC 9116, section 3). */
export const SECURITY_TXT = '.well-known/security.txt'

/** Whom to tell about a vulnerability: published once the options say so. */
export const securityTxt = {
  name: 'security-txt',
  summary: 'Whom to tell about a vulnerability, for people who found one.',
  specifications: [
    { title: 'security.txt', version: 'RFC 9116', date: '2022-04-01', url: 'https://www.rfc-editor.org/info/rfc9116' },
  ],
  paths: [SECURITY_TXT],
  generate({ config }) {
    const options = formatOptions(config, 'security-txt')
    if (options['contact'] === undefined) return []
    const languages = listOf(options['preferredLanguages'])
    const lines = [
      ...FIELDS.flatMap(([option, field]) => listOf(options[option]).map((value) => line(field, value))),
      ...(languages.length === 0 ? [] : [line('Preferred-Languages', languages.join(', '))]),
    ]
    const body = new TextEncoder().encode(lines.join(''))
    const mediaType = 'text/plain; charset=utf-8'
    return [{ path: SECURITY_TXT, body, mediaType, cache: 'discovery', from: [config.file], format: 'security-txt' }]
  },
} satisfies Format

/** Fields that may be there several times, by option, in the order in which they are written. */
const FIELDS = [
  ['contact', 'Contact'],
  ['expires', 'Expires'],
  ['encryption', 'Encryption'],
  ['acknowledgments', 'Acknowledgments'],
  ['canonical', 'Canonical'],
  ['policy', 'Policy'],
  ['hiring', 'Hiring'],
] as const

function listOf(value: JsonValue | undefined): string[] {
  const values: readonly JsonValue[] = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return values.filter((item): item is string => typeof item === 'string')
}

function line(field: string, value: string): string {
  if (!/^[ -~]+$/.test(value)) throw new TypeError(`${field} cannot hold ${JSON.stringify(value)}`)
  return `${field}: ${value}\n`
}

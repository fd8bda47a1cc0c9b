import path from 'node:path'
import { inspect, stripVTControlCharacters } from 'node:util'
import type { Position } from '../diagnostics/diagnostic.ts'
import { isObject } from '../json.ts'

/** The errors that an error of a bundler stands for; empty for any other. */
export function errorsOf(error: unknown): readonly unknown[] {
  const errors: unknown = isObject(error) ? error['errors'] : undefined
  return Array.isArray(errors) ? errors : []
}

/** The first line of what was thrown, as a sentence: without colours, code frames and the names of temporary files. */
export function reasonOf(error: unknown): string {
  const message = isObject(error) && typeof error['message'] === 'string' ? error['message'] : error
  const text = typeof message === 'string' ? message : inspect(message)
  const lines = stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
  const first = (lines.find((line) => line !== '') ?? 'no reason was given')
    .replace(/^\[[\w:-]+\] /, '')
    .replaceAll(/\S*\.vite-temp[\\/]([^\s\\/]+?)\.timestamp-[\w-]+\.mjs/g, '$1')
  return /[.!?]$/.test(first) ? first : `${first}.`
}

/** Where an error of a bundler points, relative to a folder. */
export function placeOf(error: unknown, root: string): Partial<Position> {
  const loc: unknown = isObject(error) ? error['loc'] : undefined
  if (!isObject(loc) || typeof loc['file'] !== 'string') return {}
  const file = path.relative(root, loc['file']).replaceAll(path.sep, '/')
  const { line, column } = loc
  return typeof line === 'number' && typeof column === 'number' ? { file, line, column: column + 1 } : { file }
}

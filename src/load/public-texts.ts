import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROBOTS_PATH } from '../formats/robots.ts'

/**
 * The texts in a folder of the publisher's own files that are merged with ours, by path.
 *
 * @param folder Absolute path; it need not exist.
 */
export function loadPublicTexts(folder: string): Record<string, string> {
  return Object.fromEntries(
    [ROBOTS_PATH, '_headers', '_redirects'].flatMap((file): [string, string][] => {
      const text = readText(path.join(folder, file))
      return text === undefined ? [] : [[file, text]]
    }),
  )
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    // A folder at the path is a finding of its own: two owners of one path.
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}

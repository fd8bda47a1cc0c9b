import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DEVELOPMENT_KID } from '../sign/keys.ts'
import { generateKey } from './new-key.ts'

/** Where a site's development key lies, relative to its root. */
export const DEVELOPMENT_KEY = '.signpost/dev-key.jwk.json'

/**
 * The development key of a site; one is made where there is none.
 *
 * @returns `made`: it is new. `kept`: it lies in its file.
 * @throws a system error where there is a file that cannot be read, or none can be written.
 */
export function openDevelopmentKey(
  root: string,
  { keep }: { readonly keep: boolean },
): { readonly text: string; readonly made: boolean } {
  const file = path.join(root, DEVELOPMENT_KEY)
  const found = readExisting(file)
  if (found !== undefined) return { text: found, made: false }
  const text = `${JSON.stringify(generateKey('EdDSA', { kidPrefix: DEVELOPMENT_KID }), null, 2)}\n`
  if (!keep) return { text, made: true }
  const folder = path.dirname(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeIfAbsent(path.join(folder, '.gitignore'), '*\n')
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600 })
  try {
    // Whole or not at all, and never over a key that another process made meanwhile.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return { text: readFileSync(file, 'utf8'), made: false }
    renameSync(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
  return { text, made: true }
}

function readExisting(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return undefined
  }
}

function writeIfAbsent(file: string, text: string): void {
  try {
    writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

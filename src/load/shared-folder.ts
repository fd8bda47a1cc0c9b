import { existsSync, lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastGlob from 'fast-glob'
import { compareText } from '../json.ts'
import { parseManifest, sha256Hex } from '../manifest.ts'

/**
 * The files of a folder that something else than Signpost wrote, relative to it, sorted.
 *
 * A file that the manifest lists is Signpost's as long as it has the digest that the manifest gives.
 *
 * @param folder Absolute path; it need not exist.
 * @param manifestFile Absolute path of the last build's manifest; it need not exist.
 * @throws a system error where one of the files cannot be read.
 */
export async function listForeignFiles(folder: string, manifestFile: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  // Not `existsSync`: a manifest that may not be read would make its files look like the publisher's.
  const manifest = lstatSync(manifestFile, { throwIfNoEntry: false }) && parseManifest(readFileSync(manifestFile))
  const ours = [...(manifest?.public.files ?? []), ...(manifest?.public.host ?? [])]
  const own = new Map(ours.map(({ file, sha256 }) => [file, sha256]))
  const files = await fastGlob('**', { cwd: folder, dot: true, followSymbolicLinks: false, ignore: ['**/.git/**'] })
  return files
    .filter((file) => !own.has(file) || own.get(file) !== sha256Hex(readFileSync(path.join(folder, file))))
    .toSorted(compareText)
}

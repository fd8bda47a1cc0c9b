import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Manifest, ManifestView } from '../manifest.ts'
import { isFilePath, parseManifest, sha256Hex } from '../manifest.ts'
import { errorCode } from './errors.ts'
import { readTree } from './tree.ts'

/** A built site on disk. */
export interface Output {
  readonly manifest: Manifest
  /** The bytes of a file of the public folder; `undefined` where there is none. */
  read(file: string): Uint8Array | undefined
}

/** The last build in a public folder and its deployment folder, absolute paths; `undefined` where there is none. */
export function readOutput(outDir: string, deployDir: string): Output | undefined {
  const manifest = readManifest(deployDir)
  if (manifest === undefined || !speaksFor(manifest.public, outDir)) return undefined
  return { manifest, read: (file) => (isFilePath(file) ? readFile(path.join(outDir, file)) : undefined) }
}

/** The manifest in a deployment folder; `undefined` where there is none that can be trusted. */
export function readManifest(deployDir: string): Manifest | undefined {
  const bytes = readFile(path.join(deployDir, MANIFEST))
  return bytes && parseManifest(bytes)
}

/** Name of the manifest in the deployment folder. */
export const MANIFEST = 'manifest.json'

/**
 * Whether a record of published files is about a folder: at least one of them lies there as recorded.
 *
 * A manifest names no folder, so that it is the same on every machine. Without this question, a build into another folder
 * would take that folder's `index.html` for a file of ours.
 */
export function speaksFor(view: ManifestView, folder: string): boolean {
  return view.files.some(({ file, sha256 }) => {
    const bytes = readFile(path.join(folder, file))
    return bytes !== undefined && sha256Hex(bytes) === sha256
  })
}

/**
 * The files in a folder that another framework writes, without those that an earlier build of ours put there: relative
 * paths, sorted.
 */
export function listPublisherFiles(outDir: string, deployDir: string): string[] {
  const manifest = readManifest(deployDir)
  const ours = new Set(
    manifest && speaksFor(manifest.public, outDir) ? manifest.public.files.map(({ file }) => file) : [],
  )
  return [...readTree(outDir)]
    .flatMap(([file, entry]) => (entry === 'folder' || ours.has(file) ? [] : [file]))
    .toSorted()
}

function readFile(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES'].includes(errorCode(error) ?? '')) return undefined
    throw error
  }
}

import { readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import glob from 'fast-glob'
import { isFilePath } from '../manifest.ts'
import { compareText } from '../json.ts'
import { decodePath, found, type SiteReader } from '../verify/readers.ts'

/** A file that is larger is not read: no document of a site is. */
const MAX_BYTES = 64 << 20

/** Files that a folder of a site holds and no client is served. */
const IGNORED = [
  '**/node_modules/**',
  '**/.git/**',
  '_headers',
  '_redirects',
  '_routes.json',
  '_worker.js',
  'functions/**',
]

/**
 * Reads a folder that a site is deployed from, in any of the layouts that hosts want: a file at the path, `index.html` or
 * `index.json` in a folder of its name, or the file with `.json` behind a name without an ending. Links out of the folder
 * lead nowhere.
 *
 * @param folder Absolute path.
 */
export function folderReader(folder: string): SiteReader {
  const root = realpath(folder)
  const locate = async (name: string): Promise<{ file: string; size: number } | undefined> => {
    if (!isFilePath(name)) return undefined
    try {
      const real = await realpath(path.join(await root, name))
      if (real !== (await root) && !real.startsWith((await root) + path.sep)) return undefined
      const facts = await stat(real)
      return facts.isFile() ? { file: name, size: facts.size } : undefined
    } catch {
      return undefined
    }
  }
  return {
    kind: 'folder',
    async get(request, { method = 'GET' } = {}) {
      for (const name of candidates(decodePath(request))) {
        const located = await locate(name)
        if (located === undefined) continue
        if (method !== 'GET') return found(new Uint8Array(), located.file)
        if (located.size > MAX_BYTES) {
          const reason = `is ${located.size} bytes long, and ${MAX_BYTES} are read at most`
          return { ...found(new Uint8Array(), located.file), status: 0, failure: { kind: 'limit', reason } }
        }
        return found(await readFile(path.join(folder, located.file)), located.file)
      }
      return undefined
    },
    async list() {
      const files = await glob('**', {
        cwd: folder,
        dot: true,
        onlyFiles: true,
        followSymbolicLinks: false,
        ignore: IGNORED,
      })
      return files.toSorted(compareText)
    },
  }
}

function candidates(name: string): string[] {
  const last = name.slice(name.lastIndexOf('/') + 1)
  return last.includes('.')
    ? [name, `${name}/index.html`]
    : [name, `${name}/index.json`, `${name}.json`, `${name}.all.json`, `${name}/index.html`, `${name}.html`]
}

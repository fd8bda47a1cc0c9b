import { createHash } from 'node:crypto'
import { zipSync, type Zippable } from 'fflate'
import type { FolderFile } from './load/sources.ts'

/** What a discovery index points at: the SKILL.md of a single-file skill, the archive of any other. */
export interface SkillArtifact {
  readonly type: 'skill-md' | 'archive'
  /** Decoded URL path without the leading slash. */
  readonly path: string
  readonly mediaType: string
  readonly body: Uint8Array
  /** `sha256:` and 64 hexadecimal digits, of `body`. */
  readonly digest: string
}

/**
 * The artifact of an Agent Skill (Agent Skills discovery 0.2.0, "Artifacts"): equal files give equal bytes on every
 * machine, in every time zone and by every version of zlib, so an archive is stored, not compressed.
 *
 * @throws {TypeError} for files that are not those of one skill folder.
 */
export function createSkillArtifact(name: string, files: readonly FolderFile[]): SkillArtifact {
  const folder = `.well-known/agent-skills/${name}`
  const [manifest, ...others] = inOrder(files)
  if (others.length === 0) {
    return {
      type: 'skill-md',
      path: `${folder}/SKILL.md`,
      mediaType: 'text/markdown; charset=utf-8',
      body: manifest.bytes,
      digest: `sha256:${sha256(manifest.bytes)}`,
    }
  }
  const body = createArchive([manifest, ...others])
  const digest = sha256(body)
  return {
    type: 'archive',
    path: `${folder}-${digest.slice(0, 12)}.zip`,
    mediaType: 'application/zip',
    body,
    digest: `sha256:${digest}`,
  }
}

/** SKILL.md first, then the rest by name. (A file called by a whole number still precedes it in the archive: it is an object's key.) */
function inOrder(files: readonly FolderFile[]): [FolderFile, ...FolderFile[]] {
  const names = new Set(files.map((file) => file.name))
  const unsafe = files.find(({ name }) => UNSAFE.test(name))
  if (unsafe !== undefined) throw new TypeError(`An archive cannot hold ${JSON.stringify(unsafe.name)}`)
  if (names.size < files.length) throw new TypeError('An archive cannot hold a name twice')
  const manifest = files.find((file) => file.name === 'SKILL.md')
  if (manifest === undefined) throw new TypeError('A skill without a SKILL.md has no artifact')
  return [manifest, ...files.filter((file) => file !== manifest).toSorted((a, b) => (a.name < b.name ? -1 : 1))]
}

function createArchive(files: readonly FolderFile[]): Uint8Array {
  const entries: Zippable = {}
  for (const { name, bytes, executable } of files) {
    entries[name] = [bytes, { attrs: ((executable ? EXECUTABLE : REGULAR) << 16) >>> 0 }]
  }
  // fflate writes local times, so the date is given as local time: the bytes are the same in every zone.
  return zipSync(entries, { level: 0, os: UNIX, mtime: '1980-01-01T00:00:00' })
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Absolute names, `.` and `..` segments, backslashes and control characters; `__proto__` fflate would lose. */
const UNSAFE = /^$|^\/|\/$|\/\/|(?:^|\/)\.\.?(?:\/|$)|[\\\p{Cc}]|^__proto__$/u

/** "Version made by" Unix: the upper half of the external attributes is a file mode (APPNOTE 4.4.2, 4.4.15). */
const UNIX = 3
const REGULAR = 0o100644
const EXECUTABLE = 0o100755

import { readlinkSync } from 'node:fs'
import { sha256Hex } from '../manifest.ts'
import { type EntryKind, holdsBytes, inspectFile, type Tree } from './tree.ts'

/** A file that Signpost writes. */
export interface Document {
  readonly path: string
  readonly body: Uint8Array
  /** Who wants it, as a message says it. */
  readonly owner: string
  /** Source file that a finding about it points to. */
  readonly file?: string
  /** It holds what another owner's file at its path says, and takes its place. */
  readonly merged?: boolean
}

/** Everything that decides what a folder will hold. */
export interface PlanInput {
  /** Absolute path. */
  readonly target: string
  /** What is there now. */
  readonly existing: Tree
  readonly documents: readonly Document[]
  /** What the app's own build made for this folder. */
  readonly staged?: { readonly folder: string; readonly tree: Tree; readonly owner: (path: string) => string }
  /** Whether what is there and that no one makes anew stays. */
  readonly keeps: (path: string) => boolean
  readonly keptOwner: (path: string) => string
  /** Whether the folder goes when nothing is left for it to hold. */
  readonly removable?: boolean
}

/** Where the content of one path comes from. */
export type Content =
  | { readonly kind: 'document'; readonly body: Uint8Array }
  | { readonly kind: 'staged'; readonly entry: EntryKind; readonly location: string; readonly sha256?: string }
  | { readonly kind: 'kept'; readonly entry: EntryKind }

/** One path of the new folder. */
export interface Step {
  readonly path: string
  readonly content: Content
  /** What is there now at this path; `same`: it stays as it is. */
  readonly existing?: EntryKind
  readonly same: boolean
}

/** What a folder will hold. */
export interface FolderPlan {
  readonly target: string
  readonly steps: readonly Step[]
  /** The folder goes. */
  readonly remove: boolean
  /** Whether anything is written or removed. */
  readonly changed: boolean
  readonly files: number
  readonly written: number
  readonly unchanged: number
  readonly removed: number
}

/** Two files that cannot both be published. */
export interface PathConflict {
  readonly path: string
  readonly other: string
  readonly owners: readonly [string, string]
  readonly file?: string
}

/** The plan of a folder. It holds nothing that may be written as long as there are conflicts. */
export function planFolder(input: PlanInput): { plan: FolderPlan; conflicts: readonly PathConflict[] } {
  const { claims, conflicts } = claimPaths(input)
  const steps = conflicts.length > 0 ? [] : [...claims].map(([path, { content }]) => compareStep(input, path, content))
  const files = steps.filter(({ content }) => content.kind === 'document' || content.entry !== 'folder')
  const unchanged = files.filter(({ same }) => same).length
  const gone = [...input.existing].filter(([path]) => !claims.has(path))
  return {
    conflicts,
    plan: {
      target: input.target,
      steps,
      remove: input.removable === true && claims.size === 0,
      changed: steps.some(({ same }) => !same) || gone.length > 0,
      files: files.length,
      written: files.length - unchanged,
      unchanged,
      removed: gone.filter(([, entry]) => entry !== 'folder').length,
    },
  }
}

interface Claim {
  readonly owner: string
  readonly content: Content
  readonly file?: string
}

/** Who gets which path: documents and staged files by right, what is there already only where it is in no one's way. */
function claimPaths(input: PlanInput): { claims: Map<string, Claim>; conflicts: PathConflict[] } {
  const claims = new Map<string, Claim>()
  const conflicts: PathConflict[] = []
  const clash = (path: string, owner: string, file: string | undefined, other: string): void => {
    const second = claims.get(other)!
    const place = file ?? second.file
    conflicts.push({ path, other, owners: [owner, second.owner], ...(place === undefined ? {} : { file: place }) })
  }
  const claim = (path: string, { owner, content, file }: Claim): void => {
    if (claims.has(path)) clash(path, owner, file, path)
    else claims.set(path, { owner, content, ...(file === undefined ? {} : { file }) })
  }
  const merged = new Set<string>()
  for (const { path, body, merged: isMerged, ...document } of input.documents) {
    claim(path, { ...document, content: { kind: 'document', body } })
    if (isMerged) merged.add(path)
  }
  const { staged } = input
  for (const [path, entry] of staged?.tree ?? []) {
    if (merged.has(path) && entry !== 'folder') continue
    const content: Content = { kind: 'staged', entry, location: `${staged!.folder}/${path}` }
    if (entry !== 'folder' || !claims.has(path)) claim(path, { owner: staged!.owner(path), content })
  }
  for (const [path, entry] of input.existing) {
    const claimed = claims.get(path)?.content
    if (!input.keeps(path) || (merged.has(path) && entry !== 'folder')) continue
    if (claimed === undefined) claims.set(path, { owner: input.keptOwner(path), content: { kind: 'kept', entry } })
    else if (claimed.kind === 'document' && entry !== 'folder' && !holdsBytes(`${input.target}/${path}`, claimed.body))
      clash(path, input.keptOwner(path), undefined, path)
  }
  findFilesAsFolders(claims, clash)
  return { claims, conflicts }
}

/** A file where another file's folder has to be; an empty folder just becomes that folder. */
function findFilesAsFolders(
  claims: Map<string, Claim>,
  clash: (path: string, owner: string, file: string | undefined, other: string) => void,
): void {
  const checked = new Set<string>()
  for (const [path, { owner, file }] of [...claims]) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      if (checked.has(folder)) break
      checked.add(folder)
      const claim = claims.get(folder)
      if (claim === undefined) continue
      if (claim.content.kind !== 'document' && claim.content.entry === 'folder') claims.delete(folder)
      else clash(path, owner, file, folder)
    }
  }
}

function compareStep({ target, existing }: PlanInput, path: string, content: Content): Step {
  const before = existing.get(path)
  const location = `${target}/${path}`
  const step = (same: boolean, seen: Content = content): Step => ({
    path,
    content: seen,
    same,
    ...(before === undefined ? {} : { existing: before }),
  })
  if (content.kind === 'kept') return step(true)
  if (content.kind === 'document') return step(before === 'file' && holdsBytes(location, content.body))
  if (content.entry === 'file') {
    const { sha256, same } = inspectFile(content.location, location)
    return step(before === 'file' && same, { ...content, sha256 })
  }
  if (content.entry === 'folder') return step(before === 'folder')
  const leadsTo = readlinkSync(content.location)
  return step(before === 'link' && readlinkSync(location) === leadsTo, {
    ...content,
    sha256: sha256Hex(Buffer.from(leadsTo)),
  })
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Diagnostic, diagnose } from '../diagnostics/diagnostic.ts'
import type { EmitInput } from '../emit.ts'
import { createManifest, type Manifest, serializeManifest, sha256Hex } from '../manifest.ts'
import { fileOf, type Artifact, type Site } from '../site.ts'
import { MANIFEST, readManifest, speaksFor } from './output.ts'
import { type Document, type FolderPlan, type PathConflict, planFolder, type PlanInput } from './plan.ts'
import { IGNORE_FILE, isOurs, PACKAGE, refuse, type Target, type Targets } from './targets.ts'
import { readTree, type Tree } from './tree.ts'

/** What the folders of a build will hold, in the order in which they are moved in; nothing may be written with a finding. */
export interface FolderPlans {
  readonly plans: readonly FolderPlan[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Compares a build with what lies in its folders. Reads, never writes. */
export function planFolders(input: EmitInput, targets: Targets): FolderPlans {
  const { build } = input
  const manifest = readManifest(targets.deploy.path)
  const outcomes = [planPublic(input, targets.public, manifest)]
  if (targets.private) outcomes.push(planPrivate(input, targets.private, manifest))
  const app = (outcomes[0]!.plan?.steps ?? []).flatMap(({ path, content }) =>
    content.kind === 'staged' && content.sha256 !== undefined ? [{ file: path, sha256: content.sha256 }] : [],
  )
  const sites = { public: build.public, ...(build.private && targets.private ? { private: build.private } : {}) }
  const deploy = (build.deploy ?? []).map(({ path, body }) => ({ file: path, sha256: sha256Hex(body) }))
  const next = serializeManifest(createManifest(sites, { app, deploy, signing: build.signing ?? 'unsigned' }))
  outcomes.unshift(planDeploy(input, targets.deploy, next, manifest))
  return {
    plans: outcomes.flatMap(({ plan }) => plan ?? []),
    diagnostics: outcomes.flatMap(({ diagnostics }) => diagnostics),
  }
}

interface Outcome {
  readonly plan?: FolderPlan
  readonly diagnostics: readonly Diagnostic[]
}

function planPublic(input: EmitInput, target: Target, manifest: Manifest | undefined): Outcome {
  const { base, build, root, publicDir } = input
  const existing = readTree(target.path)
  const record = manifest && speaksFor(manifest.public, target.path) ? manifest : undefined
  const published = new Set([...(record?.public.files ?? []), ...(record?.public.host ?? [])].map(({ file }) => file))
  const built = new Set(record?.app.map(({ file }) => file))
  const staged = base.mode === 'replace' ? { folder: base.folder, tree: readTree(base.folder) } : undefined
  const fromApp = (file: string): boolean => published.has(file) || built.has(file) || staged?.tree.has(file) === true
  if (existing.has('package.json') && !fromApp('package.json'))
    return { diagnostics: [refuse(target, build.config.file, PACKAGE)] }
  const own = publicDir === undefined ? undefined : path.resolve(root, publicDir)
  return plan(input, target, {
    existing,
    documents: documentsOf(build.public),
    ...(staged && {
      staged: {
        ...staged,
        owner: (file) =>
          own && existsSync(path.join(own, file))
            ? `your own file \`${path.basename(own)}/${file}\``
            : "the app's build",
      },
    }),
    keeps(file) {
      if (published.has(file)) return false
      if (base.mode === 'shared') return true
      return record === undefined ? !base.emptyOutDir : !built.has(file)
    },
  })
}

function planPrivate(input: EmitInput, target: Target, manifest: Manifest | undefined): Outcome {
  const site: Site | undefined = input.build.private
  const existing = readTree(target.path)
  const view = manifest?.private
  const record = view && speaksFor(view, target.path) ? view : undefined
  const ours = record !== undefined || isOurs(target)
  if (site === undefined && (existing.size === 0 || !ours)) return { diagnostics: [] }
  if (!ours) return { diagnostics: [refuse(target, input.build.config.file, UNKNOWN)] }
  const written = new Set([
    IGNORE_FILE.path,
    ...[...(record?.files ?? []), ...(record?.host ?? [])].map(({ file }) => file),
  ])
  // The last build may have had no such view: then nothing in the folder but the mark is ours.
  const known = record !== undefined || (manifest !== undefined && view === undefined)
  const keeps = (file: string): boolean => known && !written.has(file)
  const marked = site !== undefined || [...existing.keys()].some(keeps)
  return plan(input, target, {
    existing,
    documents: [...(marked ? [IGNORE] : []), ...(site === undefined ? [] : documentsOf(site))],
    keeps,
    removable: true,
  })
}

function planDeploy(input: EmitInput, target: Target, next: Uint8Array, manifest: Manifest | undefined): Outcome {
  if (manifest === undefined && !isOurs(target))
    return { diagnostics: [refuse(target, input.build.config.file, UNKNOWN)] }
  const files = (input.build.deploy ?? []).map((file): Document => ({ ...file, owner: 'a file for the deployment' }))
  const ours = new Set([IGNORE_FILE.path, MANIFEST, ...(manifest?.deploy ?? []).map(({ file }) => file)])
  return plan(input, target, {
    existing: readTree(target.path),
    documents: [IGNORE, { path: MANIFEST, body: next, owner: 'the record of the build' }, ...files],
    keeps: (file) => !ours.has(file),
  })
}

const UNKNOWN = 'it holds files, and nothing in it shows that Signpost wrote it'

const IGNORE: Document = {
  path: IGNORE_FILE.path,
  body: new TextEncoder().encode(IGNORE_FILE.text),
  owner: 'the mark of the folder',
}

function plan(input: EmitInput, target: Target, options: Omit<PlanInput, 'target' | 'keptOwner'>): Outcome {
  const { file } = input.build.config
  const odd = oddEntry(options.existing) ?? oddEntry(options.staged?.tree)
  if (odd !== undefined)
    return {
      diagnostics: [
        refuse(target, file, `\`${odd}\` in it is neither a file, a folder nor a link, or its name is no UTF-8`),
      ],
    }
  const keptOwner = (name: string): string => `\`${target.label}/${name}\`, which Signpost did not write`
  const outcome = planFolder({ ...options, target: target.path, keptOwner })
  if (outcome.conflicts.length > 0) return { diagnostics: outcome.conflicts.map(conflict) }
  return { plan: outcome.plan, diagnostics: [] }
}

function conflict({ path, other, owners, file }: PathConflict): Diagnostic {
  return diagnose('SITE_PATH_CONFLICT', file === undefined ? {} : { file }, { path, other, owners })
}

/** Everything in the folder of a site. */
function documentsOf(site: Site): Document[] {
  const host = (site.hostFiles ?? []).map(({ merged, ...file }): Document => ({
    ...file,
    owner: 'a file for the host',
    ...(merged ? { merged } : {}),
  }))
  return [...site.artifacts.map((artifact) => ({ ...describe(artifact), path: fileOf(site, artifact.path) })), ...host]
}

function describe({ path, body, format, from, merged }: Artifact): Document {
  const sources = from.length > 2 ? `${from.length} files` : from.map((file) => `\`${file}\``).join(' and ')
  const owner = `the ${format} format${from.length === 0 ? '' : `, from ${sources}`}`
  return { path, body, owner, ...(from[0] === undefined ? {} : { file: from[0] }), ...(merged ? { merged } : {}) }
}

function oddEntry(tree: Tree | undefined): string | undefined {
  return [...(tree ?? [])].find(([, entry]) => entry === 'other')?.[0]
}

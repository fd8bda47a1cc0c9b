import type { BuildResult } from './build.ts'
import type { EmitReport, FolderReport } from './emit.ts'
import type { HostReport } from './hosts/deployment.ts'
import { compareText, type JsonObject } from './json.ts'
import type { SigningState } from './sign/keys.ts'
import type { Site } from './site.ts'

/** The report of a build, for `report` in JSON. Empty for a build that wrote nothing. */
export function buildReport(build: BuildResult, emit: EmitReport | undefined): JsonObject {
  if (build.public === undefined || emit === undefined) return {}
  return {
    origin: build.public.origin,
    signing: build.signing,
    formats: formatsOf(build.public, build.private).map((format) => ({ ...format })),
    folders: inOrder(emit.folders).map((folder) => ({ ...folder })),
    hosts: (build.hosts ?? []).map(({ name, notes }) => ({ name, notes })),
  }
}

/** The report of a build as lines of text. */
export function buildSummary(build: BuildResult, emit: EmitReport | undefined): string[] {
  if (build.public === undefined || emit === undefined) return ['Nothing was written.']
  const formats = formatsOf(build.public, build.private)
  const inView = (number: number): string =>
    build.private === undefined ? '' : `, ${number} in the authenticated view`
  return [
    `Site of ${build.public.origin}, ${SIGNING[build.signing]}:`,
    ...columns([
      ...formats.map((f) => ({
        name: f.name,
        number: f.public,
        text: `${noun(f.public, 'document')}${inView(f.private)}`,
      })),
      ...inOrder(emit.folders).map((f) => ({
        name: f.path,
        number: f.files,
        text: `${noun(f.files, 'file')}: ${changes(f)}`,
      })),
    ]),
    ...hostLines(build.hosts ?? []),
  ]
}

/** What hosts cannot do, a plain sentence each, and where the files of the others are. */
function hostLines(hosts: readonly HostReport[]): string[] {
  const [first, ...others] = hosts
  if (first === undefined) return []
  const beside =
    others.length === 0
      ? ''
      : ` What ${names(others.map(({ title }) => title))} ${others.length === 1 ? 'needs' : 'need'} lies in the deployment folder.`
  return [
    `The public folder is laid out for ${first.title}.${beside}`,
    ...hosts.flatMap(({ name, notes }) => notes.map((note) => `  ${name}: ${note}`)),
  ]
}

function names(list: readonly string[]): string {
  return list.length < 2 ? list.join('') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`
}

const SIGNING: Readonly<Record<SigningState, string>> = {
  signed: 'signed',
  unsigned: 'unsigned',
  development: 'signed by a development key',
}

/** How many documents a format has in each view. */
interface FormatCount {
  readonly name: string
  readonly public: number
  readonly private: number
}

function formatsOf(site: Site, authenticated: Site | undefined): FormatCount[] {
  const artifacts = [...site.artifacts, ...(authenticated?.artifacts ?? [])]
  const names = [...new Set(artifacts.map(({ format }) => format))].toSorted(compareText)
  const number = (name: string, view: Site | undefined): number =>
    view?.artifacts.filter((a) => a.format === name).length ?? 0
  return names.map((name) => ({ name, public: number(name, site), private: number(name, authenticated) }))
}

function inOrder(folders: readonly FolderReport[]): FolderReport[] {
  const order = ['public', 'private', 'deploy']
  return folders.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role))
}

function columns(
  rows: ReadonlyArray<{ readonly name: string; readonly number: number; readonly text: string }>,
): string[] {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const digits = Math.max(...rows.map(({ number }) => String(number).length))
  return rows.map(({ name, number, text }) => `  ${name.padEnd(width)}  ${String(number).padStart(digits)} ${text}`)
}

function noun(number: number, name: string): string {
  return number === 1 ? name : `${name}s`
}

function changes({ written, unchanged, removed, changed }: FolderReport): string {
  if (!changed) return 'unchanged'
  const parts = [
    `${written} written`,
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ]
  return parts.join(', ')
}

import type { BuildResult } from './build.ts'
import type { EmitReport, FolderReport } from './emit.ts'
import { amount } from './diagnostics/reporters/reporter.ts'
import { compareText, type JsonObject } from './json.ts'
import type { Site } from './site.ts'

/** The report of a build, for `report` in JSON. Empty for a build that wrote nothing. */
export function buildReport(build: BuildResult, emit: EmitReport | undefined): JsonObject {
  if (build.public === undefined || emit === undefined) return {}
  return {
    origin: build.public.origin,
    signing: 'unsigned',
    formats: formatsOf(build.public, build.private).map((format) => ({ ...format })),
    folders: emit.folders.map((folder) => ({ ...folder })),
  }
}

/** The report of a build as lines of text. */
export function buildSummary(build: BuildResult, emit: EmitReport | undefined): string[] {
  if (build.public === undefined || emit === undefined) return ['Nothing was written.']
  const formats = formatsOf(build.public, build.private)
  const width = Math.max(
    ...[...formats.map(({ name }) => name), ...emit.folders.map(({ path }) => path)].map((n) => n.length),
  )
  return [
    `Site of ${build.public.origin}, unsigned:`,
    ...formats.map((format) => `  ${format.name.padEnd(width)}  ${documents(format, build.private !== undefined)}`),
    ...emit.folders.map(
      (folder) => `  ${folder.path.padEnd(width)}  ${amount(folder.files, 'file')}: ${changes(folder)}`,
    ),
  ]
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

function documents(format: FormatCount, hasPrivate: boolean): string {
  return `${amount(format.public, 'document')}${hasPrivate ? `, ${format.private} in the authenticated view` : ''}`
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

import { existsSync } from 'node:fs'
import path from 'node:path'
import { buildFolder } from '../build-folder.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { visible } from '../diagnostics/visible.ts'
import { UsageError, type Flags, type Io } from './command.ts'
import { contextOf } from './context.ts'
import { finish } from './finish.ts'
import { isStrict, openProject } from './project.ts'

/** `signpost check [FILE…]`: validates everything, writes nothing; shows only findings about the FILEs where some are given. */
export async function run(operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const files = operands.map((operand) => existing(operand, io.cwd))
  const { root, site, diagnostics } = await openProject(flags, io)
  if (site === undefined) return finish({ diagnostics, report: {}, summary: [], strict: false }, { root }, flags, io)
  const result = await buildFolder(root, site.options, {
    ...(await contextOf(site, flags, io)),
    keepDevelopmentKey: false,
  })
  const shown = files.length === 0 ? result.diagnostics : result.diagnostics.filter((d) => isAbout(d, root, files))
  const run = { diagnostics: shown, report: {}, summary: [], strict: isStrict(flags, result.config) }
  return finish(run, { root, sourceText: (file) => result.sourceText(file) }, flags, io)
}

function existing(operand: string, cwd: string): string {
  const file = path.resolve(cwd, operand)
  if (!existsSync(file)) throw new UsageError(`There is no file "${visible(operand)}".`)
  return file
}

/** Whether a finding stands in one of the files, or below one that is a folder. */
function isAbout({ file }: Diagnostic, root: string, files: readonly string[]): boolean {
  if (file === undefined) return false
  const absolute = path.resolve(root, file)
  return files.some((f) => absolute === f || absolute.startsWith(f.endsWith(path.sep) ? f : `${f}${path.sep}`))
}

import path from 'node:path'
import pc from 'picocolors'
import { reporters } from '../diagnostics/reporters/index.ts'
import { type ReportContext, type Run } from '../diagnostics/reporters/reporter.ts'
import { sortDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { Flags, Io } from './command.ts'

/** What `finish` needs to know about the files of findings. */
export interface Files {
  /** Absolute path of the folder that they are relative to. */
  readonly root: string
  sourceText?(file: string): string | undefined
}

/** Prints a run as `--format` says and gives the exit code: 1 where a finding fails it, else 0. */
export function finish(run: Run, files: Files, flags: Flags, io: Io): number {
  const all = { ...run, diagnostics: sortDiagnostics(run.diagnostics) }
  const failing = all.diagnostics.filter((d) => fails(d, run.strict))
  const quiet = flags.quiet === true && !MACHINE_FORMATS.has(flags.format)
  if (!quiet) io.stdout.write(reporters[flags.format](all, context(files, flags, io)))
  else if (failing.length > 0) {
    io.stdout.write(reporters[flags.format]({ ...run, diagnostics: failing, summary: [] }, context(files, flags, io)))
  }
  return failing.length > 0 ? 1 : 0
}

/** ANSI colours for a stream: on at a terminal, off with NO_COLOR, on with FORCE_COLOR. */
export function colorsFor(stream: Io['stdout'], env: Io['env']): ReturnType<typeof pc.createColors> {
  const terminal = stream.isTTY === true && env['TERM'] !== 'dumb'
  const forced = env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0'
  return pc.createColors(!env['NO_COLOR'] && (terminal || forced))
}

/** Formats that stay complete under `--quiet`: programs filter for themselves. */
const MACHINE_FORMATS: ReadonlySet<Flags['format']> = new Set(['json', 'sarif'])

function fails(diagnostic: Diagnostic, strict: boolean): boolean {
  return diagnostic.severity === 'error' || (strict && diagnostic.severity === 'warning')
}

function context(files: Files, flags: Flags, io: Io): ReportContext {
  // Code hosts want paths relative to the checkout, wherever in it the command runs.
  const forHost = flags.format === 'github' || flags.format === 'sarif'
  const from = (forHost ? io.env['GITHUB_WORKSPACE'] : undefined) ?? io.cwd
  return {
    colors: colorsFor(io.stdout, io.env),
    version: io.version,
    displayPath: (file) => path.relative(from, path.resolve(files.root, file)).replaceAll(path.sep, '/'),
    sourceText: (file) => files.sourceText?.(file),
  }
}

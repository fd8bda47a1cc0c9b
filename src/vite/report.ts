import path from 'node:path'
import { isCI } from 'ci-info'
import pc from 'picocolors'
import type { ErrorPayload, Logger } from 'vite'
import type { BuildResult } from '../build.ts'
import { hasErrors, sortDiagnostics, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { codeFrame } from '../diagnostics/code-frame.ts'
import { pretty } from '../diagnostics/reporters/pretty.ts'
import { count, countsText } from '../diagnostics/reporters/reporter.ts'
import { visibleLine } from '../diagnostics/visible.ts'

/** Prints the findings of a build, and what was done, at the level of the gravest one. */
export function logResult(logger: Logger, result: BuildResult, root: string, summary: readonly string[] = []): void {
  const { diagnostics } = result
  if (diagnostics.length === 0 && summary.length === 0) return
  const run = { diagnostics, report: {}, summary, strict: isStrict(result) }
  const text = pretty(run, {
    colors: pc,
    version: '',
    displayPath: (file) => path.relative(process.cwd(), path.resolve(root, file)).replaceAll(path.sep, '/'),
    sourceText: (file) => result.sourceText(file),
  }).trimEnd()
  const has = (severity: string): boolean => diagnostics.some((d) => d.severity === severity)
  logger[has('error') ? 'error' : has('warning') ? 'warn' : 'info'](text)
}

/** Whether a build may be written: no error, and no warning where warnings fail the run. */
export function isPublishable(result: BuildResult, strict?: boolean): boolean {
  const failing = strict || isStrict(result) ? ['error', 'warning'] : ['error']
  return result.public !== undefined && !result.diagnostics.some((d) => failing.includes(d.severity))
}

/** The first error of a build as Vite's overlay shows it; `undefined` where there is none. */
export function overlayError(result: BuildResult, root: string): ErrorPayload['err'] | undefined {
  const first = result.diagnostics.find((d) => d.severity === 'error')
  if (!first) return undefined
  const { code, message, hint, file, line, column = 1 } = first
  const more = result.diagnostics.filter((d) => d.severity === 'error').length - 1
  const source = file === undefined ? undefined : result.sourceText(file)
  const id = file === undefined ? undefined : path.resolve(root, file)
  return {
    message: [
      `${code}: ${visibleLine(message)}`,
      ...(hint === undefined ? [] : [`hint: ${visibleLine(hint)}`]),
      ...(more > 0 ? [`(and ${more} more: see the terminal)`] : []),
    ].join('\n'),
    stack: '',
    plugin: 'signpost',
    ...(source === undefined ? {} : { frame: codeFrame(source, first) }),
    ...(id === undefined ? {} : { id }),
    ...(id === undefined || line === undefined ? {} : { loc: { file: id, line, column } }),
  }
}

/** A build with findings that were made after it: with an error among them, nothing of it is to be published. */
export function withFindings(result: BuildResult, findings: readonly Diagnostic[]): BuildResult {
  const diagnostics = sortDiagnostics([...result.diagnostics, ...findings])
  if (!hasErrors(findings)) return { ...result, diagnostics }
  const { public: _public, private: _private, ...rest } = result
  return { ...rest, diagnostics }
}

/** A build of Vite that ends for findings: the message is all there is to say. */
export class BuildFailure extends Error {
  /** The build with its findings; absent where it was not made yet. */
  readonly signpost: BuildResult | undefined
  constructor(message: string, result: BuildResult | undefined) {
    super(message)
    this.name = 'BuildFailure'
    this.signpost = result
    // A stack would only say where this plugin found what the message is about.
    this.stack = ''
  }
}

/** The end of a build whose findings were shown. */
export function failure(result: BuildResult): BuildFailure {
  const counts = countsText(count(result.diagnostics.filter((d) => d.severity !== 'suggestion')))
  return new BuildFailure(`Signpost found ${counts}: nothing was written.`, result)
}

function isStrict({ config }: BuildResult): boolean {
  return config?.strict === true || (config?.strict === 'ci' && isCI)
}

import type { SignpostOptions } from './config.ts'
import type { Diagnostic } from './diagnostics/diagnostic.ts'
import type { Sources } from './load/sources.ts'
import type { Site } from './site.ts'

/** What a build made: sites are absent when an error stopped it. */
export interface BuildResult {
  readonly diagnostics: readonly Diagnostic[]
  readonly public?: Site
  /** The authenticated view; absent when nothing is private, restricted or extended. */
  readonly private?: Site
  /** Text of a source file with every secret masked, for code frames. */
  sourceText(file: string): string | undefined
}

export type Build = (options: SignpostOptions, sources: Sources) => Promise<BuildResult>

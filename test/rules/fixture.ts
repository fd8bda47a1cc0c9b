import type { InlineConfig } from 'vite'
import type { BuildContext } from '../../src/build.ts'
import type { SignpostOptions } from '../../src/config.ts'
import type { Severity } from '../../src/diagnostics/diagnostic.ts'
import type { Code } from '../../src/diagnostics/rules.ts'

/** Text or bytes of files, by path. */
export type Files = Readonly<Record<string, string | Uint8Array>>

/** A severity and a place as a report shows it: file, line, column, as far as they are known. */
export type Finding = Severity | `${Severity} ${string}`

/** A site with one mistake, and the one finding that it gives. */
export interface Fixture {
  readonly code: Code
  /** Tells fixtures of one code apart. */
  readonly title?: string
  readonly files?: Files
  readonly options?: Partial<SignpostOptions>
  readonly context?: Partial<BuildContext>
  /** What files alone cannot make: links, rights, pipes, sizes. What it returns is called when the site is built. */
  readonly setup?: (root: string) => void | (() => void)
  /** Run by the command line with these arguments; else the folder is built. */
  readonly argv?: readonly string[]
  /** Run by Vite with this config; else the folder is built. */
  readonly vite?: InlineConfig
  /** Severity and place of the one finding of the code. */
  readonly expect: Finding
  /** Findings that cannot but come with it, with their codes. */
  readonly also?: readonly string[]
}

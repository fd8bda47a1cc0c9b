import type { ReporterName } from '../diagnostics/reporters/index.ts'

/** A stream that a command writes to. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** The world of a command. */
export interface Io {
  /** Absolute path. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Results, and nothing else. */
  readonly stdout: Output
  readonly stderr: Output
  /** Version of the tool. */
  readonly version: string
}

/** The flags that every command takes. */
export interface Flags {
  readonly root?: string
  readonly config?: string
  readonly outDir?: string
  readonly strict?: boolean
  readonly quiet?: boolean
  readonly format: ReporterName
  /** The flags that only this command takes, by their camelCase names; a list for one that may be repeated. */
  readonly own?: Readonly<Record<string, string | boolean | readonly string[] | undefined>>
}

/** What a command's module offers: does the command and gives its exit code. */
export interface CommandModule {
  run(operands: readonly string[], flags: Flags, io: Io): Promise<number>
}

/** A command as the command line knows it; its module is loaded when it runs. */
export interface Command {
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Operands, in the notation of help texts: `[FILE...]`. */
  readonly operands?: {
    readonly syntax: string
    /** Of the first. */
    readonly description: string
    readonly others?: readonly string[]
  }
  /** Flags that only this command takes, in the notation of help texts: `--out <file>`; `--tag <tag...>` may be repeated. */
  readonly options?: ReadonlyArray<readonly [syntax: string, description: string]>
  /** Formats of results that only some commands have. @default none */
  readonly formats?: readonly ReporterName[]
  /** What it does, reads and writes; for its own help. */
  readonly description: string
  /** Command lines and what they do. */
  readonly examples: ReadonlyArray<readonly [command: string, purpose: string]>
  load(): Promise<CommandModule>
}

/** The command line itself is wrong: exit code 2, and the message is all there is to say. */
export class UsageError extends Error {}

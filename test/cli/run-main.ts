import { main } from '../../src/cli.ts'

/** What a command printed and returned. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line inside this process. */
export async function runMain(
  argv: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; isTTY?: boolean } = {},
): Promise<Ran> {
  const out: string[] = []
  const err: string[] = []
  const code = await main(argv, {
    cwd: options.cwd ?? '/',
    env: options.env ?? {},
    stdout: { write: (text) => out.push(text), isTTY: options.isTTY ?? false },
    stderr: { write: (text) => err.push(text), isTTY: false },
    version: '9.9.9',
  })
  return { code, stdout: out.join(''), stderr: err.join('') }
}

import { Command as Program, CommanderError, InvalidArgumentError, Option } from 'commander'
import { commands } from './commands/index.ts'
import { UsageError, type Command, type Flags, type Io } from './commands/command.ts'
import { closest } from './diagnostics/closest.ts'
import { reporters, type ReporterName } from './diagnostics/reporters/index.ts'
import { visible } from './diagnostics/visible.ts'

/**
 * Runs a command line.
 *
 * @param argv The arguments, without the interpreter and the script.
 * @returns the exit code: 0 no error, 1 at least one error, 2 a wrong command line or a failure of this program.
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let exitCode = 0
  const program = createProgram(io, (code) => (exitCode = code))
  try {
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (error instanceof UsageError) io.stderr.write(`error: ${visible(error.message)}\n`)
    else io.stderr.write(failureText(error, io.version))
    return 2
  }
}

/** What is said about an error that nobody expected: its stack, and whose fault it is. */
export function failureText(error: unknown, version: string): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const text = stack.split('\n').map(visible).join('\n')
  return `${text}\n\nThis is a bug in signpost ${version}, not in your files. Please report it with the lines above.\n`
}

const HELP_WIDTH = 100

const EXIT_CODES = `Exit codes:
  0  no error (warnings do not count, unless strict)
  1  at least one error, invalid options included; build then writes nothing
  2  wrong command line, or a failure of signpost itself`

const OVERVIEW = `
What build writes:
  dist/          the public site (Vite's outDir, or --out-dir): nothing in it comes from a private
                 definition
  dist-private/  the authenticated view, where something is private, restricted or extended
  dist-deploy/   host files that are not part of the site, and manifest.json

The options of a site stand in vite.config, as the plugin's, or in signpost.config.ts|js|mjs.

Examples:
  $ signpost check                          validate, write nothing
  $ signpost build                          write the site
  $ signpost build --strict                 let warnings fail
  $ signpost explain SKILL_NAME_MISMATCH    what a code means and what to do

${EXIT_CODES}`

function createProgram(io: Io, done: (code: number) => void): Program {
  const program = new Program('signpost')
    .description('Publishes skills, agents and MCP servers so that AI agents can find, check and use them.')
    .usage('<command> [options]')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => HELP_WIDTH,
      getErrHelpWidth: () => HELP_WIDTH,
      outputError: (text, write) => write(`${text.trimEnd()}\n${helpHint('signpost')}`),
    })
    .configureHelp({ showGlobalOptions: true })
    .option('--root <dir>', 'folder of the site (default: the current one)')
    .option('--config <file>', 'the config file (default: vite.config.*, then signpost.config.*)')
    .option('--out-dir <dir>', "folder of the public site (default: Vite's outDir, or dist)")
    .addOption(formatOption())
    .option('--strict', 'let warnings fail the run')
    .option('--quiet', 'show only what fails the run')
    .version(io.version, '--version', 'print the version')
    .helpOption('--help', 'show help; after a command, help about that one')
    .helpCommand(false)
    .addHelpText('after', OVERVIEW)
  for (const command of commands) program.addCommand(createCommand(command, program, io, done))
  return program
}

function createCommand(command: Command, program: Program, io: Io, done: (code: number) => void): Program {
  const sub = program
    .createCommand(command.name)
    .copyInheritedSettings(program)
    .summary(command.summary)
    .description(command.description)
    .helpOption('--help', 'show this help')
    .configureOutput({
      ...program.configureOutput(),
      outputError: (text, write) => write(`${text.trimEnd()}\n${helpHint(`signpost ${command.name}`)}`),
    })
    .addHelpText('after', `\nExamples:\n${table(command.examples)}\n\n${EXIT_CODES}`)
  if (command.operands) {
    const [first = '', ...others] = command.operands.syntax.split(' ')
    sub.argument(first, command.operands.description)
    for (const [i, operand] of others.entries()) sub.argument(operand, command.operands.others?.[i] ?? '')
  }
  for (const [syntax, description] of command.options ?? []) sub.addOption(ownOption(syntax, description))
  return sub.action(async () => {
    const { format } = program.opts<Flags>()
    if (SPECIAL_FORMATS.has(format) && command.formats?.includes(format) !== true)
      throw new UsageError(`\`${command.name}\` has no --format ${format}: use ${usualFormats().join(', ')}.`)
    const { run } = await command.load()
    done(await run(sub.args, { ...program.opts<Flags>(), own: sub.opts<NonNullable<Flags['own']>>() }, io))
  })
}

function helpHint(command: string): string {
  return `Run \`${command} --help\` to see what it understands.\n`
}

/** Each use of a flag that may be repeated takes one value, so that it never swallows an operand. */
function ownOption(syntax: string, description: string): Option {
  const option = new Option(syntax.replace('...>', '>'), description)
  if (syntax.endsWith('...>')) option.argParser((value, all: readonly string[] = []) => [...all, value])
  return option
}

/** Formats that a command has to offer by itself. */
const SPECIAL_FORMATS: ReadonlySet<ReporterName> = new Set(['markdown'])

function usualFormats(): string[] {
  return Object.keys(reporters).filter((name) => !SPECIAL_FORMATS.has(name as ReporterName))
}

function formatOption(): Option {
  const names = usualFormats()
  return new Option('--format <name>', `how results are shown: ${names.join(', ')}`)
    .default('pretty')
    .argParser((value) => {
      if (Object.hasOwn(reporters, value)) return value as ReporterName
      const near = closest(value, names)
      throw new InvalidArgumentError(near === undefined ? `It is one of ${names.join(', ')}.` : `Did you mean ${near}?`)
    })
}

function table(rows: Command['examples']): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  $ ${left.padEnd(width)}  ${right}`).join('\n')
}

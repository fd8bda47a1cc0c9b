import { json } from '../diagnostics/reporters/json.ts'
import type { JsonObject } from '../json.ts'
import { UsageError, type Flags, type Io } from './command.ts'

/**
 * Prints what a command knows without looking at a site: as text, or as the `report` of the usual JSON object.
 *
 * @throws {UsageError} for a format that only shows findings.
 */
export function printReference(report: object, text: string, flags: Flags, io: Io): number {
  if (flags.format !== 'pretty' && flags.format !== 'json') {
    throw new UsageError(`--format ${flags.format} shows findings, and this command has none: use pretty or json.`)
  }
  const run = { diagnostics: [], report: report as JsonObject, summary: [], strict: false }
  io.stdout.write(flags.format === 'json' ? json(run) : text)
  return 0
}

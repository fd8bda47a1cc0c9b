import { formats } from '../formats/index.ts'
import type { Format } from '../formats/format.ts'
import type { Flags, Io } from './command.ts'
import { colorsFor } from './finish.ts'
import { printReference } from './reference.ts'

/** `signpost formats`: what is published where, by which specification, version and date. */
export async function run(_operands: readonly string[], flags: Flags, io: Io): Promise<number> {
  const colors = colorsFor(io.stdout, io.env)
  const list: readonly Format[] = Object.values(formats)
  const report = {
    formats: list.map(({ name, summary, specifications, paths }) => ({ name, summary, specifications, paths })),
  }
  const blocks = list.map(({ name, summary, specifications, paths }) =>
    [
      `${colors.bold(name)}  ${summary}`,
      ...specifications.map(({ title, version, date, url }) => `  ${title} ${version} (${date}) ${colors.dim(url)}`),
      ...paths.map((path) => `    ${colors.cyan(`/${path}`)}`),
    ].join('\n'),
  )
  return printReference(report, `${blocks.join('\n\n')}\n`, flags, io)
}

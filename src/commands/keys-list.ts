import { formatDate } from '../sign/time.ts'
import type { Flags, Io } from './command.ts'
import { finish } from './finish.ts'
import { openKeys, type KeySite } from './keys-site.ts'

/** `signpost keys list`: the keys of a site, and what each is there for. */
export async function listKeys(flags: Flags, io: Io): Promise<number> {
  const site = await openKeys(flags, io)
  const rows = keysOf(site)
  const widths = ['kid', 'alg', 'role'].map((column) =>
    Math.max(...rows.map((row) => String(row[column as keyof Row]).length)),
  )
  const summary = rows.map(({ kid, alg, role, until }) =>
    [
      kid.padEnd(widths[0]!),
      alg.padEnd(widths[1]!),
      until === undefined ? role : `${role.padEnd(widths[2]!)}  until ${until}`,
    ].join('  '),
  )
  const run = {
    diagnostics: site.diagnostics,
    report: { keys: rows.map((row) => ({ ...row })) },
    summary: summary.length === 0 ? ['There are no keys.'] : summary,
    strict: flags.strict === true,
  }
  return finish(run, { root: site.root }, flags, io)
}

interface Row {
  readonly kid: string
  readonly alg: string
  readonly role: 'signs' | 'published ahead' | 'retired' | 'no longer published'
  /** Date on which it ends. */
  readonly until?: string
}

function keysOf({ signing, retired }: KeySite): Row[] {
  return [
    ...signing.map(({ kid, alg, exp }, i): Row => ({
      kid,
      alg,
      role: i === 0 ? 'signs' : 'published ahead',
      ...endOf(exp),
    })),
    ...retired.map(({ jwk: { kid, alg, exp }, until, isOver }): Row => ({
      kid,
      alg,
      role: isOver ? 'no longer published' : 'retired',
      ...endOf(until ?? exp),
    })),
  ]
}

function endOf(seconds: number | undefined): { readonly until?: string } {
  // The last second before the end: a date without a time includes its whole day.
  return seconds === undefined ? {} : { until: formatDate(seconds - 1) }
}

import { createHash } from 'node:crypto'
import type { Catalog } from '../catalog.ts'
import type { Config } from '../config.ts'
import { isObject } from '../json.ts'
import { diagnose, type Diagnostic } from './diagnostic.ts'
import { RULES } from './rules.ts'

/** One finding that its author knows and accepts. */
interface Allowance {
  readonly code: string
  readonly at: string
  /** Only findings of this file, for an allowance written in a definition. */
  readonly within?: string
  readonly place: Pick<Diagnostic, 'file' | 'pointer' | 'line' | 'column'>
}

/**
 * Findings with the severities of the `rules` option, without those that `publish.allow` names. Locked rules are never
 * lowered; an allowance that matches nothing is a finding itself.
 */
export function applyRules(
  diagnostics: readonly Diagnostic[],
  config: Pick<Config, 'rules' | 'allow' | 'file'>,
  catalog: Catalog,
): Diagnostic[] {
  const allowances = [
    ...config.allow.map((a, i): Allowance => ({ ...a, place: { file: config.file, pointer: `/publish/allow/${i}` } })),
    ...definitionAllowances(catalog),
  ]
  const used = new Set<Allowance>()
  const kept = diagnostics.filter((diagnostic) => {
    const matching = allowances.filter((a) => matches(a, diagnostic))
    for (const allowance of matching) used.add(allowance)
    return matching.length === 0
  })
  const unused = allowances
    .filter((a) => !used.has(a))
    .map((a) => diagnose('CONFIG_ALLOW_UNUSED', a.place, { code: a.code, at: a.at }))
  return [...kept, ...unused].flatMap((diagnostic): Diagnostic[] => {
    const wanted = config.rules[diagnostic.code]
    if (wanted === undefined || (isLocked(diagnostic) && !isRaise(diagnostic, wanted))) return [diagnostic]
    return wanted === 'off' ? [] : [{ ...diagnostic, severity: wanted }]
  })
}

/** A short name of a finding that stays as long as the finding does: 12 hexadecimal digits. */
export function fingerprint(code: string, file: string, subject: string): string {
  return createHash('sha256').update([code, file, subject].join('\0')).digest('hex').slice(0, 12)
}

function matches({ code, at, within }: Allowance, diagnostic: Diagnostic): boolean {
  if (code !== diagnostic.code || (within !== undefined && within !== diagnostic.file)) return false
  return at === diagnostic.file || at === diagnostic.pointer || at === diagnostic.fingerprint
}

function definitionAllowances({ skills, agents, servers }: Catalog): Allowance[] {
  return [...skills, ...agents, ...servers].flatMap(({ document }) => {
    const publish = document.value['publish']
    const allow = isObject(publish) && Array.isArray(publish['allow']) ? publish['allow'] : []
    return allow.flatMap((entry, i): Allowance[] => {
      if (!isObject(entry)) return []
      const pointer = `/publish/allow/${i}`
      return [
        {
          code: String(entry['code']),
          at: String(entry['at']),
          within: document.file,
          place: { ...document.at(pointer), pointer },
        },
      ]
    })
  })
}

function isLocked({ code }: Diagnostic): boolean {
  return (RULES[code] as { locked?: boolean }).locked === true
}

const ORDER = ['off', 'suggestion', 'warning', 'error']

function isRaise({ severity }: Diagnostic, wanted: string): boolean {
  return ORDER.indexOf(wanted) > ORDER.indexOf(severity)
}

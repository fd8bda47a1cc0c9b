import { code, cutList } from '../../diagnostics/reporters/markdown.ts'
import { show } from '../../diagnostics/rules/rule.ts'
import type { JsonValue } from '../../json.ts'
import type { Change } from './change.ts'
import type { ResourceDiff } from './diff.ts'

/** A difference in words: `interface url "JSONRPC 1.0" changed from "…" to "…"`. */
export function changeText(change: Change): string {
  return sentence(change, show)
}

/** The differences for people: a line per resource, and one per change below it. */
export function diffLines(diffs: readonly ResourceDiff[]): string[] {
  return diffs.flatMap((diff) => [
    `${SIGNS[diff.state]} ${diff.kind} ${show(diff.id)} ${diff.state}${versionText(diff, show)}`,
    ...diff.changes.map((change) => `    ${change.impact.padEnd(10)}  ${changeText(change)}`),
  ])
}

/** The differences as a comment for a pull request. Texts of the site are code spans: they link, mention and format nothing. */
export function diffMarkdown(diffs: readonly ResourceDiff[], deployed: string): string {
  const breaking = diffs.filter(({ impact }) => impact === 'breaking')
  const compatible = diffs.filter(({ impact }) => impact === 'compatible')
  const title = `## What changes for clients of ${code(deployed)}`
  if (diffs.length === 0) return `${title}\n\nNothing.`
  const room = 50_000
  const items = [breaking, compatible].map((list) => list.map(item))
  const sections = [
    ...(breaking.length === 0 ? [] : ['', `### Breaking (${breaking.length})`, '', cutList(items[0]!, room * 0.6)]),
    ...(compatible.length === 0
      ? []
      : ['', `### Compatible (${compatible.length})`, '', cutList(items[1]!, room * 0.4)]),
  ]
  return [title, ...sections].join('\n')
}

const SIGNS = { added: '+', removed: '-', changed: '~' } as const

const shorten = (value: unknown): string => code(typeof value === 'string' ? value : JSON.stringify(value), 120)

function item(diff: ResourceDiff): string {
  const changes = diff.changes.map(
    (change) => `\n  - ${change.impact === 'breaking' ? '**breaking**: ' : ''}${sentence(change, shorten)}`,
  )
  return `${diff.kind} ${shorten(diff.id)} ${diff.state}${versionText(diff, shorten)}${changes.join('')}`
}

type Quote = (value: unknown) => string

function sentence(
  {
    member,
    name,
    verb,
    was,
    now,
  }: Change & { readonly name?: JsonValue; readonly was?: JsonValue; readonly now?: JsonValue },
  quote: Quote,
): string {
  // A member of a skill or tool names that, which is the publisher's text.
  const [, what = member, owner] = /^(.*? of the (?:skill|tool)) (.+)$/s.exec(member) ?? []
  const subject = [
    what,
    ...(owner === undefined ? [] : [quote(owner)]),
    ...(name === undefined ? [] : [quote(name)]),
  ].join(' ')
  const values = was !== undefined && now !== undefined ? ` from ${quote(was)} to ${quote(now)}` : ''
  return `${subject} ${verb}${values}`
}

function versionText(
  {
    was,
    now,
    step,
    state,
    successor,
  }: ResourceDiff & { readonly was?: JsonValue; readonly now?: JsonValue; readonly successor?: JsonValue },
  quote: Quote,
): string {
  if (successor !== undefined) return `, replaced by ${quote(successor)}`
  if (state !== 'changed' || was === undefined || now === undefined) return ''
  if (step === 'none') return `, version ${quote(now)} as before`
  return `, version ${quote(was)} to ${quote(now)} (${STEPS[step]})`
}

const STEPS = {
  none: '',
  patch: 'patch',
  minor: 'minor',
  major: 'major',
  lower: 'lower than before',
  other: 'no step that can be told',
} as const

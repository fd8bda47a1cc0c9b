import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject, type JsonObject, type JsonValue } from '../../json.ts'
import { cardForm } from '../../formats/agent-interfaces.ts'
import { canonicalize } from '../../sign/canonicalize.ts'
import { placeOf, textOf } from '../document.ts'
import type { FollowedLink } from '../crawl.ts'
import { each } from '../links.ts'
import type { Step, Verification } from '../step.ts'

/** Whether documents that say the same thing say the same: manifest and catalog, index and descriptor, entry and card. */
export const drift: Step = {
  name: 'drift',
  run(verification) {
    const { links } = verification.crawl
    const judged = links.filter(({ from, target }) => from.copyOf === undefined && target !== undefined)
    return {
      diagnostics: [
        ...checkPair('.well-known/ard.json', '.well-known/ai-catalog.json', verification),
        ...checkPair('.well-known/agent-card.json', '.well-known/agent.json', verification),
        ...checkCardCopies(verification),
        ...judged.flatMap(checkDescriptor),
        ...judged.flatMap(checkEntry),
        ...judged.flatMap(checkSkill),
      ],
    }
  },
}

/** Two documents that clients of different ages read for the same thing. */
function checkPair(one: string, other: string, { crawl }: Verification): Diagnostic[] {
  const [first, second] = [one, other].map((path) => crawl.documents.find((d) => d.path === path && d.pointer === ''))
  if (
    first === undefined ||
    second === undefined ||
    second.copyOf === first ||
    !isObject(first.json) ||
    !isObject(second.json)
  )
    return []
  if (first.kind === 'agent-card' && cardForm(first.json) !== cardForm(second.json)) return []
  if (isSame(first.json, second.json)) return []
  return [
    diagnose('SITE_COPY_DRIFT', placeOf(second), { path: other, other: one, ...difference(first.json, second.json) }),
  ]
}

/** A card for SDKs that are given the base URL of an agent, and the same one beside it. */
function checkCardCopies({ crawl }: Verification): Diagnostic[] {
  const cards = new Map(
    crawl.documents
      .filter(({ kind, path, pointer }) => kind === 'agent-card' && path !== undefined && pointer === '')
      .map((d) => [d.path!, d]),
  )
  return [...cards].flatMap(([path, copy]) => {
    const folder = /^(.+\/)\.well-known\/agent-card\.json$/.exec(path)?.[1]
    const card = folder === undefined ? undefined : cards.get(`${folder}agent-card.json`)
    if (
      card === undefined ||
      copy.copyOf === card ||
      card.copyOf === copy ||
      !isObject(card.json) ||
      !isObject(copy.json)
    )
      return []
    if (cardForm(card.json) !== cardForm(copy.json) || isSame(card.json, copy.json)) return []
    return [
      diagnose('SITE_COPY_DRIFT', placeOf(copy), { path, other: card.path!, ...difference(card.json, copy.json) }),
    ]
  })
}

/** What decides whether and how a client calls a skill is an error; the rest is text. */
const DECISIVE = ['id', 'access', 'capability_type', 'version'] as const
const TEXTS = ['name', 'description'] as const

function checkDescriptor({ from, pointer, target }: FollowedLink): Diagnostic[] {
  if (target?.kind !== 'skill-descriptor' || !isObject(target.json)) return []
  const at = pointer.replace(/\/descriptor_url$/, '')
  const entry = valueAt(from.json, at)
  const descriptor = target.json
  if (!isObject(entry)) return []
  const differing = (members: readonly string[]): string[] =>
    members.filter(
      (m) => typeof entry[m] === 'string' && typeof descriptor[m] === 'string' && entry[m] !== descriptor[m],
    )
  const args = (member: string): { member: string; value: string; descriptor: string; url: string } => ({
    member,
    value: String(entry[member]),
    descriptor: String(descriptor[member]),
    url: target.url,
  })
  return [
    ...differing(DECISIVE).map((member) =>
      diagnose('SITE_DESCRIPTOR_DRIFT', placeOf(from, `${at}/${member}`), args(member)),
    ),
    ...differing(TEXTS).map((member) =>
      diagnose('SITE_DRIFT', placeOf(from, `${at}/${member}`), {
        one: `the \`${member}\` of ${String(entry['id'])} in the index`,
        other: 'that in its descriptor',
        value: String(entry[member]),
        otherValue: String(descriptor[member]),
      }),
    ),
  ]
}

/** An entry of a catalog repeats the version of the card or server card that it points at. */
function checkEntry({ from, pointer, target }: FollowedLink): Diagnostic[] {
  if (from.kind !== 'catalog' || !pointer.endsWith('/url') || !isObject(target?.json)) return []
  const at = pointer.slice(0, -'/url'.length)
  const entry = valueAt(from.json, at)
  const named = target.kind === 'agent-card' || target.kind === 'server-card'
  if (!isObject(entry) || !named) return []
  const { version, identifier } = entry
  const own = target.json['version']
  if (typeof version !== 'string' || typeof own !== 'string' || version === own) return []
  return [
    diagnose('SITE_DRIFT', placeOf(from, `${at}/version`), {
      one: `the \`version\` of ${String(identifier)}`,
      other: `that in ${target.url}`,
      value: version,
      otherValue: own,
    }),
  ]
}

/** An index repeats the name and the description of a SKILL.md; clients choose by the one and show the other. */
function checkSkill({ from, pointer, target }: FollowedLink): Diagnostic[] {
  if (from.kind !== 'agent-skills-index' || target?.kind !== 'skill-md' || !pointer.endsWith('/url')) return []
  const at = pointer.slice(0, -'/url'.length)
  const entry = valueAt(from.json, at)
  const name = /^name[ \t]*:[ \t]*["']?([A-Za-z0-9_-]+)["']?[ \t]*\r?$/m.exec(
    (textOf(target) ?? '').slice(0, 4096),
  )?.[1]
  if (!isObject(entry) || name === undefined || name === entry['name']) return []
  return [
    diagnose('SITE_DRIFT', placeOf(from, `${at}/name`), {
      one: 'the `name` of a skill in the index',
      other: `that in ${target.url}`,
      value: String(entry['name']),
      otherValue: name,
    }),
  ]
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  try {
    return canonicalize(one) === canonicalize(other)
  } catch {
    return true
  }
}

/** What one catalog has and the other has not, or else the first member that differs. */
function difference(one: JsonObject, other: JsonObject): { readonly detail: string } {
  const ids = (document: JsonObject): Set<string> =>
    new Set(
      each(document['entries'], '').map(([entry]) =>
        `${String(entry['identifier'])} ${String(entry['version'] ?? '')}`.trim(),
      ),
    )
  const [first, second] = [ids(one), ids(other)]
  const missing = [...first].filter((id) => !second.has(id))
  const extra = [...second].filter((id) => !first.has(id))
  if (missing.length > 0) return { detail: `it lacks ${missing.slice(0, 3).join(', ')}` }
  if (extra.length > 0) return { detail: `it has ${extra.slice(0, 3).join(', ')} besides` }
  const member = [...new Set([...Object.keys(one), ...Object.keys(other)])].find(
    (key) => !isSame(one[key] ?? null, other[key] ?? null),
  )
  return { detail: `\`${member ?? 'a member'}\` differs` }
}

function valueAt(document: JsonValue | undefined, pointer: string): JsonValue | undefined {
  return pointer
    .split('/')
    .slice(1)
    .reduce<JsonValue | undefined>(
      (value, token) => (typeof value === 'object' && value !== null ? (value as JsonObject)[token] : undefined),
      document,
    )
}

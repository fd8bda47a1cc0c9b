import { compareText, type JsonObject } from '../../json.ts'
import type { Crawl } from '../crawl.ts'
import { kindOfType } from '../kinds.ts'
import { compareCard } from './agent.ts'
import { change, compareValue, sameJson, type Change } from './change.ts'
import { compareServer, compareTools } from './server.ts'
import { compareSkill, compareTags } from './skill.ts'
import { besides, createSnapshot, hasOwnDocument, isOwnCatalog, type Offer, type Snapshot } from './snapshot.ts'
import { idVersion, stepOf, type Step } from './version.ts'

/** What a difference is of. */
type ResourceKind = 'skill' | 'agent' | 'MCP server' | 'Agent Skill' | 'list of tools' | 'catalog entry'

/** A resource that is not the same on both sides. */
export interface ResourceDiff extends JsonObject {
  readonly kind: ResourceKind
  /** Id, name, identifier, or path on the site. */
  readonly id: string
  readonly state: 'added' | 'removed' | 'changed'
  /** Path of its document on the site, with a leading slash. */
  readonly path: string
  /** Whether a client that works today still works. */
  readonly impact: Change['impact']
  /** How far its version moved; a removed resource whose next version is there moved by a major step. */
  readonly step: Step
  /** What is different; empty for what is added or removed as a whole. */
  readonly changes: readonly Change[]
}

/** A site as one side of a comparison. */
export interface Side {
  readonly crawl: Crawl
  /** Origin that the site stands for. */
  readonly base: URL
}

/** What is different between a deployed site and a new one, by kind and id. Signatures and mere order do not count. */
export function diffSites(deployed: Side, built: Side): ResourceDiff[] {
  const origins = [deployed, built].map(({ base }) => base.origin)
  const [was, now] = [deployed, built].map(({ crawl }) => createSnapshot(crawl, origins)) as [Snapshot, Snapshot]
  const all = [
    ...diffNamed('skill', was.skills, now.skills, compareSkill).map((diff) => succeed(diff, now.skills)),
    ...diffDocuments('agent', was.agents, now.agents, ({ json: a }, { json: b }) => compareCard(a, b)),
    ...diffDocuments('MCP server', was.servers, now.servers, (a, b) => [
      ...compareServer(a.json, b.json),
      ...toolsOf(a, b, was, now),
    ]),
    ...diffDocuments('list of tools', alone(was), alone(now), ({ json: a }, { json: b }) => compareTools(a, b)),
    ...diffNamed('Agent Skill', was.agentSkills, now.agentSkills, compareAgentSkill),
    ...diffNamed('catalog entry', was.entries, now.entries, compareEntry).filter((diff) => isNews(diff, was, now)),
  ]
  return all.filter(({ state, changes, step }) => state !== 'changed' || changes.length > 0 || step !== 'none')
}

type Compare = (was: JsonObject, now: JsonObject) => Change[]

function diffNamed(
  kind: ResourceKind,
  was: ReadonlyMap<string, Offer>,
  now: ReadonlyMap<string, Offer>,
  compare: Compare,
): ResourceDiff[] {
  const ids = [...new Set([...was.keys(), ...now.keys()])].toSorted(compareText)
  return ids.map((id) => {
    const [old, current] = [was.get(id), now.get(id)]
    if (old === undefined) return added(kind, id, current!)
    return current === undefined
      ? removed(kind, id, old)
      : changed(kind, id, old, current, compare(old.json, current.json))
  })
}

/**
 * Documents are compared at their paths, and copies once: whoever asks for a path gets what is there now, whatever it was
 * called before.
 */
function diffDocuments(
  kind: ResourceKind,
  was: ReadonlyMap<string, Offer>,
  now: ReadonlyMap<string, Offer>,
  compare: (was: Offer, now: Offer) => Change[],
): ResourceDiff[] {
  const pairs = new Map<string, { old: Offer; current: Offer; paths: string[] }>()
  for (const [path, old] of was) {
    const current = now.get(path)
    if (current === undefined) continue
    const key = `${old.same} ${current.same}`
    const pair = pairs.get(key) ?? { old, current, paths: [] }
    pair.paths.push(path)
    pairs.set(key, pair)
  }
  const list = [...pairs.values()]
  const moved = (
    offers: ReadonlyMap<string, Offer>,
    others: ReadonlyMap<string, Offer>,
    side: 'old' | 'current',
  ): Map<string, Offer[]> => {
    const groups = new Map<string, Offer[]>()
    for (const [path, offer] of offers)
      if (!others.has(path)) groups.set(offer.same, [...(groups.get(offer.same) ?? []), offer])
    for (const pair of list) {
      for (const { path } of groups.get(pair[side].same) ?? [])
        addresses.push([
          pair,
          change(side === 'old' ? 'breaking' : 'compatible', 'address', side === 'old' ? 'removed' : 'added', {
            name: path,
          }),
        ])
      groups.delete(pair[side].same)
    }
    return groups
  }
  const addresses: [(typeof list)[number], Change][] = []
  const gone = moved(was, now, 'old')
  const fresh = moved(now, was, 'current')
  const diffs = [
    ...list.map((pair) => {
      const changes = [
        ...addresses.filter(([owner]) => owner === pair).map(([, item]) => item),
        ...compare(pair.old, pair.current),
      ]
      return changed(kind, mainPath(pair.paths), pair.old, pair.current, changes)
    }),
    ...[...gone.values()].map((offers) => removed(kind, mainPath(offers.map(({ path }) => path)), offers[0]!)),
    ...[...fresh.values()].map((offers) => added(kind, mainPath(offers.map(({ path }) => path)), offers[0]!)),
  ]
  return diffs.toSorted((a, b) => compareText(a.id, b.id))
}

/** The path by which people know a document that lies at several. */
function mainPath(paths: readonly string[]): string {
  const rank = (path: string): number => (path.startsWith('/.well-known/') ? 1 : path.includes('/.well-known/') ? 2 : 0)
  return paths.toSorted((a, b) => rank(a) - rank(b) || compareText(a, b))[0]!
}

function added(kind: ResourceKind, id: string, { json, path }: Offer): ResourceDiff {
  return {
    kind,
    id,
    state: 'added',
    path,
    impact: 'compatible',
    step: 'none',
    ...versions(undefined, json),
    changes: [],
  }
}

function removed(kind: ResourceKind, id: string, { json, path }: Offer): ResourceDiff {
  return {
    kind,
    id,
    state: 'removed',
    path,
    impact: 'breaking',
    step: 'none',
    ...versions(json, undefined),
    changes: [],
  }
}

function changed(kind: ResourceKind, id: string, was: Offer, now: Offer, changes: readonly Change[]): ResourceDiff {
  const impact = changes.some((item) => item.impact === 'breaking') ? 'breaking' : 'compatible'
  return {
    kind,
    id,
    state: 'changed',
    path: now.path,
    impact,
    step: stepOf(was.json['version'], now.json['version']),
    ...versions(was.json, now.json),
    changes,
  }
}

function versions(
  was: JsonObject | undefined,
  now: JsonObject | undefined,
): { readonly was?: string; readonly now?: string } {
  const [old, current] = [was?.['version'], now?.['version']]
  return { ...(typeof old === 'string' ? { was: old } : {}), ...(typeof current === 'string' ? { now: current } : {}) }
}

/** A skill whose id ends with its major version (Skill Sharing, recommended form) is replaced by the one with a higher number. */
function succeed(diff: ResourceDiff, now: Snapshot['skills']): ResourceDiff {
  const old = diff.state === 'removed' ? idVersion(diff.id) : undefined
  if (old === undefined) return diff
  const successor = [...now.keys()].find((id) => {
    const other = idVersion(id)
    return other?.stem === old.stem && other.version > old.version
  })
  return successor === undefined ? diff : { ...diff, step: 'major', successor }
}

function compareAgentSkill(was: JsonObject, now: JsonObject): Change[] {
  return [
    ...compareValue('compatible', 'digest', was['digest'], now['digest']),
    ...compareValue('compatible', 'type', was['type'], now['type']),
    ...compareValue('compatible', 'description', was['description'], now['description']),
  ]
}

function compareEntry(was: JsonObject, now: JsonObject): Change[] {
  const [type, newType] = [was, now].map((entry) => entry['type'] ?? entry['mediaType'])
  return [
    ...compareValue('breaking', 'type', type, newType),
    ...compareValue('breaking', 'url', was['url'], now['url']),
    ...compareData(was, now),
    ...compareTags(was['tags'], now['tags']),
    ...['displayName', 'representativeQueries'].flatMap((member) =>
      compareValue('compatible', member, was[member], now[member]),
    ),
  ]
}

function compareData(was: JsonObject, now: JsonObject): Change[] {
  const [old, current] = [was['data'], now['data']] as (JsonObject | undefined)[]
  if (old === undefined || current === undefined || sameJson(old, current))
    return compareValue('breaking', 'data', old, current)
  const kind = kindOfType(was['type'] ?? was['mediaType'])
  if (kind === 'agent-card') return compareCard(old, current)
  return kind === 'server-card' ? compareServer(old, current) : [change('compatible', 'data', 'changed')]
}

/** Whether an entry tells something that its document does not tell already. */
function isNews({ id, state, changes }: ResourceDiff, was: Snapshot, now: Snapshot): boolean {
  const [side, other] = state === 'removed' ? [was, now] : [now, was]
  const offer = side.entries.get(id)!
  // Into which catalogs a site divides its entries is its own affair.
  if (isOwnCatalog(offer)) return false
  const isTold = hasOwnDocument(offer, side)
  if (state === 'changed') return changes.length > 0 || !isTold
  return !isTold || hasOwnDocument(offer, other)
}

function toolsOf(a: Offer, b: Offer, was: Snapshot, now: Snapshot): Change[] {
  const [old, current] = [besides(was.tools, a), besides(now.tools, b)]
  return old === undefined || current === undefined ? [] : compareTools(old.json, current.json)
}

/** Lists of tools that belong to no server card. */
function alone({ tools, servers }: Snapshot): ReadonlyMap<string, Offer> {
  const owned = new Set([...servers.values()].map((server) => besides(tools, server)?.path))
  return new Map([...tools].filter(([path]) => !owned.has(path)))
}

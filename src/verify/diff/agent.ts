import { declaredInterfaces } from '../../formats/agent-interfaces.ts'
import { isObject, type JsonObject, type JsonValue } from '../../json.ts'
import {
  byMember,
  change,
  compareKeyed,
  compareSet,
  compareValue,
  members,
  objectsOf,
  sameJson,
  textsOf,
  withoutProse,
  type Change,
} from './change.ts'
import { compareTags } from './skill.ts'

/** What became of an Agent Card of either generation (A2A 1.0, 4.4; 0.3, 5.5). Signatures do not count: every build signs. */
export function compareCard(was: JsonObject, now: JsonObject): Change[] {
  return [
    ...compareInterfaces(was, now),
    ...compareKeyed(byMember(was['skills'], 'id'), byMember(now['skills'], 'id'), {
      removed: (_, name) => [change('breaking', 'skill', 'removed', { name })],
      added: (_, name) => [change('compatible', 'skill', 'added', { name })],
      both: compareSkillOf,
    }),
    ...compareCapabilities(was['capabilities'], now['capabilities']),
    ...compareRequirements(requirementsOf(was), requirementsOf(now), 'security requirement'),
    ...compareSchemes(was['securitySchemes'], now['securitySchemes']),
    ...compareModes('defaultInputModes', was, now),
    ...compareModes('defaultOutputModes', was, now),
    ...['name', 'description', 'documentationUrl', 'iconUrl', 'provider'].flatMap((member) =>
      compareValue('compatible', member, was[member], now[member]),
    ),
  ]
}

function compareInterfaces(was: JsonObject, now: JsonObject): Change[] {
  const [old, current] = [interfacesOf(was), interfacesOf(now)]
  const changes = compareKeyed(old, current, {
    removed: (urls, name) => [change('breaking', 'interface', 'removed', { name, was: urls.join(' ') })],
    added: (urls, name) => [change('compatible', 'interface', 'added', { name, now: urls.join(' ') })],
    both: (a, b, name) => {
      if (a.length === 1 && b.length === 1) return compareValue('breaking', 'interface url', a[0], b[0], name)
      return compareSet(`${name} interface url`, a, b, { removed: 'breaking', added: 'compatible' })
    },
  })
  const [first, newFirst] = [[...old.keys()][0], [...current.keys()][0]]
  const isMoved =
    first !== undefined && newFirst !== undefined && first !== newFirst && old.has(newFirst) && current.has(first)
  return isMoved
    ? [...changes, change('compatible', 'preferred interface', 'changed', { was: first, now: newFirst })]
    : changes
}

/** URLs by binding and version, in the card's order; a patch number is no other version (A2A 1.0, 3.6). */
function interfacesOf(card: JsonObject): Map<string, string[]> {
  const urls = new Map<string, string[]>()
  for (const { url, binding, version } of declaredInterfaces(card)) {
    const name = `${String(binding)} ${String(version).replace(/^(\d+\.\d+)\.\d+$/, '$1')}`
    urls.set(name, [...(urls.get(name) ?? []), String(url)])
  }
  return urls
}

function compareSkillOf(was: JsonObject, now: JsonObject, id: string): Change[] {
  const changes = [
    ...compareTags(was['tags'], now['tags']),
    ...compareModes('inputModes', was, now),
    ...compareModes('outputModes', was, now),
    ...compareRequirements(requirementsOf(was), requirementsOf(now), 'security requirement'),
    ...['name', 'description', 'examples'].flatMap((member) =>
      compareValue('compatible', member, was[member], now[member]),
    ),
  ]
  return changes.map((item) => ({ ...item, member: `${item.member} of the skill ${id}` }))
}

const FLAGS = ['streaming', 'pushNotifications', 'stateTransitionHistory', 'extendedAgentCard']

function compareCapabilities(was: JsonValue | undefined, now: JsonValue | undefined): Change[] {
  const [old, current] = [was, now].map((value) => (isObject(value) ? value : {}))
  const flags = FLAGS.flatMap((flag) => {
    const [a, b] = [old![flag] === true, current![flag] === true]
    return compareValue(a ? 'breaking' : 'compatible', `capability ${flag}`, a, b)
  })
  const extensions = compareKeyed(byMember(old!['extensions'], 'uri'), byMember(current!['extensions'], 'uri'), {
    removed: (_, name) => [change('breaking', 'extension', 'removed', { name })],
    added: ({ required }, name) => [
      change(
        required === true ? 'breaking' : 'compatible',
        required === true ? 'required extension' : 'extension',
        'added',
        { name },
      ),
    ],
    both: (a, b, name) => [
      ...(a['required'] !== true && b['required'] === true
        ? [change('breaking', 'required extension', 'added', { name })]
        : []),
      ...compareValue('compatible', 'params of the extension', a['params'], b['params'], name),
    ],
  })
  return [...flags, ...extensions]
}

/** The alternatives of a card or a skill, as texts: scheme names with their scopes. */
function requirementsOf({ securityRequirements, security }: JsonObject): string[] {
  return objectsOf(securityRequirements ?? security)
    .map((requirement) => (isObject(requirement['schemes']) ? requirement['schemes'] : requirement))
    .map((schemes) =>
      Object.entries(schemes)
        .map(([name, scopes]) => `${name}(${scopesOf(scopes).toSorted().join(' ')})`)
        .toSorted()
        .join(' + '),
    )
}

function scopesOf(scopes: JsonValue): string[] {
  return textsOf(isObject(scopes) ? scopes['list'] : scopes)
}

/** An alternative more breaks nobody, one less does; none at all means that anybody may. */
function compareRequirements(was: readonly string[], now: readonly string[], member: string): Change[] {
  const isOpen = now.length === 0
  return compareSet(member, was, now, {
    removed: isOpen ? 'compatible' : 'breaking',
    added: was.length === 0 ? 'breaking' : 'compatible',
  })
}

function compareSchemes(was: JsonValue | undefined, now: JsonValue | undefined): Change[] {
  return compareKeyed(members(was), members(now), {
    removed: (_, name) => [change('breaking', 'security scheme', 'removed', { name })],
    added: (_, name) => [change('compatible', 'security scheme', 'added', { name })],
    both: (a, b, name) =>
      sameJson(withoutProse(a), withoutProse(b)) ? [] : [change('breaking', 'security scheme', 'changed', { name })],
  })
}

function compareModes(member: string, was: JsonObject, now: JsonObject): Change[] {
  const [old, current] = [textsOf(was[member]), textsOf(now[member])]
  // A skill without modes of its own has those of its card.
  const impact = was[member] === undefined ? 'compatible' : 'breaking'
  return compareSet(member, old, current, {
    removed: now[member] === undefined ? 'compatible' : impact,
    added: 'compatible',
  })
}

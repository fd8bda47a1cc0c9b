import { addMembers } from '../formats/create-agent-card.ts'
import { checkMeaning } from '../formats/agent-card-check.ts'
import { cardShape, type CardShape } from '../formats/agent-card-shape.ts'
import type { CardForm } from '../formats/agent-interfaces.ts'
import type { EndpointPolicy } from '../formats/agent-interfaces-check.ts'
import { problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, pointerTokens, type JsonObject, type JsonValue } from '../json.ts'
import { hybridAsV1 } from './agent-hybrid.ts'

const EXTENDED = '/extended'

/** Keys that coding tools define in the files in which they keep agents. */
const FOREIGN_KEYS: ReadonlySet<string> = new Set([
  'background',
  'color',
  'disallowedTools',
  'effort',
  'hooks',
  'initialPrompt',
  'isolation',
  'maxTurns',
  'mcpServers',
  'memory',
  'mode',
  'model',
  'permission',
  'permissionMode',
  'temperature',
  'tools',
])

/** The shape of an agent's definition: that of its card and of what `extended` adds, for a schema of one generation. */
export function definitionShape(definition: JsonObject): CardShape {
  const foreign = Object.keys(definition).filter((key) => FOREIGN_KEYS.has(key))
  const written = Object.fromEntries(Object.entries(definition).filter(([key]) => !FOREIGN_KEYS.has(key)))
  const shape = cardShape(written)
  const hybrid = shape.form === 'hybrid' ? hybridAsV1(shape.card) : { card: shape.card, problems: [] }
  const form: CardForm = shape.form === 'hybrid' ? '1.0' : shape.form
  const problems = [
    ...shape.problems,
    ...hybrid.problems,
    ...foreign.map((key) => problem('DEFINITION_FOREIGN_KEY', pointerToken(key), { key }, 'key')),
  ]
  const { extended } = hybrid.card
  if (!isObject(extended)) return { form, problems, card: hybrid.card, moved: shape.moved }
  const more = cardShape(extended, { form })
  return {
    form,
    card: { ...hybrid.card, extended: more.card },
    problems: [...problems, ...more.problems.map((p) => ({ ...p, pointer: EXTENDED + p.pointer }))],
    moved: new Map([
      ...shape.moved,
      ...[...more.moved].map(([to, from]): [string, string] => [EXTENDED + to, EXTENDED + from]),
    ]),
  }
}

/** Findings about the members that `extended` adds, checked as the whole card that they make with the others. */
export function checkExtendedMembers(card: JsonObject, extended: JsonObject, policy: EndpointPolicy): Problem[] {
  return checkMeaning(addMembers(card, extended), policy)
    .filter(({ code, pointer }) => code !== 'AGENT_EXTENDED_CARD' && has(extended, pointer))
    .map((found) => ({ ...found, pointer: EXTENDED + found.pointer }))
}

function has(value: JsonObject, pointer: string): boolean {
  return (
    pointerTokens(pointer).reduce<JsonValue | undefined>(
      (v, token) => (typeof v === 'object' && v !== null ? (v as JsonObject)[token] : undefined),
      value,
    ) !== undefined
  )
}

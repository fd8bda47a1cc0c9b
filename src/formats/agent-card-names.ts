import { problem, type Problem } from '../diagnostics/problem.ts'
import { isObject, pointerToken, type JsonObject, type JsonValue } from '../json.ts'
import { agentCard, agentSkill } from '../schemas/agent-card.ts'
import { oauthFlows, schemeWrappers } from '../schemas/agent-security.ts'
import { agentCardV03 } from '../schemas/agent-card-v03.ts'

/**
 * Finds members of a card that are written in snake_case, as in its Protocol Buffers source, and gives the card with the
 * names of its JSON form. Names that the author chose (schemes, scopes, `params`) are left alone.
 */
export function camelCaseMembers(card: JsonObject): {
  card: JsonObject
  problems: readonly Problem[]
  moved: ReadonlyMap<string, string>
} {
  const problems: Problem[] = []
  const moved = new Map<string, string>()

  function read(value: JsonValue, from: string, to: string, named: boolean): JsonValue {
    if (Array.isArray(value))
      return (value as readonly JsonValue[]).map((item, i) =>
        read(item, from + pointerToken(i), to + pointerToken(i), named),
      )
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, member]): [string, JsonValue][] => {
        const wanted = named ? key : camelCase(key)
        const [source, target] = [from + pointerToken(key), to + pointerToken(wanted)]
        if (wanted !== key) {
          problems.push(problem('AGENT_SNAKE_CASE', source, { written: key, wanted }, 'key'))
          if (wanted in value) return []
          moved.set(target, source)
        }
        return [[wanted, FREE.has(wanted) ? member : read(member, source, target, NAMED.has(wanted))]]
      }),
    )
  }

  return { card: read(card, '', '', false) as JsonObject, problems, moved }
}

/** Members whose values are the author's own. */
const FREE: ReadonlySet<string> = new Set([
  'params',
  'scopes',
  'signatures',
  'security',
  'access',
  'ard',
  'publish',
  'representativeQueries',
])

/** Members whose keys are names that the author chose. */
const NAMED: ReadonlySet<string> = new Set(['securitySchemes', 'schemes'])

const KNOWN: ReadonlySet<string> = new Set([
  ...memberNames({ properties: agentCard.properties }),
  ...memberNames({ properties: agentSkill.properties }),
  ...memberNames({ properties: agentCardV03.properties }),
  ...memberNames({ properties: schemeWrappers }),
  ...Object.keys(oauthFlows),
])

function camelCase(key: string): string {
  if (!/^[a-z0-9]+(_[a-z0-9]+)+$/.test(key)) return key
  const camel = key.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  // protobuf writes `oauth2_security_scheme`, `open_id_connect_url` …: the rule above gives their JSON names.
  return KNOWN.has(camel) ? camel : key
}

function memberNames(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(memberNames)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...memberNames(value),
  ])
}

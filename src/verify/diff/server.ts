import type { JsonObject } from '../../json.ts'
import { byMember, change, compareKeyed, compareValue, objectsOf, type Change } from './change.ts'
import { compareInputSchema, compareOutputSchema } from './schema.ts'

/** What became of an MCP server card (schema v1): where it is reached, and what has to be sent along. */
export function compareServer(was: JsonObject, now: JsonObject): Change[] {
  return [
    ...compareKeyed(remotesOf(was), remotesOf(now), {
      removed: (_, name) => [change('breaking', 'remote', 'removed', { name })],
      added: (_, name) => [change('compatible', 'remote', 'added', { name })],
      both: (a, b, name) => [
        ...compareValue('breaking', 'remote url', a['url'], b['url'], name),
        ...compareHeaders(a, b),
      ],
    }),
    ...['name', 'title', 'description', 'websiteUrl', 'icons', 'repository'].flatMap((member) =>
      compareValue(member === 'name' ? 'breaking' : 'compatible', member, was[member], now[member]),
    ),
  ]
}

/** What became of a list of tools (MCP, Tool). */
export function compareTools(was: JsonObject, now: JsonObject): Change[] {
  return compareKeyed(byMember(was['tools'], 'name'), byMember(now['tools'], 'name'), {
    removed: (_, name) => [change('breaking', 'tool', 'removed', { name })],
    added: (_, name) => [change('compatible', 'tool', 'added', { name })],
    both: (a, b, name) => {
      const changes = [
        ...compareInputSchema(a['inputSchema'], b['inputSchema']),
        ...compareOutputSchema(a['outputSchema'], b['outputSchema']),
        ...['title', 'description', 'annotations'].flatMap((member) =>
          compareValue('compatible', member, a[member], b[member]),
        ),
      ]
      return changes.map((item) => ({ ...item, member: `${item.member} of the tool ${name}` }))
    },
  })
}

/** By transport; where there are several of one, by their URLs too. */
function remotesOf(card: JsonObject): Map<string, JsonObject> {
  const remotes = objectsOf(card['remotes'])
  const count = (type: unknown): number => remotes.filter((other) => other['type'] === type).length
  return new Map(
    remotes.map((remote) => [
      count(remote['type']) > 1 ? `${String(remote['type'])} ${String(remote['url'])}` : String(remote['type']),
      remote,
    ]),
  )
}

function compareHeaders(was: JsonObject, now: JsonObject): Change[] {
  return compareKeyed(byMember(was['headers'], 'name'), byMember(now['headers'], 'name'), {
    removed: (_, name) => [change('compatible', 'header', 'removed', { name })],
    added: ({ isRequired }, name) => [
      change(
        isRequired === true ? 'breaking' : 'compatible',
        isRequired === true ? 'required header' : 'header',
        'added',
        { name },
      ),
    ],
    both: (a, b, name) =>
      a['isRequired'] !== true && b['isRequired'] === true
        ? [change('breaking', 'required header', 'added', { name })]
        : [],
  })
}

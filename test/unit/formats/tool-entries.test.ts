import { describe, expect, it } from 'vitest'
import { checkToolEntries, resolveToolEntries } from '../../../src/formats/tool-entries.ts'
import { catalogOf, serverOf } from '../parse/agent-source.ts'

const schema = { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false }

function serverWith(...tools: readonly object[]): ReturnType<typeof serverOf> {
  return serverOf(
    `kind: mcp-server\nname: example.acme/tools\nversion: "1"\ndescription: Tools.\nremotes: [{type: streamable-http, url: "https://acme.example/mcp"}]\ntools: ${JSON.stringify(tools)}\n`,
  )
}

describe('resolveToolEntries', () => {
  it('takes name, title, description and schemas from the skill', () => {
    const catalog = catalogOf({
      name: 'track-parcel',
      title: 'Track a parcel',
      description: 'Tracks.',
      tool: { inputSchema: schema, annotations: { readOnlyHint: true } },
    })
    expect(resolveToolEntries(serverWith({ ref: 'track-parcel' }), catalog)).toEqual([
      {
        name: 'track-parcel',
        title: 'Track a parcel',
        description: 'Tracks.',
        inputSchema: schema,
        annotations: { readOnlyHint: true },
      },
    ])
  })

  it('lets members beside the reference override, in the order of the specification', () => {
    const [tool] = resolveToolEntries(
      serverWith({ ref: 'a', inputSchema: schema, title: 'T', name: 'b' }),
      catalogOf({ name: 'a' }),
    )
    expect(tool).toEqual({ name: 'b', title: 'T', description: 'Does a.', inputSchema: schema })
    expect(Object.keys(tool!)).toEqual(['name', 'title', 'description', 'inputSchema'])
  })

  it('leaves out what a view does not hold', () => {
    expect(resolveToolEntries(serverWith({ ref: 'secret' }), catalogOf())).toEqual([])
  })
})

describe('checkToolEntries', () => {
  it.each([
    ['a type other than object', { type: 'string' }, 'has `type: string` at its root'],
    ['several types', { type: ['object', 'null'] }, 'has `type: ["object","null"]` at its root'],
    ['a choice', { anyOf: [{ type: 'object' }] }, 'has `anyOf` but no `type` at its root'],
    ['a reference', { $ref: '#/$defs/a' }, 'has `$ref` but no `type` at its root'],
    ['nothing but a dialect', { $schema: 'http://json-schema.org/draft-07/schema#' }, 'has no `type` at its root'],
    ['an empty schema', {}, 'has no `type` at its root'],
    ['no schema', undefined, 'is missing'],
  ])('refuses %s of a skill, naming its file', (_, inputSchema, words) => {
    const found = checkToolEntries(
      serverWith({ ref: 'say' }),
      catalogOf({ name: 'say', tool: inputSchema === undefined ? {} : { inputSchema } }),
    )
    expect(found.map((d) => `${d.severity} ${d.code} ${d.file}`)).toEqual([
      'error MCP_TOOL_INPUT_SCHEMA skills/say.yaml',
    ])
    expect(found[0]?.message).toContain(words)
    expect(found[0]?.message).toContain('agents/tools.yaml')
  })

  it("refuses a server's own tool at its place", () => {
    const found = checkToolEntries(
      serverWith({ name: 'say', description: 'Says.', inputSchema: { type: 'array' } }),
      catalogOf(),
    )
    expect(found).toMatchObject([
      { code: 'MCP_TOOL_INPUT_SCHEMA', file: 'agents/tools.yaml', line: 6, pointer: '/tools/0/inputSchema' },
    ])
  })

  it.each(['anyOf', 'oneOf', '$ref'])('accepts %s beside `type: object`', (keyword) => {
    expect(
      checkToolEntries(
        serverWith({ name: 'a', description: 'A.', inputSchema: { type: 'object', [keyword]: [] } }),
        catalogOf(),
      ),
    ).toEqual([])
  })

  it('finds names that are no tool names, and names twice', () => {
    const tool = { description: 'A.', inputSchema: schema }
    const found = checkToolEntries(
      serverWith({ name: 'a b', ...tool }, { name: 'c', ...tool }, { ref: 'c' }),
      catalogOf({ name: 'c', tool: { inputSchema: schema } }),
    )
    expect(found.map((d) => `${d.severity} ${d.code} ${d.pointer}`)).toEqual([
      'error MCP_TOOL_NAME /tools/0/name',
      'error MCP_TOOL_NAME_DUPLICATE /tools/2/ref',
    ])
    expect(found[1]?.message).toContain('skills/c.yaml')
  })

  it('names the tools that models cannot choose', () => {
    const found = checkToolEntries(
      serverWith({ name: 'a', inputSchema: schema }, { name: 'b', inputSchema: schema, description: '' }),
      catalogOf(),
    )
    expect(found.map((d) => `${d.severity} ${d.message}`)).toEqual([
      'suggestion `a` and `b` have no description. Models choose tools by it.',
    ])
  })
})

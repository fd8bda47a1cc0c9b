import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { build } from '../../src/build.ts'
import { commands } from '../../src/commands/index.ts'
import { formats } from '../../src/formats/index.ts'
import { hostNames, optionsSchema } from '../../src/schemas/options.ts'
import type { AgentSource, SkillSource } from '../../src/load/sources.ts'

const ROOT = join(import.meta.dirname, '../..')
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const README = textOf('README.md')
const DOCUMENTS = [
  'README.md',
  ...['architecture', 'ci', 'configuration', 'definitions', 'formats', 'hosts', 'keys', 'rules', 'verify'].map(
    (name) => `docs/${name}.md`,
  ),
]

describe('README.md', () => {
  test.each(commands.map(({ name }) => name))('names the command %s', (name) => {
    expect(README).toContain(`| \`signpost ${name}`)
  })

  test('names no command that does not exist', () => {
    const named = README.match(/(?<=signpost )[a-z]+(?=[\s`])/g) ?? []
    const known = commands.map(({ name }) => name)
    expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([])
  })

  const published = Object.values(formats).flatMap(({ name, specifications }) => [
    name,
    ...specifications.map(({ url }) => url),
  ])
  test.each(published)('names %s', (text) => {
    expect(README).toContain(text)
  })

  test.each(hostNames)('names the host %s', (name) => {
    expect(README).toContain(`\`${name}\``)
  })
})

describe('docs/configuration.md', () => {
  const text = textOf('docs/configuration.md')
  const { formats: byFormat, ...options } = optionsSchema['properties'] as Record<string, { properties?: object }>
  test.each([...Object.keys(options), ...Object.keys(byFormat?.properties ?? {})])('describes %s', (option) => {
    expect(text).toMatch(new RegExp(`(?:^#.*|^\\| )\`${option}[\`.]`, 'm'))
  })
})

test.each(DOCUMENTS)('%s: every link within the repository leads somewhere', (file) => {
  const text = textOf(file)
  const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
  const dead = links.flatMap(([, path = '', anchor]) => {
    const target = path === '' ? file : join(dirname(file), path)
    if (!existsSync(join(ROOT, target))) return [target]
    return anchor === undefined || anchorsOf(textOf(target)).includes(anchor) ? [] : [`${target}#${anchor}`]
  })
  expect(dead).toEqual([])
})

test.each(['README.md', 'docs/definitions.md'])('%s: its definitions build without an error', async (file) => {
  const blocks = textOf(file).matchAll(/^( *)`{3}yaml\n([\s\S]*?)^ *`{3}$/gm)
  const definitions = [...blocks].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
  const complete = definitions.filter((text) => /^name: /m.test(text))
  expect(complete.length).toBeGreaterThan(1)
  const skills = [
    ...complete.filter((text) => text.includes('capability_type:')).map((text, i) => skill(text, i)),
    ...MENTIONED,
  ]
  const agents = complete.filter((text) => !text.includes('capability_type:')).map(agent)
  const { diagnostics } = await build(
    { origin: 'https://acme.example', provider: { name: 'Acme' } },
    { skills, agents },
    { mode: 'production', file: 'vite.config.ts', env: {} },
  )
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
})

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Skills that the examples refer to and that are shown elsewhere, or not at all. */
const MENTIONED: readonly SkillSource[] = ['translate-document', 'track-parcel'].map((name) => ({
  name,
  shape: 'data',
  main: {
    path: `skills/${name}.yaml`,
    bytes: bytesOf(
      `name: ${name}\nversion: 1.0.0\ncapability_type: api\naccess: public\ndescription: Stands for another.\n` +
        'tags: [sample]\nendpoint: { url: https://api.acme.example/x }\ninputSchema: { type: object }\n',
    ),
  },
}))

function skill(text: string, i: number): SkillSource {
  const name = nameOf(text) ?? ['opening-hours', 'other'][i]!
  // The quick start adds the tags when it adds the agent.
  const whole = /^tags:/m.test(text) ? text : `${text}tags: [shop]\n`
  const schema = name === 'book-pickup' ? 'inputSchema: { type: object }\n' : ''
  return { name, shape: 'data', main: { path: `skills/${name}.yaml`, bytes: bytesOf(whole + schema) } }
}

function agent(text: string, i: number): AgentSource {
  const name = nameOf(text) ?? `agent-${i}`
  return { name, shape: 'data', main: { path: `agents/${name}.yaml`, bytes: bytesOf(text) } }
}

/** The name of the file that a first comment gives. */
function nameOf(text: string): string | undefined {
  return /^# (?:skills|agents)\/([a-z-]+)\.yaml/.exec(text)?.[1]
}

/** Anchors of the headings of a Markdown text, as code hosts make them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

import type { Definition } from '../catalog.ts'
import { compareText } from '../json.ts'
import { markdownLink, markdownText } from '../markdown.ts'
import { urlPath } from '../site.ts'
import type { Format, FormatContext } from './format.ts'

const PATH = 'llms.txt'

/** Characters from which on readers cut or refuse an llms.txt. */
const LIMIT = 30_000

/** Definitions whose queries are shown as examples. */
const EXAMPLES = 12

/**
 * What is here, for models: `llms.txt`, a heading, a summary, and sections of links with notes.
 *
 * @param documents The formats whose documents it links.
 */
export function createLlms(documents: readonly Format[]) {
  return {
    name: 'llms',
    summary: 'Who this is, what is published here and when to use it, in a page for language models.',
    specifications: [{ title: 'llms.txt', version: 'proposal', date: '2024-09-03', url: 'https://llmstxt.org/' }],
    paths: [PATH],
    generate(context) {
      const { catalog, config } = context
      const listed = [...catalog.agents, ...catalog.servers, ...catalog.skills].filter((d) => d.listed)
      if (listed.length === 0) return []
      const forms = DETAILS.map((detail) => page(context, listed, documents, detail))
      const text = forms.find((form) => form.length < LIMIT) ?? forms.at(-1)!
      const from = [...new Set([config.file, ...listed.map((d) => d.document.file)])].toSorted(compareText)
      const body = new TextEncoder().encode(text)
      return [{ path: PATH, body, mediaType: 'text/plain; charset=utf-8', cache: 'discovery', from, format: 'llms' }]
    },
  } satisfies Format
}

/** How much is said of each definition: a page that gets too long says less of all rather than nothing of some. */
const DETAILS = ['notes', 'names', 'counts'] as const

type Detail = (typeof DETAILS)[number]

function page(
  context: FormatContext,
  listed: readonly Definition[],
  documents: readonly Format[],
  detail: Detail,
): string {
  const { name, organization, url } = context.config.provider
  const who = [
    ...(organization === undefined || organization === name ? [] : [markdownText(organization)]),
    markdownText(url),
  ].join(', ')
  const sections = SECTIONS.flatMap(({ kind, title, use }) => {
    const members = listed.filter((d) => d.kind === kind)
    return members.length === 0 ? [] : [`## ${title}`, use, list(context, members, detail)]
  })
  const discovery = documents.flatMap((format) => documentItem(context, format))
  const blocks = [
    `# ${markdownText(name)}`,
    `> ${offer(listed, markdownText(name))}`,
    `${markdownText(name)} (${who}) publishes them at ${context.origin}. The documents linked here say how to reach and to use each of them; they are meant to be read by agents and models.`,
    '## When to use',
    whenToUse(context, listed),
    ...sections,
    ...(discovery.length === 0 ? [] : ['## Discovery documents', discovery.join('\n')]),
  ]
  return `${blocks.join('\n\n')}\n`
}

const SECTIONS = [
  {
    kind: 'agent',
    title: 'Agents',
    one: 'agent',
    many: 'agents',
    use: 'Agents that other agents talk to over the A2A protocol. The Agent Card says where and how.',
  },
  {
    kind: 'mcp-server',
    title: 'MCP servers',
    one: 'MCP server',
    many: 'MCP servers',
    use: 'Servers that offer tools to any client of the Model Context Protocol. The server card says where to connect.',
  },
  {
    kind: 'skill',
    title: 'Skills',
    one: 'skill',
    many: 'skills',
    use: 'Skills are called at the endpoint that their descriptor names; one with a SKILL.md holds instructions to read and to follow.',
  },
] as const satisfies ReadonlyArray<{ kind: Definition['kind']; title: string; one: string; many: string; use: string }>

function offer(listed: readonly Definition[], name: string): string {
  const amounts = SECTIONS.flatMap(({ kind, one, many }) => {
    const count = listed.filter((d) => d.kind === kind).length
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return `${amounts.join(', ').replace(/, ([^,]*)$/, ' and $1')} of ${name} for AI agents and the people who build them.`
}

function whenToUse(context: FormatContext, listed: readonly Definition[]): string {
  const asked = listed.filter((d) => d.representativeQueries.length > 0).slice(0, EXAMPLES)
  const rule = `Use what is listed below when a request is about what ${markdownText(context.config.provider.name)} offers. Prefer it to guessing or to reading web pages.`
  if (asked.length === 0) return rule
  const items = asked.map((definition) => {
    const queries = definition.representativeQueries.slice(0, 2).map((query) => `“${markdownText(query)}”`)
    return `- ${title(context, definition)}: ${queries.join(', ')}`
  })
  return `${rule} Requests such as:\n\n${items.join('\n')}`
}

function list(context: FormatContext, members: readonly Definition[], detail: Detail): string {
  if (detail === 'counts') return `There are ${members.length} of them; the discovery documents list them all.`
  return members
    .map((definition) => `- ${title(context, definition)}${detail === 'notes' ? note(context, definition) : ''}`)
    .join('\n')
}

/** The name of a definition, as a link to the first of its documents that is published. */
function title(context: FormatContext, definition: Definition): string {
  const label = markdownText(nameOf(definition))
  const path = documentsOf(definition).find((document) => context.published.has(document))
  return path === undefined ? label : markdownLink(label, context.origin + urlPath(path))
}

function note(context: FormatContext, definition: Definition): string {
  const description = definition.kind === 'skill' ? definition.description : definition.card['description']
  const said = typeof description === 'string' ? markdownText(description) : ''
  const access = definition.access === 'public' ? [] : ['Needs authentication.']
  const others = documentsOf(definition)
    .filter((path) => context.published.has(path))
    .slice(1)
  const links = others.map((path) =>
    markdownLink(DOCUMENT_NAMES[path.slice(path.lastIndexOf('/') + 1)] ?? 'more', context.origin + urlPath(path)),
  )
  const parts = [said, ...access, ...(links.length === 0 ? [] : [`(${links.join(', ')})`])].filter(
    (part) => part !== '',
  )
  return parts.length === 0 ? '' : `: ${parts.join(' ')}`
}

const DOCUMENT_NAMES: Readonly<Record<string, string>> = {
  'descriptor.json': 'descriptor',
  'documentation.md': 'documentation',
  'toolspec.json': 'tools',
}

/** Paths of the documents about a definition, the one to read first in front. */
function documentsOf({ kind, slug, name }: Definition): string[] {
  if (kind === 'agent') return [`agents/${slug}/agent-card.json`]
  if (kind === 'mcp-server') return [`servers/${slug}/server-card.json`, `servers/${slug}/toolspec.json`]
  const folder = `skills/${slug}`
  return [`.well-known/agent-skills/${name}/SKILL.md`, `${folder}/documentation.md`, `${folder}/descriptor.json`]
}

function nameOf(definition: Definition): string {
  if (definition.kind === 'skill') return definition.title
  const given = definition.card['title'] ?? definition.card['name']
  return typeof given === 'string' && given.trim() !== '' ? given : definition.name
}

/** The document of a family that a reader starts from, where it has one at a path of its own. */
function documentItem(
  { origin, published }: FormatContext,
  { name, summary, specifications, paths }: Format,
): string[] {
  const path = paths.find((candidate) => published.get(candidate)?.format === name)
  if (path === undefined) return []
  return [`- ${markdownLink(markdownText(specifications[0]?.title ?? name), origin + urlPath(path))}: ${summary}`]
}

import type { Definition } from '../catalog.ts'
import type { Format, FormatContext } from '../formats/format.ts'
import { agentEntry, serverEntry } from './agents.ts'
import { documentEntries } from './documents.ts'
import type { DirectoryEntry, DocumentEntry } from './entry.ts'
import type { Inline } from './inline.ts'
import { skillEntries } from './skills.ts'

/** A part of the directory: a heading, a sentence and entries. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly introduction: Inline
  readonly entries: readonly DirectoryEntry[]
  readonly documents: readonly DocumentEntry[]
}

/** The parts of the directory that have something to show. */
export function directorySections(context: FormatContext, formats: readonly Format[]): Section[] {
  const { agents, skills, servers } = context.catalog
  const sections: Section[] = [
    {
      id: 'agents',
      title: 'Agents',
      introduction: 'Other agents talk to them over the A2A protocol; an Agent Card says what each can do and where.',
      entries: listed(agents).map((agent) => agentEntry(context, agent)),
      documents: [],
    },
    {
      id: 'skills',
      title: 'Skills',
      introduction: skillsIntroduction(context),
      entries: skillEntries(context, listed(skills)),
      documents: [],
    },
    {
      id: 'servers',
      title: 'MCP servers',
      introduction: 'They offer tools to any client of the Model Context Protocol.',
      entries: listed(servers).map((server) => serverEntry(context, server)),
      documents: [],
    },
    {
      id: 'documents',
      title: 'For machines',
      introduction: 'Where agents find all of this, and the specifications that the documents follow.',
      entries: [],
      documents: documentEntries(formats, context.published),
    },
  ]
  return sections.filter(({ entries, documents }) => entries.length + documents.length > 0)
}

/** One sentence about the page. */
export function introduction({ config, catalog }: FormatContext): string {
  const kinds: Array<[string, readonly Definition[]]> = [
    ['agents', catalog.agents],
    ['skills', catalog.skills],
    ['MCP servers', catalog.servers],
  ]
  const names = kinds.filter(([, definitions]) => listed(definitions).length > 0).map(([name]) => name)
  const offer = names.length === 0 ? 'services' : names.join(', ').replace(/, ([^,]*)$/u, ' and $1')
  return `The ${offer} that ${config.provider.name} offers to AI agents and to the people who build them.`
}

function skillsIntroduction({ origin, published, view }: FormatContext): Inline {
  const rule = 'Anyone may call the ones without a mark; those marked Restricted need authentication.'
  if (view === 'private' || !published.has('.well-known/agent-skills/index.json')) return rule
  return [`${rule} Agent Skills are installed with `, { code: `npx skills add ${origin}` }, '.']
}

function listed<D extends Definition>(definitions: readonly D[]): D[] {
  return definitions.filter((definition) => definition.listed)
}

import type { Definition } from '../catalog.ts'
import type { Format, FormatContext } from '../formats/format.ts'
import { agentCard, serverCard } from './agents.ts'
import { documentCards } from './documents.ts'
import { html, type Content, type Html } from './html.ts'
import { skillCards } from './skills.ts'

/** A part of the page: a heading, a sentence and cards. */
export interface Section {
  readonly id: string
  readonly title: string
  readonly introduction: Content
  readonly cards: readonly Html[]
}

/** The parts of the page that have something to show. */
export function directorySections(context: FormatContext, formats: readonly Format[]): Section[] {
  const { agents, skills, servers } = context.catalog
  const sections: Section[] = [
    {
      id: 'agents',
      title: 'Agents',
      introduction: 'Other agents talk to them over the A2A protocol; an Agent Card says what each can do and where.',
      cards: listed(agents).map((agent) => agentCard(context, agent)),
    },
    {
      id: 'skills',
      title: 'Skills',
      introduction: skillsIntroduction(context),
      cards: skillCards(context, listed(skills)),
    },
    {
      id: 'servers',
      title: 'MCP servers',
      introduction: 'They offer tools to any client of the Model Context Protocol.',
      cards: listed(servers).map((server) => serverCard(context, server)),
    },
    {
      id: 'documents',
      title: 'For machines',
      introduction: 'Where agents find all of this, and the specifications that the documents follow.',
      cards: documentCards(formats, context.published),
    },
  ]
  return sections.filter(({ cards }) => cards.length > 0)
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

function skillsIntroduction({ origin, published, view }: FormatContext): Html {
  const install = view === 'public' && published.has('.well-known/agent-skills/index.json')
  return html`Anyone may call the ones without a mark; <em>Restricted</em> ones need authentication.${install && html` Agent Skills are installed with <code>npx skills add ${origin}</code>.`}`
}

function listed<D extends Definition>(definitions: readonly D[]): D[] {
  return definitions.filter((definition) => definition.listed)
}

import { agentCard } from './agent-card.ts'
import { agentSkills } from './agent-skills.ts'
import type { Format } from './format.ts'
import { createPage } from '../page/page.ts'
import { skillSharing } from './skill-sharing.ts'

const documents = {
  'agent-skills': agentSkills,
  'skill-sharing': skillSharing,
  'agent-card': agentCard,
} satisfies Record<string, Format>

/** Every format, in the order in which they run: a later one sees what the earlier ones published. */
export const formats = { ...documents, page: createPage(Object.values(documents)) } satisfies Record<string, Format>

/** Name of a format. */
export type FormatName = keyof typeof formats

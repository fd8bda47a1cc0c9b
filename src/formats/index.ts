import { createPage } from '../page/page.ts'
import { agentCard } from './agent-card.ts'
import { agentSkills } from './agent-skills.ts'
import { apiCatalog } from './api-catalog.ts'
import { ard } from './ard.ts'
import type { Format } from './format.ts'
import { keys } from './keys.ts'
import { createLlms } from './llms.ts'
import { mcp } from './mcp.ts'
import { securityTxt } from './security-txt.ts'
import { skillSharing } from './skill-sharing.ts'

const documents = {
  'agent-skills': agentSkills,
  'skill-sharing': skillSharing,
  'agent-card': agentCard,
  mcp,
  'api-catalog': apiCatalog,
  keys,
  'security-txt': securityTxt,
  ard,
} satisfies Record<string, Format>

const llms = createLlms(Object.values(documents))

/** Every format, in the order in which they run: a later one sees what the earlier ones published. */
export const formats = {
  ...documents,
  llms,
  page: createPage([...Object.values(documents), llms]),
} satisfies Record<string, Format>

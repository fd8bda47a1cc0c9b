import type { Agent, Catalog } from '../catalog.ts'
import type { Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { createAgentCard } from './create-agent-card.ts'

/** Bytes of a minified card from which registries may refuse it, and from which there is a note (Google Agent Registry: 10 KB). */
const LIMIT = 10_000
const NOTE = 8_000

/** Whether an agent's card, written without white space, is too large for registries. Nothing is ever cut. */
export function checkCardSize(
  agent: Agent,
  catalog: Pick<Catalog, 'skills'>,
  config: Pick<Config, 'provider'>,
): Diagnostic[] {
  const bytes = new TextEncoder().encode(JSON.stringify(createAgentCard(agent, catalog, config))).length
  if (bytes < NOTE) return []
  return [
    diagnose(bytes < LIMIT ? 'AGENT_CARD_LARGE' : 'AGENT_CARD_TOO_LARGE', agent.document.at('', 'key'), { bytes }),
  ]
}

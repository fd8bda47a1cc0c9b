import type { Agent } from '../catalog.ts'
import { formatOptions } from '../config.ts'
import { compareText, serializeJson, type JsonObject } from '../json.ts'
import { signAgentCard } from '../sign/agent-card.ts'
import { JWKS_PATH } from '../sign/self-check.ts'
import type { Artifact } from '../site.ts'
import { referencedFiles } from './agent-skill-entries.ts'
import { createAgentCard, generations } from './create-agent-card.ts'
import type { Format, FormatContext } from './format.ts'
import { choosePrimary } from './primary.ts'

const WELL_KNOWN = '.well-known/agent-card.json'

/** Path of the primary agent's card up to A2A 0.2. */
const LEGACY = '.well-known/agent.json'

/** Agent Cards: the primary agent's at the well-known URI, every agent's below its own path, 0.3 where it is spoken. */
export const agentCard: Format = {
  name: 'agent-card',
  summary: 'The Agent Card of every A2A agent, and that of the primary one at the well-known URI.',
  specifications: [
    {
      title: 'Agent2Agent (A2A) Protocol',
      version: '1.0.1',
      date: '2026-05-26',
      url: 'https://a2a-protocol.org/latest/specification/',
    },
    {
      title: 'Agent2Agent (A2A) Protocol',
      version: '0.3.0',
      date: '2025-07-30',
      url: 'https://a2a-protocol.org/v0.3.0/specification/',
    },
  ],
  paths: [
    WELL_KNOWN,
    'agents/SLUG/agent-card.json',
    `agents/SLUG/${WELL_KNOWN}`,
    'agents/SLUG/agent-card.v0.3.json',
    LEGACY,
    'agents/SLUG/extended-agent-card.json',
  ],
  async generate(context) {
    const { catalog, config } = context
    const { primary } = choosePrimary(catalog.agents)
    const root =
      primary === undefined
        ? []
        : [WELL_KNOWN, ...(formatOptions(config, 'agent-card')['legacyPath'] === true ? [LEGACY] : [])]
    return Promise.all([
      ...root.map((path) => artifact(path, primary!, discoveryCard(primary!, context), context)),
      ...catalog.agents.flatMap((agent) => agentArtifacts(agent, context)),
    ])
  },
}

function agentArtifacts(agent: Agent, context: FormatContext): Promise<Artifact>[] {
  const { catalog, config, view } = context
  const folder = `agents/${agent.slug}`
  const spoken = generations(agent)
  return [
    artifact(`${folder}/agent-card.json`, agent, createAgentCard(agent, catalog, config), context),
    artifact(`${folder}/${WELL_KNOWN}`, agent, discoveryCard(agent, context), context),
    ...(spoken.has('0.3')
      ? [
          artifact(
            `${folder}/agent-card.v0.3.json`,
            agent,
            createAgentCard(agent, catalog, config, { form: '0.3' }),
            context,
          ),
        ]
      : []),
    ...(view === 'private' && agent.extended !== undefined
      ? [
          artifact(
            `${folder}/extended-agent-card.json`,
            agent,
            createAgentCard(agent, catalog, config, { extended: true }),
            context,
          ),
        ]
      : []),
  ]
}

/** The card at a well-known path, where SDKs of both generations look: a union of both where that is asked for. */
function discoveryCard(agent: Agent, { catalog, config }: FormatContext): JsonObject {
  const hybrid = formatOptions(config, 'agent-card')['hybrid'] === true && generations(agent).size === 2
  return createAgentCard(agent, catalog, config, hybrid ? { form: 'hybrid' } : {})
}

async function artifact(path: string, agent: Agent, card: JsonObject, context: FormatContext): Promise<Artifact> {
  const { catalog, config, keys, origin } = context
  const jku = config.formats['keys'] === false ? undefined : `${origin}/${JWKS_PATH}`
  const entries = [...agent.skills, ...(agent.extended?.skills ?? [])]
  const from = [...new Set([agent.document.file, ...referencedFiles(entries, catalog)])].toSorted(compareText)
  return {
    path,
    body: serializeJson(await signAgentCard(card, keys, jku)),
    mediaType: 'application/json; charset=utf-8',
    cache: 'discovery',
    from,
    format: 'agent-card',
  }
}

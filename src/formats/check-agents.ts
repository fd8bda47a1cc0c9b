import type { Catalog } from '../catalog.ts'
import type { Config } from '../config.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { checkCardSize } from './agent-limits.ts'
import { checkSkillEntries } from './agent-skill-entries.ts'
import { checkToolEntries } from './tool-entries.ts'

/** Findings about agents and servers that show only when their references are resolved against the whole catalog. */
export function checkAgents(catalog: Catalog, config: Pick<Config, 'provider'>): Diagnostic[] {
  return [
    ...catalog.agents.flatMap((agent) => [
      ...checkSkillEntries(agent, catalog),
      ...checkCardSize(agent, catalog, config),
    ]),
    ...catalog.servers.flatMap((server) => checkToolEntries(server, catalog)),
  ]
}

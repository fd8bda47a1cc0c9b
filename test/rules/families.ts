import { accessFixtures } from './access.ts'
import { agentFixtures } from './agent.ts'
import { archiveFixtures } from './archive.ts'
import { catalogFixtures } from './catalog.ts'
import { cliFixtures } from './cli.ts'
import { configFixtures } from './config.ts'
import { definitionFixtures } from './definition.ts'
import type { Fixture } from './fixture.ts'
import { formatFixtures } from './formats.ts'
import { frontMatterFixtures } from './front-matter.ts'
import { hostFixtures } from './host.ts'
import { keyFixtures } from './key.ts'
import { mcpFixtures } from './mcp.ts'
import { publishFixtures } from './publish.ts'
import { siteFixtures } from './site.ts'
import { skillFixtures } from './skill.ts'
import { skillMdFixtures } from './skill-md.ts'
import { trustFixtures } from './trust.ts'
import { viteFixtures } from './vite.ts'
import { yamlFixtures } from './yaml.ts'

/** Every fixture, by family; the name is that of the folder that holds the reports. */
export const families: Readonly<Record<string, readonly Fixture[]>> = {
  access: accessFixtures,
  agent: agentFixtures,
  archive: archiveFixtures,
  catalog: catalogFixtures,
  cli: cliFixtures,
  config: configFixtures,
  definition: definitionFixtures,
  formats: formatFixtures,
  'front-matter': frontMatterFixtures,
  key: keyFixtures,
  host: hostFixtures,
  mcp: mcpFixtures,
  publish: publishFixtures,
  site: siteFixtures,
  skill: skillFixtures,
  'skill-md': skillMdFixtures,
  trust: trustFixtures,
  vite: viteFixtures,
  yaml: yamlFixtures,
}

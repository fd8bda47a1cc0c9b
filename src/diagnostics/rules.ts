import type { Rule } from './rules/rule.ts'
import { agentRules } from './rules/agent.ts'
import { archiveRules } from './rules/archive.ts'
import { catalogRules } from './rules/catalog.ts'
import { cliRules } from './rules/cli.ts'
import { configRules } from './rules/config.ts'
import { consumerRules } from './rules/consumer.ts'
import { definitionRules } from './rules/definition.ts'
import { formatRules } from './rules/formats.ts'
import { hostRules } from './rules/host.ts'
import { keyRules } from './rules/key.ts'
import { mcpRules } from './rules/mcp.ts'
import { publishRules } from './rules/publish.ts'
import { siteRules } from './rules/site.ts'
import { skillRules } from './rules/skill.ts'
import { trustRules } from './rules/trust.ts'
import { verifyHttpRules } from './rules/verify-http.ts'
import { verifyTrustRules } from './rules/verify-trust.ts'
import { verifyRules } from './rules/verify.ts'
import { viteRules } from './rules/vite.ts'
import { yamlRules } from './rules/yaml.ts'

/** The code table: severity, wording, hint and documentation of every finding. */
export const RULES = {
  ...agentRules,
  ...archiveRules,
  ...catalogRules,
  ...cliRules,
  ...configRules,
  ...consumerRules,
  ...definitionRules,
  ...formatRules,
  ...hostRules,
  ...keyRules,
  ...mcpRules,
  ...publishRules,
  ...siteRules,
  ...skillRules,
  ...trustRules,
  ...verifyHttpRules,
  ...verifyRules,
  ...verifyTrustRules,
  ...viteRules,
  ...yamlRules,
}

/** A diagnostic code. */
export type Code = keyof typeof RULES

/** The arguments that the wording of a code needs. */
export type RuleArguments<C extends Code> = (typeof RULES)[C] extends Rule<infer A> ? A : never

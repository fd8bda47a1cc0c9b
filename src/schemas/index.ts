import type { Schema } from '../validate.ts'
import { agentSchema } from './agent.ts'
import { mcpServerSchema } from './mcp-server.ts'
import { optionsSchema } from './options.ts'
import { skillBesideSchema, skillSchema } from './skill.ts'

/** Schemas for editors, by the name of their file: `signpost/schemas/NAME.schema.json`. */
export const publishedSchemas: Readonly<Record<string, Schema>> = {
  agent: agentSchema,
  'mcp-server': mcpServerSchema,
  options: optionsSchema,
  skill: skillSchema,
  'skill-beside': skillBesideSchema,
}

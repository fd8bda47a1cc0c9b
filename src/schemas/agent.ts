import type { Schema } from '../validate.ts'
import { agentCard, agentSkill } from './agent-card.ts'
import { agentCardV03, agentSkillV03 } from './agent-card-v03.ts'
import type { ObjectSchema } from './object-schema.ts'
import { sharedMembers } from './shared.ts'

const REF: Schema = {
  type: 'string',
  minLength: 1,
  description:
    'Name of a skill definition: its id, name, description, tags and examples are taken. Members beside it override.',
}

const skills = ({ properties, required }: ObjectSchema): Schema => ({
  type: 'array',
  minItems: 1,
  description: 'What the agent can do: AgentSkill objects, or `{ref: NAME}` of a skill definition.',
  examples: [[{ ref: 'opening-hours' }]],
  items: {
    type: 'object',
    additionalProperties: false,
    properties: { ref: REF, ...properties },
    examples: [{ ref: 'opening-hours' }],
    if: { required: ['ref'] },
    else: { required },
  },
})

const definition = (id: string, title: string, card: ObjectSchema, skill: ObjectSchema): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: `https://signpost.invalid/schemas/${id}.schema.json`,
  title,
  type: 'object',
  additionalProperties: false,
  required: [...card.required, 'skills'],
  properties: {
    $schema: { type: 'string', description: 'Schema for the editor; never published.' },
    kind: { enum: ['a2a-agent', 'mcp-server'], description: 'What is defined. Default: `a2a-agent`.' },
    ...card.properties,
    skills: skills(skill),
    signatures: { description: 'Signatures of an earlier card: left out.' },
    extended: {
      type: 'object',
      additionalProperties: false,
      description:
        "Members that only the authenticated extended card shows. The agent's own server must serve that card.",
      properties: { ...card.properties, skills: skills(skill) },
    },
    ...sharedMembers,
  },
})

/** Schema of an agent's definition: A2A 1.0 AgentCard members and Signpost's own. */
export const agentSchema: Schema = definition('agent', 'Agent (A2A 1.0)', agentCard, agentSkill)

/** Schema of an A2A 0.3 card as a definition. */
export const agentV03Schema: Schema = definition('agent-v0.3', 'Agent (A2A 0.3 card)', agentCardV03, agentSkillV03)

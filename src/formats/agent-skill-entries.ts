import type { Agent, Catalog, Entry, Skill } from '../catalog.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { locate, problem, type Problem } from '../diagnostics/problem.ts'
import type { JsonObject } from '../json.ts'
import { duplicateSkillIds } from './agent-card-check.ts'

/** A2A AgentSkill objects of an agent's `skills`; members beside `ref` override. A reference to nothing is left out. */
export function resolveSkillEntries(entries: readonly Entry[], { skills }: Pick<Catalog, 'skills'>): JsonObject[] {
  return resolve(entries, skills).map(([skill]) => skill)
}

/** Source files of the skills that entries refer to. */
export function referencedFiles(entries: readonly Entry[], { skills }: Pick<Catalog, 'skills'>): string[] {
  return entries.flatMap(({ ref }) =>
    ref === undefined ? [] : skills.filter((s) => s.name === ref).map((s) => s.document.file),
  )
}

/** What only shows once an agent's references are resolved: a skill without tags, an id twice. */
export function checkSkillEntries(agent: Agent, catalog: Pick<Catalog, 'skills'>): Diagnostic[] {
  const main = resolve(agent.skills, catalog.skills)
  const extended = resolve(agent.extended?.skills ?? [], catalog.skills)
  const references = [...agent.skills, ...(agent.extended?.skills ?? [])].flatMap((entry) =>
    checkReference(entry, catalog.skills),
  )
  return [...references, ...duplicateSkillIds(main), ...duplicateSkillIds(extended)].map((p) =>
    locate(p, agent.document),
  )
}

function resolve(entries: readonly Entry[], skills: readonly Skill[]): [JsonObject, string][] {
  const byName = new Map(skills.map((skill) => [skill.name, skill]))
  return entries.flatMap(({ ref, members, pointer }): [JsonObject, string][] => {
    if (ref === undefined) return [[members, pointer]]
    const skill = byName.get(ref)
    return skill === undefined ? [] : [[{ ...agentSkillOf(skill), ...members }, pointer]]
  })
}

function agentSkillOf({ id, title, description, tags, examples }: Skill): JsonObject {
  return { id, name: title, description, tags, ...(examples.length > 0 ? { examples } : {}) }
}

function checkReference({ ref, members, pointer }: Entry, skills: readonly Skill[]): Problem[] {
  const skill = skills.find((s) => s.name === ref)
  if (ref === undefined || skill === undefined || members['tags'] !== undefined || skill.tags.length > 0) return []
  return [problem('AGENT_SKILL_TAGS', `${pointer}/ref`, { ref, file: skill.document.file })]
}

import type { Access, Agent, Catalog, Definition, McpServer, Skill } from '../catalog.ts'
import type { Config } from '../config.ts'
import { closest } from '../diagnostics/closest.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/rules/rule.ts'
import { groupBy } from '../group.ts'
import { compareText, pointerToken } from '../json.ts'
import type { Sources } from '../load/sources.ts'
import { strictestAccess } from './access.ts'
import { parseAgent } from './agent.ts'
import { parseSkill } from './skill.ts'

/** One file or folder, read. */
interface Read {
  readonly name: string
  readonly file: string
  readonly access: Access | undefined
  readonly definition: Definition | undefined
}

/** Every definition of a site. */
export interface ParsedDefinitions {
  readonly catalog: Catalog
  /** Names of the skills that are there but broken: references to them are not to blame. */
  readonly broken: ReadonlySet<string>
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads every definition; what is broken is left out of the catalog and has its findings. */
export function parseDefinitions(sources: Sources, config: Config): ParsedDefinitions {
  const diagnostics: Diagnostic[] = []
  const skills = sources.skills.flatMap((source): Read[] => {
    const parsed = parseSkill(source, config)
    diagnostics.push(...parsed.diagnostics)
    return parsed.ignored
      ? []
      : [{ name: source.name, file: source.main.path, access: parsed.access, definition: parsed.definition }]
  })
  const agents = sources.agents.flatMap((source): Read[] => {
    const parsed = parseAgent(source, config)
    diagnostics.push(...parsed.diagnostics)
    return parsed.ignored
      ? []
      : [{ name: source.name, file: source.main.path, access: parsed.access, definition: parsed.definition }]
  })
  diagnostics.push(
    ...checkOverrides(
      config,
      [...sources.skills, ...sources.agents].map((s) => s.name),
    ),
  )
  const single = [...withoutTwins(skills, diagnostics), ...withoutTwins(agents, diagnostics)]
  const bySlug = <D extends Definition>(all: readonly D[]): D[] =>
    all.toSorted((a, b) => compareText(a.slug, b.slug) || compareText(a.document.file, b.document.file))
  return {
    catalog: {
      skills: bySlug(single.filter((d): d is Skill => d.kind === 'skill')),
      agents: bySlug(single.filter((d): d is Agent => d.kind === 'agent')),
      servers: bySlug(single.filter((d): d is McpServer => d.kind === 'mcp-server')),
    },
    broken: new Set(
      skills.map((s) => s.name).filter((name) => !single.some((d) => d.kind === 'skill' && d.name === name)),
    ),
    diagnostics,
  }
}

/** Overrides of definitions that are not there: they could be what keeps another one private. */
function checkOverrides({ overrides, file }: Config, names: readonly string[]): Diagnostic[] {
  return Object.keys(overrides)
    .filter((name) => !names.includes(name))
    .map((name) => {
      const suggestion = closest(name, names)
      const problem = 'must be named after a definition'
      return diagnose(
        'CONFIG_OPTION',
        { file, pointer: `/overrides${pointerToken(name)}` },
        { option: `overrides.${name}`, problem, found: show(name), ...(suggestion ? { suggestion } : {}) },
      )
    })
}

/** Definitions whose names differ in nothing but case or Unicode form are one for some readers: an error, and none is used. */
function withoutTwins(all: readonly Read[], diagnostics: Diagnostic[]): Definition[] {
  return groupBy(all, (read) => read.name.normalize('NFC').toLowerCase()).flatMap((group) => {
    if (group.length > 1) {
      const files = group.map((read) => read.file).toSorted(compareText)
      const strictest = strictestAccess(group.map((read) => read.access))
      diagnostics.push(
        diagnose('DEFINITION_TWICE', { file: files.at(-1)! }, { name: group[0]!.name, files, strictest }),
      )
      return []
    }
    return group.flatMap((read) => read.definition ?? [])
  })
}

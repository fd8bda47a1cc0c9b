import type { Position } from '../diagnostics/diagnostic.ts'
import type { SourceFile, Sources } from '../load/sources.ts'
import { decodeText } from './decode.ts'
import { createLocator, findInSource } from './locate.ts'

/** The texts of source files, by path. */
export interface SourceTexts {
  readonly files: readonly string[]
  /** Files that are published as they stand: those of an Agent Skill. */
  readonly copied: readonly SourceFile[]
  /** Files whose Markdown body is never published: agents, whose bodies are prompts. */
  readonly internal: ReadonlySet<string>
  /** Text of a file; `undefined` for a binary or unknown one. */
  readonly get: (file: string) => string | undefined
  readonly position: (file: string, start: number, end: number) => Position
  /**
   * Where a published text, or its last `length` characters, stands in a source; `undefined` where it was composed, escaped
   * or comes from another file.
   */
  readonly find: (file: string, text: string, length?: number) => Position | undefined
}

/** Texts of every definition and of every file of a skill. */
export function readSourceTexts(sources: Pick<Sources, 'skills' | 'agents'>): SourceTexts {
  const copied = sources.skills.flatMap((skill) => skill.files ?? [])
  const mains = [...sources.skills, ...sources.agents].map(({ main }) => main)
  const besides = sources.skills.flatMap(({ beside }) => beside ?? [])
  const files = new Map([...mains, ...besides, ...copied].map((file) => [file.path, file]))

  const texts = new Map<string, string | undefined>()
  const get = (path: string): string | undefined => {
    const file = files.get(path)
    if (file !== undefined && !texts.has(path)) texts.set(path, decodeText(file.bytes))
    return texts.get(path)
  }
  const locators = new Map<string, ReturnType<typeof createLocator>>()
  const position = (file: string, start: number, end: number): Position => {
    const locate = locators.get(file) ?? createLocator(file, get(file) ?? '')
    locators.set(file, locate)
    return locate(start, end)
  }
  const find: SourceTexts['find'] = (file, text, length) => {
    const source = get(file)
    const range = source === undefined ? undefined : findInSource(source, text)
    return range === undefined
      ? undefined
      : position(file, length === undefined ? range.start : Math.max(range.start, range.end - length), range.end)
  }
  const internal = new Set(sources.agents.filter(({ shape }) => shape === 'markdown').map(({ main }) => main.path))
  return { files: [...files.keys()], copied, internal, get, position, find }
}

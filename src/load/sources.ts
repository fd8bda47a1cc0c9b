/** A file as it lies on disk. */
export interface SourceFile {
  /** Path relative to the root, `/`-separated, in the bytes' own Unicode form. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** A file of an Agent Skill's folder. */
export interface FolderFile extends SourceFile {
  /** Path relative to the skill's folder. */
  readonly name: string
  readonly executable: boolean
}

/** What was found for one name below a `skills` folder. */
export interface SkillSource {
  /** Folder or file name without its ending. */
  readonly name: string
  /** `NAME.yaml|yml|json`, `NAME.md`, `NAME/skill.yaml`, or a folder with a SKILL.md. */
  readonly shape: 'data' | 'markdown' | 'folder-data' | 'agent-skill'
  /** The definition; for `agent-skill` its SKILL.md. */
  readonly main: SourceFile
  /** `agent-skill`: the `skill.yaml|yml|json` beside the SKILL.md. */
  readonly beside?: SourceFile
  /** `agent-skill`: every published file of the folder, SKILL.md included, sorted by `name`. */
  readonly files?: readonly FolderFile[]
}

/** What was found for one name below an `agents` folder. */
export interface AgentSource {
  readonly name: string
  readonly shape: 'data' | 'markdown' | 'folder-data'
  readonly main: SourceFile
}

/** Everything a build reads, sorted by path. */
export interface Sources {
  readonly skills: readonly SkillSource[]
  readonly agents: readonly AgentSource[]
}

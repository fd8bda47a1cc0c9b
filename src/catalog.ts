import type { FolderFile } from './load/sources.ts'
import type { JsonObject } from './json.ts'
import type { SourceDocument } from './parse/document.ts'

/** Skill Sharing's access policy, for every kind of definition. */
export type Access = 'public' | 'restricted' | 'private'

/** Skill Sharing's CapabilityType. */
export type CapabilityType = 'plugin' | 'api' | 'knowledge' | 'task'

/** Members that all kinds of definition share. */
interface DefinitionBase {
  /** The name its file or folder gives it. */
  readonly name: string
  /** The path segment it is published under. */
  readonly slug: string
  readonly access: Access
  /** The definition's data with positions; of an Agent Skill both documents as one. */
  readonly document: SourceDocument
  /** ARD: two to five requests that this resource serves; empty where none were given. */
  readonly representativeQueries: readonly string[]
  /** The ARD entry's overrides. */
  readonly ard: JsonObject
  /** `false`: published, but in no list for people or machines. */
  readonly listed: boolean
  /** URL of an OpenAPI description, for the API catalog. */
  readonly openapi?: string
}

/** A skill: the members of a Skill Descriptor, complete with defaults. */
export interface Skill extends DefinitionBase {
  readonly kind: 'skill'
  readonly id: string
  readonly title: string
  readonly version: string
  readonly capabilityType: CapabilityType
  readonly description: string
  /** Absent on an Agent Skill without one of its own: its artifact is the endpoint. */
  readonly endpoint?: JsonObject
  readonly inputs: readonly JsonObject[]
  readonly output: JsonObject
  readonly auth: JsonObject
  readonly tags: readonly string[]
  readonly examples: readonly string[]
  readonly documentationUrl?: string
  readonly createdAt?: string
  readonly updatedAt?: string
  /** The provider and protocol members of a complete Skill Descriptor that was given as it stands. */
  readonly provider?: JsonObject
  readonly protocol?: JsonObject
  /** MCP Tool members, for servers that offer the skill as a tool. */
  readonly tool: {
    readonly inputSchema?: JsonObject
    readonly outputSchema?: JsonObject
    readonly annotations?: JsonObject
  }
  /** Body of `NAME.md`: the skill's documentation. */
  readonly documentation?: string
  readonly agentSkill?: AgentSkill
}

/** The Agent Skill part of a skill: a folder with a SKILL.md. */
export interface AgentSkill {
  /** The SKILL.md's front matter, as written. */
  readonly frontMatter: JsonObject
  /** Every published file, SKILL.md first, then by name. Absent in a view that must not show them. */
  readonly files: readonly FolderFile[]
}

/** An entry of an agent's `skills` or a server's `tools`: an object of the specification, or a reference with overrides. */
export interface Entry {
  /** NAME of the skill definition it refers to. */
  readonly ref?: string
  /** The members written beside `ref`, or all of them. */
  readonly members: JsonObject
  /** JSON Pointer of the entry in its definition. */
  readonly pointer: string
}

/** An A2A agent. */
export interface Agent extends DefinitionBase {
  readonly kind: 'agent'
  /** A2A 1.0 AgentCard members without `skills` and `signatures`; `supportedInterfaces` holds those of both generations. */
  readonly card: JsonObject
  readonly skills: readonly Entry[]
  /** What only the authenticated extended card shows. */
  readonly extended?: { readonly card: JsonObject; readonly skills: readonly Entry[] }
  /** `publish.primary` as written. */
  readonly primary?: boolean
}

/** An MCP server. */
export interface McpServer extends DefinitionBase {
  readonly kind: 'mcp-server'
  /** MCP server card members (schema v1). */
  readonly card: JsonObject
  readonly tools: readonly Entry[]
  /** `publish.primary` as written. */
  readonly primary?: boolean
}

/** Any definition. */
export type Definition = Skill | Agent | McpServer

/** Every definition of a site or of one view of it, each list sorted by slug. */
export interface Catalog {
  readonly skills: readonly Skill[]
  readonly agents: readonly Agent[]
  readonly servers: readonly McpServer[]
}

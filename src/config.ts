import type { Access, CapabilityType } from './catalog.ts'
import type { Severity } from './diagnostics/diagnostic.ts'
import type { JsonObject } from './json.ts'

/** Options of the plugin and of `signpost.config`. Every member's meaning and default: docs/configuration.md. */
export interface SignpostOptions {
  origin: string
  privateOrigin?: string
  provider: { name: string; url?: string; logoUrl?: string; documentationUrl?: string; contact?: string; organization?: string }
  publisher?: string
  skills?: string[]
  agents?: string[]
  exclude?: string[]
  defaults?: { access?: Access; version?: string; capability_type?: CapabilityType }
  overrides?: Record<string, JsonObject>
  trust?: false | JsonObject
  formats?: Record<string, false | JsonObject>
  hosts?: string[]
  cache?: { discovery?: number; keys?: number; immutable?: number }
  privateDir?: string | false
  deployDir?: string
  rules?: Record<string, 'off' | Severity>
  publish?: { allow?: Array<{ code: string; at: string; reason: string }> }
  strict?: boolean | 'ci'
}

/** The options, checked and complete. */
export interface Config {
  /** https origin without a trailing slash, host in lower-case punycode. */
  readonly origin: string
  readonly privateOrigin: string
  /** Built for another origin than the configured one (`SIGNPOST_ORIGIN`). */
  readonly preview: boolean
  /** Vite mode `development`: loopback and unreachable hosts are fine. */
  readonly development: boolean
  readonly provider: { readonly name: string; readonly url: string; readonly logoUrl?: string; readonly documentationUrl?: string; readonly contact?: string; readonly organization?: string }
  /** FQDN in identifiers and trust, lower-case punycode. */
  readonly publisher: string
  readonly skills: readonly string[]
  readonly agents: readonly string[]
  readonly exclude: readonly string[]
  readonly defaults: { readonly access?: Access; readonly agentAccess: Access; readonly version: string; readonly capabilityType: CapabilityType }
  readonly overrides: Readonly<Record<string, JsonObject>>
  /** Per format its options; `false` = off. Absent = on with its defaults. */
  readonly formats: Readonly<Record<string, false | JsonObject>>
  readonly hosts: readonly string[]
  readonly cache: { readonly discovery: number; readonly keys: number; readonly immutable: number }
  readonly privateDir: string | false
  readonly deployDir: string
  readonly rules: Readonly<Record<string, 'off' | Severity>>
  readonly allow: ReadonlyArray<{ readonly code: string; readonly at: string; readonly reason: string }>
  readonly strict: boolean | 'ci'
  /** File that holds the options, for findings about them. */
  readonly file: string
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { BuildContext, BuildResult } from '../src/build.ts'
import { buildFolder } from '../src/build-folder.ts'
import type { SignpostOptions } from '../src/config.ts'
import type { JsonObject } from '../src/json.ts'
import type { Artifact } from '../src/site.ts'

/** A folder with these files, gone when the test is over. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>, name = 'signpost-'): string {
  const root = mkdtempSync(join(tmpdir(), name))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  return root
}

/** Options by which a good definition gives no finding: nothing is signed, and that is wanted. */
export const options: SignpostOptions = { origin: 'https://acme.example', provider: { name: 'Acme' }, trust: false }

/** Builds a folder of these files. */
export function buildFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  more: Partial<SignpostOptions> = {},
  context: Partial<BuildContext> = {},
): Promise<BuildResult> {
  return buildFolder(
    folderOf(files),
    { ...options, ...more },
    { mode: 'production', file: 'vite.config.ts', env: {}, ...context },
  )
}

/** An artifact of a build's view. */
export function artifact(
  result: BuildResult,
  path: string,
  view: 'public' | 'private' = 'public',
): Artifact | undefined {
  return result[view]?.artifacts.find((a) => a.path === path)
}

/** A published JSON document. */
export function document(result: BuildResult, path: string, view: 'public' | 'private' = 'public'): JsonObject {
  const found = artifact(result, path, view)
  if (found === undefined)
    throw new Error(
      `${path} is not published; ${JSON.stringify(
        result.diagnostics.filter((d) => d.severity === 'error'),
        null,
        2,
      )}`,
    )
  return JSON.parse(new TextDecoder().decode(found.body)) as JsonObject
}

/** Findings in short: severity, code and place. */
export function findings(result: BuildResult): string[] {
  return result.diagnostics.map(
    (d) => `${d.severity} ${d.code} ${d.file ?? d.url ?? ''}:${d.line ?? ''}:${d.column ?? ''}`,
  )
}

/** A skill in YAML with these members changed. */
export function skillYaml(members: Readonly<Record<string, unknown>> = {}): string {
  const all = {
    name: 'Parcel tracking',
    version: '1.2.0',
    access: 'public',
    capability_type: 'api',
    description: 'Tells where a parcel is.',
    endpoint: { url: 'https://api.acme.example/parcels', method: 'POST' },
    representativeQueries: ['where is my parcel', 'when does order 9 arrive'],
    ...members,
  }
  return Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

/** A SKILL.md with this name and these front matter lines. */
export function skillMd(name: string, lines = 'metadata: { access: public, version: "1.0.0" }'): string {
  return `---\nname: ${name}\ndescription: "Explains ${name}. Use when asked about it."\n${lines}\n---\n\n# ${name}\n\nRead the request.\n`
}

/** An A2A 1.0 agent in YAML with these members changed. */
export function agentYaml(members: Readonly<Record<string, unknown>> = {}): string {
  const all = {
    name: 'Desk',
    description: 'Answers questions at the front desk.',
    version: '1.0.0',
    supportedInterfaces: [{ url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: true },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    representativeQueries: ['who is on duty', 'when do you open'],
    skills: [{ id: 'greet', name: 'Greet', description: 'Greets guests.', tags: ['desk'] }],
    ...members,
  }
  return Object.entries(all)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

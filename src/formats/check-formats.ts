import type { Catalog, McpServer, Skill } from '../catalog.ts'
import { formatOptions, type Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { compareText } from '../json.ts'
import { checkFileName } from '../load/file-name.ts'
import { isPlainReference } from './agent-skills.ts'
import { createToolspec } from './mcp.ts'
import { choosePrimary } from './primary.ts'
import { checkSecurityTxt } from './security-txt-check.ts'

/** Bytes of a minified list of tools from which registries may refuse it, and from which there is a note. */
const LIMIT = 10_000
const NOTE = 8_000

/**
 * Findings about the documents that the formats of a site will publish.
 *
 * @param now The time in epoch seconds; without it expiry is not judged.
 */
export function checkFormats(catalog: Catalog, config: Config, now: number | undefined): Diagnostic[] {
  const isOn = (name: string): boolean => config.formats[name] !== false
  return [
    ...(isOn('mcp')
      ? [...catalog.servers.flatMap((s) => checkToolspecSize(s, catalog)), ...checkAliases(catalog, config)]
      : []),
    ...(isOn('agent-skills') ? catalog.skills.flatMap(checkFileNames) : []),
    ...checkSecurityTxt(config, now),
  ]
}

/** Whether the tools of a server, written without white space, are too large for registries. Nothing is ever cut. */
function checkToolspecSize(server: McpServer, catalog: Pick<Catalog, 'skills'>): Diagnostic[] {
  const bytes = new TextEncoder().encode(JSON.stringify(createToolspec(server, catalog))).length
  if (bytes < NOTE) return []
  const place = { ...server.document.at('/tools', 'key'), pointer: '/tools' }
  return [diagnose(bytes < LIMIT ? 'MCP_TOOLSPEC_LARGE' : 'MCP_TOOLSPEC_TOO_LARGE', place, { bytes })]
}

/** The public view decides; a private server only matters where there is no other. */
function checkAliases({ servers }: Catalog, config: Config): Diagnostic[] {
  const { conflict } = choosePrimary(servers)
  if (conflict === undefined || formatOptions(config, 'mcp')['aliases'] !== true) return []
  const files = conflict.map((server) => server.document.file).toSorted(compareText)
  const marked = conflict.some((server) => server.primary === true)
  return [diagnose('MCP_ALIAS_SERVER', { file: files[0]! }, { files, marked })]
}

function checkFileNames({ name, agentSkill, document }: Skill): Diagnostic[] {
  // A name that is wrong for every client has a finding of its own.
  const isSound = (file: string): boolean =>
    file.split('/').every((segment) => checkFileName(segment, file).length === 0)
  const names = (agentSkill?.files ?? [])
    .map((file) => file.name)
    .filter((file) => !isPlainReference(file) && isSound(file))
  if (names.length === 0) return []
  return [diagnose('SKILL_FILE_UNLISTED', { file: document.file }, { skill: name, names })]
}

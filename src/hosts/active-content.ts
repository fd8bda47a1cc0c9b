import type { Catalog } from '../catalog.ts'
import type { Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { fileMediaType, isActiveType } from '../media-type.ts'
import type { Host, HostName } from './host.ts'
import { hosts } from './index.ts'

/**
 * Whether the host that the folders are laid out for can be told to serve HTML, SVG and scripts as attachments. Where it
 * cannot, they are published inside archives only.
 */
export function servesAttachments({ hosts: names }: Pick<Config, 'hosts'>): boolean {
  return firstHost(names)?.can.attachments.has !== false
}

/** Files of skills in a view that are left out for that. */
export function checkActiveContent({ skills }: Catalog, config: Pick<Config, 'hosts'>): Diagnostic[] {
  const host = firstHost(config.hosts)
  if (host === undefined || servesAttachments(config)) return []
  return skills
    .flatMap(({ agentSkill }) => agentSkill?.files ?? [])
    .filter(({ name, bytes }) => isActiveType(fileMediaType(name, bytes)))
    .map(({ path }) => diagnose('HOST_ACTIVE_CONTENT', { file: path }, { path, host: host.title }))
}

function firstHost(names: readonly string[]): Host | undefined {
  const [first] = names
  return first === undefined ? undefined : hosts[first as HostName]
}

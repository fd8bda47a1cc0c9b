import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BuildResult } from '../../src/build.ts'
import type { Host } from '../../src/hosts/host.ts'
import { createSiteRules } from '../../src/hosts/site-rules.ts'

export function layOut(build: BuildResult, host: Host): { dist: string; deploy: string; root: string } {
  const root = mkdtempSync(path.join(tmpdir(), 'signpost-host-'))
  const [dist, deploy] = [path.join(root, 'dist'), path.join(root, 'dist-deploy', host.name)]
  const write = (file: string, body: string | Uint8Array): void => {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, body)
  }
  for (const a of build.public!.artifacts) write(path.join(dist, a.path), a.body)
  for (const f of host.render(createSiteRules(build.public!, build.config.cache, []))) write(path.join(f.placement === 'site' ? dist : deploy, f.path), f.body)
  return { dist, deploy, root }
}

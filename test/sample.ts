import { join } from 'node:path'
import { buildFolder } from '../src/build-folder.ts'
import type { BuildResult } from '../src/build.ts'

/** The folder of the sample provider: this repository. */
export const sampleRoot: string = join(import.meta.dirname, '..')

/** The sample provider's site. */
export async function buildSample(): Promise<BuildResult & Required<Pick<BuildResult, 'public'>>> {
  const options = {
    origin: 'https://acme.example',
    provider: { name: 'Acme' },
    defaults: { access: 'public' },
  } as const
  const result = await buildFolder(sampleRoot, options, { mode: 'production', file: 'vite.config.ts', env: {} })
  if (result.public === undefined) throw new Error(JSON.stringify(result.diagnostics, null, 2))
  return { ...result, public: result.public }
}

import { proven, unmet } from './capabilities.ts'
import {
  cachesArchives,
  FILE_BYTES,
  FILES,
  headersFile,
  HEADERS_LIMIT,
  scriptPaths,
  workerScript,
} from './cloudflare.ts'
import type { Host } from './host.ts'

/** Cloudflare Workers with static assets: `_headers`, and a worker that runs for the few paths that files cannot answer. */
export const cloudflareWorkers: Host = {
  name: 'cloudflare-workers',
  title: 'Cloudflare Workers',
  can: {
    types: proven('emulator'),
    cache: proven('emulator'),
    cors: proven('emulator'),
    preflight: proven('emulator'),
    headers: proven('emulator'),
    filter: proven('emulator'),
    attachments: proven(
      'emulator',
      'Cloudflare Workers answers `NAME.html` at `NAME`: HTML of a skill is sandboxed there, but opened instead of downloaded.',
    ),
    revalidation: proven('emulator'),
    missing: proven('emulator'),
  },
  layout: 'file',
  limits: { files: FILES, fileBytes: FILE_BYTES, config: { _headers: HEADERS_LIMIT } },
  instructions: [
    'Copy `_headers` into the root of the folder that is published, and `wrangler.jsonc` and `worker.js` to the root of the project; `assets.directory` names the published folder. With a worker of your own, take over `run_worker_first` and what `worker.js` does.',
    'Rules of `_headers` are also applied to missing paths, so what may be kept for a year is named file by file.',
  ],
  render(site) {
    const paths = scriptPaths(site)
    const worker = paths.length === 0 ? {} : { main: 'worker.js' }
    const config = {
      name: siteName(site.origin),
      compatibility_date: '2026-01-01',
      ...worker,
      assets: {
        directory: site.view === 'public' ? './dist' : './dist-private',
        not_found_handling: '404-page',
        ...(paths.length === 0 ? {} : { binding: 'ASSETS', run_worker_first: paths }),
      },
    }
    return [
      headersFile(site, { isWorker: true }),
      { path: 'wrangler.jsonc', body: `${JSON.stringify(config, null, 2)}\n`, placement: 'project' },
      ...(paths.length === 0 ? [] : [{ path: 'worker.js', body: workerScript(site), placement: 'project' } as const]),
    ]
  },
  notes(site) {
    const archives = cachesArchives(site)
      ? []
      : ['There are more archives than Cloudflare has rules for, so archives are kept no longer than other documents.']
    return [...unmet(cloudflareWorkers, site), ...archives]
  },
}

/** A name that Cloudflare takes for a worker. */
function siteName(origin: string): string {
  return new URL(origin).hostname.replace(/[^a-z0-9]+/g, '-').slice(0, 63)
}

import { proven, unmet } from './capabilities.ts'
import { FILE_BYTES, FILES, headersFile, HEADERS_LIMIT, scriptPaths, workerScript } from './cloudflare.ts'
import type { Host, HostFile } from './host.ts'

/** Cloudflare Pages: `_headers`, and a worker for the few requests that files cannot answer. */
export const cloudflarePages: Host = {
  name: 'cloudflare-pages',
  title: 'Cloudflare Pages',
  can: {
    types: proven('emulator'),
    cache: proven('emulator'),
    cors: proven('emulator'),
    preflight: proven('emulator'),
    headers: proven('emulator'),
    filter: proven('emulator'),
    attachments: proven(
      'emulator',
      'Cloudflare Pages answers `NAME.html` at `NAME`: HTML of a skill is sandboxed there, but opened instead of downloaded.',
    ),
    revalidation: proven('emulator'),
    missing: proven('emulator'),
  },
  layout: 'file',
  limits: {
    files: FILES,
    fileBytes: FILE_BYTES,
    config: { _headers: HEADERS_LIMIT, '_routes.json': { rules: 100, line: 100 } },
  },
  instructions: [
    'Copy `_headers`, `_worker.js` and `_routes.json` into the root of the folder that is published, beside `.well-known`. Rules of your own in `_headers` stay above them.',
    'With a `functions/` folder of your own, leave `_worker.js` and `_routes.json` out, since Pages would ignore your functions: call what `_worker.js` does from a function at the paths that `_routes.json` includes.',
    'A path with a query in `_redirects` is accepted by Cloudflare and matches every query: write no `?type=` there.',
  ],
  render(site) {
    const paths = scriptPaths(site)
    const routing: HostFile[] =
      paths.length === 0
        ? []
        : [
            { path: '_worker.js', body: workerScript(site), placement: 'site' },
            {
              path: '_routes.json',
              body: `${JSON.stringify({ version: 1, include: paths, exclude: [] }, null, 2)}\n`,
              placement: 'site',
              rules: paths.length,
            },
          ]
    return [headersFile(site), ...routing, ...notFoundPage(site)]
  },
  notes(site) {
    return unmet(cloudflarePages, site)
  },
}

/** Without a page for errors Pages takes a site for an app and answers its index page for every missing path. */
function notFoundPage({ files, publisher }: Parameters<Host['render']>[0]): HostFile[] {
  const paths = [...files.map(({ path }) => path), ...publisher]
  if (paths.includes('404.html') || paths.includes('.well-known/404.html')) return []
  const body =
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Not found</title>\n<p>Not found\n</html>\n'
  return [{ path: '.well-known/404.html', body, placement: 'site' }]
}

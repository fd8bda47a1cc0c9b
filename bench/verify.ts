/**
 * Measures `verify` of a generated site over http against plainly fetching everything that the site publishes, in the
 * same run. Run: `npx tsx bench/verify.ts [number of skills …]`
 */
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFolder } from '../src/build-folder.ts'
import { httpReader } from '../src/load/site-http.ts'
import { indexSite, respond } from '../src/serve.ts'
import { urlPath, type Site } from '../src/site.ts'
import { verify } from '../src/verify/verify.ts'
import { generate } from './generate.ts'

const sizes = process.argv.slice(2).map(Number)
const origin = new URL('https://acme.example')
const rows: string[] = [
  '| skills | files | fetched one by one | verified | findings |',
  '| --- | --- | --- | --- | --- |',
]

for (const size of sizes.length > 0 ? sizes : [100, 1_000]) {
  const root = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
  const server = createServer()
  try {
    generate(root, size)
    const site = await build(root)
    const index = indexSite(site, { discovery: 300, keys: 300, immutable: 31_536_000 })
    server.on('request', (request, response) => {
      const { method = 'GET', url: target = '/', headers } = request
      void Promise.resolve(respond(index, { method, target, ifNoneMatch: headers['if-none-match'] })).then((answer) =>
        response.writeHead(answer?.status ?? 404, { ...answer?.headers }).end(answer?.body),
      )
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const served = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const fetched = await time(async () => {
      for (const { path } of site.artifacts) await (await fetch(new URL(urlPath(path), served))).arrayBuffer()
    })
    let findings = 0
    const verified = await time(async () => {
      const { diagnostics } = await verify(httpReader(served), { origin, limit: 1_000_000 })
      findings = diagnostics.filter(({ severity }) => severity === 'error').length
    })
    const ratio = (verified / fetched).toFixed(2)
    rows.push(
      `| ${size} | ${site.artifacts.length} | ${Math.round(fetched)} ms | ${Math.round(verified)} ms (${ratio}×) | ${findings} |`,
    )
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(root, { recursive: true, force: true })
  }
}
process.stdout.write(`${rows.join('\n')}\n`)

async function build(root: string): Promise<Site> {
  const options = { origin: origin.href, provider: { name: 'Acme' }, trust: false } as const
  const { public: site, diagnostics } = await buildFolder(root, options, { mode: 'production', file: 'bench', env: {} })
  if (site === undefined) throw new Error(JSON.stringify(diagnostics.slice(0, 3)))
  return site
}

async function time(action: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

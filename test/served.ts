import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { indexSite, respond } from '../src/serve.ts'
import type { Artifact, Site } from '../src/site.ts'

/** A site on this machine, served with the headers that it is deployed with. */
export interface ServedSite {
  readonly origin: string
  /** Request targets in the order in which they were asked for. */
  readonly requests: readonly string[]
}

/** Serves artifacts on 127.0.0.1 until the test is over; what they do not have is not found. */
export async function serveArtifacts(artifacts: readonly Artifact[]): Promise<ServedSite> {
  const site: Site = { view: 'public', origin: 'https://acme.example', artifacts }
  const index = indexSite(site, { discovery: 300, keys: 300, immutable: 31_536_000 })
  const requests: string[] = []
  const server = createServer((request, response) => {
    const { method = 'GET', url: target = '/' } = request
    requests.push(target)
    void respond(index, { method, target }).then((answer) => {
      if (answer === undefined) response.writeHead(404).end()
      else response.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ClientFactory, DefaultAgentCardResolver } from '@a2a-js/sdk/client'
import { ClientFactory as OldClientFactory, DefaultAgentCardResolver as OldResolver } from 'a2a-sdk-03/client'
import { expect, test } from 'vitest'
import { createProject } from '../vite/project.ts'

const sample = fileURLToPath(new URL('../..', import.meta.url))

/** The sample site, built by Vite and served by `vite preview`. */
async function previewSample(): Promise<{ url: string; root: string }> {
  const project = createProject({})
  for (const folder of ['agents', 'skills', 'public']) {
    cpSync(path.join(sample, folder), path.join(project.root, folder), { recursive: true })
  }
  await project.build()
  return { url: (await project.preview()).url, root: project.root }
}

test('the SDKs of both generations resolve the cards that `vite preview` serves', async () => {
  const { url, root } = await previewSample()
  const published = (file: string): unknown => JSON.parse(readFileSync(path.join(root, 'dist', file), 'utf8'))
  const resolver = new DefaultAgentCardResolver()
  const primary = published('.well-known/agent-card.json') as { name: string; skills: unknown[] }
  expect(await resolver.resolve(url)).toMatchObject({ name: primary.name, skills: { length: primary.skills.length } })
  for (const slug of ['returns-desk', 'shipping-assistant', 'translator']) {
    const card = published(`agents/${slug}/agent-card.json`) as { name: string }
    expect((await resolver.resolve(`${url}/agents/${slug}/`)).name).toBe(card.name)
    expect((await new ClientFactory().createFromUrl(`${url}/agents/${slug}/`)) as unknown).toBeDefined()
  }
  const old = published('agents/translator/agent-card.v0.3.json') as { name: string; url: string }
  const resolved = await new OldResolver().resolve(url, '/agents/translator/agent-card.v0.3.json')
  expect(resolved).toMatchObject({ name: old.name, url: old.url, protocolVersion: '0.3.0' })
  expect(
    (await new OldClientFactory().createFromUrl(url, '/agents/translator/agent-card.v0.3.json')) as unknown,
  ).toBeDefined()
})

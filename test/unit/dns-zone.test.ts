import { describe, expect, test } from 'vitest'
import type { BuildContext, BuildResult } from '../../src/build.ts'
import type { SignpostOptions } from '../../src/config.ts'
import { buildFiles, skillYaml } from '../site.ts'

const build = (more: Partial<SignpostOptions> = {}, context: Partial<BuildContext> = {}): Promise<BuildResult> =>
  buildFiles({ 'skills/parcel.yaml': skillYaml() }, more, context)

function zone({ deploy = [] }: BuildResult): string | undefined {
  const file = deploy.find(({ path }) => path === 'dns.zone')
  return file && new TextDecoder().decode(file.body)
}

/** The records of a zone: name, type and data, without what is the same in all. */
function records(text: string | undefined): string[] {
  const lines = (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith(';'))
  return lines.map((line) => line.replace(' 3600 IN', ''))
}

describe('the zone snippet', () => {
  test('leads from the publisher to the host of the manifest', async () => {
    expect(records(zone(await build()))).toEqual([
      '_entries._agents.acme.example. SVCB 1 acme.example.',
      '_catalog._agents.acme.example. TXT "url=https://acme.example/.well-known/ard.json"',
    ])
  })

  test('names the host and the port of the site where they are not those of the publisher', async () => {
    const result = await build({ origin: 'https://agents.acme.example:8443', publisher: 'acme.example' })
    expect(records(zone(result))).toEqual([
      '_entries._agents.acme.example. SVCB 1 agents.acme.example. port=8443',
      '_catalog._agents.acme.example. TXT "url=https://agents.acme.example:8443/.well-known/ard.json"',
    ])
  })

  test('is not made for a preview, in development, and without a manifest', async () => {
    expect(zone(await build({}, { env: { SIGNPOST_ORIGIN: 'https://pr-7.acme.example' } }))).toBeUndefined()
    expect(zone(await build({}, { mode: 'development' }))).toBeUndefined()
    expect(zone(await build({ formats: { ard: false } }))).toBeUndefined()
  })
})

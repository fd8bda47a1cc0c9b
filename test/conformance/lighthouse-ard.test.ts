import { pathToFileURL } from 'node:url'
import { expect, test, vi, type TestContext } from 'vitest'
import { buildFolder } from '../../src/build-folder.ts'
import type { BuildResult } from '../../src/build.ts'
import type { SignpostOptions } from '../../src/config.ts'
import type { Keys } from '../../src/sign/keys.ts'
import { ED25519, keysOf } from '../keys.ts'
import { sampleRoot } from '../sample.ts'
import { agentYaml, artifact, buildFiles, skillYaml } from '../site.ts'
import { installTool } from './tool.ts'

// The sample's options without the plugin, which the package has in compiled form only.
vi.mock('signpost/vite', () => ({ signpost: (options: SignpostOptions) => options }))

const TESTER = 'node_modules/lighthouse/third-party/ard/ard.js'

interface Finding {
  readonly element: string
  readonly message: string
}

interface Tester {
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  validate_manifest(text: string, label: string): boolean
}

test.for(['signed', 'unsigned'])(
  'the manifest of the sample site, %s, has neither error nor warning',
  async (state, context) => {
    const keys = state === 'signed' ? keysOf(ED25519) : keysOf()
    const result = await buildSample(keys)
    for (const path of ['.well-known/ard.json', '.well-known/ai-catalog.json']) {
      expect(await judge(context, new TextDecoder().decode(artifact(result, path)?.body))).toEqual({
        errors: [],
        warnings: [],
      })
    }
  },
)

test('a nested catalog has a warning for each descriptor and no error: they have no agreed media type', async (context) => {
  const result = await buildSample(keysOf(ED25519))
  const text = new TextDecoder().decode(artifact(result, 'catalogs/skills.json')?.body)
  const { errors, warnings } = await judge(context, text)
  expect(errors).toEqual([])
  const others = warnings.filter(({ message }) => !message.startsWith("Media type 'application/json'"))
  expect(others.every(({ message }) => message.startsWith("Missing 'representativeQueries'"))).toBe(true)
  expect(warnings.length - others.length).toBe(JSON.parse(text).entries.length)
})

test('so has a manifest with everything that an author can override', async (context) => {
  const files = {
    'agents/desk.yaml': agentYaml({
      ard: {
        namespace: 'support:eu',
        capabilities: ['Greeting'],
        tags: ['desk'],
        metadata: { a: 'b', c: 1, d: true, e: null },
        attestations: [{ type: 'SOC2', uri: 'https://acme.example/soc2.pdf', digest: `sha256:${'a'.repeat(64)}` }],
      },
    }),
    'agents/held.yaml': agentYaml({ publish: { primary: false }, ard: { data: { name: 'Held' } } }),
    'skills/parcel.yaml': skillYaml({
      updated_at: '2026-02-03T04:05:06Z',
      ard: { type: 'application/mcp-server-card+json', url: 'https://acme.example/mcp/card.json' },
    }),
  }
  const trust = {
    trustSchema: { identifier: 'urn:example:trust', version: '1', governanceUri: 'https://acme.example/trust' },
  }
  const result = await buildFiles(files, { trust }, { keys: keysOf(ED25519) })
  expect(await judge(context, new TextDecoder().decode(artifact(result, '.well-known/ard.json')?.body))).toEqual({
    errors: [],
    warnings: [],
  })
})

test('the tester finds what is wrong', async (context) => {
  const { errors, warnings } = await judge(
    context,
    '{"specVersion":"1.0","entries":[{"identifier":"x","displayName":"X","type":"y","url":"/z"}]}',
  )
  expect(errors.length).toBeGreaterThan(0)
  expect(warnings.length).toBeGreaterThan(0)
})

/** The sample site with its own options. */
async function buildSample(keys: Keys): Promise<BuildResult> {
  const { default: config } = await import('../../vite.config.ts')
  const [options] = config.plugins as unknown as [SignpostOptions]
  return buildFolder(sampleRoot, options, { mode: 'production', file: 'vite.config.ts', env: {}, keys })
}

/** Lighthouse's tester of AI Catalogs, from the package of that version: the rest of it needs a later Node. */
async function judge(
  context: TestContext,
  text: string,
): Promise<{ errors: readonly Finding[]; warnings: readonly Finding[] }> {
  const module = await import(pathToFileURL(await installTool(context, 'lighthouse@13.5.0', TESTER)).href)
  const conformance: Tester = new module.ConformanceTester()
  conformance.validate_manifest(text, 'ai-catalog.json')
  return { errors: conformance.errors, warnings: conformance.warnings }
}

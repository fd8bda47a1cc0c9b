import { expect, test, vi } from 'vitest'
import type { BuildResult } from '../../../src/build.ts'
import { resolveConfig } from '../../../src/config.ts'
import { createLiveSite } from '../../../src/vite/rebuild.ts'

const { config } = resolveConfig(
  { origin: 'https://acme.example', provider: { name: 'Acme' } },
  { mode: 'production', file: 'vite.config.ts', env: {} },
)
const site = { view: 'public', origin: 'https://acme.example', artifacts: [] } as const
const good = (): BuildResult => ({
  diagnostics: [],
  config,
  signing: 'unsigned',
  public: { ...site },
  sourceText: () => undefined,
})

test('changes that come together, and during a build, make one more build', async () => {
  let release = (): void => undefined
  const build = vi
    .fn<() => Promise<BuildResult>>()
    .mockImplementationOnce(() => new Promise((resolve) => (release = () => resolve(good()))))
    .mockImplementation(async () => good())
  const built = vi.fn<(result: BuildResult) => void>()
  const live = createLiveSite(build, { built, crashed: vi.fn<(error: unknown) => void>() })
  await vi.waitFor(() => expect(build).toHaveBeenCalledOnce())
  live.invalidate()
  live.invalidate()
  release()
  await live.ready()
  expect(build).toHaveBeenCalledTimes(2)
  expect(built).toHaveBeenCalledOnce()
})

test('the last good site stays when a build finds errors or breaks', async () => {
  const first = good()
  const build = vi
    .fn<() => Promise<BuildResult>>()
    .mockResolvedValueOnce(first)
    .mockResolvedValueOnce({ diagnostics: [], config, signing: 'unsigned', sourceText: () => undefined })
    .mockRejectedValueOnce(new Error('broken'))
  const crashed = vi.fn<(error: unknown) => void>()
  const live = createLiveSite(build, { built: vi.fn<(result: BuildResult) => void>(), crashed })
  await live.ready()
  const { index } = live
  for (let i = 0; i < 2; i++) {
    live.invalidate()
    await live.ready()
    expect(live.site).toBe(first.public)
    expect(live.index).toBe(index)
  }
  expect(crashed).toHaveBeenCalledWith(new Error('broken'))
})

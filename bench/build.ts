/**
 * Measures whole builds of generated sites, in memory and onto disk, against a floor that reads, digests and writes the
 * same number of files. Run: `npx tsx bench/build.ts [number of skills …]`
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFolder } from '../src/build-folder.ts'
import { writeSite } from '../src/emit.ts'
import { generate } from './generate.ts'

const sizes = process.argv.slice(2).map(Number)
const rows: string[] = [
  '| skills | floor | build in memory | written, new | written, unchanged | peak memory |',
  '| --- | --- | --- | --- | --- | --- |',
]

for (const size of sizes.length > 0 ? sizes : [1_000, 10_000]) {
  const root = mkdtempSync(join(tmpdir(), 'signpost-bench-'))
  try {
    generate(root, size)
    const floor = await time(() => readAndWrite(root))
    const [inMemory, result] = await timed(() =>
      buildFolder(
        root,
        { origin: 'https://acme.example', provider: { name: 'Acme' }, trust: false },
        { mode: 'production', file: 'bench', env: {} },
      ),
    )
    const site = result.public
    if (site === undefined) throw new Error(JSON.stringify(result.diagnostics.slice(0, 3)))
    const write = (): void =>
      void writeSite({ root, outDir: 'dist', build: { ...result, public: site }, base: { mode: 'shared' } })
    const fresh = await time(write)
    const unchanged = await time(write)
    const times = (ms: number): string => `${Math.round(ms)} ms (${(ms / floor).toFixed(2)}×)`
    rows.push(
      `| ${size} | ${Math.round(floor)} ms | ${times(inMemory)} | ${times(fresh)} | ${times(unchanged)} | ${Math.round(process.resourceUsage().maxRSS / 1024)} MB |`,
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}
process.stdout.write(`${rows.join('\n')}\n`)

function readAndWrite(root: string): void {
  const target = join(root, 'floor')
  for (const name of readdirSync(join(root, 'skills'))) {
    const body = readFileSync(join(root, 'skills', name, 'SKILL.md'))
    createHash('sha256').update(body).digest('hex')
    mkdirSync(join(target, name), { recursive: true })
    writeFileSync(join(target, name, 'SKILL.md'), body)
  }
  rmSync(target, { recursive: true, force: true })
}

async function time(action: () => unknown): Promise<number> {
  return (await timed(async () => action()))[0]
}

async function timed<T>(action: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now()
  const value = await action()
  return [performance.now() - start, value]
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Config } from '../src/config.ts'
import { writeSite } from '../src/emit.ts'
import type { Artifact, Site } from '../src/site.ts'

/**
 * Time to write a site of small files, a folder each: new, unchanged, and with one file changed, against plain synchronous
 * writes of the same files into an empty folder in the same run. `npx tsx bench/emit.ts [files …]`
 */
const ROUNDS = 5

const sizes = process.argv.slice(2).map(Number)
for (const size of sizes.length > 0 ? sizes : [1_000, 10_000]) measure(size)

function measure(size: number): void {
  const root = mkdtempSync(path.join(os.tmpdir(), 'signpost-bench-'))
  try {
    const times: Record<'floor' | 'new' | 'unchanged' | 'one changed', number[]> = {
      floor: [],
      new: [],
      unchanged: [],
      'one changed': [],
    }
    const site = makeSite(size, 1)
    for (let round = 0; round < ROUNDS; round++) {
      const folder = path.join(root, 'floor')
      times.floor.push(time(() => writePlainly(site, folder)))
      rmSync(folder, { recursive: true })
      for (const name of ['dist', 'dist-deploy']) rmSync(path.join(root, name), { recursive: true, force: true })
      times.new.push(time(() => write(root, site, size)))
      times.unchanged.push(time(() => write(root, site, 0)))
      times['one changed'].push(time(() => write(root, makeSite(size, 2), 1)))
    }
    const floor = median(times.floor)
    console.log(`${size} files, median of ${ROUNDS}`)
    for (const [name, values] of Object.entries(times)) {
      console.log(
        `  ${name.padEnd(12)} ${median(values).toFixed(0).padStart(6)} ms  ${(median(values) / floor).toFixed(2)} x floor`,
      )
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** Descriptors of about 900 bytes; the version is in the first alone. */
function makeSite(size: number, version: number): Site {
  const artifacts = Array.from({ length: size }, (_, index): Artifact => ({
    path: `skills/s${String(index).padStart(6, '0')}/descriptor.json`,
    body: new TextEncoder().encode(
      JSON.stringify({ id: `example.acme.s${index}-v1`, version: index === 0 ? version : 1, text: 'x'.repeat(850) }),
    ),
    mediaType: 'application/json',
    cache: 'discovery',
    from: [`skills/s${index}.yaml`],
    format: 'skill-sharing',
  }))
  return { view: 'public', origin: 'https://acme.example', artifacts }
}

function write(root: string, site: Site, written: number): void {
  const config = {
    skills: [],
    agents: [],
    privateDir: false,
    deployDir: 'dist-deploy',
    file: 'signpost.config.ts',
  } as unknown as Config
  const { report, diagnostics } = writeSite({
    root,
    outDir: 'dist',
    build: { config, public: site },
    base: { mode: 'shared' },
  })
  if (report?.folders.at(-1)?.written !== written)
    throw new Error(`Expected ${written} written files: ${JSON.stringify({ report, diagnostics })}`)
}

function writePlainly(site: Site, folder: string): void {
  for (const { path: file, body } of site.artifacts) {
    const location = path.join(folder, file)
    mkdirSync(path.dirname(location), { recursive: true })
    writeFileSync(location, body)
  }
}

function time(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

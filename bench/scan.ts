/**
 * How long the scan of what is published takes: `npx tsx bench/scan.ts [skills]`.
 *
 * Half of the definitions are data, half are Agent Skills with a reference and a script; a tenth is private.
 */
import type { Catalog, Skill } from '../src/catalog.ts'
import type { Sources } from '../src/load/sources.ts'
import { createNameSearch } from '../src/scan/private-names.ts'
import { scanSite } from '../src/scan/scan.ts'
import { scanTexts } from '../src/scan/secrets.ts'
import { lintTexts } from '../src/scan/secretlint.ts'
import type { Artifact } from '../src/site.ts'

const count = Number(process.argv[2] ?? 10_000)
const encoder = new TextEncoder()
const words =
  'parcel invoice ledger route query table report archive index market field garden harbour signal window letter number colour engine bridge'.split(
    ' ',
  )
const word = (n: number): string => words[(n * 2654435761) % words.length]!
const sentence = (n: number): string => Array.from({ length: 40 }, (_, i) => word(n * 41 + i * 7)).join(' ')
const title = (n: number): string => `${word(n)} ${word(n * 3 + 1)} ${n}`

const yaml = (n: number): string =>
  `id: example.acme.${word(n)}-${n}-v1\nname: ${title(n)}\nversion: 1.0.0\naccess: public\ndescription: ${sentence(n)}\nendpoint:\n  url: https://api.acme.example/${n}\n  method: POST\ntags: [${word(n + 1)}, ${word(n + 2)}]\n`
const markdown = (n: number): string =>
  `---\nname: ${word(n)}-${n}\ndescription: ${sentence(n)}\n---\n\n# ${title(n)}\n\n${sentence(n + 1)}.\n\n${sentence(n + 2)}.\n\n    curl -H "Authorization: Bearer $TOKEN" https://api.acme.example/${n}\n`
const descriptor = (n: number): object => ({
  id: `example.acme.${word(n)}-${n}-v1`,
  name: title(n),
  version: '1.0.0',
  access: 'public',
  description: sentence(n),
  endpoint: { url: `https://api.acme.example/${n}`, method: 'POST' },
  tags: [word(n + 1), word(n + 2)],
  documentation_url: `https://acme.example/skills/${word(n)}-${n}/documentation.md`,
})

const file = (path: string, text: string): { path: string; bytes: Uint8Array } => ({
  path,
  bytes: encoder.encode(text),
})
const skills = Array.from({ length: count }, (_, n) => {
  const name = `${word(n)}-${n}`
  if (n % 2 === 0) return { name, shape: 'data' as const, main: file(`skills/${name}.yaml`, yaml(n)) }
  const names: Array<[string, string]> = [
    ['SKILL.md', markdown(n)],
    ['references/api.md', sentence(n).repeat(4)],
    ['scripts/run.py', `import sys\n\n# ${sentence(n)}\nprint(sys.argv)\n`],
  ]
  const files = names.map(([inner, text]) => ({
    ...file(`skills/${name}/${inner}`, text),
    name: inner,
    executable: false,
  }))
  return { name, shape: 'agent-skill' as const, main: files[0]!, files }
})
const sources: Pick<Sources, 'skills' | 'agents'> = { skills, agents: [] }

const json = (path: string, value: unknown, from: readonly string[]): Artifact => ({
  path,
  body: encoder.encode(JSON.stringify(value, null, 2)),
  mediaType: 'application/json',
  cache: 'discovery',
  from,
  format: 'skill-sharing',
})
const artifacts: Artifact[] = skills.flatMap(({ name, main, files }, n) => [
  json(`skills/${name}/descriptor.json`, descriptor(n), [main.path]),
  ...(files ?? []).map((f): Artifact => ({
    path: `.well-known/agent-skills/${name}/${f.name}`,
    body: f.bytes,
    mediaType: 'text/markdown',
    cache: 'discovery',
    from: [f.path],
    format: 'agent-skills',
  })),
])
const from = skills.map(({ main }) => main.path)
for (const path of [
  '.well-known/skill-sharing',
  '.well-known/skill-sharing.api.json',
  '.well-known/agent-skills/index.json',
])
  artifacts.push(json(path, { skills: skills.map((_, n) => descriptor(n)), path }, from))

const definitions = skills.map(
  ({ name, main }, n) =>
    ({
      kind: 'skill',
      name,
      slug: name,
      access: n % 10 === 0 ? 'private' : 'public',
      id: `example.acme.${name}-v1`,
      title: title(n),
      document: { file: main.path },
    }) as unknown as Skill,
)
const catalog: Catalog = { skills: definitions, agents: [], servers: [] }
const bytes = artifacts.reduce((sum, { body }) => sum + body.length, 0)
console.log(`${count} skills, ${artifacts.length} artifacts, ${(bytes / 1e6).toFixed(1)} MB`)

const texts = artifacts.map(({ body, path }) => ({ file: path, text: new TextDecoder().decode(body) }))
await time('secretlint alone', () => lintTexts(texts.map(({ text }) => text)))
await time('secrets', () => scanTexts(texts))
const search = createNameSearch(
  definitions
    .filter(({ access }) => access === 'private')
    .map((d) => ({ file: d.document.file, kind: 'skill', ids: [d.id], titles: [d.title], slugs: [d.slug] })),
  [],
)
await time('private names', () => texts.reduce((sum, { text }) => sum + search(text).length, 0))
await time('the whole scan', () =>
  scanSite({ public: { view: 'public', origin: 'https://acme.example', artifacts } }, sources, catalog, {
    development: false,
  }),
)

async function time(what: string, run: () => unknown): Promise<void> {
  const start = performance.now()
  await run()
  console.log(`${what}: ${(performance.now() - start).toFixed(0)} ms`)
}

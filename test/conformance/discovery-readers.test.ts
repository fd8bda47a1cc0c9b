import { expect, test } from 'vitest'
import { buildSample } from '../sample.ts'
import { serveArtifacts } from '../served.ts'
import { buildFiles, skillMd } from '../site.ts'

/** A skill as a reader keeps it: the text of every file, by name. */
type Skills = Record<string, Record<string, string>>

/**
 * A reader of the kind of OpenCode: an index at the address it was given, in which every entry has a `name` and names of
 * `files` with a SKILL.md among them, or it takes nothing; files lie below the skill's name, on the same origin.
 */
async function readLikeOpenCode(address: string): Promise<Skills> {
  const { skills } = (await json(new URL('index.json', address))) as { skills: { name: unknown; files: unknown }[] }
  const result: Skills = {}
  for (const { name, files } of skills) {
    if (typeof name !== 'string' || !isTextList(files) || !files.includes('SKILL.md'))
      throw new Error('The index does not decode')
    const base = new URL(`${name}/`, address)
    result[name] = {}
    for (const file of files) {
      const url = new URL(file, base)
      if (/[?#\\]|\.\./.test(file) || url.origin !== base.origin || !url.href.startsWith(base.href))
        throw new Error(`The file ${file} is refused`)
      result[name][file] = await text(url)
    }
  }
  return result
}

/** A reader of discovery 0.1.0 alone: one entry that breaks its rules, or one file that is not there, and it takes nothing. */
async function readLegacy(origin: string): Promise<Skills> {
  const base = `${origin}/.well-known/skills`
  const index = (await json(new URL(`${base}/index.json`))) as Record<string, unknown>
  if ('$schema' in index || !Array.isArray(index['skills'])) throw new Error('The index is not of version 0.1.0')
  const result: Skills = {}
  for (const entry of index['skills'] as Record<string, unknown>[]) {
    const { name, description, files, ...others } = entry
    const fits =
      typeof name === 'string' &&
      /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) &&
      name.length <= 64 &&
      typeof description === 'string' &&
      description !== ''
    if (!fits || !isTextList(files) || Object.keys(others).length > 0)
      throw new Error(`The entry ${JSON.stringify(entry)} is refused`)
    if (
      files.some((file) => file === '' || /^[/\\]|\.\./.test(file)) ||
      !files.some((file) => file.toLowerCase() === 'skill.md')
    )
      throw new Error(`The files of ${name} are refused`)
    result[name] = {}
    for (const file of files) result[name][file] = await text(new URL(`${base}/${name}/${file}`))
  }
  return result
}

test('both read the sample site, and the same from it', async () => {
  const { public: site } = await buildSample()
  const { origin } = await serveArtifacts(site.artifacts)
  const skills = await readLikeOpenCode(`${origin}/.well-known/agent-skills/`)
  expect(Object.fromEntries(Object.entries(skills).map(([name, files]) => [name, Object.keys(files)]))).toEqual({
    'packing-fragile-goods': ['SKILL.md'],
    'process-return': ['SKILL.md', 'assets/return-label.txt', 'references/return-rules.md', 'scripts/check-window.mjs'],
  })
  for (const [name, files] of Object.entries(skills)) {
    for (const [file, content] of Object.entries(files)) {
      const artifact = site.artifacts.find(({ path }) => path === `.well-known/agent-skills/${name}/${file}`)
      expect(content).toBe(new TextDecoder().decode(artifact!.body))
    }
  }
  expect(await readLegacy(origin)).toEqual(skills)
})

test('both read a site whose names lead elsewhere when they are appended to a URL, without the files of those names', async () => {
  const odd = [
    'why?.md',
    'a#b.md',
    '100%.md',
    '50%25.md',
    'up..md',
    'c:d.md',
    'two words.md',
    '第一课.md',
    'a+b&c.md',
    "it's (new).md",
  ]
  const files = Object.fromEntries(odd.map((name) => [`skills/odd/references/${name}`, name]))
  const result = await buildFiles({
    'skills/odd/SKILL.md': skillMd('odd'),
    'skills/plain/SKILL.md': skillMd('plain'),
    ...files,
  })
  const { origin } = await serveArtifacts(result.public!.artifacts)
  const skills = await readLikeOpenCode(`${origin}/.well-known/agent-skills/`)
  expect(Object.keys(skills)).toEqual(['odd', 'plain'])
  expect(Object.keys(skills['odd']!).toSorted()).toEqual(
    [
      'SKILL.md',
      'references/a+b&c.md',
      'references/c:d.md',
      "references/it's (new).md",
      'references/two words.md',
      'references/第一课.md',
    ].toSorted(),
  )
  for (const [file, content] of Object.entries(skills['odd']!))
    if (file !== 'SKILL.md') expect(`references/${content}`).toBe(file)
  expect(await readLegacy(origin)).toEqual(skills)
})

async function json(url: URL): Promise<unknown> {
  return JSON.parse(await text(url))
}

async function text(url: URL): Promise<string> {
  const response = await fetch(url, { redirect: 'error' })
  if (!response.ok) throw new Error(`${url.href}: ${response.status}`)
  return response.text()
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

import { parse } from 'parse5'
import { describe, expect, test } from 'vitest'
import type { BuildResult } from '../../../src/build.ts'
import { urlPath } from '../../../src/site.ts'
import { readMarkdown } from '../../markdown.ts'
import { agentYaml, artifact, buildFiles, findings, skillMd, skillYaml } from '../../site.ts'

const hostile = '# [x](https://evil.example) <script>alert(1)</script> `a` *b* | c'

const files = {
  'skills/track.yaml': skillYaml({ tags: ['parcel'], updated_at: '2026-06-18T13:30:00Z' }),
  'skills/guide.md': `---\n${skillYaml({ name: 'Guide', updated_at: '2026-05-27T08:20:00' })}---\n\nHow to.\n`,
  'skills/pack/SKILL.md': skillMd('pack', 'metadata: { access: public, version: "1.0.0" }\nupdated_at: "2026-01-31"'),
  'skills/pack/references/a.md': 'a',
  'skills/hidden.md': `---\n${skillYaml({ name: 'Hidden', publish: { listed: false } })}---\n\nHow to.\n`,
  'skills/vault/SKILL.md': skillMd(
    'vault',
    'metadata: { access: restricted, version: "1.0.0" }\nauth: { type: api_key, header: X-Key }',
  ),
  'agents/desk.yaml': agentYaml({ skills: [{ ref: 'track', tags: ['parcel'] }] }),
}

describe('index.md', () => {
  test('has the sections and the entries of the page, in its order', async () => {
    const result = await buildFiles(files)
    const headings = (level: number): string[] =>
      [...textOf(result, 'index.md').matchAll(new RegExp(`^#{${level}} (.*)$`, 'gm'))].map(([, title = '']) => title)
    const page = textOf(result, 'index.html')
    const elements = (name: string): string[] =>
      [...page.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, title = '']) => title)
    for (const level of [1, 2, 3]) expect(headings(level)).toEqual(elements(`h${level}`))
    expect(headings(3)).toContain('Parcel tracking')
    expect(headings(3)).not.toContain('Hidden')
  })

  test('is Markdown whose links are absolute and lead to what is published', async () => {
    const result = await buildFiles(files)
    expect(artifact(result, 'index.md')!.mediaType).toBe('text/markdown; charset=utf-8')
    const published = result.public!.artifacts.map(({ path }) => `https://acme.example${urlPath(path)}`)
    const own = readMarkdown(textOf(result, 'index.md')).links.filter((link) =>
      link.startsWith('https://acme.example/'),
    )
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter((link) => link !== 'https://acme.example/' && !published.includes(link))).toEqual([])
  })

  test('is what the head of the page names as its alternate', async () => {
    const page = textOf(await buildFiles(files), 'index.html')
    expect(page).toContain('<link rel="alternate" href="/index.md" type="text/markdown"')
  })

  test('no text of a definition changes its structure', async () => {
    const site = (text: string): Promise<BuildResult> =>
      buildFiles({
        'skills/track.yaml': skillYaml({
          name: text,
          description: text,
          tags: [text],
          examples: [text],
          auth: { type: 'custom', description: text },
        }),
        'agents/desk.yaml': agentYaml({
          name: text,
          description: text,
          supportedInterfaces: [
            { url: 'https://acme.example/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
          ],
          skills: [{ id: 'a', name: text, description: text, tags: ['a'] }],
        }),
      })
    const [before, after] = await Promise.all([site('harmless'), site(hostile)])
    expect(readMarkdown(textOf(after, 'index.md')).shape).toEqual(readMarkdown(textOf(before, 'index.md')).shape)
    expect(readMarkdown(textOf(after, 'index.md')).text.split(hostile).length).toBeGreaterThan(7)
  })

  test('of the authenticated view shows everything, on its own origin', async () => {
    const result = await buildFiles(files, { privateOrigin: 'https://inside.acme.example' })
    const text = textOf(result, 'index.md', 'private')
    expect(text).toContain('Authenticated view')
    expect(text).toContain('https://inside.acme.example/.well-known/agent-skills/vault/SKILL.md')
    expect(textOf(result, 'index.md')).not.toContain('inside.acme.example/.well-known/agent-skills/vault/SKILL.md)')
  })
})

describe('404.html', () => {
  test('is a page of its own that loads nothing, is not indexed and leads to the root', async () => {
    const page = textOf(await buildFiles(files, { provider: { name: 'A <b> & Co' } }), '404.html')
    const errors: string[] = []
    parse(page, { onParseError: ({ code }) => errors.push(code) })
    expect(errors).toEqual([])
    expect(page).toContain('<meta name="robots" content="noindex">')
    expect(page).toContain('<a href="/" dir="auto">A &lt;b&gt; &amp; Co</a>')
    expect(page).not.toMatch(/<script|canonical| src=/)
    expect(page).toContain('<html lang="en">')
    expect(page.match(/<h1/g)).toHaveLength(1)
  })
})

describe('sitemap.xml', () => {
  test('holds the page and the documents that people read, with the dates of their definitions', async () => {
    expect(textOf(await buildFiles(files), 'sitemap.xml')).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>https://acme.example/</loc></url>
<url><loc>https://acme.example/skills/guide/documentation.md</loc></url>
<url><loc>https://acme.example/.well-known/agent-skills/pack/SKILL.md</loc><lastmod>2026-01-31</lastmod></url>
</urlset>
`)
  })

  test('holds nothing of a format that is off', async () => {
    const result = await buildFiles(files, { formats: { 'agent-skills': false, 'skill-sharing': false } })
    expect(textOf(result, 'sitemap.xml').match(/<loc>/g)).toHaveLength(1)
  })
})

describe('beside pages of the publisher', () => {
  const family = ['index.html', 'index.md', '404.html', 'sitemap.xml']
  const published = (result: BuildResult, view: 'public' | 'private' = 'public'): string[] =>
    family.filter((path) => artifact(result, path, view) !== undefined)

  test('there is none of the family, and no link to it', async () => {
    const result = await buildFiles(files, {}, { publicFiles: ['index.html', 'about.html'] })
    expect(published(result)).toEqual([])
    expect(findings(result).filter((f) => f.includes('SITE_'))).toEqual(['suggestion SITE_PUBLISHER_FILE index.html::'])
    expect(published(result, 'private')).toEqual(family)
  })

  test('other files of theirs change nothing, but win where both have one', async () => {
    const result = await buildFiles(files, {}, { publicFiles: ['favicon.svg', '404.html', 'llms.txt'] })
    expect(published(result)).toEqual(['index.html', 'index.md', 'sitemap.xml'])
    expect(artifact(result, 'llms.txt')).toBeUndefined()
    expect(findings(result).filter((f) => f.includes('SITE_'))).toEqual([
      'suggestion SITE_PUBLISHER_FILE 404.html::',
      'suggestion SITE_PUBLISHER_FILE llms.txt::',
    ])
  })

  test('a site without the page has none of its family', async () => {
    expect(published(await buildFiles(files, { formats: { page: false } }))).toEqual([])
  })
})

function textOf(result: BuildResult, path: string, view: 'public' | 'private' = 'public'): string {
  const found = artifact(result, path, view)
  if (found === undefined) throw new Error(JSON.stringify(result.diagnostics, null, 2))
  return new TextDecoder().decode(found.body)
}

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { githubPages } from '../../../src/hosts/github-pages.ts'
import { gitlabPages } from '../../../src/hosts/gitlab-pages.ts'
import { createSiteRules } from '../../../src/hosts/site-rules.ts'
import { createSite } from '../../../src/site.ts'

const documents = [...readFileSync('docs/ci.md', 'utf8').matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text!)
const rules = createSiteRules(
  createSite('public', 'https://acme.example', []),
  { discovery: 300, keys: 300, immutable: 1 },
  [],
)
const own = [githubPages, gitlabPages].flatMap((host) => host.render(rules)).filter(({ path }) => path.endsWith('.yml'))

test.each([...documents.map((text, i) => [`docs/ci.md ${i + 1}`, text]), ...own.map(({ path, body }) => [path, body])])(
  '%s is YAML, and no step leaves hidden files out',
  (_name, text) => {
    expect(parse(text!)).toBeTypeOf('object')
    const uploads = [...text!.matchAll(/uses: actions\/upload-[^]*?(?=\n\s*- |$)/g)]
    for (const [step] of uploads) expect(step).toContain('include-hidden-files: true')
    expect(text).not.toMatch(/upload-pages-artifact@v[1-4]|dist\/\*/)
  },
)

test('the pipelines are there', () => {
  expect(documents.length).toBe(3)
  expect(own.map(({ path }) => path)).toEqual(['pages.yml', '.gitlab-ci.yml'])
})

import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, test } from 'vitest'
import { dataBlock, toMarkup } from '../../src/page/html.ts'
import { ARD_CONTEXT } from '../../src/page/linked-data.ts'
import { manifestOf } from '../ard.ts'
import { agentYaml, artifact, buildFiles, skillYaml } from '../site.ts'

/** The texts of the data blocks in a page, as a parser of HTML sees them. */
function blocks(page: string): string[] {
  const texts: string[] = []
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if (node.nodeName === 'script' && 'attrs' in node) {
      expect(node.attrs).toEqual([{ name: 'type', value: 'application/ld+json' }])
      texts.push(node.childNodes.map((child) => ('value' in child ? child.value : '')).join(''))
    }
    if ('childNodes' in node) for (const child of node.childNodes) walk(child)
  }
  walk(parse(page))
  return texts
}

const HOSTILE = [
  '</script><script>alert(1)</script>',
  '</SCRIPT >',
  '<!--',
  '<!-- <script>',
  '-->',
  ']]>',
  '&lt;/script&gt;',
  'a\u2028b\u2029c',
  '\\u003c/script>',
  '"\\\n\t\0',
  '\u{1F600}',
]

describe('a data block', () => {
  test.each(HOSTILE)('holds %j and nothing else', (text) => {
    const items = [{ [text]: text }, [text]]
    const markup = toMarkup(dataBlock('application/ld+json', items))
    const found = blocks(`<!doctype html><head>${markup}<title>Page</title>`)
    expect(found.map((block) => JSON.parse(block))).toEqual([items])
    expect(markup.match(/<|>/g)).toHaveLength(4)
    expect(markup).not.toMatch(/[\u2028\u2029\0]/)
  })
})

describe('the page', () => {
  test('holds the entries of the manifest with their context', async () => {
    const hostile = HOSTILE.slice(0, 5).join(' ')
    const result = await buildFiles({
      'agents/desk.yaml': agentYaml({ description: hostile }),
      'skills/parcel.yaml': skillYaml(),
    })
    const found = blocks(new TextDecoder().decode(artifact(result, 'index.html')!.body))
    expect(found).toHaveLength(1)
    const entries = manifestOf(result).entries
    expect(entries.map(({ description }) => description)).toContain(hostile)
    expect(JSON.parse(found[0]!)).toEqual(entries.map((entry) => ({ '@context': ARD_CONTEXT, ...entry })))
  })

  test('links to the manifest, in its head and in the header', async () => {
    const result = await buildFiles({ 'skills/parcel.yaml': skillYaml() })
    const page = new TextDecoder().decode(artifact(result, 'index.html')!.body)
    expect(page).toContain('<link rel="ard" href="/.well-known/ard.json" type="application/json" title="ARD manifest">')
    expect(page).toContain(
      '<link rel="ai-catalog" href="/.well-known/ai-catalog.json" type="application/ai-catalog+json" title="AI Catalog">',
    )
  })

  test('has none without a manifest or without entries', async () => {
    for (const result of [
      await buildFiles({ 'skills/parcel.yaml': skillYaml() }, { formats: { ard: false } }),
      await buildFiles({}),
    ]) {
      expect(blocks(new TextDecoder().decode(artifact(result, 'index.html')!.body))).toEqual([])
    }
  })
})

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { defaultTreeAdapter, parse, type DefaultTreeAdapterMap } from 'parse5'
import { describe, expect, test } from 'vitest'
import { NO_KEYS } from '../../src/sign/keys.ts'
import type { Access, Agent, Catalog, McpServer, Skill } from '../../src/catalog.ts'
import type { Config } from '../../src/config.ts'
import type { Format, FormatContext } from '../../src/formats/format.ts'
import type { Artifact } from '../../src/site.ts'
import { html, toMarkup } from '../../src/page/html.ts'
import { headLinks, safeHref } from '../../src/page/links.ts'
import { createPage } from '../../src/page/page.ts'

type Element = DefaultTreeAdapterMap['element']

const hostile = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><style>*{display:none}</style>',
  '</title><base href="//evil.example">',
  '<!--',
  ']]>',
  '&lt;b&gt; & &amp;',
  '`${alert(1)}`',
  '\u0000\u0008<b>\u001B',
  '\u202Ekcab\u202C',
]

describe('escaping', () => {
  test.each(hostile)('%j in every text is text', (text) => {
    const page = render(context({ text }))
    expect(shape(page)).toEqual(shape(render(context({ text: 'harmless' }))))
    expect(visibleText(page)).toContain(text.replace(/[^\P{Cc}\t\n\r]/gu, '\u{FFFD}').replaceAll(/\s+/gu, ' '))
  })

  test('no text whatever changes the elements of the page', () => {
    const harmless = shape(render(context({ text: 'harmless' })))
    const text = fc.oneof(fc.string({ minLength: 1, unit: 'binary' }), fc.constantFrom(...hostile))
    const property = fc.property(text, (value) => {
      expect(shape(render(context({ text: value })))).toEqual(harmless)
    })
    fc.assert(property, { numRuns: 60 })
  })

  test('templates escape for content and for quoted attributes, and data cannot pose as HTML', () => {
    expect(
      toMarkup(html`<a title="${`"'<>&`}">${'<b>'}${1}${undefined}${false}${['a', html`<i>${'&'}</i>`]}</a>`),
    ).toBe('<a title="&quot;&apos;&lt;&gt;&amp;">&lt;b&gt;1a<i>&amp;</i></a>')
    const forged = JSON.parse('{"markup":"<script>"}')
    expect(() => toMarkup(html`${forged}`)).toThrow(TypeError)
  })
})

describe('addresses', () => {
  test.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://acme.example/1',
    '//evil.example/x',
    '/relative',
    '#fragment',
    'https://',
    '',
  ])('%j becomes no link', (address) => {
    expect(safeHref(address)).toBeUndefined()
    const hrefs = attributes(render(context({ address, published: [] })), 'href')
    expect(hrefs.filter((href) => !href.startsWith('#'))).toEqual(['https://acme.example/', '/logo.svg', '/index.md'])
  })

  test.each([
    ['https://docs.acme.example/a b?x="1"', 'https://docs.acme.example/a%20b?x=%221%22'],
    ['http://acme.example', 'http://acme.example/'],
    ['mailto:agents@acme.example', 'mailto:agents@acme.example'],
  ])('%j becomes a link', (address, href) => {
    expect(safeHref(address)).toBe(href)
    expect(attributes(render(context({ address })), 'href')).toContain(href)
  })

  test('a bare e-mail address is written to', () => {
    expect(attributes(render(context({ provider: { contact: 'agents@acme.example' } })), 'href')).toContain(
      'mailto:agents@acme.example',
    )
  })
})

describe('links', () => {
  test('every path that is linked is published, and every fragment is there', () => {
    const given = context()
    const page = render(given)
    const ids = attributes(page, 'id')
    const internal = attributes(page, 'href').filter((href) => /^[/#]/u.test(href) && href !== '/logo.svg')
    const paths = [
      ...given.published.keys(),
      ...createPage(formats)
        .generate(given)
        .map(({ path }) => path),
    ]
    expect(internal.length).toBeGreaterThan(20)
    for (const href of internal) {
      if (href.startsWith('#')) expect(ids).toContain(href.slice(1))
      else expect(paths).toContain(decodeURIComponent(href.slice(1)))
    }
  })

  test('every start of a published family is linked', () => {
    const hrefs = attributes(render(context()), 'href')
    const paths = [...context().published.keys()].filter((path) => path !== 'skills/pdf-tools/documentation.md')
    expect(hrefs).toEqual(expect.arrayContaining(paths.map((path) => `/${path}`)))
  })

  test('nothing that is not published is linked', () => {
    const page = render(context({ published: [] }))
    expect(attributes(page, 'href').filter((href) => href.startsWith('/'))).toEqual(['/logo.svg', '/index.md'])
    expect(visibleText(page)).not.toContain('For machines')
  })

  test('the head names the discovery documents that exist, with their media types', () => {
    expect(headLinks(context().published)).toEqual([
      { rel: 'describedby', href: '/.well-known/skill-sharing', type: 'application/json', title: 'Skill index' },
      { rel: 'service-desc', href: '/.well-known/agent-card.json', type: 'application/json', title: 'Agent Card' },
      {
        rel: 'describedby',
        href: '/.well-known/agent-skills/index.json',
        type: 'application/json',
        title: 'Agent Skills index',
      },
    ])
    expect(headLinks(new Map())).toEqual([])
  })

  test('a path is percent-encoded', () => {
    const given = context({ slug: 'a', published: ['.well-known/agent-skills/a b#c/SKILL.md'] })
    const skill = { ...given.catalog.skills[0]!, name: 'a b#c' }
    const page = render({ ...given, catalog: { ...given.catalog, skills: [skill] } })
    expect(attributes(page, 'href')).toContain('/.well-known/agent-skills/a%20b%23c/SKILL.md')
  })

  test('the documentation is the one that the descriptor names', () => {
    const given = context()
    expect(attributes(render(given), 'href')).not.toContain('/skills/pdf-tools/documentation.md')
    const { documentationUrl: _, ...skill } = given.catalog.skills[0]!
    const page = render({ ...given, catalog: { ...given.catalog, skills: [skill] } })
    expect(attributes(page, 'href')).toContain('/skills/pdf-tools/documentation.md')
    expect(attributes(page, 'href')).not.toContain('https://docs.acme.example/pdf-tools')
  })
})

describe('what is shown', () => {
  test('restricted and private entries are marked, public ones are not', () => {
    const marks = (access: Access): string[] =>
      elements(render(context({ access })))
        .filter((element) => /\b(restricted|private)\b/u.test(attribute(element, 'class') ?? ''))
        .map(content)
    expect(marks('public')).toEqual([])
    expect(marks('restricted')).toEqual(['Restricted', 'Restricted', 'Restricted'])
    expect(marks('private')).toEqual(['Private', 'Private', 'Private'])
  })

  test('unlisted definitions are left out, and nothing leads to them', () => {
    expect(cards(render(context({ listed: false, published: [] })))).toEqual([])
    const given = context()
    const skills = given.catalog.skills.map((skill) => ({ ...skill, listed: false }))
    const page = render({ ...given, catalog: { ...given.catalog, skills } })
    expect(cards(page)).toContain('agent-desk')
    expect(cards(page)).not.toContain('skill-pdf-tools')
    expect(attributes(page, 'href')).not.toContain('#skill-pdf-tools')
  })

  test('a reference to a skill that the view lacks is not shown', () => {
    const given = context({ text: 'other' })
    expect(visibleText(render({ ...given, catalog: { ...given.catalog, skills: [] } }))).not.toContain('pdf-tools')
  })

  test('each format is shown with the specification it follows, once it publishes something', () => {
    expect(visibleText(render(context()))).toContain('Skill Sharing Protocol 1.0.0, 2025-11-25')
    expect(visibleText(render(context({ published: ['.well-known/agent-card.json'] })))).not.toContain(
      'Skill Sharing Protocol 1.0.0',
    )
  })

  test('an empty site says so', () => {
    const empty: Catalog = { skills: [], agents: [], servers: [] }
    const page = render({ ...context({ published: [] }), catalog: empty })
    expect(visibleText(page)).toContain('Nothing is published here yet.')
  })

  test.each([
    ['public', false, false],
    ['public', true, true],
    ['private', false, true],
  ] as const)('%s view, preview %s: search engines are kept out: %s', (view, preview, kept) => {
    const given = context()
    const page = render({ ...given, view, config: { ...given.config, preview } })
    expect(attributes(page, 'content').includes('noindex')).toBe(kept)
  })
})

describe('structure', () => {
  const page = render(context())

  test('is an HTML document that the parser has nothing to mend in', () => {
    const errors: string[] = []
    parse(page, { onParseError: ({ code, startLine }) => errors.push(`${code}:${startLine}`) })
    expect(errors).toEqual([])
  })

  test('loads and runs nothing: no script, no frame, no style but its own, pictures of the own origin only', () => {
    const all = elements(page)
    expect(
      all.filter(({ tagName }) => ['script', 'iframe', 'object', 'embed', 'base', 'form'].includes(tagName)),
    ).toEqual([])
    expect(all.flatMap(({ attrs }) => attrs).filter(({ name }) => name.startsWith('on') || name === 'style')).toEqual(
      [],
    )
    expect(attributes(page, 'src')).toEqual(['/logo.svg'])
    const links = all.filter(({ tagName }) => tagName === 'link').map((link) => attribute(link, 'rel'))
    expect(new Set(links)).toEqual(new Set(['canonical', 'icon', 'describedby', 'service-desc', 'alternate']))
  })

  test('a logo on another host is not loaded', () => {
    const elsewhere = render(context({ provider: { logoUrl: 'https://cdn.example/logo.svg' } }))
    expect(attributes(elsewhere, 'src')).toEqual([])
    expect(elsewhere).not.toContain('cdn.example')
  })

  test('its Content-Security-Policy allows exactly its own style sheet', () => {
    const style = elements(page).filter(({ tagName }) => tagName === 'style')
    expect(style).toHaveLength(1)
    const digest = createHash('sha256').update(content(style[0]!)).digest('base64')
    expect(attributes(page, 'content')[0]).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src 'self'; base-uri 'none'; form-action 'none'`,
    )
  })

  test('one h1, and no heading level is skipped', () => {
    const levels = elements(page).flatMap(({ tagName }) => (/^h[1-6]$/u.test(tagName) ? [Number(tagName[1])] : []))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels[0]).toBe(1)
    levels.reduce((before, level) => {
      expect(level - before).toBeLessThanOrEqual(1)
      return level
    })
  })

  test('landmarks, language, unique ids and labels that exist', () => {
    const tags = elements(page).map(({ tagName }) => tagName)
    for (const landmark of ['header', 'nav', 'main', 'footer'])
      expect(tags.filter((tag) => tag === landmark)).toHaveLength(1)
    expect(attributes(page, 'lang')).toEqual(['en'])
    const ids = attributes(page, 'id')
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(expect.arrayContaining(attributes(page, 'aria-labelledby')))
  })

  test('equal input gives equal bytes; every source file is named once, sorted', () => {
    expect(render(context())).toBe(page)
    const artifact = generate(context())
    expect(artifact).toMatchObject({
      path: 'index.html',
      mediaType: 'text/html; charset=utf-8',
      cache: 'discovery',
      format: 'page',
    })
    expect(artifact.from).toEqual([
      'agents/desk.yaml',
      'agents/tools.yaml',
      'skills/pdf-tools/SKILL.md',
      'vite.config.ts',
    ])
  })
})

interface Given {
  text?: string
  address?: string
  access?: Access
  listed?: boolean
  slug?: string
  published?: readonly string[]
  provider?: Partial<Config['provider']>
}

const families: Record<string, string> = {
  '.well-known/skill-sharing': 'skill-sharing',
  'skills/pdf-tools/descriptor.json': 'skill-sharing',
  'skills/pdf-tools/documentation.md': 'skill-sharing',
  '.well-known/agent-card.json': 'agent-card',
  'agents/desk/agent-card.json': 'agent-card',
  'agents/desk/agent-card.v0.3.json': 'agent-card',
  'agents/desk/extended-agent-card.json': 'agent-card',
  '.well-known/agent-skills/index.json': 'agent-skills',
  '.well-known/agent-skills/pdf-tools/SKILL.md': 'agent-skills',
  '.well-known/agent-skills/pdf-tools-0123456789ab.zip': 'agent-skills',
  'servers/tools/server-card.json': 'mcp',
  'servers/tools/toolspec.json': 'mcp',
}

const formats: Format[] = [
  format('skill-sharing', 'Skill Sharing Protocol', '1.0.0', '2025-11-25', '.well-known/skill-sharing'),
  format('agent-card', 'A2A', '1.0', '2026-03-12', '.well-known/agent-card.json'),
  format('agent-skills', 'Agent Skills discovery', '0.2.0', '2026-03-12', '.well-known/agent-skills/index.json'),
]

function format(name: string, title: string, version: string, date: string, path: string): Format {
  const specifications = [{ title, version, date, url: `https://${name}.example/` }]
  return { name, summary: `Documents of ${title}.`, specifications, paths: [path], generate: () => [] }
}

/** A view with one definition of each kind; `text` stands in every text, `address` in every address. */
function context(given: Given = {}): FormatContext {
  const { text = 'pdf-tools', address, access = 'public', listed = true, slug = 'pdf-tools' } = given
  const published = new Map(
    Object.entries(families)
      .filter(([path]) => given.published?.includes(path) ?? true)
      .map(artifact),
  )
  for (const path of given.published ?? []) if (!published.has(path)) published.set(...artifact([path, 'agent-skills']))
  const base = { access, listed, ard: {}, representativeQueries: [text, text] }
  const skill: Skill = {
    ...base,
    kind: 'skill',
    name: 'pdf-tools',
    slug,
    document: document('skills/pdf-tools/SKILL.md'),
    id: text,
    title: text,
    version: text,
    capabilityType: 'knowledge',
    description: text,
    inputs: [],
    output: {},
    auth: { type: 'oauth2', oauth2: { scopes: { [text]: text } } },
    tags: [text],
    examples: [text],
    documentationUrl: address ?? 'https://docs.acme.example/pdf-tools',
    openapi: address ?? 'https://acme.example/openapi.json',
    updatedAt: text,
    tool: {},
    agentSkill: { frontMatter: {}, files: [] },
  }
  const agent: Agent = {
    ...base,
    kind: 'agent',
    name: 'desk',
    slug: 'desk',
    document: document('agents/desk.yaml'),
    card: {
      name: text,
      version: text,
      description: text,
      documentationUrl: address ?? 'https://docs.acme.example/desk',
      securitySchemes: { [text]: {} },
      supportedInterfaces: [{ url: address ?? text, protocolBinding: text, protocolVersion: text }],
    },
    skills: [
      { ref: 'pdf-tools', members: {}, pointer: '/skills/0' },
      { members: { name: text }, pointer: '/skills/1' },
    ],
  }
  const server: McpServer = {
    ...base,
    kind: 'mcp-server',
    name: 'tools',
    slug: 'tools',
    document: document('agents/tools.yaml'),
    card: {
      name: text,
      title: text,
      version: text,
      description: text,
      websiteUrl: address ?? 'https://acme.example/mcp',
      remotes: [{ url: text }],
    },
    tools: [{ ref: 'pdf-tools', members: { name: text }, pointer: '/tools/0' }],
  }
  return {
    view: 'public',
    origin: 'https://acme.example',
    catalog: { skills: [skill], agents: [agent], servers: [server] },
    published,
    hasOwnPages: false,
    keys: NO_KEYS,
    config: {
      origin: 'https://acme.example',
      preview: false,
      formats: {},
      file: 'vite.config.ts',
      provider: {
        name: text,
        url: address ?? 'https://acme.example/',
        organization: `${text}!`,
        documentationUrl: address ?? 'https://docs.acme.example/',
        contact: address ?? text,
        logoUrl: 'https://acme.example/logo.svg',
        ...given.provider,
      },
    } as Config,
  }
}

function artifact([path, name]: readonly [string, string]): [string, Artifact] {
  const mediaType = 'application/json; charset=utf-8'
  return [
    path,
    { path, format: name, mediaType, body: new Uint8Array(), cache: 'discovery', from: ['agents/desk.yaml'] },
  ]
}

function document(file: string): Skill['document'] {
  return { file, value: {}, at: () => ({ file }) }
}

/** The page as the format makes it, which is at once. */
function generate(given: FormatContext): Artifact {
  return (createPage(formats).generate(given) as Artifact[])[0]!
}

function render(given: FormatContext): string {
  return new TextDecoder().decode(generate(given).body)
}

function elements(page: string): Element[] {
  const found: Element[] = []
  const visit = (node: DefaultTreeAdapterMap['node']): void => {
    if (defaultTreeAdapter.isElementNode(node)) found.push(node)
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(page))
  return found
}

/** Elements in document order with the names of their attributes: what no text may change. */
function shape(page: string): string[] {
  return elements(page).map(({ tagName, attrs }) => [tagName, ...attrs.map(({ name }) => name)].join(' '))
}

function attributes(page: string, name: string): string[] {
  return elements(page).flatMap((element) => attribute(element, name) ?? [])
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value
}

function content(node: DefaultTreeAdapterMap['node']): string {
  if (defaultTreeAdapter.isTextNode(node)) return node.value
  return 'childNodes' in node ? node.childNodes.map(content).join('') : ''
}

function cards(page: string): string[] {
  return elements(page).flatMap((element) => (element.tagName === 'article' ? (attribute(element, 'id') ?? []) : []))
}

function visibleText(page: string): string {
  const body = elements(page).find(({ tagName }) => tagName === 'body')
  return content(body!).replaceAll(/\s+/gu, ' ')
}

import type { FormatContext } from '../formats/format.ts'
import { markdownCode, markdownLink, markdownText } from '../markdown.ts'
import type { DirectoryEntry, DocumentEntry, Fact } from './entry.ts'
import { isBlank, type Inline } from './inline.ts'
import { providerFacts } from './provider.ts'
import { introduction, type Section } from './sections.ts'

/** The directory in Markdown, for agents that ask for text: the same sections and entries as the page. */
export function markdownTwin(context: FormatContext, sections: readonly Section[]): string {
  const { origin, config, view } = context
  const write = (inline: Inline): string => inlineMarkdown(inline, origin)
  const blocks = [
    `# ${markdownText(config.provider.name)}`,
    ...(view === 'private' ? ['Authenticated view: it holds entries that are not public.'] : []),
    `> ${markdownText(introduction(context))}`,
    bullets(providerFacts(context).map(write)),
    ...(sections.length === 0 ? ['Nothing is published here yet.'] : []),
    ...sections.flatMap((section) => [
      `## ${section.title}`,
      write(section.introduction),
      ...section.entries.flatMap((entry) => entryBlocks(entry, write)),
      ...section.documents.flatMap((entry) => documentBlocks(entry, write)),
    ]),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

type Write = (inline: Inline) => string

function entryBlocks(entry: DirectoryEntry, write: Write): string[] {
  const { definition, tags, facts, examples, links } = entry
  const access = { public: [], restricted: ['Restricted'], private: ['Private'] }[definition.access]
  const items = [
    `Kind: ${markdownText([entry.sign, ...entry.marks, ...access].join(', '))}`,
    ...(entry.version === '' ? [] : [`Version: ${markdownText(entry.version)}`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.map(markdownText).join(', ')}`]),
    ...facts.filter(({ detail }) => hasText(detail)).map(({ term, detail }) => factItem(term, detail, write)),
    ...(examples.length === 0 ? [] : [nested('Examples', examples.map(markdownText))]),
    ...(links.length === 0 ? [] : [`Links: ${links.map(write).join(', ')}`]),
  ]
  return [`### ${markdownText(entry.title)}`, markdownText(entry.description), bullets(items)]
}

function documentBlocks({ title, summary, specifications, files }: DocumentEntry, write: Write): string[] {
  const items = [...specifications.map((one) => `Specification: ${write(one)}`), ...files.map(write)]
  return [`### ${markdownText(title)}`, markdownText(summary), bullets(items)]
}

function factItem(term: string, detail: Fact['detail'], write: Write): string {
  if (typeof detail === 'string' || !('lines' in detail)) return `${term}: ${write(detail)}`
  return nested(term, detail.lines.map(write))
}

function hasText(detail: Fact['detail']): boolean {
  return (typeof detail === 'object' && 'lines' in detail) || !isBlank(detail)
}

function nested(term: string, lines: readonly string[]): string {
  return `${term}:\n${lines.map((line) => `  - ${line}`).join('\n')}`
}

function bullets(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n')
}

/** Text with its marks; links within the page have no place in the twin, so their labels stand alone. */
function inlineMarkdown(inline: Inline, origin: string): string {
  if (typeof inline === 'string') return markdownFragment(inline)
  if ('code' in inline) return markdownCode(inline.code)
  if ('date' in inline) return markdownText(inline.text)
  if (!('href' in inline)) return inline.map((part: Inline) => inlineMarkdown(part, origin)).join('')
  const label = inlineMarkdown(inline.label, origin)
  if (inline.href.startsWith('#')) return label
  return markdownLink(label, inline.href.startsWith('/') ? origin + inline.href : inline.href)
}

/** A piece of a line keeps the space that separates it from its neighbours. */
function markdownFragment(text: string): string {
  const said = markdownText(text)
  if (said === '') return text === '' ? '' : ' '
  return `${/^\s/.test(text) ? ' ' : ''}${said}${/\s$/.test(text) ? ' ' : ''}`
}

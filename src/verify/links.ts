import { isObject, type JsonObject, type JsonValue } from '../json.ts'
import { pointerOf, textOf, type Kind, type SiteDocument } from './document.ts'
import { kindOfPath, kindOfType } from './kinds.ts'

/** What a document promises to be somewhere. */
export interface SiteLink {
  /** JSON Pointer of the reference; empty where the document has none. */
  readonly pointer: string
  /** As written. */
  readonly reference: string
  readonly kind: Kind
  /** Whether a client that reads the document has to follow it. */
  readonly must: boolean
  /** Whether something is promised about its bytes. */
  readonly digested?: true
}

/** Every promise of a document, in its order. Members of a wrong type promise nothing. */
export function linksOf(document: SiteDocument): SiteLink[] {
  const { kind, json } = document
  const read = isObject(json) ? READERS[kind] : undefined
  if (read !== undefined && isObject(json)) return read(json, document)
  if (kind === 'skill-list' && Array.isArray(json)) return descriptorLinks(json as readonly JsonValue[], '')
  const text = TEXT_READERS[kind] === undefined ? undefined : textOf(document)
  return text === undefined ? [] : TEXT_READERS[kind]!(text)
}

type JsonReader = (json: JsonObject, document: SiteDocument) => SiteLink[]

const READERS: Partial<Record<Kind, JsonReader>> = {
  catalog: (json) => [
    ...each(json['entries'], '/entries').flatMap(([entry, at]) => entryLinks(entry, at)),
    ...optional(isObject(json['host']) ? json['host'] : {}, '/host', ['documentationUrl', 'logoUrl']),
  ],
  'skill-index': (json) => descriptorLinks(list(json['skills']), '/skills'),
  'skill-descriptor': (json) => [
    ...optional(json, '', ['documentation_url']),
    ...(isObject(json['endpoint']) && json['endpoint']['method'] === 'GET'
      ? optional(json['endpoint'], '/endpoint', ['url'])
      : []),
  ],
  'agent-skills-index': (json, document) =>
    each(json['skills'], '/skills').flatMap(([entry, at]) => [
      ...required(entry['url'], `${at}/url`, entry['type'] === 'archive' ? 'archive' : 'skill-md'),
      ...fileLinks(entry, at, document),
    ]),
  'legacy-skills-index': (json, document) =>
    each(json['skills'], '/skills').flatMap(([entry, at]) => fileLinks(entry, at, document)),
  'agent-card': (json) => optional(json, '', ['documentationUrl', 'iconUrl']),
  'server-card': (json) => [
    ...optional(json, '', ['websiteUrl']),
    ...each(json['icons'], '/icons').flatMap(([icon, at]) => optional(icon, at, ['src'])),
  ],
  linkset: (json) =>
    each(json['linkset'], '/linkset').flatMap(([context, at]) =>
      Object.entries(context).flatMap(([relation, targets]) =>
        each(targets, at + pointerOf(relation)).flatMap(([target, place]) => optional(target, place, ['href'])),
      ),
    ),
}

const TEXT_READERS: Partial<Record<Kind, (text: string) => SiteLink[]>> = {
  robots: (text) =>
    [...text.matchAll(/^[ \t]*(agentmap|sitemap)[ \t]*:[ \t]*(\S+)/gim)].map(([, name = '', reference = '']) => ({
      pointer: '',
      reference,
      ...(name.toLowerCase() === 'agentmap'
        ? ({ kind: 'catalog', must: true } as const)
        : ({ kind: 'sitemap', must: false } as const)),
    })),
  page: (text) =>
    [...text.slice(0, 1 << 20).matchAll(/<link\b([^>]*)>/gi)].flatMap(([, attributes = '']) =>
      headLink(attribute(attributes, 'rel'), attribute(attributes, 'href')),
    ),
  llms: (text) =>
    [...text.slice(0, 1 << 20).matchAll(/\]\(<?([^\s()<>]+)>?\)/g)].map(([, reference = '']) => ({
      pointer: '',
      reference,
      kind: 'other',
      must: false,
    })),
  sitemap: (text) =>
    [...text.matchAll(/<loc>\s*([^<\s]+)\s*<\/loc>/g)].map(([, reference = '']) => ({
      pointer: '',
      reference: reference.replaceAll('&amp;', '&'),
      kind: 'other',
      must: false,
    })),
}

/** The promises of a `Link` header of the page (RFC 8288). */
export function headerLinks(header: string): SiteLink[] {
  return [...header.slice(0, 1 << 16).matchAll(/<([^<>]*)>((?:\s*;\s*[\w-]+=(?:"[^"]*"|[^\s",;]+))*)/g)].flatMap(
    ([, reference = '', parameters = '']) => headLink(/;\s*rel="?([^";]+)"?/i.exec(parameters)?.[1], reference),
  )
}

/** What the head of a page points at: catalogs have to be followed (ARD 5), the rest where it is one of our documents. */
function headLink(relation: string | undefined, reference: string | undefined): SiteLink[] {
  if (relation === undefined || reference === undefined || reference === '') return []
  const relations = relation.toLowerCase().split(/\s+/)
  if (relations.includes('ard') || relations.includes('ai-catalog'))
    return [{ pointer: '', reference, kind: 'catalog', must: true }]
  if (!relations.some((name) => ['describedby', 'service-desc', 'api-catalog', 'alternate'].includes(name))) return []
  return [{ pointer: '', reference, kind: kindOfPath(reference.replace(/^\//, '')), must: false }]
}

function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(` ${tag}`)
  return match === null ? undefined : (match[1] ?? match[2] ?? match[3])?.replaceAll('&amp;', '&')
}

function entryLinks(entry: JsonObject, at: string): SiteLink[] {
  const kind = kindOfType(entry['type'] ?? entry['mediaType'])
  const manifest = isObject(entry['trustManifest']) ? entry['trustManifest'] : {}
  return [
    ...(kind === 'other'
      ? digested(
          optional(entry, at, ['url']),
          each(manifest['provenance'], '').some(([source]) => source['sourceDigest'] !== undefined),
        )
      : required(entry['url'], `${at}/url`, kind)),
    ...each(manifest['attestations'], `${at}/trustManifest/attestations`).flatMap(([attestation, place]) =>
      digested(optional(attestation, place, ['uri']), attestation['digest'] !== undefined),
    ),
  ]
}

function descriptorLinks(entries: readonly JsonValue[], pointer: string): SiteLink[] {
  return each(entries, pointer).flatMap(([entry, at]) =>
    required(entry['descriptor_url'], `${at}/descriptor_url`, 'skill-descriptor'),
  )
}

/** Files of a skill, relative to a folder of its name beside the index. */
function fileLinks(entry: JsonObject, at: string, { url }: SiteDocument): SiteLink[] {
  const { name, files } = entry
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]+$/.test(name)) return []
  return list(files).flatMap((file, i): SiteLink[] => {
    if (typeof file !== 'string' || file === '' || /\.\.|^[/\\]/.test(file)) return []
    const reference = new URL(`${name}/${file}`, url).href
    return [
      { pointer: at + pointerOf('files', i), reference, kind: file === 'SKILL.md' ? 'skill-md' : 'other', must: true },
    ]
  })
}

function required(reference: JsonValue | undefined, pointer: string, kind: Kind): SiteLink[] {
  return typeof reference === 'string' && reference !== '' ? [{ pointer, reference, kind, must: true }] : []
}

function optional(owner: JsonObject, at: string, members: readonly string[]): SiteLink[] {
  return members.flatMap((member): SiteLink[] => {
    const reference = owner[member]
    return typeof reference === 'string' && /^(?:https?:|\/)/i.test(reference)
      ? [{ pointer: at + pointerOf(member), reference, kind: 'other', must: false }]
      : []
  })
}

function digested(links: readonly SiteLink[], isDigested: boolean): SiteLink[] {
  return links.map((link) => (isDigested ? { ...link, digested: true } : link))
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The objects of a list, each with its pointer. */
export function each(value: JsonValue | undefined | readonly JsonValue[], pointer: string): [JsonObject, string][] {
  return (Array.isArray(value) ? (value as readonly JsonValue[]) : []).flatMap((item, i): [JsonObject, string][] =>
    isObject(item) ? [[item, pointer + pointerOf(i)]] : [],
  )
}

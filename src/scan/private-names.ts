/** How a definition is called, and the file that defines it. */
export interface NamedDefinition {
  readonly file: string
  /** `skill`, `agent` or `MCP server`. */
  readonly kind: string
  /** Identifiers: exact, wherever they stand. */
  readonly ids: readonly string[]
  /** What people call it. */
  readonly titles: readonly string[]
  /** Its NAME and slug. */
  readonly slugs: readonly string[]
}

/** A private definition that a text names. */
export interface NameHit {
  readonly definition: NamedDefinition
  /** The words as the text has them. */
  readonly text: string
}

/**
 * A search for private definitions in what public documents say.
 *
 * - An id is found wherever it stands between the borders of an identifier; the case counts, a `-v1` at its end does not.
 * - A name of two words or more is found as words, in any case, with any single separator between them. One of four or
 *   more characters of a script that writes no spaces is found anywhere.
 * - A one-word name or a slug is found only as an id or slug (the whole value of such a member, or quoted as code), and as
 *   a segment of a URL or URN.
 *
 * What a public definition is called too is no trace of the private one and is not searched for.
 *
 * @returns a function of a text and, in a JSON document, the name of the member it is the value of.
 */
export function createNameSearch(
  privateDefinitions: readonly NamedDefinition[],
  publicDefinitions: readonly NamedDefinition[],
): (text: string, member?: string) => NameHit[] {
  const names = indexNames(privateDefinitions, publicDefinitions)
  if (names.isEmpty) return () => []
  return (text, member) => {
    const hits: NameHit[] = []
    const add = (definitions: readonly NamedDefinition[] | undefined, found: string): void => {
      for (const definition of definitions ?? []) {
        if (!hits.some((hit) => hit.definition === definition)) hits.push({ definition, text: found })
      }
    }
    const normal = text.normalize('NFC')
    searchIdentifiers(normal, names, add)
    searchPhrases(normal, names, add)
    const whole = member !== undefined && IDENTIFYING.test(member) ? [normal.trim()] : []
    const quoted =
      member === undefined ? quotedNames(normal) : [...normal.matchAll(CODE_SPAN)].map((match) => match[1]!)
    for (const name of [...whole, ...quoted]) add(names.words.get(name), name)
    return hits
  }
}

/** The names that start with the words on the way to it. */
interface PhraseNode {
  readonly next: Map<string, PhraseNode>
  /** Definitions whose name ends here. */
  readonly definitions: NamedDefinition[]
}

interface Names {
  readonly ids: ReadonlyMap<string, readonly NamedDefinition[]>
  /** One-word names and slugs. */
  readonly words: ReadonlyMap<string, readonly NamedDefinition[]>
  /** By their words, in lower case. */
  readonly phrases: PhraseNode
  /** Found anywhere: names in scripts without spaces, identifiers with other than ASCII characters. */
  readonly unspaced: ReadonlyArray<{ readonly name: string; readonly definition: NamedDefinition }>
  readonly isEmpty: boolean
}

type Add = (definitions: readonly NamedDefinition[] | undefined, found: string) => void

const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Chinese, Japanese, Thai and the like, at a length that is a phrase. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** White space of any length, or up to three signs that do not end a sentence. */
const GAP = /^(?:\s+|(?![^]*[.!?:;,]\s)[\s\p{P}\p{S}]{1,3})$/u
const RUN = /[A-Za-z0-9][A-Za-z0-9._~%:/?#=&@+-]{2,}/g
const IDENTIFYING = /^(?:id|ids|name|slug|ref|skill|skillId|skill_id|agent|server|tool|identifier|key)$/
const CODE_SPAN = /[`"'“‘]([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{1,63})[`"'”’]/gu
const MEMBER_LINE =
  /^[ \t]*(?:- +)?["']?(?:id|name|slug|ref|skill|skill_id|agent|server|tool)["']?:[ \t]+["']?([\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{1,63})["']?[ \t]*,?$/gmu

function indexNames(privates: readonly NamedDefinition[], publics: readonly NamedDefinition[]): Names {
  const shared = new Set(publics.flatMap((d) => [...d.ids, ...d.titles, ...d.slugs].map(fold)))
  const ids = new Map<string, NamedDefinition[]>()
  const words = new Map<string, NamedDefinition[]>()
  const phrases: PhraseNode = { next: new Map(), definitions: [] }
  const unspaced: Array<{ name: string; definition: NamedDefinition }> = []
  for (const definition of privates) {
    const own = (names: readonly string[]): string[] =>
      names.map((name) => name.normalize('NFC').trim()).filter((name) => name !== '' && !shared.has(fold(name)))
    for (const id of own(definition.ids)) {
      if (/[^\x21-\x7E]/.test(id)) unspaced.push({ name: fold(id), definition })
      push(ids, id, definition)
      if (VERSION.test(id)) push(ids, id.replace(VERSION, ''), definition)
    }
    for (const slug of own(definition.slugs)) if (slug.length > 2 && !STRUCTURE.has(slug)) push(words, slug, definition)
    for (const title of own(definition.titles)) {
      const parts = fold(title).match(WORD) ?? []
      if (/\s/.test(title) && parts.length > 1) addPhrase(phrases, parts, definition)
      else if (UNSPACED.test(title) && [...title].length >= 4) unspaced.push({ name: fold(title), definition })
      else if (title.length > 2 && !STRUCTURE.has(title)) push(words, title, definition)
    }
  }
  return { ids, words, phrases, unspaced, isEmpty: ids.size + words.size + phrases.next.size + unspaced.length === 0 }
}

const VERSION = /-v\d+$/

/** Segments that every site has. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'skills',
  'agents',
  'servers',
  'catalogs',
  'registry',
  'descriptor.json',
  'agent-card.json',
  'server-card.json',
  'index.json',
  'agent-skills',
  'skill-sharing',
])

function searchIdentifiers(text: string, names: Names, add: Add): void {
  if (names.ids.size === 0 && names.words.size === 0) return
  const id = (candidate: string): void => {
    const found =
      names.ids.get(candidate) ?? (candidate.includes('-v') ? names.ids.get(candidate.replace(VERSION, '')) : undefined)
    if (found !== undefined) add(found, candidate)
  }
  for (const match of text.matchAll(RUN)) {
    const run = /[A-Za-z0-9]$/.test(match[0]) ? match[0] : match[0].replace(/[^A-Za-z0-9]+$/, '')
    id(run)
    if (!/[/:?#=&@]/.test(run)) continue
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(run)
    const segments = run.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[/?#&=:]/)
    const addressed = isUrl || /^urn:/i.test(run) || /(?:^|\/)(?:skills|agents|servers|catalogs)\//.test(run)
    for (const segment of segments) {
      if (segment === '') continue
      const decoded = decode(segment)
      id(decoded)
      if (addressed)
        add(names.words.get(decoded) ?? names.words.get(decoded.replace(/\.(?:zip|json|md|html)$/, '')), decoded)
    }
  }
}

function searchPhrases(text: string, names: Names, add: Add): void {
  for (const { name, definition } of names.unspaced) if (text.toLowerCase().includes(name)) add([definition], name)
  const { next } = names.phrases
  if (next.size === 0) return
  const folded = text.toLowerCase()
  // Few letters change their length in lower case; then the words are shown in it.
  const shown = folded.length === text.length ? text : folded
  for (const match of folded.matchAll(WORD)) {
    const node = next.get(match[0])
    if (node !== undefined)
      followPhrase(folded, match.index + match[0].length, node, (definitions, end) =>
        add(definitions, shown.slice(match.index, end)),
      )
  }
}

function followPhrase(
  text: string,
  start: number,
  first: PhraseNode,
  found: (definitions: readonly NamedDefinition[], end: number) => void,
): void {
  let node: PhraseNode | undefined = first
  for (let at = start; node !== undefined; at = NEXT_WORD.lastIndex) {
    if (node.definitions.length > 0) found(node.definitions, at)
    if (node.next.size === 0) return
    NEXT_WORD.lastIndex = at
    const next = NEXT_WORD.exec(text)
    if (next === null || !GAP.test(next[1]!)) return
    node = node.next.get(next[2]!)
  }
}

function addPhrase(root: PhraseNode, words: readonly string[], definition: NamedDefinition): void {
  let node = root
  for (const word of words) {
    const next: PhraseNode = node.next.get(word) ?? { next: new Map(), definitions: [] }
    node.next.set(word, next)
    node = next
  }
  if (!node.definitions.includes(definition)) node.definitions.push(definition)
}

const NEXT_WORD = /([^\p{L}\p{M}\p{N}]{1,40})([\p{L}\p{M}\p{N}]+)/uy

function quotedNames(text: string): string[] {
  return [...text.matchAll(CODE_SPAN), ...text.matchAll(MEMBER_LINE)].map((match) => match[1]!)
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (!list.includes(value)) list.push(value)
}

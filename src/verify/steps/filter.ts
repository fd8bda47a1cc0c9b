import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject, type JsonObject, type JsonValue } from '../../json.ts'
import { parseJson } from '../json-text.ts'
import { placeOf, textOf, type SiteDocument } from '../document.ts'
import type { Step, Verification } from '../step.ts'

const TYPES = ['plugin', 'api', 'knowledge', 'task'] as const

/** Whether the Skill Index filtered by type is just that (Skill Sharing 5.6): what lies there, and what a server answers. */
export const filter: Step = {
  name: 'filter',
  async run(verification) {
    const { crawl, reader } = verification
    const indexes = crawl.documents.filter(
      ({ kind, path, json }) => kind === 'skill-index' && path === '.well-known/skill-sharing' && isObject(json),
    )
    const [index] = indexes
    if (index === undefined) return { diagnostics: [] }
    const entries = entriesOf(index.json)
    const documents = [...TYPES, 'none'].flatMap((type) => {
      const filtered = crawl.documents.find(
        ({ path, json }) => path === `.well-known/skill-sharing.${type}.json` && isObject(json),
      )
      return filtered === undefined ? [] : compare(entriesOf(filtered.json), expected(entries, type), type, filtered)
    })
    const answers = reader.kind === 'http' ? await checkAnswers(index, entries, verification) : []
    return { diagnostics: [...checkIds(index), ...documents, ...answers] }
  },
}

function checkIds(index: SiteDocument): Diagnostic[] {
  const seen = new Set<string>()
  return entriesOf(index.json).flatMap(({ id }, i) => {
    if (typeof id !== 'string') return []
    const isTwice = seen.has(id)
    seen.add(id)
    return isTwice ? [diagnose('SITE_ID_TWICE', placeOf(index, `/skills/${i}/id`), { what: 'skills', id })] : []
  })
}

function compare(
  entries: readonly JsonObject[],
  wanted: readonly JsonObject[],
  type: string,
  document: SiteDocument,
): Diagnostic[] {
  const problem = difference(entries, wanted)
  return problem === undefined ? [] : [diagnose('SITE_FILTER', placeOf(document, '/skills'), { type, problem })]
}

/** What a server answers to `?type=`, and whether the answer without it is still the whole index after that. */
async function checkAnswers(
  index: SiteDocument,
  entries: readonly JsonObject[],
  { reader }: Verification,
): Promise<Diagnostic[]> {
  const path = new URL(index.url).pathname
  const diagnostics: Diagnostic[] = []
  const ignored: string[] = []
  for (const type of [...TYPES, 'no-such-type']) {
    const answer = await ask(`${path}?type=${type}`, reader)
    const place = { url: `${index.url}?type=${type}` }
    if (answer === undefined) {
      diagnostics.push(diagnose('HTTP_FILTER', place, { type, problem: 'is no Skill Index' }))
      continue
    }
    const wanted = expected(entries, type)
    if (difference(answer, wanted) === undefined) continue
    if (difference(answer, entries) === undefined) ignored.push(type)
    else diagnostics.push(diagnose('HTTP_FILTER', place, { type, problem: difference(answer, wanted)! }))
  }
  const after = await ask(path, reader)
  const problem = after === undefined ? 'is no Skill Index' : difference(after, entries)
  if (problem !== undefined) diagnostics.push(diagnose('HTTP_FILTER_LEAKS', { url: index.url }, { problem }))
  if (ignored.length > 0) diagnostics.push(diagnose('HTTP_FILTER_IGNORED', { url: index.url }, { types: ignored }))
  return diagnostics
}

async function ask(path: string, reader: Verification['reader']): Promise<JsonObject[] | undefined> {
  const answer = await reader.get(path)
  const text = answer?.status === 200 ? textOf({ fetched: answer }) : undefined
  const json = text === undefined ? undefined : parseJson(text)
  return isObject(json) ? entriesOf(json) : undefined
}

function entriesOf(json: JsonValue | undefined): JsonObject[] {
  const skills = isObject(json) ? json['skills'] : undefined
  return Array.isArray(skills) ? (skills as readonly JsonValue[]).filter(isObject) : []
}

function expected(entries: readonly JsonObject[], type: string): JsonObject[] {
  return entries.filter((entry) => entry['capability_type'] === type)
}

/** What is wrong with a list of skills; completes "it …". */
function difference(entries: readonly JsonObject[], wanted: readonly JsonObject[]): string | undefined {
  const key = (entry: JsonObject): string =>
    JSON.stringify([entry['id'], entry['version'], entry['descriptor_url'], entry['access']])
  const [has, should] = [new Set(entries.map(key)), new Set(wanted.map(key))]
  const missing = wanted.filter((entry) => !has.has(key(entry)))
  const extra = entries.filter((entry) => !should.has(key(entry)))
  if (missing.length > 0)
    return `lacks ${missing
      .slice(0, 3)
      .map(({ id }) => String(id))
      .join(', ')}`
  return extra.length > 0
    ? `has ${extra
        .slice(0, 3)
        .map(({ id }) => String(id))
        .join(', ')} besides`
    : undefined
}

import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { isObject, type JsonObject } from '../../json.ts'
import { placeOf, textOf, type SiteDocument } from '../document.ts'
import { each } from '../links.ts'
import type { Step, Verification } from '../step.ts'

/** Whether what is private stays so: nothing of it in the public view, and no answer of the authenticated one to strangers. */
export const privacy: Step = {
  name: 'privacy',
  async run(verification) {
    const { crawl, isPrivate } = verification
    if (isPrivate)
      return verification.reader.kind === 'http'
        ? { diagnostics: await checkStrangers(verification) }
        : { diagnostics: [], unknown: ['Whether strangers are refused cannot be told from a folder.'] }
    return { diagnostics: crawl.documents.filter(({ foreign }) => !foreign).flatMap(checkPublic) }
  },
}

function checkPublic(document: SiteDocument): Diagnostic[] {
  const { kind, json, copyOf } = document
  if (copyOf !== undefined) return []
  const report = (pointer: string, id: unknown): Diagnostic[] => [
    diagnose('SITE_PRIVATE_LISTED', placeOf(document, pointer), { id: typeof id === 'string' ? id : '' }),
  ]
  const isPrivate = (entry: JsonObject): boolean => entry['access'] === 'private'
  if (kind === 'skill-index' && isObject(json))
    return each(json['skills'], '/skills').flatMap(([entry, at]) =>
      isPrivate(entry) ? report(`${at}/access`, entry['id']) : [],
    )
  if (kind === 'skill-list')
    return each(json, '').flatMap(([entry, at]) => (isPrivate(entry) ? report(`${at}/access`, entry['id']) : []))
  if (kind === 'skill-descriptor' && isObject(json)) return isPrivate(json) ? report('/access', json['id']) : []
  if (kind !== 'skill-md') return []
  const block = /^---\r?\n([\s\S]*?)\r?\n---/.exec((textOf(document) ?? '').slice(0, 1 << 16))?.[1]
  const isInternal =
    block !== undefined &&
    (/^metadata[ \t]*:(?:[^\n]*[{, ]|[ \t]*\r?\n(?:[ \t]+[^\n]*\n)*?[ \t]+)internal[ \t]*:[ \t]*["']?true\b/m.test(
      block,
    ) ||
      /^access[ \t]*:[ \t]*["']?private["']?[ \t]*\r?$/m.test(block))
  return isInternal ? report('', /^name[ \t]*:[ \t]*(\S+)/m.exec(block)?.[1]) : []
}

/** Every document of the authenticated view, asked for without credentials. */
async function checkStrangers({ crawl, reader }: Verification): Promise<Diagnostic[]> {
  const documents = crawl.documents.filter(({ foreign, pointer }) => !foreign && pointer === '').slice(0, 200)
  const open: string[] = []
  for (const { url } of documents) {
    const answer = await reader.get(new URL(url).pathname, { anonymous: true })
    if (answer?.status === 200 && answer.redirects.length === 0) open.push(url)
  }
  return open.length === 0 ? [] : [diagnose('SITE_PRIVATE_OPEN', { url: open[0]! }, { count: open.length })]
}

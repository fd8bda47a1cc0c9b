import { diagnose, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { JSON_KINDS, placeOf, textOf, type SiteDocument } from '../document.ts'
import { MAX_DEPTH, nesting } from '../json-text.ts'
import { kindName } from '../kinds.ts'
import type { Step } from '../step.ts'

/** Whether every document that is JSON can be read as such. */
export const json: Step = {
  name: 'json',
  run({ crawl, reader }) {
    const documents = crawl.documents.filter(
      (d) => JSON_KINDS.has(d.kind) && d.copyOf === undefined && d.pointer === '',
    )
    return {
      diagnostics: documents.flatMap((document) => [
        ...checkText(document, reader.kind === 'http'),
        ...checkMark(document),
      ]),
    }
  },
}

function checkText(document: SiteDocument, isHttp: boolean): Diagnostic[] {
  if (document.json !== undefined) return []
  const what = kindName(document.kind)
  const report = (problem: string, isPage = false): Diagnostic[] => [
    diagnose('SITE_JSON', placeOf(document), { what, problem, isPage }),
  ]
  const text = textOf(document)
  if (text === undefined) return report('is no UTF-8')
  if (text.trim() === '') return report('is empty')
  if (/^\s*<(?:!doctype|html)/i.test(text)) return report('is an HTML page', isHttp)
  const depth = nesting(text)
  if (depth > MAX_DEPTH) return report(`is nested ${depth} levels deep`)
  return report(`is no valid JSON${positionOf(text)}`)
}

/** Where a parser stopped; its own message may quote what stands there. */
function positionOf(text: string): string {
  try {
    JSON.parse(text)
    return ''
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1]
    if (at === undefined) return ': it ends too early'
    const before = text.slice(0, Number(at)).split('\n')
    return `: line ${before.length}, column ${before.at(-1)!.length + 1}`
  }
}

function checkMark(document: SiteDocument): Diagnostic[] {
  const [a, b, c] = document.fetched.body
  return a === 0xef && b === 0xbb && c === 0xbf
    ? [diagnose('SITE_JSON_BOM', placeOf(document), { what: kindName(document.kind) })]
    : []
}

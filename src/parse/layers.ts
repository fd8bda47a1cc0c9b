import type { Config } from '../config.ts'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { show } from '../diagnostics/rules/rule.ts'
import { isObject, pointerTokens, type JsonObject, type JsonValue } from '../json.ts'
import type { SourceDocument } from './document.ts'

/** One document's say in a definition. */
export interface Layer<D extends SourceDocument = SourceDocument> {
  readonly document: D
  readonly value: JsonObject
  /** A file speaks for itself and must agree with the others; an override wins. */
  readonly kind: 'file' | 'override'
}

/** Documents that are one definition together, with the position of every value in the one that gave it. */
export interface LayeredDocument extends SourceDocument {
  readonly parts: readonly SourceDocument[]
}

/**
 * Makes one document of several: members of the first come first, later files add what is missing, overrides replace.
 * Two files that give one member different values are a finding.
 */
export function mergeLayers(layers: readonly Layer[]): { layer: Layer<LayeredDocument>; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const value: Record<string, JsonValue> = {}
  const owner = new Map<string, SourceDocument>()
  for (const { document, value: members, kind } of layers) {
    for (const [member, given] of Object.entries(members)) {
      const before = value[member]
      if (before === undefined || kind === 'override') {
        value[member] = kind === 'override' && isObject(before) && isObject(given) ? { ...before, ...given } : given
        owner.set(member, document)
      } else if (member === 'metadata' && isObject(before) && isObject(given)) {
        value[member] = { ...given, ...before }
      } else if (member !== 'access' && JSON.stringify(before) !== JSON.stringify(given)) {
        // Access has a finding of its own, in parse/access.ts.
        const pointer = `/${member}`
        const said = (what: JsonValue, by: SourceDocument): string => `${show(what)} in ${by.file}`
        diagnostics.push(
          diagnose(
            'DEFINITION_CONTRADICTION',
            { ...document.at(pointer), pointer },
            { member, first: said(before, owner.get(member)!), second: said(given, document) },
          ),
        )
      }
    }
  }
  const [first] = layers
  const overrides = layers.filter((l) => l.kind === 'override')
  // An override of access replaces what the files say about it.
  const speaksOfAccess = overrides.find((l) => l.value['access'] !== undefined)
  const parts = speaksOfAccess ? [speaksOfAccess.document] : layers.map((l) => l.document)
  const main = first!.document
  const document: LayeredDocument = {
    file: main.file,
    value,
    parts,
    at: (pointer, part) => (owner.get(pointerTokens(pointer)[0] ?? '') ?? main).at(pointer, part),
  }
  return { layer: { document, value, kind: 'file' }, diagnostics }
}

/** The `overrides` option's members for a definition, as a layer whose positions are in the options file. */
export function overrideDocument(config: Pick<Config, 'overrides' | 'file'>, name: string): Layer[] {
  const value = Object.hasOwn(config.overrides, name) ? config.overrides[name] : undefined
  if (value === undefined) return []
  return [{ document: { file: config.file, value, at: () => ({ file: config.file }) }, value, kind: 'override' }]
}

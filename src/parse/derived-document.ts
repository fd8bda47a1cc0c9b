import { pointerToken, pointerTokens, type JsonObject } from '../json.ts'
import type { YamlDocument } from './yaml.ts'

/**
 * A document whose data was rearranged, with every value still at the position where it was written.
 *
 * @param moved JSON Pointers of values that stand elsewhere in the source: new to old; what lies below moves along.
 */
export function derivedDocument(
  source: YamlDocument,
  value: JsonObject,
  moved: ReadonlyMap<string, string>,
): YamlDocument {
  const origin = (pointer: string): string => {
    const tokens = pointerTokens(pointer)
    for (let length = tokens.length; length > 0; length -= 1) {
      const old = moved.get(tokens.slice(0, length).map(pointerToken).join(''))
      if (old !== undefined) return old + tokens.slice(length).map(pointerToken).join('')
    }
    return pointer
  }
  return {
    file: source.file,
    value,
    at: (pointer, part) => source.at(origin(pointer), part),
    text: (pointer) => source.text(origin(pointer)),
    isCutByComment: (pointer) => source.isCutByComment(origin(pointer)),
  }
}

import type { Position } from '../diagnostics/diagnostic.ts'
import type { JsonObject } from '../json.ts'

/** The data of a definition, and where each of its values stands. */
export interface SourceDocument {
  /** Path of the file relative to the root. */
  readonly file: string
  readonly value: JsonObject
  /**
   * Position of a value, or of its key.
   *
   * @param pointer JSON Pointer; of a value that is not there, the position of its nearest parent's key is given.
   */
  at(pointer: string, part?: 'key' | 'value'): Position
}

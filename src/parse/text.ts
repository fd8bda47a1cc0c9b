import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceFile } from '../load/sources.ts'

/** The text of a UTF-8 file without its byte-order mark; `undefined` when it is not UTF-8. */
export function decodeText(file: SourceFile): { text?: string; diagnostics: Diagnostic[] } {
  const { bytes, path } = file
  const place = { file: path, line: 1, column: 1 }
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return {
      diagnostics: [diagnose('YAML_ENCODING', { file: path, ...invalidPlace(bytes) }, { utf16: isUtf16(bytes) })],
    }
  }
  if (text.includes('\0')) return { diagnostics: [diagnose('YAML_ENCODING', place, { utf16: true })] }
  if (!text.startsWith('\uFEFF')) return { text, diagnostics: [] }
  return { text: text.slice(1), diagnostics: [diagnose('YAML_BYTE_ORDER_MARK', place, {})] }
}

function isUtf16(bytes: Uint8Array): boolean {
  const [a, b] = bytes
  return (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || bytes.subarray(0, 64).includes(0)
}

/** Line and column of the first byte that is not UTF-8. */
function invalidPlace(bytes: Uint8Array): { line: number; column: number } {
  const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const before = lossy.slice(0, Math.max(0, lossy.indexOf('\uFFFD')))
  const lines = before.split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}

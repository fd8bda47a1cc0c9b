/**
 * The text that bytes hold, without a byte-order mark; `undefined` for binary content.
 *
 * UTF-8 and UTF-16 (with or without a byte-order mark) are decoded. Bytes that are neither but hold no NUL are a text in
 * some older encoding and read as Latin-1: whatever is searched for is ASCII, which all of those share.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const utf16 = utf16Label(bytes)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes)
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isBinary(bytes) ? undefined : text
  } catch {
    return bytes.includes(0) ? undefined : Buffer.from(bytes).toString('latin1')
  }
}

/** Characters of a text written in Latin script leave one of the two bytes of each UTF-16 unit zero. */
function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const length = Math.min(bytes.length, SAMPLE) & ~1
  if (length < 8) return undefined
  const zeros: [number, number] = [0, 0]
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[(i & 1) as 0 | 1]++
  const units = length / 2
  if (zeros[1] > units * 0.7 && zeros[0] < units * 0.1) return 'utf-16le'
  if (zeros[0] > units * 0.7 && zeros[1] < units * 0.1) return 'utf-16be'
  return undefined
}

/** A text may hold a stray NUL; a file that is full of them is no text. */
function isBinary(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, SAMPLE)
  let zeros = 0
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros++
  return zeros > length * 0.1
}

const SAMPLE = 4096

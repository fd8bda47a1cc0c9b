/** Bytes in base64url without padding (RFC 4648, section 5; RFC 7515, section 2). */
export function encodeBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')
}

/** The bytes of a base64url text; `undefined` for padding, foreign characters and a form that is not the only one. */
export function decodeBase64url(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
  return encodeBase64url(bytes) === text ? bytes : undefined
}

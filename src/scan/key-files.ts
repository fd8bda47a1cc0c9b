/**
 * What kind of private key or credential store a file is, by its content, or by its name where the content is encrypted;
 * `undefined` for any other file. Keys and credentials in text are the secret scan's, which knows their position.
 *
 * @param name The file's name or path.
 */
export function keyFileKind(name: string, bytes: Uint8Array): string | undefined {
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  return kindByContent(bytes) ?? (bytes.length > 0 ? kindByName(base, bytes) : undefined)
}

function kindByContent(bytes: Uint8Array): string | undefined {
  const signature = SIGNATURES.find(({ magic }) => magic.every((byte, i) => bytes[i] === byte))
  return signature?.kind ?? kindByDer(bytes)
}

const SIGNATURES: ReadonlyArray<{ readonly magic: readonly number[]; readonly kind: string }> = [
  { magic: [0xfe, 0xed, 0xfe, 0xed], kind: 'Java key store' },
  { magic: [0xce, 0xce, 0xce, 0xce], kind: 'Java key store' },
  { magic: [0x03, 0xd9, 0xa2, 0x9a, 0x67, 0xfb, 0x4b], kind: 'KeePass database' },
]

/**
 * A DER SEQUENCE that fills the file and starts with a small version number: PKCS #8, PKCS #1 and SEC 1 private keys, and
 * PKCS #12. Certificates, requests and public keys start otherwise. An encrypted PKCS #8 key starts with the identifier of
 * password-based encryption.
 */
function kindByDer(bytes: Uint8Array): string | undefined {
  const outer = derHeader(bytes, 0)
  if (outer === undefined || outer.tag !== 0x30 || outer.start + outer.length !== bytes.length || bytes.length < 40)
    return undefined
  const first = bytes.subarray(outer.start, outer.start + 3)
  if (first[0] === 0x02 && first[1] === 0x01 && first[2]! <= 3) {
    const next = bytes[outer.start + 3]
    if (first[2] === 3) return next === 0x30 ? 'PKCS #12 key store' : undefined
    return next === 0x30 || next === 0x02 || next === 0x04 ? 'private key in DER form' : undefined
  }
  const encrypted = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05]
  const algorithm = derHeader(bytes, outer.start)
  if (algorithm?.tag === 0x30 && encrypted.every((byte, i) => bytes[algorithm.start + i] === byte))
    return 'encrypted private key in DER form'
  return undefined
}

function derHeader(bytes: Uint8Array, at: number): { tag: number; start: number; length: number } | undefined {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined) return undefined
  if (first < 0x80) return { tag, start: at + 2, length: first }
  const size = first & 0x7f
  if (size === 0 || size > 4) return undefined
  let length = 0
  for (let i = 0; i < size; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0)
  return { tag, start: at + 2 + size, length }
}

/** Names whose content is binary, or so short on structure that only the name tells. */
function kindByName(base: string, bytes: Uint8Array): string | undefined {
  if (/\.(?:p12|pfx|jks|jceks|keystore|bks|kdbx?|keychain(?:-db)?|ppk|agilekeychain)$/.test(base)) return 'key store'
  if (
    /^(?:\.env(?:\.(?!example$|sample$|template$|dist$|defaults$)[\w-]+)*|\.netrc|_netrc|\.pgpass|\.git-credentials|\.pypirc|\.dockercfg|\.htpasswd)$/.test(
      base,
    )
  )
    return 'file of credentials'
  const binary = bytes.subarray(0, 4096).includes(0)
  if (binary && /^id_(?:rsa|dsa|ecdsa|ed25519)$|\.(?:key|pk8|pvk|p8)$|^secring\.(?:gpg|pgp)$/.test(base))
    return 'private key'
  return undefined
}

import type { Site } from '../site.ts'

/** What a request asks beside its path. */
export interface Conditions {
  /** @default 'GET' */
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS'
  /** Request headers by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  /** Without the headers that the reader was given for its origin. */
  readonly anonymous?: boolean
}

/** An answer, or why there is none. */
export interface Fetched {
  /** 0 where `failure` tells why no answer came. */
  readonly status: number
  /** By lower-case name; empty where a source has none, as a folder. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded from its content coding. */
  readonly body: Uint8Array
  /** URLs that the answer was redirected to, in order. */
  readonly redirects: readonly string[]
  /** In a folder: the file that answered, relative to it. */
  readonly file?: string
  readonly failure?: Failure
}

/** Why no answer came. `reason` completes "It …". */
export interface Failure {
  /** `refused`: asking would reach where no document may lead to; `limit`: it is larger or slower than is read. */
  readonly kind: 'refused' | 'limit' | 'network'
  readonly reason: string
}

/** A site as a client reads it. */
export interface SiteReader {
  readonly kind: 'memory' | 'folder' | 'http'
  /** Where it is read from; absent where that is no origin. */
  readonly origin?: URL
  /**
   * The answer to a request; `undefined` where a folder or a site in memory has nothing at the path.
   *
   * @param path Path component of the URL, percent-encoded, with its query.
   */
  get(path: string, conditions?: Conditions): Promise<Fetched | undefined>
  /** Every decoded path without the leading slash, sorted; absent where nobody can tell. */
  list?(): Promise<readonly string[]>
}

/** What is asked of other hosts. */
export interface Web {
  /** The answer of an absolute URL. */
  get(url: string): Promise<Fetched>
}

/** Reads a site in memory. */
export function memoryReader({ artifacts }: Pick<Site, 'artifacts'>): SiteReader {
  const bodies = new Map(artifacts.map(({ path, body }) => [path, body]))
  return {
    kind: 'memory',
    async get(path, { method = 'GET' } = {}) {
      const body = bodies.get(decodePath(path))
      return body === undefined ? undefined : found(method === 'GET' ? body : new Uint8Array())
    },
    list: async () => artifacts.map(({ path }) => path),
  }
}

/** An answer with nothing but a body. */
export function found(body: Uint8Array, file?: string): Fetched {
  return { status: 200, headers: {}, body, redirects: [], ...(file === undefined ? {} : { file }) }
}

/** The decoded path of a request without its query and leading slash; a folder's index where it ends with one. */
export function decodePath(path: string): string {
  const plain = path.replace(/[?#].*$/s, '').replace(/^\//, '')
  try {
    const decoded = decodeURIComponent(plain)
    return decoded === '' || decoded.endsWith('/') ? `${decoded}index.html` : decoded
  } catch {
    return plain
  }
}

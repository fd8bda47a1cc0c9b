import { createHash } from 'node:crypto'
import { compareText, isObject, serializeJson } from './json.ts'
import type { SigningState } from './sign/keys.ts'
import { type Artifact, type CacheClass, fileOf, type Site, urlPath } from './site.ts'

/** One published URL and the file that answers it. */
export interface ManifestFile {
  /** Path component of the URL, percent-encoded, with a leading slash. */
  readonly url: string
  /** The file, relative to the view's folder, `/`-separated, as it is named on disk. */
  readonly file: string
  /** SHA-256 of the file, lower-case hexadecimal. */
  readonly sha256: string
  /** Bytes. */
  readonly size: number
  readonly mediaType: string
  readonly cache: CacheClass
  /** Name of the format that made it. */
  readonly format: string
  /** Served as an attachment under a sandboxing Content-Security-Policy. */
  readonly active?: true
}

/** What one view publishes. */
export interface ManifestView {
  /** https origin without a trailing slash. */
  readonly origin: string
  readonly files: readonly ManifestFile[]
  /** What the host reads in the view's folder and no client asks for; absent where there is nothing. */
  readonly host?: readonly OwnFile[]
}

/** A file that is no part of a view: the app's own build put it into the public folder, or it helps to deploy. */
interface OwnFile {
  readonly file: string
  readonly sha256: string
}

/** `dist-deploy/manifest.json`: what a build published, and how the next one knows its files again. */
export interface Manifest {
  readonly generator: 'signpost'
  readonly manifestVersion: 1
  readonly signing: SigningState
  readonly public: ManifestView
  readonly private?: ManifestView
  /** Empty for a folder that another framework wrote: what is in there is the publisher's to keep. */
  readonly app: readonly OwnFile[]
  /** Files beside this one in the deployment folder; absent in the manifests of the first version. */
  readonly deploy?: readonly OwnFile[]
}

/** Facts of a build that its sites do not hold. */
export interface ManifestFacts {
  readonly app: readonly OwnFile[]
  /** @default none */
  readonly deploy?: readonly OwnFile[]
  readonly signing: SigningState
}

/** The manifest of a build, every list sorted; the same sites give the same manifest. */
export function createManifest(
  sites: { readonly public: Site; readonly private?: Site },
  facts: ManifestFacts,
): Manifest {
  return {
    generator: 'signpost',
    manifestVersion: 1,
    signing: facts.signing,
    public: describeView(sites.public),
    ...(sites.private === undefined ? {} : { private: describeView(sites.private) }),
    app: describeOwn(facts.app),
    deploy: describeOwn(facts.deploy ?? []),
  }
}

/** A manifest as it is written. */
export function serializeManifest(manifest: Manifest): Uint8Array {
  return serializeJson(manifest)
}

/** The manifest in a file; `undefined` for anything that this version did not write. */
export function parseManifest(bytes: Uint8Array): Manifest | undefined {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
  return isManifest(value) ? value : undefined
}

/**
 * Whether a path can name a file inside a folder: relative, `/`-separated, no empty, `.` or `..` segment, no NUL or
 * backslash, no half of a surrogate pair (which has no UTF-8 form).
 */
export function isFilePath(path: string): boolean {
  return (
    !/[\0\\\p{Cs}]/u.test(path) &&
    path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..')
  )
}

/** SHA-256, lower-case hexadecimal. */
export function sha256Hex(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function describeView(site: Site): ManifestView {
  return {
    origin: site.origin,
    files: site.artifacts
      .map((a) => describeFile(a, fileOf(site, a.path)))
      .toSorted((a, b) => compareText(a.url, b.url)),
    ...(site.hostFiles === undefined
      ? {}
      : { host: describeOwn(site.hostFiles.map(({ path, body }) => ({ file: path, sha256: sha256Hex(body) }))) }),
  }
}

function describeOwn(files: readonly OwnFile[]): OwnFile[] {
  return files.map(({ file, sha256 }) => ({ file, sha256 })).toSorted((a, b) => compareText(a.file, b.file))
}

function describeFile(artifact: Artifact, file: string): ManifestFile {
  return {
    url: urlPath(artifact.path),
    file,
    sha256: sha256Hex(artifact.body),
    size: artifact.body.length,
    mediaType: artifact.mediaType,
    cache: artifact.cache,
    format: artifact.format,
    ...(artifact.active ? { active: true } : {}),
  }
}

function isManifest(value: unknown): value is Manifest {
  return (
    isObject(value) &&
    value['generator'] === 'signpost' &&
    value['manifestVersion'] === 1 &&
    ['signed', 'unsigned', 'development'].includes(String(value['signing'])) &&
    isView(value['public']) &&
    (value['private'] === undefined || isView(value['private'])) &&
    isList(value['app'], isOwnFile) &&
    (value['deploy'] === undefined || isList(value['deploy'], isOwnFile))
  )
}

function isView(value: unknown): boolean {
  return (
    isObject(value) &&
    typeof value['origin'] === 'string' &&
    isList(value['files'], isManifestFile) &&
    (value['host'] === undefined || isList(value['host'], isOwnFile))
  )
}

function isOwnFile(item: Readonly<Record<string, unknown>>): boolean {
  return isFileName(item['file']) && isDigest(item['sha256'])
}

function isManifestFile(item: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof item['url'] === 'string' &&
    item['url'].startsWith('/') &&
    isFileName(item['file']) &&
    isDigest(item['sha256']) &&
    Number.isSafeInteger(item['size']) &&
    typeof item['mediaType'] === 'string' &&
    ['discovery', 'keys', 'immutable'].includes(String(item['cache'])) &&
    typeof item['format'] === 'string' &&
    (item['active'] === undefined || item['active'] === true)
  )
}

function isList(value: unknown, isItem: (item: Readonly<Record<string, unknown>>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && isItem(item))
}

function isFileName(value: unknown): boolean {
  return typeof value === 'string' && isFilePath(value)
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

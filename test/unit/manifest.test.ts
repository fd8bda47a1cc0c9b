import { describe, expect, test } from 'vitest'
import { createManifest, isFilePath, parseManifest, serializeManifest } from '../../src/manifest.ts'
import type { Artifact, Site } from '../../src/site.ts'

const artifact = (path: string, rest: Partial<Artifact> = {}): Artifact => ({
  path,
  body: new TextEncoder().encode('abc'),
  mediaType: 'application/json',
  cache: 'discovery',
  from: ['skills/pdf.yaml'],
  format: 'skill-sharing',
  ...rest,
})
const site = (view: Site['view'], artifacts: Artifact[]): Site => ({
  view,
  origin: `https://${view}.example`,
  artifacts,
})
const ABC = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'

describe('a manifest', () => {
  test('tells URL, file and facts of everything that is published', () => {
    const manifest = createManifest(
      {
        public: site('public', [
          artifact('b c/é#?.md', { mediaType: 'text/markdown', cache: 'immutable', active: true }),
          artifact('a'),
        ]),
      },
      {
        app: [
          { file: 'z.js', sha256: ABC },
          { file: 'index.html', sha256: ABC },
        ],
        deploy: [
          { file: 'netlify/_headers', sha256: ABC },
          { file: 'dns.zone', sha256: ABC },
        ],
        signing: 'unsigned',
      },
    )
    const common = { sha256: ABC, size: 3, format: 'skill-sharing' }
    expect(manifest).toEqual({
      generator: 'signpost',
      manifestVersion: 1,
      signing: 'unsigned',
      public: {
        origin: 'https://public.example',
        files: [
          { url: '/a', file: 'a', mediaType: 'application/json', cache: 'discovery', ...common },
          {
            url: '/b%20c/%C3%A9%23%3F.md',
            file: 'b c/é#?.md',
            mediaType: 'text/markdown',
            cache: 'immutable',
            active: true,
            ...common,
          },
        ],
      },
      app: [
        { file: 'index.html', sha256: ABC },
        { file: 'z.js', sha256: ABC },
      ],
      deploy: [
        { file: 'dns.zone', sha256: ABC },
        { file: 'netlify/_headers', sha256: ABC },
      ],
    })
  })

  test('is the same for the same site, whatever the order of its files', () => {
    const files = ['b', 'a', 'a/c', 'ä', 'Z'].map((path) => artifact(path))
    const app = files.map(({ path }) => ({ file: path, sha256: ABC }))
    const make = (artifacts: Artifact[], list: typeof app): string =>
      new TextDecoder().decode(
        serializeManifest(
          createManifest(
            { public: site('public', artifacts), private: site('private', artifacts) },
            { app: list, signing: 'unsigned' },
          ),
        ),
      )
    expect(make(files.toReversed(), app.toReversed())).toBe(make(files, app))
  })

  test('is read back as it was written', () => {
    const sites = {
      public: site('public', [artifact('a'), artifact('b', { active: true })]),
      private: site('private', [artifact('c')]),
    }
    const manifest = createManifest(sites, { app: [{ file: 'index.html', sha256: ABC }], signing: 'development' })
    expect(parseManifest(serializeManifest(manifest))).toEqual(manifest)
  })

  const good = createManifest({ public: site('public', [artifact('a')]) }, { app: [], signing: 'unsigned' })
  const [file] = good.public.files
  const withFile = (change: object): object => ({
    ...good,
    public: { ...good.public, files: [{ ...file, ...change }] },
  })
  test.each<[string, unknown]>([
    ['a list', []],
    ['null', null],
    ['another generator', { ...good, generator: 'other' }],
    ['another version', { ...good, manifestVersion: 2 }],
    ['another way of signing', { ...good, signing: 'maybe' }],
    ['no public view', { ...good, public: undefined }],
    ['a broken private view', { ...good, private: {} }],
    ['no list of the app', { ...good, app: undefined }],
    ['an app file that leads elsewhere', { ...good, app: [{ file: '../x', sha256: ABC }] }],
    ['a file that leads elsewhere', withFile({ file: 'a/../../x' })],
    ['an absolute file', withFile({ file: '/etc/passwd' })],
    ['a URL without a path', withFile({ url: 'https://x.example/' })],
    ['a digest that is none', withFile({ sha256: 'abc' })],
    ['a size that is none', withFile({ size: '3' })],
    ['an unknown cache class', withFile({ cache: 'forever' })],
    ['an unknown mark', withFile({ active: false })],
    ['a file that is none', { ...good, public: { ...good.public, files: [null] } }],
  ])('is none with %s', (_, value) => {
    expect(parseManifest(new TextEncoder().encode(JSON.stringify(value)))).toBeUndefined()
  })

  test('is none if it is no UTF-8 or no JSON', () => {
    expect(parseManifest(new Uint8Array([0xff]))).toBeUndefined()
    expect(parseManifest(serializeManifest(good).subarray(1))).toBeUndefined()
  })
})

test.each<[string, boolean]>([
  ['a', true],
  ['a/b', true],
  ['.well-known/x', true],
  ['...', true],
  ['a b/%2e%2e', true],
  ['😀', true],
  ['a:b', true],
  ['', false],
  ['/a', false],
  ['a/', false],
  ['a//b', false],
  ['.', false],
  ['a/..', false],
  ['a\\b', false],
  ['a\0', false],
  ['\uDC00', false],
])('isFilePath(%j) is %s', (path, expected) => {
  expect(isFilePath(path)).toBe(expected)
})

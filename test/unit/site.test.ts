import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPaths, type Artifact } from '../../src/site.ts'

describe('checkPaths', () => {
  test('two definitions, or two formats, that want one path are an error that names both', () => {
    const { diagnostics } = checkPaths(
      [made('a/b.json', 'mcp', ['agents/x.yaml']), made('a/b.json', 'ard', ['agents/y.yaml'])],
      [],
    )
    expect(diagnostics).toMatchObject([
      {
        code: 'SITE_PATH_CONFLICT',
        severity: 'error',
        file: 'agents/y.yaml',
        message:
          'Two files want the path "a/b.json": the format mcp, from `agents/x.yaml` and the format ard, from `agents/y.yaml`.',
      },
    ])
  })

  test('so is a file where another needs a folder, whichever comes first', () => {
    const folder = made('a/b/c.json', 'mcp', ['agents/x.yaml'])
    const file = made('a', 'ard', [])
    for (const artifacts of [
      [folder, file],
      [file, folder],
    ]) {
      const { diagnostics } = checkPaths(artifacts, [])
      expect(diagnostics.map((d) => d.message)).toEqual([
        '"a/b/c.json" (the format mcp, from `agents/x.yaml`) needs a folder where "a" (the format ard) is a file, so only one of them can be published.',
      ])
    }
  })

  test("the publisher's files are told by that name, at the place of the definition", () => {
    const ours = made('a/b.json', 'mcp', ['agents/x.yaml'])
    for (const [theirs, message] of [
      ['a/b.json', 'Two files want the path "a/b.json": a file of your own and the format mcp, from `agents/x.yaml`.'],
      [
        'a',
        '"a/b.json" (the format mcp, from `agents/x.yaml`) needs a folder where "a" (a file of your own) is a file, so only one of them can be published.',
      ],
      [
        'a/b.json/c',
        '"a/b.json/c" (a file of your own) needs a folder where "a/b.json" (the format mcp, from `agents/x.yaml`) is a file, so only one of them can be published.',
      ],
    ] as const) {
      const { diagnostics } = checkPaths([ours], [theirs])
      expect(diagnostics.map(({ message: said, file }) => [said, file])).toEqual([[message, 'agents/x.yaml']])
    }
  })

  test('of many sources the first are named, and the number of the others', () => {
    const from = ['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml', 'e.yaml']
    const { diagnostics } = checkPaths([made('x', 'mcp', from), made('x', 'ard', from)], [])
    expect(diagnostics[0]!.message).toContain('the format mcp, from `a.yaml`, `b.yaml`, `c.yaml`, 2 more files')
  })

  test('finds a conflict exactly where a file system would', () => {
    const path = fc.array(fc.constantFrom('a', 'b', 'a.json'), { minLength: 1, maxLength: 4 }).map((s) => s.join('/'))
    fc.assert(
      fc.property(fc.array(path, { maxLength: 6 }), fc.uniqueArray(path, { maxLength: 3 }), (ours, theirs) => {
        const all = [...ours, ...theirs.filter((p) => !theirs.some((other) => p.startsWith(`${other}/`)))]
        const given = all.slice(ours.length)
        const collides = all.some((p, i) =>
          all.some((other, j) => i !== j && (p === other || p.startsWith(`${other}/`))),
        )
        const artifacts = ours.map((p) => made(p, 'mcp', [`${p}.yaml`]))
        const { artifacts: kept, diagnostics } = checkPaths(artifacts, given)
        expect(diagnostics.length > 0).toBe(collides)
        expect(kept).toEqual(artifacts)
      }),
      { numRuns: 1000 },
    )
  })
})

function made(path: string, format: string, from: readonly string[]): Artifact {
  return { path, body: new Uint8Array(), mediaType: 'application/json', cache: 'discovery', from, format }
}

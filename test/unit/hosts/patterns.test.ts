import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesExpression, charactersExpression } from '../../../src/hosts/expression.ts'
import { disjointRules, layeredRules, matchesPattern, openFolders, type Pattern } from '../../../src/hosts/patterns.ts'
import type { HostedFile } from '../../../src/hosts/site-rules.ts'

function file(path: string, headers: Record<string, string>): HostedFile {
  return { path, mediaType: 'text/plain', cache: 'discovery', size: 1, headers }
}

const segment = fc.constantFrom('a', 'b', 'a-b', 'c.md', 'd.md', 'e.zip', 'a.b', 'LICENSE', 'ö.md', 'x y')
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join('/'))
const headers = fc.record({ A: fc.constantFrom('1', '2'), B: fc.constantFrom('1', '2', '3') }, { requiredKeys: [] })
const files = fc
  .uniqueArray(fc.tuple(path, headers), { selector: ([p]) => p, minLength: 1, maxLength: 15 })
  .map((list) => list.map(([p, h]) => file(p, h as Record<string, string>)))
const publisher = fc.array(path, { maxLength: 2 })

test('disjoint rules give every file its headers, each by one rule, and speak for no folder of a publisher', () => {
  fc.assert(
    fc.property(files, publisher, (published, own) => {
      const rules = disjointRules(published, own, (f) => f.headers)
      for (const { path: p, headers: wanted } of published) {
        const matching = rules.filter(({ pattern }) => matchesPattern(pattern, p))
        const names = matching.flatMap((rule) => Object.keys(rule.headers))
        expect(names.length).toBe(new Set(names).size)
        expect(Object.assign({}, ...matching.map((rule) => rule.headers))).toEqual(wanted)
      }
      for (const p of own)
        expect(rules.filter(({ pattern }) => pattern.kind !== 'file' && matchesPattern(pattern, p))).toEqual([])
    }),
  )
})

test('layered rules: at most one base, exceptions agree, and the last that matches decides', () => {
  fc.assert(
    fc.property(files, publisher, (published, own) => {
      const { base, exceptions } = layeredRules(published, own, (f) => f.headers['B'] ?? '')
      for (const {
        path: p,
        headers: { B = '' },
      } of published) {
        const bases = base.filter(({ pattern }) => matchesPattern(pattern, p))
        const values = new Set(exceptions.filter(({ pattern }) => matchesPattern(pattern, p)).map(({ value }) => value))
        expect(bases.length).toBe(1)
        expect(values.size).toBeLessThanOrEqual(1)
        expect([...values][0] ?? bases[0]!.value).toBe(B)
      }
    }),
  )
})

test('an exception in a folder says nothing of files beside it', () => {
  const published = [
    file('n.md', {}),
    file('w/a', {}),
    file('w/b.md', { B: '3' }),
    file('w/c.md', { B: '3' }),
    file('w/d', {}),
  ]
  const { exceptions } = layeredRules(published, ['own'], ({ headers: h }) => h['B'] ?? '')
  expect(exceptions).toEqual([{ pattern: { kind: 'ending', folder: 'w/', ending: '.md' }, value: '3' }])
})

test('many files of one ending or one name need one rule', () => {
  const many = Array.from({ length: 500 }, (_, i) => [
    file(`s/n${i}/SKILL.md`, { B: 'md' }),
    file(`s/n${i}/LICENSE`, { B: 'text' }),
    file(`s/n${i}-0a1b.zip`, { B: 'zip' }),
  ]).flat()
  const { base, exceptions } = layeredRules([...many, file('s/index.json', {})], [], ({ headers: h }) => h['B'] ?? '')
  expect(base).toEqual([{ pattern: { kind: 'folder', folder: '' }, value: '' }])
  expect(exceptions).toEqual([
    { pattern: { kind: 'ending', folder: '', ending: '.md' }, value: 'md' },
    { pattern: { kind: 'ending', folder: '', ending: '.zip' }, value: 'zip' },
    { pattern: { kind: 'ending', folder: '', ending: '/LICENSE' }, value: 'text' },
  ])
})

test('a file of the publisher splits a folder, not its neighbours', () => {
  const published = ['index.html', 'w/a.json', 'w/s/b.md', 'w/s/c.md', 'k/d.json'].map((p) => file(p, {}))
  expect(
    openFolders(published, ['favicon.svg', 'w/own.json']).map(({ folder, files: inside }) => [
      folder,
      inside.map((f) => f.path),
    ]),
  ).toEqual([
    [undefined, ['index.html', 'w/a.json']],
    ['w/s/', ['w/s/b.md', 'w/s/c.md']],
    ['k/', ['k/d.json']],
  ])
})

test('expressions match exactly what their patterns do, and are plain ASCII', () => {
  const name = fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }).filter((s) => !/[/\0\p{Cs}]/u.test(s))
  const pattern: fc.Arbitrary<Pattern> = fc.oneof(
    name.map((n): Pattern => ({ kind: 'file', path: `f/${n}` })),
    name.map((n): Pattern => ({ kind: 'folder', folder: `${n}/` })),
    name.map((n): Pattern => ({ kind: 'ending', folder: `${n}/`, ending: '.md' })),
  )
  fc.assert(
    fc.property(
      pattern,
      fc.oneof(
        name,
        name.map((n) => `f/${n}`),
        name.map((n) => `${n}/x.md`),
      ),
      (p, candidate) => {
        const own = p.kind === 'file' ? p.path : `${p.folder}y/z.md`
        for (const target of [candidate, own]) {
          const bytes = String.fromCharCode(...new TextEncoder().encode(`/${target}`))
          expect(new RegExp(bytesExpression(p)).test(bytes)).toBe(matchesPattern(p, target))
          const go = charactersExpression(p).replaceAll(/\\x\{([0-9a-f]+)\}/g, '\\u{$1}')
          expect(new RegExp(go, 'su').test(`/${target}`)).toBe(matchesPattern(p, target))
        }
        expect(bytesExpression(p) + charactersExpression(p)).toMatch(/^[\x21-\x7e]*$/)
        expect(bytesExpression(p)).not.toMatch(/["'`#{}\s]/)
      },
    ),
  )
})

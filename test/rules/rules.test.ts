import { readFileSync } from 'node:fs'
import glob from 'fast-glob'
import { describe, expect, test } from 'vitest'
import { consumerRules } from '../../src/diagnostics/rules/consumer.ts'
import { verifyHttpRules } from '../../src/diagnostics/rules/verify-http.ts'
import { verifyTrustRules } from '../../src/diagnostics/rules/verify-trust.ts'
import { verifyRules } from '../../src/diagnostics/rules/verify.ts'
import { RULES } from '../../src/diagnostics/rules.ts'
import { families } from './families.ts'
import type { Fixture } from './fixture.ts'
import { run } from './run.ts'

const fixtures = Object.values(families).flat()

/** Codes about a deployed site and about what services answer: no folder gives them, the tests of their commands do. */
const READERS = Object.keys({ ...consumerRules, ...verifyHttpRules, ...verifyRules, ...verifyTrustRules })

test('every code that a folder can give has a fixture, and there is no other', () => {
  const codes = Object.keys(RULES).filter((code) => !READERS.includes(code))
  expect([...new Set(fixtures.map(({ code }) => code))].toSorted()).toEqual(codes.toSorted())
})

test('every other code is named by a test', () => {
  const named = namesIn(['test/**/*.test.ts', '!test/rules/**'])
  expect(READERS.filter((code) => !named.has(code))).toEqual([])
})

test('every code is raised somewhere', () => {
  const named = namesIn(['src/**/*.ts', '!src/diagnostics/rules/**'])
  expect(Object.keys(RULES).filter((code) => !named.has(code))).toEqual([])
})

test('fixtures of one code have titles of their own', () => {
  const names = fixtures.map(nameOf)
  expect(names).toEqual([...new Set(names)])
})

describe.each(Object.entries(families))('%s', (family, group) => {
  test.each(group.map((fixture) => [nameOf(fixture), fixture] as const))('%s', async (name, fixture) => {
    const { findings, report } = await run(fixture)
    const { code, also = [] } = fixture
    const [severity, ...place] = fixture.expect.split(' ')
    expect(findings.toSorted()).toEqual([[severity, code, ...place].join(' '), ...also].toSorted())
    await expect(report).toMatchFileSnapshot(`__snapshots__/${family}/${name}.txt`)
  })
})

/** Every name in capitals that files of the repository hold. */
function namesIn(patterns: string[]): ReadonlySet<string> {
  const cwd = new URL('../..', import.meta.url).pathname
  const files = glob.globSync(patterns, { cwd, absolute: true })
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g) ?? []))
}

/** A fixture's name, and that of the file that holds its report. */
function nameOf({ code, title }: Fixture): string {
  return title === undefined ? code : `${code} ${title}`
}

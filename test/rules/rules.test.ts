import { describe, expect, test } from 'vitest'
import { RULES } from '../../src/diagnostics/rules.ts'
import { families } from './families.ts'
import type { Fixture } from './fixture.ts'
import { run } from './run.ts'

const fixtures = Object.values(families).flat()

test('every code has a fixture, and there is no other', () => {
  expect([...new Set(fixtures.map(({ code }) => code))].toSorted()).toEqual(Object.keys(RULES).toSorted())
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

/** A fixture's name, and that of the file that holds its report. */
function nameOf({ code, title }: Fixture): string {
  return title === undefined ? code : `${code} ${title}`
}

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { codesBySeverity, renderRules } from '../../../src/diagnostics/rules-document.ts'
import { RULES } from '../../../src/diagnostics/rules.ts'

describe('the document of a code table', () => {
  const text = renderRules({
    B_WARNS: { severity: 'warning', docs: 'It warns.\n' },
    B_STOPS: { severity: 'error', docs: 'It stops.', locked: true },
    A_STOPS: { severity: 'error', docs: 'It stops too.\n\nAnd more.' },
  })

  test('has a heading per code, grouped by severity and sorted', () => {
    expect(text.match(/^##+ .*$/gm)).toEqual([
      '## Errors',
      '### A_STOPS',
      '### B_STOPS',
      '## Warnings',
      '### B_WARNS',
      '## Suggestions',
    ])
  })

  test('holds the documentation and marks a fixed severity', () => {
    expect(text).toContain(
      '### A_STOPS\n\nIt stops too.\n\nAnd more.\n\n### B_STOPS\n\n*Its severity is fixed.*\n\nIt stops.\n\n## Warnings',
    )
    expect(text).toMatch(/[^\n]\n$/)
    expect(text).not.toContain('\n\n\n')
  })
})

test('docs/rules.md is what `npm run docs` writes', () => {
  expect(readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8')).toBe(renderRules(RULES))
})

test('every code is in exactly one group and documented', () => {
  expect([...codesBySeverity(RULES).values()].flat().toSorted()).toEqual(Object.keys(RULES).toSorted())
  for (const [code, { docs }] of Object.entries(RULES)) {
    expect(docs.trim().length, code).toBeGreaterThan(60)
    expect(docs.replaceAll(/```[^]*?```/g, ''), `${code}: headings would leave its section`).not.toMatch(/^#{1,3} /m)
  }
})

import pc from 'picocolors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diagnose, type Diagnostic } from '../../../../src/diagnostics/diagnostic.ts'
import { reporters, type ReporterName } from '../../../../src/diagnostics/reporters/index.ts'
import { count, countsText, type ReportContext, type Run } from '../../../../src/diagnostics/reporters/reporter.ts'
import { RULES } from '../../../../src/diagnostics/rules.ts'

const SOURCE = '---\nname: pdf-tool\n---\n'

const context: ReportContext = {
  colors: pc.createColors(false),
  version: '1.2.3',
  displayPath: (file) => file,
  sourceText: (file) => (file === 'skills/pdf-tools/SKILL.md' ? SOURCE : undefined),
}

const error: Diagnostic = {
  code: 'CONFIG_UNREADABLE',
  severity: 'error',
  message: 'The skill is named "pdf-tool" but its folder is "pdf-tools".',
  hint: 'Rename the folder, or write `name: pdf-tools`.',
  file: 'skills/pdf-tools/SKILL.md',
  line: 2,
  column: 7,
  endLine: 2,
  endColumn: 15,
  pointer: '/name',
}
const warning: Diagnostic = { code: 'CONFIG_MISSING', severity: 'warning', message: 'Nobody knows.', file: 'b.yaml' }
const suggestion: Diagnostic = {
  code: 'CONFIG_MISSING',
  severity: 'suggestion',
  message: 'See there.',
  url: 'https://a.example/x',
}
const nowhere: Diagnostic = { code: 'CONFIG_MISSING', severity: 'error', message: 'Nothing here.' }
const three = [error, warning, suggestion]

function run(diagnostics: readonly Diagnostic[], more: Partial<Run> = {}): Run {
  return { diagnostics, report: {}, summary: [], strict: false, ...more }
}

describe('pretty', () => {
  test('shows place, severity, code, message, frame and hint, then the report and the counts', () => {
    expect(reporters.pretty(run(three, { summary: ['Published 2 documents.'] }), context)).toBe(`\
skills/pdf-tools/SKILL.md:2:7  error  CONFIG_UNREADABLE
  The skill is named "pdf-tool" but its folder is "pdf-tools".
    1 | ---
  > 2 | name: pdf-tool
      |       ^^^^^^^^
  hint: Rename the folder, or write \`name: pdf-tools\`.

b.yaml  warning  CONFIG_MISSING
  Nobody knows.

https://a.example/x  suggestion  CONFIG_MISSING
  See there.

Published 2 documents.

1 error, 1 warning, 1 suggestion.
`)
  })

  test('a finding without a place starts with its severity', () => {
    expect(reporters.pretty(run([nowhere]), context)).toMatch(/^error {2}CONFIG_MISSING\n/)
    const colors = pc.createColors(true)
    expect(reporters.pretty(run([nowhere]), { ...context, colors })).toMatch(/^\u001B\[31merror/)
  })

  test('nothing to say is said', () => {
    expect(reporters.pretty(run([]), context)).toBe('No problems.\n')
  })

  test('says why warnings fail', () => {
    expect(reporters.pretty(run([warning], { strict: true }), context)).toContain('1 warning. Warnings fail this run')
    expect(reporters.pretty(run([error], { strict: true }), context)).not.toContain('Warnings fail')
  })

  test('colours add only SGR sequences', () => {
    const plain = reporters.pretty(run(three), context)
    const coloured = reporters.pretty(run(three), { ...context, colors: pc.createColors(true) })
    expect(coloured).not.toBe(plain)
    // oxlint-disable-next-line no-control-regex
    expect(coloured.replaceAll(/\u001B\[\d+m/g, '')).toBe(plain)
  })

  test('files are named as the surroundings name them', () => {
    const text = reporters.pretty(run([error]), { ...context, displayPath: (file) => `site/${file}` })
    expect(text).toContain('site/skills/pdf-tools/SKILL.md:2:7')
    expect(text).toContain('> 2 | name: pdf-tool')
  })
})

describe('json', () => {
  test('is the findings, their counts and the report', () => {
    expect(JSON.parse(reporters.json(run(three, { report: { a: [1] } })))).toEqual({
      diagnostics: three,
      errors: 1,
      warnings: 1,
      suggestions: 1,
      report: { a: [1] },
    })
  })
})

describe('agent', () => {
  test('is one line per finding and one with the counts', () => {
    expect(reporters.agent(run([...three, nowhere], { summary: ['', '  dist  1 file'] }), context)).toBe(`\
skills/pdf-tools/SKILL.md:2:7 error CONFIG_UNREADABLE: The skill is named "pdf-tool" but its folder is "pdf-tools". Hint: Rename the folder, or write \`name: pdf-tools\`.
b.yaml warning CONFIG_MISSING: Nobody knows.
https://a.example/x suggestion CONFIG_MISSING: See there.
error CONFIG_MISSING: Nothing here.
dist  1 file
2 errors, 1 warning, 1 suggestion
`)
  })
})

describe('github', () => {
  test('is one workflow command per finding', () => {
    expect(reporters.github(run([...three, nowhere]), context)).toBe(`\
::error file=skills/pdf-tools/SKILL.md,line=2,endLine=2,col=7,endColumn=15,title=CONFIG_UNREADABLE::The skill is named "pdf-tool" but its folder is "pdf-tools".%0Ahint: Rename the folder, or write \`name: pdf-tools\`.
::warning file=b.yaml,title=CONFIG_MISSING::Nobody knows.
::notice title=CONFIG_MISSING::https://a.example/x: See there.
::error title=CONFIG_MISSING::Nothing here.
2 errors, 1 warning, 1 suggestion
`)
  })

  test('escapes what has a meaning in a command', () => {
    const file = 'a,b:100%\n::error::c.md'
    expect(
      reporters.github(run([{ ...error, file, message: '100%0A of\n::stop-commands::x' }]), context).split('\n')[0],
    ).toBe(
      '::error file=a%2Cb%3A100%25\\u{A}%3A%3Aerror%3A%3Ac.md,line=2,endLine=2,col=7,endColumn=15,title=CONFIG_UNREADABLE' +
        '::100%250A of ::stop-commands::x%0Ahint: Rename the folder, or write `name: pdf-tools`.',
    )
  })

  test('the report is no command, in neither form of one', () => {
    const text = reporters.github(run([], { summary: ['::error::x', '##[error]y'] }), context)
    expect(text).toBe(': :error: :x\n## [error]y\nno problems\n')
  })
})

describe('sarif', () => {
  test('is a log with one run, its rules documented', () => {
    const log = JSON.parse(reporters.sarif(run(three), context))
    expect(log.version).toBe('2.1.0')
    const [only] = log.runs
    expect(only.tool.driver).toMatchObject({ name: 'signpost', version: '1.2.3' })
    expect(only.tool.driver.rules.map((r: { id: string }) => r.id)).toEqual(['CONFIG_MISSING', 'CONFIG_UNREADABLE'])
    expect(only.tool.driver.rules[0].help.markdown).toBe(RULES.CONFIG_MISSING.docs)
    expect(only.tool.driver.rules[0].defaultConfiguration.level).toBe('error')
    expect(only.results).toEqual([
      {
        ruleId: 'CONFIG_UNREADABLE',
        ruleIndex: 1,
        level: 'error',
        message: { text: `${error.message} Hint: ${error.hint}` },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'skills/pdf-tools/SKILL.md', uriBaseId: '%SRCROOT%' },
              region: { startLine: 2, startColumn: 7, endLine: 2, endColumn: 15 },
            },
          },
        ],
        properties: { pointer: '/name' },
      },
      {
        ruleId: 'CONFIG_MISSING',
        ruleIndex: 0,
        level: 'warning',
        message: { text: 'Nobody knows.' },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'b.yaml', uriBaseId: '%SRCROOT%' } } }],
      },
      {
        ruleId: 'CONFIG_MISSING',
        ruleIndex: 0,
        level: 'note',
        message: { text: 'See there.' },
        locations: [{ physicalLocation: { artifactLocation: { uri: 'https://a.example/x' } } }],
      },
    ])
  })

  test('a file name is a URI reference, and a quoted text no link', () => {
    const odd = { ...error, file: 'a b/ü#?\uD800.md', message: 'See [here](https://evil.example).' }
    const [result] = JSON.parse(reporters.sarif(run([odd]), context)).runs[0].results
    expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe('a%20b/%C3%BC%23%3F%EF%BF%BD.md')
    expect(result.message.text).toContain('[here] (https')
  })
})

test('a rule with its place makes a finding that every reporter shows', () => {
  const finding = diagnose('CONFIG_UNREADABLE', { file: 'vite.config.ts' }, { file: 'vite.config.ts', reason: 'boom.' })
  for (const reporter of Object.values(reporters)) {
    expect(reporter(run([finding]), context)).toContain('vite.config.ts could not be loaded: boom.')
  }
})

test.each([
  [[], 'no problems'],
  [[warning], '1 warning'],
  [[error, error, suggestion], '2 errors, 1 suggestion'],
])('counts %#', (diagnostics, text) => {
  expect(countsText(count(diagnostics))).toBe(text)
})

describe('text from untrusted files', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '\n::error::forged',
      '\u001B]8;;https://evil.example\u0007x',
      '\u202Ecod',
      '\r\nnone',
      '%0A::warning::x',
      '\u009B2J',
    ),
  )
  const finding = fc.record({
    message: hostile,
    hint: hostile,
    file: hostile,
    pointer: hostile,
    line: fc.nat({ max: 3 }),
    column: fc.nat(),
  })

  test.each(Object.keys(reporters) as ReporterName[])('%s prints none of its control characters', (name) => {
    fc.assert(
      fc.property(finding, hostile, (parts, text) => {
        const d: Diagnostic = { ...parts, code: 'CONFIG_MISSING', severity: 'error' }
        const shown = reporters[name](run([d]), { ...context, sourceText: () => text })
        expect(shown.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
      }),
    )
  })

  test.each(['agent', 'github'] as const)('%s shows two lines for one finding', (name) => {
    fc.assert(
      fc.property(finding, (parts) => {
        const d: Diagnostic = { ...parts, code: 'CONFIG_MISSING', severity: 'error' }
        const lines = reporters[name](run([d]), context).split('\n')
        expect(lines).toHaveLength(3)
        if (name === 'github') expect(lines[0]).toMatch(/^::error [^:]*::/)
      }),
    )
  })
})

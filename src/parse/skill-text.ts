import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'

const MAX_LINES = 500

/** What clients stumble over in the text of a SKILL.md: fences, dashes between them, line ends and length. */
export function checkSkillText(text: string, file: string): Diagnostic[] {
  const lines = text.split('\n')
  const opening = lines[0]?.replace(/\r$/, '') ?? ''
  const close = lines.findIndex((line, i) => i > 0 && line.startsWith('---'))
  const dashes = lines.slice(1, Math.max(1, close)).flatMap((line, i) => {
    const at = line.indexOf('---')
    const place = { file, line: i + 2, column: at + 1, endLine: i + 2, endColumn: at + 4 }
    return at < 0 ? [] : [diagnose('FRONT_MATTER_DASHES', place, {})]
  })
  const count = text.endsWith('\n') ? lines.length - 1 : lines.length
  return [
    ...(/^---[ \t]+$/.test(opening)
      ? [
          diagnose(
            'FRONT_MATTER_FENCE_SPACE',
            { file, line: 1, column: 4, endLine: 1, endColumn: opening.length + 1 },
            {},
          ),
        ]
      : []),
    ...dashes,
    ...(text.includes('\r\n')
      ? [diagnose('SKILL_LINE_ENDINGS', { file, line: 1 + lines.findIndex((line) => line.endsWith('\r')) }, {})]
      : []),
    ...(count > MAX_LINES
      ? [diagnose('SKILL_LENGTH', { file, line: MAX_LINES + 1 }, { lines: count, limit: MAX_LINES })]
      : []),
  ]
}

import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { withoutBlock, ROBOTS_PATH } from './robots.ts'

/**
 * What in the publisher's robots.txt keeps clients from the ARD manifest.
 *
 * @param text As the publisher wrote it, with the lines of an earlier build or without.
 * @param path Path of the manifest, with a leading slash.
 */
export function checkRobots(text: string, origin: string, path: string): Diagnostic[] {
  const lines = directives(withoutBlock(text))
  const url = origin + path
  const found = lines.find(({ name, value }) => name === 'agentmap' && value !== url)
  const other =
    found === undefined
      ? []
      : [
          diagnose(
            'ARD_AGENTMAP',
            { file: ROBOTS_PATH, line: found.line },
            { file: ROBOTS_PATH, found: found.value, url },
          ),
        ]
  const rule = decisiveRule(lines, path)
  const blocked =
    rule?.name === 'disallow'
      ? [
          diagnose(
            'ARD_ROBOTS_BLOCKED',
            { file: ROBOTS_PATH, line: rule.line },
            { file: ROBOTS_PATH, rule: rule.value, path },
          ),
        ]
      : []
  return [...other, ...blocked]
}

interface Directive {
  readonly name: string
  readonly value: string
  readonly line: number
}

function directives(text: string): Directive[] {
  return text.split(/\r?\n|\r/).flatMap((written, i): Directive[] => {
    const [, name, value] = /^\s*([^#:\s]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(written) ?? []
    return name === undefined || value === undefined ? [] : [{ name: name.toLowerCase(), value, line: i + 1 }]
  })
}

/** The rule for all crawlers that decides about a path: the longest, and of two the one that allows (RFC 9309, 2.2.2). */
function decisiveRule(lines: readonly Directive[], path: string): Directive | undefined {
  const rules: Directive[] = []
  let applies = false
  let isOpen = false
  for (const directive of lines) {
    if (directive.name === 'user-agent') {
      applies = directive.value === '*' || (isOpen && applies)
      isOpen = true
    } else if (directive.name === 'allow' || directive.name === 'disallow') {
      isOpen = false
      if (applies && directive.value !== '' && matches(directive.value, path)) rules.push(directive)
    }
  }
  return rules.toSorted((a, b) => b.value.length - a.value.length || (a.name === 'allow' ? -1 : 1))[0]
}

/** Whether a path starts with a pattern: `*` stands for anything, `$` at the end for the end (RFC 9309, 2.2.3). */
function matches(pattern: string, path: string): boolean {
  const ends = pattern.endsWith('$')
  const parts = (ends ? pattern.slice(0, -1) : pattern).split('*')
  let at = parts[0]!.length
  if (!path.startsWith(parts[0]!)) return false
  for (const [i, part] of parts.entries()) {
    if (i === 0) continue
    const found = ends && i === parts.length - 1 ? path.lastIndexOf(part) : path.indexOf(part, at)
    if (found < at) return false
    at = found + part.length
  }
  return !ends || at === path.length
}

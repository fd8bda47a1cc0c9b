/** An Agent Skill's name (Agent Skills specification, "name"), but for its length. */
const SKILL_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_LENGTH = 64

/** What is wrong with an Agent Skill's name, as the rest of a sentence; `undefined` for a good one. */
export function nameProblem(name: string): string | undefined {
  const length = [...name].length
  if (SKILL_NAME.test(name)) return length > MAX_LENGTH ? `is ${length} characters long` : undefined
  return PROBLEMS.find(([pattern]) => pattern.test(name))?.[1] ?? 'holds characters that are not allowed'
}

/** The valid name nearest to a text; `undefined` where nothing of it is left. */
export function nameFor(text: string): string | undefined {
  const name = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? undefined : name
}

const PROBLEMS: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'is empty'],
  [/^\s/, 'starts with a space'],
  [/\s$/, 'ends with a space'],
  [/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u, 'holds an invisible character'],
  [/\s/, 'holds a space'],
  [/[A-Z]/, 'holds capital letters'],
  [/[^\x20-\x7E]/, 'holds characters outside ASCII, which no discovery index takes'],
  [/[._]/, 'holds a dot or an underscore'],
  [/^-/, 'starts with a hyphen'],
  [/-$/, 'ends with a hyphen'],
  [/--/, 'holds two hyphens in a row'],
]

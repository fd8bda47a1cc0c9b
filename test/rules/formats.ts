import { agentSkill, server, skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

/** The time by which the fixtures are judged: 2026-11-30. */
const now = 1_795_996_800

function securityTxt(code: Fixture['code'], members: object, expect: Fixture['expect']): Fixture {
  const option = { contact: 'mailto:security@acme.example', expires: '2027-06-30T00:00:00Z', ...members }
  const options = { formats: { 'security-txt': option } }
  return { code, files: { 'skills/parcels.yaml': skill() }, options, context: { now }, expect }
}

function toolspec(code: Fixture['code'], bytes: number, expect: Fixture['expect']): Fixture {
  const tools = `[{ name: greet, description: ${'x'.repeat(bytes - 74)}, inputSchema: { type: object } }]`
  return { code, files: { 'agents/tools.yaml': server({ tools }) }, expect }
}

/** Fixtures of findings about single documents of a site. */
export const formatFixtures: readonly Fixture[] = [
  toolspec('MCP_TOOLSPEC_LARGE', 8000, 'suggestion agents/tools.yaml:6:1'),
  toolspec('MCP_TOOLSPEC_TOO_LARGE', 10_000, 'warning agents/tools.yaml:6:1'),
  {
    code: 'MCP_ALIAS_SERVER',
    files: { 'agents/tools.yaml': server(), 'agents/yard.yaml': server({ name: 'example.acme/yard' }) },
    options: { formats: { mcp: { aliases: true } } },
    expect: 'error agents/tools.yaml',
  },
  {
    code: 'MCP_ALIAS_SERVER',
    title: 'two marks',
    files: {
      'agents/tools.yaml': server({ publish: '{ primary: true }' }),
      'agents/yard.yaml': server({ name: 'example.acme/yard', publish: '{ primary: true }' }),
    },
    options: { formats: { mcp: { aliases: true } } },
    expect: 'error agents/tools.yaml',
  },
  {
    code: 'SKILL_FILE_UNLISTED',
    files: agentSkill({}, { 'references/100%.md': 'Count.\n' }),
    expect: 'suggestion skills/till-close/SKILL.md',
  },
  securityTxt('SECURITY_TXT_EXPIRED', { expires: '2026-11-29T00:00:00Z' }, 'error vite.config.ts'),
  securityTxt('SECURITY_TXT_EXPIRES_SOON', { expires: '2026-12-24T00:00:00Z' }, 'suggestion vite.config.ts'),
  securityTxt('SECURITY_TXT_EXPIRES_FAR', { expires: '2036-01-01T00:00:00Z' }, 'warning vite.config.ts'),
  securityTxt(
    'SECURITY_TXT_CANONICAL',
    { canonical: 'https://www.acme.example/.well-known/security.txt' },
    'warning vite.config.ts',
  ),
]

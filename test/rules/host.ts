import { agentSkill, skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const FILES = { 'skills/parcel.yaml': skill() }

/** Fixtures of findings about the platform that a site is deployed to. */
export const hostFixtures: readonly Fixture[] = [
  {
    code: 'HOST_LIMIT',
    files: FILES,
    options: { hosts: ['cloudflare-pages'] },
    context: { publicFiles: Array.from({ length: 20_000 }, (_, i) => `photos/${i}.jpg`) },
    expect: 'error vite.config.ts',
  },
  {
    code: 'HOST_FILE_NAME',
    files: agentSkill({}, { 'references/a#1.md': 'Count.\n' }),
    options: { hosts: ['netlify'] },
    expect: 'error vite.config.ts',
    also: ['suggestion SKILL_FILE_UNLISTED skills/till-close/SKILL.md'],
  },
  {
    code: 'HOST_FILE_KEPT',
    files: FILES,
    options: { hosts: ['cloudflare-pages'] },
    context: { publicFiles: ['_worker.js'] },
    expect: 'warning _worker.js',
  },
  {
    code: 'HOST_RULE_TWICE',
    files: FILES,
    options: { hosts: ['netlify'] },
    context: {
      publicFiles: ['_headers'],
      publicTexts: { _headers: '/.well-known/skill-sharing\n  Content-Type: text/plain\n' },
    },
    expect: 'error _headers:2',
  },
  {
    code: 'HOST_ACTIVE_CONTENT',
    files: agentSkill({}, { 'assets/form.html': '<p>Count.\n' }),
    options: { hosts: ['github-pages'] },
    expect: 'warning skills/till-close/assets/form.html',
  },
]

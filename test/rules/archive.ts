import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentSkill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const at = (root: string, path: string): string => join(root, 'skills/till-close', path)

function link(target: string, path: string): NonNullable<Fixture['setup']> {
  return (root) => symlinkSync(target, at(root, path))
}

/** Fixtures of findings about the files of an Agent Skill and the archive made from them. */
export const archiveFixtures: readonly Fixture[] = [
  {
    code: 'SKILL_FILE_LINK',
    files: agentSkill(),
    setup: link('/etc/hostname', 'host.md'),
    expect: 'error skills/till-close/host.md',
  },
  {
    code: 'SKILL_FILE_LINK',
    title: 'broken',
    files: agentSkill(),
    setup: link('steps-old.md', 'steps.md'),
    expect: 'error skills/till-close/steps.md',
  },
  {
    code: 'SKILL_FILE_LINK',
    title: 'loop',
    files: agentSkill({}, { 'references/steps.md': 'Count.\n' }),
    setup: link('..', 'references/again'),
    expect: 'error skills/till-close/references/again',
  },
  {
    code: 'SKILL_FILE_LINK',
    title: 'chain',
    files: agentSkill({}, { 'references/deep/steps.md': 'Count.\n', 'more/steps.md': 'Count again.\n' }),
    setup(root) {
      symlinkSync('../more', at(root, 'references/more'))
      symlinkSync('references', at(root, 'linked'))
    },
    expect: 'error skills/till-close/references/more',
  },
  {
    code: 'SKILL_FILE_LINK',
    title: 'excluded',
    files: agentSkill({}, { '.drafts/steps.md': 'Count.\n' }),
    setup: link('.drafts/steps.md', 'steps.md'),
    expect: 'error skills/till-close/steps.md',
  },
  {
    code: 'SKILL_FILE_SPECIAL',
    files: agentSkill(),
    setup: (root) => void execFileSync('mkfifo', [at(root, 'queue')]),
    expect: 'error skills/till-close/queue',
  },
  {
    code: 'SKILL_FILE_UNREADABLE',
    files: agentSkill({}, { 'steps.md': 'Count.\n' }),
    setup(root) {
      chmodSync(root, 0o755)
      chmodSync(at(root, 'steps.md'), 0)
      if (process.geteuid?.() !== 0) return undefined
      process.seteuid!(65_534)
      return () => process.seteuid!(0)
    },
    expect: 'error skills/till-close/steps.md',
  },
  {
    code: 'SKILL_FILE_TWINS',
    files: agentSkill({}, { 'references/Steps.md': 'Count.\n', 'references/steps.md': 'Count twice.\n' }),
    expect: 'error skills/till-close/references/Steps.md',
  },
  {
    code: 'SKILL_FILE_TWINS',
    title: 'form',
    files: agentSkill({}, { 'caf\u00E9.md': 'Count.\n', 'cafe\u0301.md': 'Count twice.\n' }),
    expect: 'error skills/till-close/cafe\u0301.md',
  },
  {
    code: 'SKILL_FILE_NAME',
    files: agentSkill({}, { 'steps\\one.md': 'Count.\n' }),
    expect: 'error skills/till-close/steps\\one.md',
  },
  {
    code: 'SKILL_FILE_NAME_PORTABLE',
    files: agentSkill({}, { 'why?.md': 'Count.\n' }),
    expect: 'warning skills/till-close/why?.md',
  },
  {
    code: 'SKILL_FILE_PATH_LENGTH',
    files: agentSkill({}, { [`references/${'steps-of-the-evening-'.repeat(5)}.md`]: 'Count.\n' }),
    expect: `suggestion skills/till-close/references/${'steps-of-the-evening-'.repeat(5)}.md`,
  },
  {
    code: 'SKILL_FILE_SIZE',
    files: agentSkill({}, { 'assets/demo.mp4': '' }),
    setup: (root) => truncateSync(at(root, 'assets/demo.mp4'), 26 * 1_048_576),
    expect: 'warning skills/till-close/assets/demo.mp4',
  },
  {
    code: 'SKILL_FOLDER_NESTED',
    files: agentSkill({}, { 'examples/small/SKILL.md': '---\nname: small\ndescription: Counts.\n---\n' }),
    expect: 'warning skills/till-close/examples/small/SKILL.md',
  },
  {
    code: 'ARCHIVE_TOO_MANY_FILES',
    files: agentSkill(),
    setup(root) {
      mkdirSync(at(root, 'data'))
      for (let i = 0; i < 1000; i += 1) writeFileSync(at(root, `data/${i}.csv`), '')
    },
    expect: 'error skills/till-close/SKILL.md',
  },
  {
    code: 'ARCHIVE_TOO_LARGE',
    files: agentSkill({}, { 'a.bin': '', 'b.bin': '', 'c.bin': '' }),
    setup(root) {
      for (const name of ['a.bin', 'b.bin', 'c.bin']) truncateSync(at(root, name), 20 * 1_048_576)
    },
    expect: 'error skills/till-close/SKILL.md',
  },
]

import { agentSkill, skillMd, tillClose } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const MD = 'skills/till-close/SKILL.md'

/** Fixtures of findings about the text and the front matter of a SKILL.md. */
export const skillMdFixtures: readonly Fixture[] = [
  { code: 'SKILL_NAME_MISSING', files: agentSkill({ name: undefined }), expect: `error ${MD}:2:1` },
  { code: 'SKILL_NAME_FORM', files: agentSkill({ name: 'Till Close' }), expect: `error ${MD}:2:7` },
  {
    code: 'SKILL_NAME_FORM',
    title: 'invisible',
    files: agentSkill({ name: 'till\u200B-close' }),
    expect: `error ${MD}:2:7`,
  },
  { code: 'SKILL_NAME_MISMATCH', files: agentSkill({ name: 'till-closing' }), expect: `error ${MD}:2:7` },
  {
    code: 'SKILL_NAME_MISMATCH',
    title: 'of a folder that is no name',
    files: {
      'skills/Till_Close/SKILL.md': skillMd({ metadata: '{ access: public, version: "1.0.0" }', publish: undefined }),
      'skills/Till_Close/skill.yaml': 'representativeQueries: [close my till, count the drawer]\n',
    },
    expect: 'error skills/Till_Close/SKILL.md:2:7',
  },
  {
    code: 'SKILL_NAME_AMBIGUOUS',
    files: {
      'skills/on/SKILL.md': skillMd({ name: 'on', metadata: '{ access: public, version: "1.0.0" }' }),
      'skills/on/skill.yaml': 'representativeQueries: [switch it on, turn on the lamp]\n',
    },
    expect: 'suggestion skills/on/SKILL.md:2:7',
  },
  {
    code: 'SKILL_NAME_RESERVED',
    files: {
      'skills/claude-notes/SKILL.md': skillMd({
        name: 'claude-notes',
        metadata: '{ access: public, version: "1.0.0" }',
      }),
      'skills/claude-notes/skill.yaml': 'representativeQueries: [take notes, read my notes]\n',
    },
    expect: 'suggestion skills/claude-notes/SKILL.md:2:7',
  },
  { code: 'SKILL_DESCRIPTION_MISSING', files: agentSkill({ description: undefined }), expect: `error ${MD}:2:1` },
  {
    code: 'SKILL_DESCRIPTION_MISSING',
    title: 'blank',
    files: agentSkill({ description: '"  "' }),
    expect: `error ${MD}:3:14`,
  },
  {
    code: 'SKILL_DESCRIPTION_TOO_LONG',
    files: agentSkill({ description: 'Closes a till. '.repeat(80) }),
    expect: `error ${MD}:3:14`,
  },
  {
    code: 'SKILL_DESCRIPTION_UNITS',
    files: agentSkill({ description: '🧾 '.repeat(400) }),
    expect: `suggestion ${MD}:3:14`,
  },
  {
    code: 'SKILL_DESCRIPTION_TAG',
    files: agentSkill({ description: 'Closes a till. Use it in <shop> contexts.' }),
    expect: `suggestion ${MD}:3:14`,
  },
  { code: 'SKILL_MEMBER_NOT_TEXT', files: agentSkill({ description: '[Closes a till]' }), expect: `error ${MD}:3:14` },
  { code: 'SKILL_MEMBER_FORM', files: agentSkill({ 'allowed-tools': '[Read, Bash]' }), expect: `warning ${MD}:4:16` },
  {
    code: 'SKILL_COMPATIBILITY_TOO_LONG',
    files: agentSkill({ compatibility: 'Needs a till. '.repeat(40) }),
    expect: `error ${MD}:4:16`,
  },
  {
    code: 'SKILL_METADATA_VALUE',
    files: agentSkill({ metadata: '{ revision: 1.10 }' }),
    expect: `suggestion ${MD}:4:23`,
  },
  {
    code: 'SKILL_LENGTH',
    files: tillClose({ 'SKILL.md': skillMd({}, 'Count the drawer.\n'.repeat(520)) }),
    expect: `suggestion ${MD}:501`,
  },
  {
    code: 'SKILL_LINE_ENDINGS',
    files: tillClose({ 'SKILL.md': skillMd().replaceAll('\n', '\r\n') }),
    expect: `suggestion ${MD}:1`,
  },
  {
    code: 'SKILL_LINK_TARGET',
    files: tillClose({
      'SKILL.md': skillMd({}, 'Follow [the steps](references/Steps.md).\n'),
      'references/steps.md': 'Count.\n',
    }),
    expect: `warning ${MD}:6:20`,
  },
  {
    code: 'SKILL_LINK_TARGET',
    title: 'outside',
    files: tillClose({ 'SKILL.md': skillMd({}, 'See [the other](../till-open/SKILL.md).\n') }),
    expect: `warning ${MD}:6:17`,
  },
]

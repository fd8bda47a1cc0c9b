import { BESIDE, skill, skillMd, tillClose } from './definitions.ts'
import type { Fixture } from './fixture.ts'

/** Fixtures of findings about the front matter of Markdown files. */
export const frontMatterFixtures: readonly Fixture[] = [
  {
    code: 'FRONT_MATTER_MISSING',
    files: tillClose({ 'SKILL.md': '# Close a till\n\nCount the drawer.\n' }),
    expect: 'error skills/till-close/SKILL.md:1:1',
  },
  {
    code: 'FRONT_MATTER_NOT_FIRST',
    files: tillClose({ 'SKILL.md': `<!-- Reviewed by the shop team -->\n\n${skillMd()}` }),
    expect: 'error skills/till-close/SKILL.md:3:1',
  },
  {
    code: 'FRONT_MATTER_LANGUAGE',
    files: tillClose({ 'SKILL.md': skillMd().replace('---', '---js') }),
    expect: 'error skills/till-close/SKILL.md:1:1',
  },
  {
    code: 'FRONT_MATTER_UNTERMINATED',
    files: tillClose({ 'SKILL.md': skillMd().replace('\n---\n', '\n') }),
    expect: 'error skills/till-close/SKILL.md:1:1',
  },
  {
    code: 'FRONT_MATTER_FENCE',
    files: tillClose({ 'SKILL.md': skillMd().replace('\n---\n', '\n--- end of metadata\n') }),
    expect: 'error skills/till-close/SKILL.md:4:1',
  },
  {
    code: 'FRONT_MATTER_DASHES',
    files: tillClose({ 'SKILL.md': skillMd({ description: 'Closes a till --- at the end of a shift.' }) }),
    expect: 'warning skills/till-close/SKILL.md:3:28',
  },
  {
    code: 'FRONT_MATTER_FENCE_SPACE',
    files: tillClose({ 'SKILL.md': skillMd().replace('---\n', '--- \n') }),
    expect: 'warning skills/till-close/SKILL.md:1:4',
  },
  {
    code: 'YAML_UNQUOTED_COLON',
    title: 'in front matter',
    files: tillClose({ 'SKILL.md': skillMd({ description: 'Use when: a shift ends.' }) }),
    expect: 'error skills/till-close/SKILL.md:3:14',
  },
  {
    code: 'YAML_EMPTY',
    title: 'in front matter',
    files: {
      'skills/till-close/SKILL.md': '---\n# name: till-close\n---\n\nCount.\n',
      'skills/till-close/skill.yaml': BESIDE,
    },
    expect: 'error skills/till-close/SKILL.md:1:1',
  },
  {
    code: 'YAML_DUPLICATE_KEY',
    title: 'in front matter',
    files: { 'skills/parcel.md': `---\n${skill()}access: private\n---\n\nHow to track.\n` },
    expect: 'error skills/parcel.md:9:1',
  },
]

import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { agent, agentSkill, BESIDE, skill, skillMd } from './definitions.ts'
import type { Fixture } from './fixture.ts'

/** Fixtures of findings that every kind of definition can have. */
export const definitionFixtures: readonly Fixture[] = [
  {
    code: 'DEFINITION_MEMBER_MISSING',
    files: { 'skills/parcel.yaml': skill({ description: undefined }) },
    expect: 'error skills/parcel.yaml:1:1',
  },
  {
    code: 'DEFINITION_MEMBER_MISSING',
    title: 'in a member',
    files: { 'skills/parcel.yaml': skill({ endpoint: '{ method: POST }' }) },
    expect: 'error skills/parcel.yaml:6:1',
  },
  {
    code: 'DEFINITION_MEMBER_TYPE',
    files: { 'skills/parcel.yaml': skill({ tags: 'parcels, tracking' }) },
    expect: 'error skills/parcel.yaml:8:7',
  },
  {
    code: 'DEFINITION_MEMBER_EMPTY',
    files: { 'skills/parcel.yaml': skill({ documentation_url: '' }) },
    expect: 'warning skills/parcel.yaml:8:1',
  },
  {
    code: 'DEFINITION_MEMBER_VALUE',
    files: { 'skills/parcel.yaml': skill({ capability_type: 'apis' }) },
    expect: 'error skills/parcel.yaml:4:18',
  },
  {
    code: 'DEFINITION_UNKNOWN_KEY',
    files: { 'skills/parcel.yaml': skill({ documentation_uri: 'https://acme.example/docs' }) },
    expect: 'warning skills/parcel.yaml:8:1',
  },
  {
    code: 'DEFINITION_FOREIGN_KEY',
    files: agentSkill({ 'argument-hint': 'the number of the till' }),
    expect: 'suggestion skills/till-close/SKILL.md:4:1',
  },
  {
    code: 'DEFINITION_FOREIGN_KEY',
    title: 'of an agent',
    files: { 'agents/desk.yaml': agent({ color: 'green' }) },
    expect: 'suggestion agents/desk.yaml:10:1',
  },
  {
    code: 'DEFINITION_IS_FOLDER',
    files: { 'skills/till-close/SKILL.md/notes.txt': 'Notes', 'skills/parcel.yaml': skill() },
    expect: 'error skills/till-close/SKILL.md',
  },
  {
    code: 'DEFINITION_IS_FOLDER',
    title: 'beside others',
    files: { 'skills/till.yaml/notes.txt': 'Notes', 'skills/parcel.yaml': skill() },
    expect: 'error skills/till.yaml',
  },
  {
    code: 'DEFINITION_UNREADABLE',
    files: { 'skills/parcel.yaml': skill() },
    setup: (root) => symlinkSync('moved.yaml', join(root, 'skills/labels.yaml')),
    expect: 'error skills/labels.yaml',
  },
  {
    code: 'DEFINITION_UNREADABLE',
    title: 'a pipe',
    files: { 'skills/parcel.yaml': skill() },
    setup: (root) => void execFileSync('mkfifo', [join(root, 'skills/labels.yaml')]),
    expect: 'error skills/labels.yaml',
  },
  {
    code: 'DEFINITION_LINK_OUTSIDE',
    files: { 'skills/parcel.yaml': skill() },
    setup: (root) => symlinkSync('/etc/hostname', join(root, 'skills/labels.yaml')),
    expect: 'error skills/labels.yaml',
  },
  {
    code: 'DEFINITION_FILE_NAME',
    files: { 'skills/till-close/Skill.md': skillMd(), 'skills/parcel.yaml': skill() },
    expect: 'error skills/till-close/Skill.md',
  },
  {
    code: 'DEFINITION_FILE_NAME',
    title: 'its ending',
    files: { 'skills/labels.YAML': skill(), 'skills/parcel.yaml': skill() },
    expect: 'error skills/labels.YAML',
  },
  {
    code: 'DEFINITION_FILE_NAME',
    title: 'of the data beside it',
    files: { ...agentSkill(), 'skills/till-close/Skill.yml': BESIDE, 'skills/till-close/skill.yaml': BESIDE },
    expect: 'error skills/till-close/Skill.yml',
  },
  {
    code: 'DEFINITION_NAME',
    files: { 'skills/Parcel Tracking.yaml': skill() },
    expect: 'error skills/Parcel Tracking.yaml:1:1',
  },
  {
    code: 'DEFINITION_NAME',
    title: 'the slug',
    files: { 'skills/parcel.yaml': skill({ publish: '{ slug: Parcel_ }' }) },
    expect: 'error skills/parcel.yaml:8:18',
  },
  {
    code: 'DEFINITION_NAME',
    title: 'an invisible character',
    files: { 'agents/desk\u200B.yaml': agent() },
    expect: 'error agents/desk\u200B.yaml:1:1',
  },
  {
    code: 'DEFINITION_TWICE',
    files: {
      'skills/parcel.yaml': skill(),
      'skills/parcel/skill.yaml': skill({ access: 'restricted', auth: '{ type: api_key }' }),
    },
    expect: 'error skills/parcel/skill.yaml',
  },
  {
    code: 'DEFINITION_TWICE',
    title: 'in one folder',
    files: { ...agentSkill(), 'skills/till-close/skill.md': skillMd() },
    expect: 'error skills/till-close/SKILL.md',
  },
  {
    code: 'DEFINITION_TWICE',
    title: 'data in one folder',
    files: { 'skills/parcel/skill.yaml': skill(), 'skills/parcel/skill.yml': skill() },
    expect: 'error skills/parcel/skill.yml',
  },
  {
    code: 'DEFINITION_NESTED',
    files: { 'skills/shop/parcel/skill.yaml': skill(), 'skills/labels.yaml': skill() },
    expect: 'warning skills/shop',
  },
  {
    code: 'DEFINITION_IGNORED',
    files: { 'skills/settings.json': '{ "theme": "dark" }', 'skills/parcel.yaml': skill() },
    expect: 'suggestion skills/settings.json',
  },
  {
    code: 'DEFINITION_IGNORED',
    title: 'an agent of another tool',
    files: { 'agents/reviewer.md': '---\nname: reviewer\nmodel: large\n---\n\nReview.\n', 'agents/desk.yaml': agent() },
    expect: 'suggestion agents/reviewer.md',
  },
  {
    code: 'DEFINITION_CONTRADICTION',
    files: agentSkill({ version: '2.0.0' }),
    expect: 'error skills/till-close/skill.yaml:1:10',
    also: ['warning SKILL_TOP_LEVEL skills/till-close/SKILL.md:4:1'],
  },
  {
    code: 'DEFINITION_CONTRADICTION',
    title: 'with metadata',
    files: agentSkill({ metadata: '{ version: "1.1.0" }' }),
    expect: 'error skills/till-close/skill.yaml:1:10',
  },
  {
    code: 'QUERIES_COUNT',
    files: { 'skills/parcel.yaml': skill({ representativeQueries: '[where is my parcel]' }) },
    expect: 'error skills/parcel.yaml:7:1',
  },
  {
    code: 'QUERIES_COUNT',
    title: 'too many',
    files: { 'skills/parcel.yaml': skill({ representativeQueries: '[a b, b c, c d, d e, e f, f g]' }) },
    expect: 'error skills/parcel.yaml:7:1',
  },
  {
    code: 'QUERIES_MISSING',
    files: { 'skills/parcel.yaml': skill({ representativeQueries: undefined }) },
    expect: 'warning skills/parcel.yaml:1:1',
  },
  {
    code: 'QUERIES_SAME',
    files: {
      'skills/parcel.yaml': skill({ representativeQueries: '[where is it, when does it arrive, Where is it]' }),
    },
    expect: 'error skills/parcel.yaml:7:59',
  },
  {
    code: 'DEFINITION_UNREADABLE',
    title: 'a folder of definitions',
    files: { 'skills/parcel.yaml': skill() },
    setup: (root) => {
      mkdirSync(join(root, 'agents'))
      symlinkSync('desk', join(root, 'agents/desk'))
    },
    expect: 'error agents/desk',
  },
]

import { agent, agentSkill, skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

/** Fixtures of findings about who may see a definition. */
export const accessFixtures: readonly Fixture[] = [
  {
    code: 'ACCESS_MISSING',
    files: { 'skills/parcel.yaml': skill({ access: undefined }) },
    expect: 'error skills/parcel.yaml:1:1',
  },
  {
    code: 'ACCESS_VALUE',
    files: { 'skills/parcel.yaml': skill({ access: 'privat' }) },
    expect: 'error skills/parcel.yaml:3:9',
  },
  {
    code: 'ACCESS_VALUE',
    title: 'empty',
    files: { 'agents/desk.yaml': agent({ access: '' }) },
    expect: 'error agents/desk.yaml:10:1',
  },
  {
    code: 'ACCESS_VALUE',
    title: 'a truth value',
    files: { 'agents/desk.yaml': agent({ access: 'false' }) },
    expect: 'error agents/desk.yaml:10:9',
  },
  {
    code: 'ACCESS_LOOKALIKE',
    files: { 'skills/parcel.yaml': skill({ visibility: 'private' }) },
    expect: 'error skills/parcel.yaml:8:1',
  },
  {
    code: 'ACCESS_LOOKALIKE',
    title: 'deeper',
    files: { 'agents/desk.yaml': agent({ publish: '{ hidden: true }' }) },
    expect: 'error agents/desk.yaml:10:12',
  },
  {
    code: 'ACCESS_LOOKALIKE',
    title: 'misspelt',
    files: { 'skills/parcel.yaml': skill({ access: undefined, acess: 'private' }) },
    expect: 'error skills/parcel.yaml:7:1',
  },
  {
    code: 'ACCESS_CONTRADICTION',
    files: agentSkill({ metadata: '{ internal: true }' }),
    expect: 'error skills/till-close/skill.yaml:2:9',
  },
]

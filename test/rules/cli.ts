import { skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const FILES = { 'skills/parcel.yaml': skill() }

/** Fixtures of findings about what a command needs before it can look at a definition. */
export const cliFixtures: readonly Fixture[] = [
  { code: 'CONFIG_MISSING', files: FILES, argv: ['check'], expect: 'error' },
  {
    code: 'CONFIG_MISSING',
    title: 'without the plugin',
    files: { ...FILES, 'vite.config.ts': 'export default {}\n' },
    argv: ['check'],
    expect: 'error vite.config.ts',
  },
  {
    code: 'CONFIG_UNREADABLE',
    files: { ...FILES, 'signpost.config.mjs': "throw new Error('no such team')\n" },
    argv: ['check'],
    expect: 'error signpost.config.mjs',
  },
  {
    code: 'CONFIG_UNREADABLE',
    title: 'nothing exported',
    files: { ...FILES, 'signpost.config.mjs': 'export const origin = 1\n' },
    argv: ['check'],
    expect: 'error signpost.config.mjs',
  },
]

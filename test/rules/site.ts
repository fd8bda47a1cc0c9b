import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from '../../src/emit/lock.ts'
import { skill } from './definitions.ts'
import type { Fixture } from './fixture.ts'

const OPTIONS = { origin: 'https://acme.example', provider: { name: 'Acme' }, trust: false }
const config = (more: object = {}): string => `export default ${JSON.stringify({ ...OPTIONS, ...more })}\n`
const FILES = { 'signpost.config.mjs': config(), 'skills/parcel.yaml': skill() }

/** Fixtures of findings about what a site holds and about writing it into its folders. */
export const siteFixtures: readonly Fixture[] = [
  {
    code: 'SITE_PATH_CONFLICT',
    files: FILES,
    context: { publicFiles: ['.well-known/skill-sharing'] },
    expect: 'error skills/parcel.yaml',
  },
  {
    code: 'SITE_PATH_CONFLICT',
    title: 'a file where a folder must be',
    files: FILES,
    context: { publicFiles: ['skills'] },
    expect: 'error skills/parcel.yaml',
  },
  {
    code: 'SITE_PATH_CONFLICT',
    title: 'in the folder of another tool',
    files: { ...FILES, 'out/.well-known/skill-sharing': 'theirs' },
    argv: ['build', '--out-dir', 'out'],
    expect: 'error skills/parcel.yaml',
  },
  {
    code: 'SITE_PUBLISHER_FILE',
    files: FILES,
    context: { publicFiles: ['index.html'] },
    expect: 'suggestion index.html',
  },
  {
    code: 'SITE_TARGET_REFUSED',
    files: FILES,
    argv: ['build', '--out-dir', 'skills'],
    expect: 'error signpost.config.mjs',
  },
  {
    code: 'SITE_TARGET_REFUSED',
    title: 'with files of somebody else',
    files: { ...FILES, 'dist-deploy/notes.txt': 'Notes' },
    argv: ['build', '--out-dir', 'out'],
    expect: 'error signpost.config.mjs',
  },
  {
    code: 'SITE_LOCKED',
    files: FILES,
    setup: (root) => void acquireLock(join(root, 'out')),
    argv: ['build', '--out-dir', 'out'],
    expect: 'error signpost.config.mjs',
  },
  {
    code: 'SITE_WRITE_FAILED',
    files: { ...FILES, 'signpost.config.mjs': config({ deployDir: 'd'.repeat(300) }) },
    setup: (root) => void mkdirSync(join(root, 'out')),
    argv: ['build', '--out-dir', 'out'],
    expect: 'error signpost.config.mjs',
  },
]

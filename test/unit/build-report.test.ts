import { expect, test } from 'vitest'
import { buildReport, buildSummary } from '../../src/build-report.ts'
import type { BuildResult } from '../../src/build.ts'
import type { EmitReport, FolderReport } from '../../src/emit.ts'
import type { Artifact, Site } from '../../src/site.ts'

function site(view: Site['view'], formats: readonly string[]): Site {
  const artifact = (format: string, index: number): Artifact => {
    return { path: `${index}`, body: new Uint8Array(), mediaType: 'text/plain', cache: 'discovery', from: [], format }
  }
  return { view, origin: `https://${view}.example`, artifacts: formats.map(artifact) }
}

function folder(role: FolderReport['role'], counts: Partial<FolderReport>): FolderReport {
  return { role, path: `dist-${role}`, files: 1, written: 0, unchanged: 1, removed: 0, changed: false, ...counts }
}

const result = { diagnostics: [], signing: 'unsigned', sourceText: () => undefined } as unknown as BuildResult
const emit: EmitReport = {
  folders: [
    folder('deploy', {}),
    folder('public', { files: 12, written: 2, unchanged: 10, removed: 3, changed: true }),
    folder('private', { files: 2, written: 2, unchanged: 0, changed: true }),
  ],
}

test('a build with both views', () => {
  const build = { ...result, public: site('public', ['b', 'b', 'a']), private: site('private', ['b', 'c']) }
  expect(buildSummary(build, emit)).toEqual([
    'Site of https://public.example, unsigned:',
    '  a              1 document, 0 in the authenticated view',
    '  b              2 documents, 1 in the authenticated view',
    '  c              0 documents, 1 in the authenticated view',
    '  dist-public   12 files: 2 written, 10 unchanged, 3 removed',
    '  dist-private   2 files: 2 written',
    '  dist-deploy    1 file: unchanged',
  ])
  expect(buildReport(build, emit)).toEqual({
    origin: 'https://public.example',
    signing: 'unsigned',
    formats: [
      { name: 'a', public: 1, private: 0 },
      { name: 'b', public: 2, private: 1 },
      { name: 'c', public: 0, private: 1 },
    ],
    folders: [emit.folders[1], emit.folders[2], emit.folders[0]],
    hosts: [],
  })
})

test('a build without a private view says nothing of one', () => {
  const build = { ...result, public: site('public', ['a']) }
  expect(buildSummary(build, { folders: [folder('public', {})] })[1]).toBe('  a            1 document')
})

test('a build that wrote nothing', () => {
  expect(buildSummary(result, undefined)).toEqual(['Nothing was written.'])
  expect(buildReport(result, undefined)).toEqual({})
  expect(buildReport({ ...result, public: site('public', ['a']) }, undefined)).toEqual({})
})

test('hosts: which the public folder is laid out for, and what each cannot do', () => {
  const hosts: BuildResult['hosts'] = [
    { name: 'netlify', title: 'Netlify', isFirst: true, notes: ['It cannot fly.'] },
    { name: 'nginx', title: 'nginx', isFirst: false, notes: [] },
    { name: 'caddy', title: 'Caddy 2', isFirst: false, notes: ['Neither can it.'] },
  ]
  const build = { ...result, public: site('public', ['a']), hosts }
  expect(buildSummary(build, { folders: [folder('public', {})] }).slice(3)).toEqual([
    'The public folder is laid out for Netlify. What nginx and Caddy 2 need lies in the deployment folder.',
    '  netlify: It cannot fly.',
    '  caddy: Neither can it.',
  ])
  expect(buildReport(build, emit)['hosts']).toEqual([
    { name: 'netlify', notes: ['It cannot fly.'] },
    { name: 'nginx', notes: [] },
    { name: 'caddy', notes: ['Neither can it.'] },
  ])
})

import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeSite, type EmitInput } from '../../../src/emit.ts'
import { readManifest } from '../../../src/emit/output.ts'
import { inputOf, makeRoot, read, stamps, write, writeFiles, type Run } from './project.ts'

const ROBOTS = { 'robots.txt': 'theirs and ours\n' }

/** A run whose robots.txt holds what the publisher wrote. */
function mergedInput(root: string, run: Run): EmitInput {
  const input = inputOf(root, run)
  const artifacts = input.build.public.artifacts.map((artifact) => ({ ...artifact, merged: true }))
  return { ...input, build: { ...input.build, public: { ...input.build.public, artifacts } } }
}

describe('a merged file', () => {
  test("takes the place of the one in the app's build", () => {
    const root = makeRoot({ 'public/robots.txt': 'theirs\n' })
    const app = { 'robots.txt': 'theirs\n', 'index.html': '<p>' }
    for (let i = 0; i < 2; i++) {
      const { diagnostics } = writeSite(mergedInput(root, { public: ROBOTS, app, publicDir: 'public' }))
      expect(diagnostics).toEqual([])
      expect(read(path.join(root, 'dist'))).toEqual({ ...ROBOTS, 'index.html': '<p>' })
      expect(read(path.join(root, 'public'))).toEqual({ 'robots.txt': 'theirs\n' })
    }
  })

  test('takes the place of the one that another framework wrote, and is known again', () => {
    const root = makeRoot({ 'dist/robots.txt': 'theirs\n', 'dist/index.html': '<p>' })
    expect(writeSite(mergedInput(root, { public: ROBOTS })).diagnostics).toEqual([])
    expect(read(path.join(root, 'dist'))).toEqual({ ...ROBOTS, 'index.html': '<p>' })
    const before = stamps(path.join(root, 'dist'))
    expect(writeSite(mergedInput(root, { public: ROBOTS })).diagnostics).toEqual([])
    expect(stamps(path.join(root, 'dist'))).toEqual(before)
    writeFiles(root, { 'dist/robots.txt': 'theirs, written anew\n' })
    expect(writeSite(mergedInput(root, { public: ROBOTS })).diagnostics).toEqual([])
    expect(read(path.join(root, 'dist'))).toEqual({ ...ROBOTS, 'index.html': '<p>' })
  })

  test('is no folder', () => {
    const root = makeRoot({ 'dist/robots.txt/a': 'theirs\n' })
    const { diagnostics } = writeSite(mergedInput(root, { public: ROBOTS }))
    expect(diagnostics.map(({ code }) => code)).toEqual(['SITE_PATH_CONFLICT'])
  })

  test('that is not marked as one is a conflict', () => {
    const root = makeRoot({ 'dist/robots.txt': 'theirs\n' })
    expect(write(root, { public: ROBOTS }).diagnostics.map(({ code }) => code)).toEqual(['SITE_PATH_CONFLICT'])
    expect(read(path.join(root, 'dist'))).toEqual({ 'robots.txt': 'theirs\n' })
  })
})

describe('files for the deployment', () => {
  const withFiles = (root: string, files: Record<string, string>): EmitInput => {
    const input = inputOf(root, { public: { a: '1' } })
    const deploy = Object.entries(files).map(([file, text]) => ({ path: file, body: new TextEncoder().encode(text) }))
    return { ...input, build: { ...input.build, deploy } }
  }
  const deployed = (root: string): Record<string, string> => {
    const { '.gitignore': _, 'manifest.json': __, ...files } = read(path.join(root, 'dist-deploy'))
    return files
  }

  test('lie beside the manifest, which lists them, and go when nobody makes them any more', () => {
    const root = makeRoot()
    writeSite(withFiles(root, { 'dns.zone': 'zone', 'netlify/_headers': 'h' }))
    expect(deployed(root)).toEqual({ 'dns.zone': 'zone', 'netlify/_headers': 'h' })
    const manifest = readManifest(path.join(root, 'dist-deploy'))
    expect(manifest?.deploy?.map(({ file }) => file)).toEqual(['dns.zone', 'netlify/_headers'])
    writeFiles(root, { 'dist-deploy/notes.txt': 'mine' })
    writeSite(withFiles(root, { 'dns.zone': 'other' }))
    expect(deployed(root)).toEqual({ 'dns.zone': 'other', 'notes.txt': 'mine' })
    writeSite(withFiles(root, {}))
    expect(deployed(root)).toEqual({ 'notes.txt': 'mine' })
  })

  test('never overwrite one of somebody else', () => {
    const root = makeRoot()
    writeSite(withFiles(root, {}))
    writeFiles(root, { 'dist-deploy/dns.zone': 'mine' })
    expect(writeSite(withFiles(root, { 'dns.zone': 'zone' })).diagnostics.map(({ code }) => code)).toEqual([
      'SITE_PATH_CONFLICT',
    ])
    expect(deployed(root)).toEqual({ 'dns.zone': 'mine' })
  })

  test.each(['../dns.zone', '/dns.zone', ''])('at the path %j are a bug', (file) => {
    const root = makeRoot()
    expect(() => writeSite(withFiles(root, { [file]: 'zone' }))).toThrow(TypeError)
  })
})

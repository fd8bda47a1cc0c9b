import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listPublisherFiles, readOutput } from '../../../src/emit/output.ts'
import { makeRoot, writeFiles, written } from './project.ts'

const PUBLIC = { '.well-known/skill-sharing': '{"v":1}', 'skills/a#?.json': '2' }

describe('a built site', () => {
  test('gives its manifest and the bytes of its files', () => {
    const root = makeRoot()
    written(root, { public: PUBLIC, app: { 'index.html': '<p>' } })
    const output = readOutput(path.join(root, 'dist'), path.join(root, 'dist-deploy'))!
    const texts = output.manifest.public.files.map(({ file }) => [file, new TextDecoder().decode(output.read(file))])
    expect(Object.fromEntries(texts)).toEqual(PUBLIC)
    expect(new TextDecoder().decode(output.read('index.html'))).toBe('<p>')
    for (const file of ['missing', 'skills', '../dist-deploy/manifest.json', '/etc/hostname', 'index.html/x'])
      expect(output.read(file)).toBeUndefined()
  })

  test('is none where nothing was built, or another folder than this', () => {
    const root = makeRoot({ 'out/index.html': '1' })
    const [dist, out, deploy] = ['dist', 'out', 'dist-deploy'].map((name) => path.join(root, name)) as [
      string,
      string,
      string,
    ]
    expect(readOutput(dist, deploy)).toBeUndefined()
    written(root, { public: PUBLIC, app: {} })
    expect(readOutput(out, deploy)).toBeUndefined()
    rmSync(dist, { recursive: true })
    expect(readOutput(dist, deploy)).toBeUndefined()
  })
})

test("the publisher's files of a shared folder are those that Signpost did not write", () => {
  const root = makeRoot({ 'dist/robots.txt': 'mine', 'dist/blog/index.html': 'mine', 'dist-deploy/none': '' })
  rmSync(path.join(root, 'dist-deploy'), { recursive: true })
  const list = (): string[] => listPublisherFiles(path.join(root, 'dist'), path.join(root, 'dist-deploy'))
  expect(list()).toEqual(['blog/index.html', 'robots.txt'])
  written(root, { public: PUBLIC })
  expect(list()).toEqual(['blog/index.html', 'robots.txt'])
  writeFiles(root, { 'dist/new.html': '1' })
  expect(list()).toEqual(['blog/index.html', 'new.html', 'robots.txt'])
})

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, type TestContext } from 'vitest'
import type { Artifact } from '../../src/site.ts'
import { buildSample, sampleRoot } from '../sample.ts'
import { serveArtifacts } from '../served.ts'
import { buildFiles } from '../site.ts'
import { installTool, recentNode, runTool, type Run } from './tool.ts'

/** Readers of discovery 0.1.0, of 0.2.0 with `files`, and of 0.2.0. */
const VERSIONS = ['1.3.9', '1.5.6', '1.7.4']

let project = ''

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'skills-cli-'))
})

afterEach(() => rmSync(project, { recursive: true, force: true }))

describe('the sample site', () => {
  const names = ['packing-fragile-goods', 'process-return']
  const sources = Object.fromEntries(
    names.map((name) => [name, readFolder(join(sampleRoot, 'skills', name), /^skill\.yaml$/)]),
  )

  test.for(VERSIONS)(
    'skills %s installs every public Agent Skill, as it lies in its folder',
    async (version, context) => {
      const { output } = await addSkills(context, version, (await buildSample()).public.artifacts)
      expect([installed(), output]).toEqual([sources, output])
    },
  )

  test('one changed byte makes skills 1.7.4 refuse the skill that it is in, and no other', async (context) => {
    const { artifacts } = (await buildSample()).public
    for (const [name, path] of [
      ['process-return', /^\.well-known\/agent-skills\/process-return-[0-9a-f]{12}\.zip$/],
      ['packing-fragile-goods', /^\.well-known\/agent-skills\/packing-fragile-goods\/SKILL\.md$/],
    ] as const) {
      const { output } = await addSkills(
        context,
        '1.7.4',
        artifacts.map((a) => (path.test(a.path) ? withFlippedByte(a) : a)),
      )
      const { [name]: _, ...others } = sources
      expect([installed(), output]).toEqual([others, output])
      rmSync(join(project, '.agents'), { recursive: true })
    }
  })
})

describe('names of all kinds', () => {
  const contents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    solo: { 'SKILL.md': skillMd('solo', 'Plays alone: use it for "solos".') },
    band: {
      'SKILL.md': skillMd('band', 'Plays together: use it for "gigs".'),
      'scripts/tune.sh': '#!/bin/sh\necho 440\n',
      'references/第一课_上台.md': '# 第一课\n',
      'references/Guía rápida (v2).md': '# Guía\r\n',
      'references/50% & more#1.md': '# Half\n',
      'assets/stage.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>\n',
    },
    index: { 'SKILL.md': skillMd('index', 'Makes a book index.') },
  }
  const files = Object.fromEntries(
    Object.entries(contents).flatMap(([name, folder]) =>
      Object.entries(folder).map(([file, text]) => [`skills/${name}/${file}`, text]),
    ),
  )

  test.for(VERSIONS)('skills %s', async (version, context) => {
    const { output } = await addSkills(context, version, (await buildFiles(files)).public!.artifacts)
    const { 'references/50% & more#1.md': _, ...plain } = contents['band']!
    // What an older client would ask for by another URL, it is not told of.
    const wanted = version === '1.7.4' ? contents : { ...contents, band: plain }
    expect([installed(), output]).toEqual([wanted, output])
  })
})

async function addSkills(context: TestContext, version: string, artifacts: readonly Artifact[]): Promise<Run> {
  const cli = await installTool(context, `skills@${version}`, 'node_modules/skills/bin/cli.mjs')
  const node = version === '1.7.4' ? await recentNode(context) : process.execPath
  const { origin } = await serveArtifacts(artifacts)
  return runTool(node, [cli, 'add', origin, '--skill', '*', '--agent', 'codex', '--copy', '--yes'], project)
}

/** The files of every installed skill. */
function installed(): Record<string, Record<string, string>> {
  const folder = join(project, '.agents/skills')
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  return Object.fromEntries(names.map((name) => [name, readFolder(join(folder, name))]))
}

function readFolder(folder: string, except = /^$/): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !except.test(entry.name),
  )
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), readFileSync(path, 'utf8')]
    }),
  )
}

/** An artifact with one bit changed. */
function withFlippedByte(artifact: Artifact): Artifact {
  const body = Uint8Array.from(artifact.body)
  const at = Math.floor(body.length / 2)
  body[at] = body[at]! ^ 1
  return { ...artifact, body }
}

function skillMd(name: string, description: string): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\nmetadata:\n  access: public\n---\n\n# ${name}\n`
}

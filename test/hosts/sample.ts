import type { BuildContext, BuildResult } from '../../src/build.ts'
import { buildFolder } from '../../src/build-folder.ts'
import type { SignpostOptions } from '../../src/config.ts'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { agentYaml, skillMd, skillYaml } from '../site.ts'

const text = (line: string): string => `${line}\n`

/** A site with everything that a host can get wrong: odd names, active files, archives, every type but one. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'skills/track.yaml': skillYaml(),
  'skills/pack.yaml': skillYaml({ name: 'Packing', capability_type: 'plugin' }),
  'skills/note.md': `---\n${skillYaml({ name: 'Notes', capability_type: 'task' })}---\n# Notes\n\nWrite them down.\n`,
  'skills/margins.yaml': skillYaml({ name: 'Margins of carriers', access: 'private' }),
  'skills/single/SKILL.md': skillMd('single'),
  'skills/plain/SKILL.md': skillMd('plain'),
  'skills/plain/notes.md': text('Some notes.'),
  'skills/forms/SKILL.md': skillMd('forms'),
  'skills/forms/LICENSE': text('Free to use.'),
  'skills/forms/reference/a b.md': text('A blank.'),
  'skills/forms/reference/größe 100%.txt': text('Umlaut and percent.'),
  'skills/forms/reference/it\'s "quoted" #1.csv': text('a,b'),
  'skills/forms/reference/$uri {x} *.yaml': text('a: 1'),
  'skills/forms/scripts/run.sh': text('#!/bin/sh\necho ok'),
  'skills/forms/scripts/run.py': text('print("ok")'),
  'skills/forms/scripts/page.php': text('<?php echo 1 ?>'),
  'skills/forms/scripts/form.js': text('console.log(1)'),
  'skills/forms/assets/form.html': text('<!doctype html><title>Form</title><script>alert(1)</script>'),
  'skills/forms/assets/index.html': text('<!doctype html><title>Index</title><script>alert(1)</script>'),
  'skills/forms/assets/logo.svg': text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  'skills/forms/assets/data.bin': new Uint8Array([0, 1, 2, 255]),
  'skills/forms/assets/data.tar.gz': new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  'agents/desk.yaml': agentYaml(),
}

export const sampleOptions: SignpostOptions = {
  origin: 'https://acme.example',
  provider: { name: 'Acme' },
  defaults: { access: 'public' },
  cache: { keys: 60 },
  formats: { 'skill-sharing': { registry: true } },
}

/** Builds the sample; its folder is gone when the process is. */
export async function buildSample(
  options: Partial<SignpostOptions> = {},
  files: Readonly<Record<string, string | Uint8Array>> = FILES,
  context: Partial<BuildContext> = {},
): Promise<BuildResult> {
  const root = mkdtempSync(path.join(tmpdir(), 'signpost-hosts-'))
  try {
    for (const [name, content] of Object.entries(files)) {
      // Netlify refuses a deployment for it.
      if (name.includes('#') && options.hosts?.[0] === 'netlify') continue
      mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
      writeFileSync(path.join(root, name), content)
    }
    return await buildFolder(
      root,
      { ...sampleOptions, ...options },
      { mode: 'production', file: 'vite.config.ts', env: {}, ...context },
    )
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

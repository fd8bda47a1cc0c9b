import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import ci from 'ci-info'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { createSkillArtifact } from '../../src/archive.ts'
import type { FolderFile } from '../../src/load/sources.ts'

const band: FolderFile[] = [
  file('scripts/run.sh', '#!/bin/sh\n', true),
  file('references/éclair.md', 'é'),
  file('SKILL.md', '---\nname: band\n---\n'),
  file('LICENSE', 'MIT'),
  file('references/第一课_上台.md', '课'),
  file('assets/empty.bin', ''),
]

describe('a single-file skill', () => {
  test('is its SKILL.md', () => {
    const text = '---\nname: solo\n---\n'
    expect(createSkillArtifact('solo', [file('SKILL.md', text)])).toEqual({
      type: 'skill-md',
      path: '.well-known/agent-skills/solo/SKILL.md',
      mediaType: 'text/markdown; charset=utf-8',
      body: Buffer.from(text),
      digest: `sha256:${createHash('sha256').update(text).digest('hex')}`,
    })
  })
})

describe('the archive of several files', () => {
  const archive = createSkillArtifact('band', band)

  test('is named by its digest', () => {
    const hex = createHash('sha256').update(archive.body).digest('hex')
    expect(archive.digest).toBe(`sha256:${hex}`)
    expect(archive.path).toBe(`.well-known/agent-skills/band-${hex.slice(0, 12)}.zip`)
    expect([archive.type, archive.mediaType]).toEqual(['archive', 'application/zip'])
  })

  test('keeps its bytes', () => {
    expect(archive.digest).toBe('sha256:cc4feb729574ddd41412b0117a1c2f048bd037b0c56d2e848a11e808777a69f6')
  })

  test('does not depend on the order of the files', () => {
    expect(createSkillArtifact('band', band.toReversed()).digest).toBe(archive.digest)
  })

  test('is stored, with a fixed time, Unix modes, no extra fields, and SKILL.md first', () => {
    expect(entriesOf(archive.body)).toEqual(
      [
        ['SKILL.md', 0o100644, false],
        ['LICENSE', 0o100644, false],
        ['assets/empty.bin', 0o100644, false],
        ['references/éclair.md', 0o100644, true],
        ['references/第一课_上台.md', 0o100644, true],
        ['scripts/run.sh', 0o100755, false],
      ].map(([name, mode, utf8]) => ({ name, mode, utf8, madeBy: 3, method: 0, date: 0x21, time: 0, extra: 0 })),
    )
  })

  test('is the same in every time zone', () => {
    const zones = ['UTC', ...Intl.supportedValuesOf('timeZone')]
    const before = process.env['TZ']
    try {
      const offsets = new Set<number>()
      const digests = new Set(
        zones.map((zone) => {
          process.env['TZ'] = zone
          offsets.add(new Date(0).getTimezoneOffset())
          return createSkillArtifact('band', band).digest
        }),
      )
      expect(offsets.size).toBeGreaterThan(20)
      expect([...digests]).toEqual([archive.digest])
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  test('holds any files under their own names', () => {
    const segment = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((s) => !/[\\/\p{C}]|^\.{1,2}$|^__proto__$/u.test(s))
    const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((s) => s.join('/'))
    const entries = fc.uniqueArray(fc.record({ name, bytes: fc.uint8Array({ maxLength: 64 }) }), {
      minLength: 1,
      maxLength: 8,
      selector: (e) => e.name,
    })
    fc.assert(
      fc.property(entries, (extra) => {
        const files = [
          file('SKILL.md', 'x'),
          ...extra
            .filter((e) => e.name !== 'SKILL.md')
            .map((e): FolderFile => ({ ...e, path: e.name, executable: false })),
        ]
        fc.pre(files.length > 1)
        const unpacked = unzipSync(createSkillArtifact('any', files).body)
        expect(Object.keys(unpacked).toSorted()).toEqual(files.map((f) => f.name).toSorted())
        for (const f of files) expect(Buffer.from(unpacked[f.name]!)).toEqual(Buffer.from(f.bytes))
      }),
    )
  })

  test.each(['../up.md', 'a/../../up.md', '/etc/passwd', 'a\\b', './a.md', 'a//b', 'a/', '', 'line\n', '__proto__'])(
    'refuses the name %j',
    (name) => {
      expect(() => createSkillArtifact('bad', [file('SKILL.md', 'x'), file(name, 'x')])).toThrow(TypeError)
    },
  )

  test('refuses a name twice, and a skill without its SKILL.md', () => {
    expect(() => createSkillArtifact('bad', [file('SKILL.md', 'x'), file('a', '1'), file('a', '2')])).toThrow(TypeError)
    expect(() => createSkillArtifact('bad', [file('skill.md', 'x')])).toThrow(TypeError)
  })
})

describe('unpacked by other programs', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'archive-'))
    writeFileSync(join(folder, 'band.zip'), createSkillArtifact('band', band).body)
    for (const { name, bytes, executable } of band) {
      mkdirSync(dirname(join(folder, 'wanted', name)), { recursive: true })
      writeFileSync(join(folder, 'wanted', name), bytes)
      chmodSync(join(folder, 'wanted', name), executable ? 0o755 : 0o644)
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.skipIf(!has('unzip') && !ci.isCI)('unzip gives the same tree and modes', () => {
    run('unzip', ['-q', 'band.zip', '-d', 'unzipped'])
    expect(tree(join(folder, 'unzipped'))).toEqual(tree(join(folder, 'wanted')))
  })

  test.skipIf(!has('python3') && !ci.isCI)("Python's zipfile finds the same files, sound and with their modes", () => {
    const script = `
import json, zipfile
z = zipfile.ZipFile('band.zip')
assert z.testzip() is None
z.extractall('python')
print(json.dumps({i.filename: [oct(i.external_attr >> 16), i.create_system, list(i.date_time), i.compress_type] for i in z.infolist()}))`
    const found = JSON.parse(run('python3', ['-c', script])) as Record<string, unknown>
    expect(found).toEqual(
      Object.fromEntries(
        band.map((f) => [f.name, [f.executable ? '0o100755' : '0o100644', 3, [1980, 1, 1, 0, 0, 0], 0]]),
      ),
    )
    expect(tree(join(folder, 'python')).map(([name, , text]) => [name, text])).toEqual(
      tree(join(folder, 'wanted')).map(([name, , text]) => [name, text]),
    )
  })

  function run(command: string, args: readonly string[]): string {
    const result = spawnSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' },
    })
    if (result.status !== 0) throw new Error(`${command}: ${result.error?.message ?? result.stderr}`)
    return result.stdout
  }
})

function file(name: string, text: string, executable = false): FolderFile {
  return { name, path: `skills/band/${name}`, bytes: Buffer.from(text), executable }
}

function has(command: string): boolean {
  return (process.env['PATH'] ?? '').split(':').some((folder) => existsSync(join(folder, command)))
}

/** Paths, modes and contents of every file below a folder, sorted. */
function tree(folder: string): [string, number, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry): [string, number, string] => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), statSync(path).mode & 0o777, readFileSync(path, 'utf8')]
    })
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/** Reads the central directory (APPNOTE 4.3.12), in its order, and checks that local headers agree. */
function entriesOf(zip: Uint8Array): object[] {
  const bytes = Buffer.from(zip)
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let at = bytes.readUInt32LE(end + 16)
  return Array.from({ length: bytes.readUInt16LE(end + 10) }, () => {
    const [nameLength, extra, commentLength] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ]
    const local = bytes.readUInt32LE(at + 42)
    expect(bytes.subarray(local + 6, local + 28)).toEqual(bytes.subarray(at + 8, at + 30))
    const entry = {
      name: bytes.toString('utf8', at + 46, at + 46 + nameLength),
      mode: bytes.readUInt32LE(at + 38) >>> 16,
      utf8: (bytes.readUInt16LE(at + 8) & 0x800) !== 0,
      madeBy: bytes[at + 5],
      method: bytes.readUInt16LE(at + 10),
      date: bytes.readUInt16LE(at + 14),
      time: bytes.readUInt16LE(at + 12),
      extra: extra + bytes.readUInt16LE(local + 28),
    }
    at += 46 + nameLength + extra + commentLength
    return entry
  })
}

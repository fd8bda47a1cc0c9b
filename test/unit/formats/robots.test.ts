import { describe, expect, test } from 'vitest'
import type { BuildContext } from '../../../src/build.ts'
import { mergeRobots } from '../../../src/formats/robots.ts'
import { checkRobots } from '../../../src/formats/robots-check.ts'
import { artifact, buildFiles, findings, skillYaml } from '../../site.ts'

const LINES = ['Sitemap: https://acme.example/sitemap.xml', 'Agentmap: https://acme.example/.well-known/ard.json']
const files = { 'skills/parcel.yaml': skillYaml() }

async function robots(context: Partial<BuildContext> = {}): Promise<string> {
  const result = await buildFiles(files, {}, context)
  const body = artifact(result, 'robots.txt')?.body
  if (body === undefined) throw new Error(findings(result).join('\n'))
  return new TextDecoder().decode(body)
}

describe('merging', () => {
  test.each([
    ['nothing', ''],
    ['a group', 'User-agent: *\nDisallow: /admin/\n'],
    ['no line break at the end', 'User-agent: *\nDisallow: /admin/'],
    ['blank lines at the end', 'User-agent: *\n\n\n'],
    ['CRLF', 'User-agent: *\r\nDisallow: /admin/\r\n'],
    ['a line that is ours', `${LINES[0]}\nUser-agent: *\n`],
    [
      'both lines, written otherwise',
      'sitemap:https://acme.example/sitemap.xml # map\nAGENTMAP : https://acme.example/.well-known/ard.json\n',
    ],
    ['other comments', '# signpost\n# end\nUser-agent: *\n'],
  ])('twice is once: %s', (_, theirs) => {
    const once = mergeRobots(theirs, LINES)
    expect(mergeRobots(once, LINES)).toBe(once)
    expect(once.startsWith(theirs.trimEnd())).toBe(true)
    const directives = once.split(/\r?\n/).filter((line) => /^(?:sitemap|agentmap)\b/i.test(line))
    expect(directives).toHaveLength(2)
    expect(/\r(?!\n)|(?<!\r)\n/.test(once)).toBe(!theirs.includes('\r\n'))
  })

  test('replaces the lines of an earlier build, wherever they stand', () => {
    const before = mergeRobots('User-agent: a\nDisallow: /\n', ['Agentmap: https://old.example/.well-known/ard.json'])
    const moved = `${before}\nUser-agent: b\nDisallow: /x\n`
    const after = mergeRobots(moved, LINES)
    expect(after).not.toContain('old.example')
    expect(after).toContain('User-agent: a\nDisallow: /\n')
    expect(after).toContain('User-agent: b\nDisallow: /x\n')
  })
})

describe('robots.txt', () => {
  test('allows everything and leads to manifest and sitemap', async () => {
    expect(await robots()).toBe(`# signpost: begin (written anew by every build)
User-agent: *
Allow: /

${LINES.join('\n')}
# signpost: end
`)
  })

  test("holds the publisher's own in front, and takes its place", async () => {
    const theirs = 'User-agent: *\nDisallow: /admin/\n'
    const context = { publicFiles: ['robots.txt'], publicTexts: { 'robots.txt': theirs } }
    expect(await robots(context)).toBe(`${theirs}
# signpost: begin (written anew by every build)
${LINES.join('\n')}
# signpost: end
`)
    expect(findings(await buildFiles(files, {}, context))).toEqual([])
  })

  test('gives way to one whose text is not known', async () => {
    const result = await buildFiles(files, {}, { publicFiles: ['robots.txt'] })
    expect(artifact(result, 'robots.txt')).toBeUndefined()
    expect(findings(result)).toEqual(['suggestion SITE_PUBLISHER_FILE robots.txt::'])
  })

  test('names no sitemap of ours where the publisher has pages of their own', async () => {
    expect(await robots({ publicFiles: ['index.html'] })).not.toContain('Sitemap')
  })

  test('of a preview keeps everybody out, whatever the publisher wrote', async () => {
    const preview = {
      env: { SIGNPOST_ORIGIN: 'https://pr-7.acme.example' },
      publicTexts: { 'robots.txt': 'User-agent: *\nAllow: /\n' },
    }
    expect(await robots(preview)).toBe(
      '# signpost: begin (written anew by every build)\nUser-agent: *\nDisallow: /\n# signpost: end\n',
    )
  })
})

describe('what keeps clients away', () => {
  const check = (text: string): string[] =>
    checkRobots(text, 'https://acme.example', '/.well-known/ard.json').map(({ code, line }) => `${code} ${line}`)

  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['an Agentmap elsewhere', 'Agentmap: https://other.example/ard.json\n', ['ARD_AGENTMAP 1']],
    ['our Agentmap', 'Agentmap: https://acme.example/.well-known/ard.json\n', []],
    ['everything', 'User-agent: *\nDisallow: /\n', ['ARD_ROBOTS_BLOCKED 2']],
    ['everything, CRLF and comments', '# x\r\nuser-agent : * # all\r\nDISALLOW:/ # all\r\n', ['ARD_ROBOTS_BLOCKED 3']],
    ['everything but this', 'User-agent: *\nDisallow: /\nAllow: /.well-known/\n', []],
    [
      'a longer rule against it',
      'User-agent: *\nAllow: /.well-known/\nDisallow: /.well-known/ard\n',
      ['ARD_ROBOTS_BLOCKED 3'],
    ],
    ['as long a rule for it', 'User-agent: *\nDisallow: /.well-known/\nAllow: /.well-known/\n', []],
    ['a group of several crawlers', 'User-agent: a\nUser-agent: *\nDisallow: /\n', ['ARD_ROBOTS_BLOCKED 3']],
    ['a group of another crawler', 'User-agent: a\nDisallow: /\n', []],
    ['a group behind that of all', 'User-agent: *\nDisallow: /x\nUser-agent: a\nDisallow: /\n', []],
    ['nothing disallowed', 'User-agent: *\nDisallow:\n', []],
    ['a wildcard', 'User-agent: *\nDisallow: /*.json\n', ['ARD_ROBOTS_BLOCKED 2']],
    ['a wildcard up to the end', 'User-agent: *\nDisallow: /*.json$\n', ['ARD_ROBOTS_BLOCKED 2']],
    ['a wildcard that ends elsewhere', 'User-agent: *\nDisallow: /*.jso$\n', []],
    ['a dot that is no wildcard', 'User-agent: *\nDisallow: /.well-known/ard-json\n', []],
    ['a rule without a group', 'Disallow: /\n', []],
    [
      'an Agentmap in the lines of an earlier build',
      mergeRobots('User-agent: *\n', ['Agentmap: https://old.example/ard.json']),
      [],
    ],
  ])('%s', (_, text, expected) => expect(check(text)).toEqual(expected))
})

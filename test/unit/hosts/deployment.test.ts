import { describe, expect, test } from 'vitest'
import type { BuildResult } from '../../../src/build.ts'
import { artifact, buildFiles, findings, skillMd, skillYaml } from '../../site.ts'

const SITE = { 'skills/track.yaml': skillYaml() }

function hostFile(result: BuildResult, path: string, view: 'public' | 'private' = 'public'): string | undefined {
  const file = result[view]?.hostFiles?.find((f) => f.path === path)
  return file && new TextDecoder().decode(file.body)
}

function deployed(result: BuildResult): string[] {
  return result.deploy?.map(({ path }) => path).filter((path) => path.includes('/')) ?? []
}

function deployText(result: BuildResult, path: string): string {
  return new TextDecoder().decode(result.deploy?.find((file) => file.path === path)?.body)
}

const errors = (result: BuildResult): string[] => findings(result).filter((finding) => / HOST_/.test(finding))

test('without hosts there is neither a host file nor a note', async () => {
  const result = await buildFiles(SITE)
  expect(result.public?.hostFiles).toBeUndefined()
  expect([deployed(result), result.hosts]).toEqual([[], []])
})

test('the folder is laid out for the first host, the files of the others lie beside it', async () => {
  const result = await buildFiles(SITE, { hosts: ['netlify', 'cloudflare-pages', 'nginx'] })
  expect(result.public?.hostFiles?.map(({ path }) => path)).toEqual(['_headers', '_redirects'])
  expect(deployed(result)).toEqual([
    'cloudflare-pages/README.md',
    'cloudflare-pages/_headers',
    'cloudflare-pages/_routes.json',
    'cloudflare-pages/_worker.js',
    'netlify/README.md',
    'nginx/README.md',
    'nginx/signpost-http.conf',
    'nginx/signpost-server.conf',
  ])
  expect(result.hosts?.map(({ name, isFirst }) => [name, isFirst])).toEqual([
    ['netlify', true],
    ['cloudflare-pages', false],
    ['nginx', false],
  ])
  expect(deployText(result, 'netlify/README.md')).toContain(
    'The public folder is laid out for Netlify: `_headers`, `_redirects` lie in it.',
  )
  expect(deployText(result, 'nginx/README.md')).toContain('The public folder is laid out for another host.')
  expect(deployText(result, 'nginx/README.md')).toContain('Remove `_headers`, `_redirects` from the copy')
  expect(deployText(result, 'cloudflare-pages/README.md')).toContain('Remove `_redirects` from the copy')
})

test('a host that tells types by the ending gets files with one, at the same URLs', async () => {
  const result = await buildFiles(SITE, { hosts: ['azure-static-web-apps', 'firebase'] })
  expect(result.public?.fileNames?.get('.well-known/skill-sharing')).toBe('.well-known/skill-sharing.json')
  expect(artifact(result, '.well-known/skill-sharing')).toBeDefined()
  const { routes } = JSON.parse(hostFile(result, 'staticwebapp.config.json')!) as {
    routes: Array<{ route: string; rewrite?: string }>
  }
  expect(routes.find(({ route }) => route === '/.well-known/skill-sharing')?.rewrite).toBe(
    '/.well-known/skill-sharing.json',
  )
  const back = await buildFiles(SITE, { hosts: ['azure-static-web-apps', 'nginx'] })
  expect(deployText(back, 'nginx/README.md')).toContain(
    "mv '.well-known/skill-sharing.json' '.well-known/skill-sharing'",
  )
  const plain = await buildFiles(SITE, { hosts: ['nginx', 'firebase'] })
  expect(plain.public?.fileNames).toBeUndefined()
  expect(deployText(plain, 'firebase/README.md')).toContain(
    "mv '.well-known/skill-sharing' '.well-known/skill-sharing.json'",
  )
})

test('the authenticated view has host files of its own, and the public ones hold nothing of it', async () => {
  const files = { ...SITE, 'skills/margins.yaml': skillYaml({ name: 'Margins of carriers', access: 'private' }) }
  const result = await buildFiles(files, { hosts: ['netlify', 'caddy'] })
  expect(hostFile(result, '_headers', 'private')).toContain('Cache-Control: private, no-store')
  expect(deployed(result)).toContain('caddy/private/signpost.caddy')
  const seen = [
    ...(result.public?.hostFiles ?? []).map(({ body }) => new TextDecoder().decode(body)),
    deployText(result, 'caddy/signpost.caddy'),
  ]
  expect(seen.join('\n')).not.toContain('margins')
})

describe("a publisher's own files", () => {
  const build = (texts: Record<string, string>, host = 'netlify', more: readonly string[] = []): Promise<BuildResult> =>
    buildFiles(SITE, { hosts: [host] }, { publicFiles: [...Object.keys(texts), ...more], publicTexts: texts })

  test('rules are merged, theirs first, and merging twice is merging once', async () => {
    const own = '# Mine\n/own/*\n  X-Own: yes\n'
    const once = hostFile(await build({ _headers: own }), '_headers')!
    expect(once.startsWith(own)).toBe(true)
    expect(once).toContain('/.well-known/skill-sharing\n')
    expect(hostFile(await build({ _headers: once }), '_headers')).toBe(once)
  })

  test('rules that an earlier build left in a folder are no rules of the publisher', async () => {
    const first = await buildFiles(SITE, { hosts: ['netlify'] })
    const texts = { _headers: hostFile(first, '_headers')!, _redirects: hostFile(first, '_redirects')! }
    const again = await build(texts)
    expect(errors(again)).toEqual([])
    expect(again.public?.hostFiles).toEqual(first.public?.hostFiles)
  })

  test('redirects of the site stand before a `/*` of an app', async () => {
    const text = hostFile(await build({ _redirects: '/* /index.html 200\n' }), '_redirects')!
    expect(
      text
        .split('\n')
        .filter((line) => line.startsWith('/'))
        .slice(-2),
    ).toEqual(['/.well-known/* /404.html 404', '/* /index.html 200'])
    expect(hostFile(await build({ _redirects: text }), '_redirects')).toBe(text)
  })

  test('rules of both count', async () => {
    const own = Array.from({ length: 95 }, (_, i) => `/own${i}\n  X-Own: yes\n`).join('')
    expect(errors(await build({ _headers: own }, 'cloudflare-pages'))).toEqual(['error HOST_LIMIT vite.config.ts::'])
  })

  test('the same path and header twice is an error at their line', async () => {
    const result = await build({ _headers: '/x\n  A: b\n/.well-known/skill-sharing\n  content-type: text/plain\n' })
    expect(errors(result)).toEqual(['error HOST_RULE_TWICE _headers:4:'])
    expect(result.public).toBeUndefined()
  })

  test('the same requests routed twice is an error, other redirects are none', async () => {
    const result = await build({ _redirects: '/old /new 301\n/.well-known/skill-sharing type=api /mine 200!\n' })
    expect(errors(result)).toEqual(['error HOST_RULE_TWICE _redirects:2:'])
    expect(errors(await build({ _redirects: '/old /new 301 # type=api\n' }))).toEqual([])
  })

  test('other host files stay as they are, and ours lie beside them', async () => {
    const result = await build({}, 'azure-static-web-apps', ['staticwebapp.config.json'])
    expect(errors(result)).toEqual(['warning HOST_FILE_KEPT staticwebapp.config.json::'])
    expect(result.public?.hostFiles).toBeUndefined()
    expect(deployed(result)).toContain('azure-static-web-apps/staticwebapp.config.json')
    expect(deployText(result, 'azure-static-web-apps/README.md')).toContain(
      'You have a `staticwebapp.config.json` of your own',
    )
  })

  test('a `.nojekyll` of their own is as good as ours', async () => {
    expect(errors(await build({}, 'github-pages', ['.nojekyll']))).toEqual([])
  })
})

describe('HTML, SVG and scripts of skills', () => {
  const files = {
    'skills/forms/SKILL.md': skillMd('forms'),
    'skills/forms/form.html': '<script>alert(1)</script>',
    'skills/forms/notes.md': 'Notes.\n',
  }
  const paths = (result: BuildResult): string[] =>
    result.public!.artifacts.map(({ path }) => path).filter((path) => path.includes('forms'))
  const listed = (result: BuildResult): string[] =>
    (
      JSON.parse(new TextDecoder().decode(artifact(result, '.well-known/agent-skills/index.json')!.body)) as {
        skills: Array<{ files: string[] }>
      }
    ).skills[0]!.files

  test('are attachments where headers can be set', async () => {
    const result = await buildFiles(files, { hosts: ['netlify'] })
    expect(listed(result)).toEqual(['SKILL.md', 'form.html', 'notes.md'])
    expect(hostFile(result, '_headers')).toMatch(
      /^\/\.well-known\/agent-skills\/forms\/form\.html\n {2}Content-Disposition: attachment$/m,
    )
    expect(hostFile(result, '_headers')).toContain("Content-Security-Policy: sandbox; default-src 'none'")
  })

  test.each(['github-pages', 'gitlab-pages'])('are inside the archive alone on %s, with a warning', async (host) => {
    const result = await buildFiles(files, { hosts: [host] })
    expect(errors(result)).toEqual(['warning HOST_ACTIVE_CONTENT skills/forms/form.html::'])
    expect(paths(result).filter((path) => path.endsWith('.html'))).toEqual([])
    expect(paths(result).filter((path) => path.endsWith('.zip')).length).toBe(1)
    expect(listed(result)).toEqual(['SKILL.md', 'notes.md'])
  })

  test('a host that comes later says how to build for it', async () => {
    const result = await buildFiles(files, { hosts: ['netlify', 'github-pages'] })
    expect(errors(result)).toEqual([])
    expect(deployText(result, 'github-pages/README.md')).toContain('Build with `github-pages` first')
  })
})

describe('limits', () => {
  test('more rules than Cloudflare reads are an error', async () => {
    const odd = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`skills/odd/f${i}.odd${i}`, 'x\n']))
    const result = await buildFiles({ 'skills/odd/SKILL.md': skillMd('odd'), ...odd }, { hosts: ['cloudflare-pages'] })
    expect(errors(result)).toEqual(['error HOST_LIMIT vite.config.ts::'])
    expect(result.diagnostics.find(({ code }) => code === 'HOST_LIMIT')?.message).toMatch(
      /^Cloudflare Pages allows 100 rules, and `_headers` \(cloudflare-pages\) has \d+\.$/,
    )
  })

  test('a name that Netlify refuses is an error there, and nowhere else', async () => {
    const files = { 'skills/odd/SKILL.md': skillMd('odd'), 'skills/odd/a#b.md': 'x\n' }
    expect(errors(await buildFiles(files, { hosts: ['netlify'] }))).toEqual(['error HOST_FILE_NAME vite.config.ts::'])
    expect(errors(await buildFiles(files, { hosts: ['nginx'] }))).toEqual([])
  })

  test('a configuration over 20 KiB is an error on Azure', async () => {
    const odd = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`skills/odd/f${i}.type${i}`, 'x\n']))
    const files = { 'skills/odd/SKILL.md': skillMd('odd'), ...odd }
    expect(errors(await buildFiles(files, { hosts: ['azure-static-web-apps'] }))).toEqual([
      'error HOST_LIMIT vite.config.ts::',
    ])
  })
})

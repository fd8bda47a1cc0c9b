import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask } from './http.ts'
import { createProject, skill, type TestProject } from './project.ts'

const SITE = { 'skills/weather.yaml': skill('weather'), 'skills/hidden.yaml': skill('hidden', 'access: private\n') }

interface Listed {
  readonly files: ReadonlyArray<{ url: string; file: string }>
  readonly host?: ReadonlyArray<{ file: string }>
}

function manifest({ root }: TestProject): { public: Listed; private: Listed; deploy: ReadonlyArray<{ file: string }> } {
  return JSON.parse(readFileSync(path.join(root, 'dist-deploy/manifest.json'), 'utf8')) as ReturnType<typeof manifest>
}

test('a host without a file at the path: another file, the same URL in manifest and preview', async () => {
  const project = createProject(SITE, { hosts: ['azure-static-web-apps'] })
  await project.build()
  const { public: seen, private: all } = manifest(project)
  const index = '/.well-known/skill-sharing'
  for (const view of [seen, all])
    expect(view.files.find(({ url }) => url === index)?.file).toBe('.well-known/skill-sharing.json')
  expect(existsSync(path.join(project.root, `dist${index}`))).toBe(false)
  expect(seen.host?.map(({ file }) => file)).toEqual(['staticwebapp.config.json'])
  expect(project.list('dist-private')).toContain('staticwebapp.config.json')

  const server = await project.preview()
  const answer = await ask(server.url, index)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
  expect(answer.text).toBe(readFileSync(path.join(project.root, `dist${index}.json`), 'utf8'))
  expect((await ask(server.url, `${index}?type=task`)).text).toBe(
    readFileSync(path.join(project.root, `dist${index}.task.json`), 'utf8'),
  )
})

test('files of a host that is no longer the first go, those of the publisher stay', async () => {
  const files = { ...SITE, 'public/_headers': '/own/*\n  X-Own: yes\n', 'public/favicon.svg': '<svg/>' }
  const project = createProject(files, { hosts: ['cloudflare-pages', 'nginx'] })
  await project.build()
  expect(project.list('dist')).toEqual(
    expect.arrayContaining(['_headers', '_routes.json', '_worker.js', 'favicon.svg']),
  )
  expect(readFileSync(path.join(project.root, 'dist/_headers'), 'utf8')).toMatch(
    /^\/own\/\*\n {2}X-Own: yes\n[^]*\/skills\/\*/,
  )
  expect(project.list('dist-deploy/nginx')).toEqual([
    'README.md',
    'private/signpost-http.conf',
    'private/signpost-server.conf',
    'signpost-http.conf',
    'signpost-server.conf',
  ])
  expect([...project.log.info, ...project.log.warn].join('\n')).toContain(
    'The public folder is laid out for Cloudflare Pages. What nginx needs lies in the deployment folder.',
  )

  const again = createProject({}, { hosts: ['azure-static-web-apps'] })
  await again.build({ root: project.root })
  expect(project.list('dist').filter((file) => !file.includes('/'))).not.toEqual(expect.arrayContaining(['_worker.js']))
  expect(readFileSync(path.join(project.root, 'dist/_headers'), 'utf8')).toBe(files['public/_headers'])
  expect(existsSync(path.join(project.root, 'dist-deploy/nginx'))).toBe(false)
})

import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { s3Cloudfront } from '../../src/hosts/s3-cloudfront.ts'
import { skillYaml } from '../site.ts'
import { startEdge } from './edge.ts'
import { ask } from './http.ts'
import { layOut, removeLaidOut } from './lay-out.ts'
import { freePort, startServer, type Running } from './process.ts'
import { buildSample } from './sample.ts'
import { describeHost } from './suite.ts'
import { findProgram, findTool } from './tools.ts'

const modules = findTool('s3rver')
const aws = findProgram('/usr/bin/aws', 'awscli')

describeHost(
  s3Cloudfront,
  {
    ignores: ['Link'],
    // The policy is on attachments alone: the edge knows no folders.
    excused: ({ active }, header) => header === 'Content-Security-Policy' && active !== true,
    emulatorLacks: ['revalidation'],
    async start(build) {
      const { root, dist, deploy } = layOut(build)
      const port = await freePort()
      const bucket = await startBucket(root, port)
      upload(deploy, dist, port)
      const edge = await startEdge(deploy, port, '/site')
      return { ...edge, stop: async () => void (await edge.stop(), await bucket.stop()) }
    },
  },
  modules === undefined || aws === undefined,
)

test.skipIf(modules === undefined || aws === undefined)(
  '--delete removes what is no longer published, and nothing else',
  async () => {
    const { root, dist, deploy } = layOut(
      await buildSample(
        {
          hosts: ['s3-cloudfront'],
          formats: { 'agent-skills': false, ard: false, llms: false, page: false, 'api-catalog': false },
        },
        { 'skills/track.yaml': skillYaml() },
      ),
    )
    const port = await freePort()
    const bucket = await startBucket(root, port)
    try {
      const file = path.join(dist, 'skills/old.json')
      writeFileSync(file, '{}')
      command('s3', 'cp', file, 's3://site/skills/old.json', `--endpoint-url=http://127.0.0.1:${port}`)
      rmSync(file)
      upload(deploy, dist, port)
      expect((await ask(port, '/site/skills/old.json')).status).toBe(200)
      upload(deploy, dist, port, '--delete')
      expect((await ask(port, '/site/skills/old.json')).status).toBe(404)
      const kept = await ask(port, '/site/skills/track/descriptor.json')
      expect([kept.status, kept.headers['cache-control']]).toEqual([200, 'public, max-age=300, must-revalidate'])
    } finally {
      await bucket.stop()
      removeLaidOut()
    }
  },
)

function startBucket(root: string, port: number): Promise<Running> {
  const args = [
    '-d',
    path.join(root, 'data'),
    '-a',
    '127.0.0.1',
    '-p',
    String(port),
    '--configure-bucket',
    'site',
    '--silent',
  ]
  return startServer(port, [process.execPath, path.join(modules!, 's3rver/bin/s3rver.js'), ...args], { cwd: root })
}

function upload(deploy: string, dist: string, port: number, ...more: string[]): void {
  const env = { ...environment(), AWS: `${aws} --endpoint-url http://127.0.0.1:${port}` }
  const { status, stderr } = spawnSync('sh', [path.join(deploy, 'upload.sh'), dist, 'site', ...more], {
    env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
}

function command(...args: string[]): void {
  const { status, stderr } = spawnSync(aws!, args, { env: environment(), encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
}

/** Credentials that the stand-in knows; nothing is asked of the cloud. */
function environment(): Record<string, string | undefined> {
  const key = 'S3RVER'
  return {
    ...process.env,
    AWS_ACCESS_KEY_ID: key,
    AWS_SECRET_ACCESS_KEY: key,
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isCI } from 'ci-info'

/** A program of a third party that is too large to be a dependency: installed at these versions where it is needed. */
interface Tool {
  readonly packages: Readonly<Record<string, string>>
  /** Install scripts that compile what is not needed here. */
  readonly scripts?: false
}

/** Versions that run on Node 20. */
const TOOLS = {
  wrangler: { packages: { wrangler: '4.86.0' } },
  netlify: { packages: { 'netlify-cli': '26.2.0' } },
  superstatic: { packages: { superstatic: '10.0.0' }, scripts: false },
  swa: { packages: { '@azure/static-web-apps-cli': '2.0.10' }, scripts: false },
  s3rver: { packages: { s3rver: '3.7.1' } },
  parsers: {
    packages: {
      '@cloudflare/workers-shared': '0.17.5',
      '@netlify/headers-parser': '9.0.3',
      '@netlify/redirect-parser': '15.0.4',
      '@vercel/routing-utils': '6.6.0',
    },
  },
} satisfies Record<string, Tool>

const mayInstall = isCI || process.env['SIGNPOST_TEST_INSTALL'] !== undefined

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/signpost/hosts/', import.meta.url))

/** Folder of a tool's `node_modules`; `undefined` where it is not installed and this is not CI, where it has to be. */
export function findTool(name: keyof typeof TOOLS): string | undefined {
  const tool: Tool = TOOLS[name]
  const folder = path.join(CACHE, name)
  if (!isInstalled(folder, tool)) {
    if (!mayInstall) return skipped(name)
    alone(folder, () => isInstalled(folder, tool) || install(folder, tool))
  }
  return path.join(folder, 'node_modules')
}

/** A program of Debian; `undefined` where it is not installed and this is not CI, where it has to be. */
export function findProgram(file: string, debianPackage: string): string | undefined {
  if (!existsSync(file) && mayInstall)
    alone(path.join(CACHE, 'debian'), () => existsSync(file) || installDebian(debianPackage))
  if (existsSync(file)) return file
  if (isCI) throw new Error(`${file} is missing, and in CI every host is tested`)
  return skipped(file)
}

/** Whether servers can run without a network; those that listen on all interfaces do so only there. */
export const canIsolate: boolean = spawnSync('unshare', ['-n', 'true']).status === 0

function skipped(name: string): undefined {
  process.stderr.write(
    `\nSKIPPED: ${name} is not installed, so no host is tested with it (SIGNPOST_TEST_INSTALL=1 installs it).\n`,
  )
  return undefined
}

function isInstalled(folder: string, { packages }: Tool): boolean {
  return Object.entries(packages).every(([name, version]) => {
    const file = path.join(folder, 'node_modules', name, 'package.json')
    return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version === version
  })
}

function install(folder: string, { packages, scripts }: Tool): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
  const args = ['install', '--no-audit', '--no-fund', ...(scripts === false ? ['--ignore-scripts'] : [])]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`npm ${args.join(' ')} in ${folder}:\n${stderr}`)
}

/** As root on Debian; a policy keeps the package from starting its service. */
function installDebian(name: string): void {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  const policy = '/usr/sbin/policy-rc.d'
  const hasPolicy = existsSync(policy)
  if (!hasPolicy) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const lists = path.join(CACHE, 'debian-lists')
  if (!existsSync(lists)) spawnSync('apt-get', ['update'], options)
  writeFileSync(lists, '')
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300', name], options)
  if (!hasPolicy) rmSync(policy)
}

/** Runs when no other test file does the same: each is a process, or a thread, of its own. */
function alone(folder: string, run: () => unknown): void {
  const lock = `${folder}.lock`
  mkdirSync(path.dirname(lock), { recursive: true })
  for (let i = 0; !claim(lock); i++) {
    if (i > 6000) throw new Error(`${lock} is there for ten minutes: remove it if no test runs`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  }
  try {
    run()
  } finally {
    rmdirSync(lock)
  }
}

function claim(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

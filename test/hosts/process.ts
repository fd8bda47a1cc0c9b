import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ask, type Address } from './http.ts'

/** A server that runs. */
export interface Running {
  readonly address: Address
  /** What it printed, for the message of a failing test. */
  log(): string
  stop(): Promise<void>
}

/** A port of 127.0.0.1 that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/**
 * Starts a server as the leader of a process group, and waits until it answers. `stop` ends that group and nothing else.
 *
 * @throws with what it printed where it ends or does not answer in a minute.
 */
export async function startServer(
  port: number,
  command: readonly string[],
  options: StartOptions = {},
): Promise<Running> {
  return await start(port, command, options)
}

/** The same in a network of its own, for a server that listens everywhere or asks the internet. */
export async function startIsolated(
  port: number,
  command: readonly string[],
  options: StartOptions & { root: string },
): Promise<Running> {
  const socket = path.join(options.root, 'server.sock')
  const relay = fileURLToPath(new URL('isolated.mjs', import.meta.url))
  return await start(socket, ['unshare', '-n', process.execPath, relay, socket, String(port), ...command], {
    cwd: options.root,
    ...options,
  })
}

export interface StartOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Request target that tells that it is there. */
  readonly ready?: string
}

async function start(address: Address, command: readonly string[], options: StartOptions): Promise<Running> {
  const child = spawn(command[0]!, command.slice(1), {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let ended = false
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.on('error', (error) => ((ended = true), (output += String(error))))
  child.on('exit', () => (ended = true))
  const running: Running = { address, log: () => output, stop: () => endGroup(child) }
  for (let i = 0; i < 300; i++) {
    if (ended) throw new Error(`${command.join(' ')} ended:\n${output}`)
    const answer = await ask(address, options.ready ?? '/').catch(() => undefined)
    if (answer !== undefined) return running
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  await running.stop()
  throw new Error(`${command.join(' ')} does not answer:\n${output}`)
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    try {
      process.kill(-child.pid, signal)
    } catch {
      return
    }
    for (let i = 0; i < 25; i++) {
      await new Promise((resolve) => setTimeout(resolve, 100))
      if (!isAlive(child.pid)) return
    }
  }
}

function isAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

// Runs a server without a network, and passes on what comes to a socket in the file system: node isolated.mjs SOCKET PORT COMMAND…
import { spawn, spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'

const [socket, port, command, ...args] = process.argv.slice(2)
spawnSync('ip', ['link', 'set', 'lo', 'up'])
const server = spawn(command, args, { stdio: 'inherit' })
server.on('exit', (code) => process.exit(code ?? 1))
createServer((client) => {
  const upstream = connect(Number(port), '127.0.0.1')
  for (const [one, other] of [
    [client, upstream],
    [upstream, client],
  ]) {
    one.pipe(other)
    one.on('error', () => other.destroy())
  }
}).listen(socket)

import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import http from 'node:http'

/** An answer as it came over the wire: nothing decoded, nothing followed. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** A port of 127.0.0.1, or a socket in the file system. */
export type Address = number | string

/** Asks a server for a request target, sent as it is written. */
export function ask(
  address: Address,
  target: string,
  options: { method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {} } = options
    const where = typeof address === 'string' ? { socketPath: address } : { host: '127.0.0.1', port: address }
    const host = typeof address === 'string' ? 'localhost' : `127.0.0.1:${address}`
    const request = http.request(
      { ...where, path: target, method, headers: { Host: host, ...headers }, agent: false, timeout: 30_000 },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const flat = Object.fromEntries(
            Object.entries(response.headers).map(([name, value]) => [
              name,
              Array.isArray(value) ? value.join(', ') : (value ?? ''),
            ]),
          )
          resolve({ status: response.statusCode ?? 0, headers: flat, body: Buffer.concat(chunks) })
        })
        response.on('error', reject)
      },
    )
    request.on('timeout', () => request.destroy(new Error(`${method} ${target}: no answer`)))
    request.on('error', reject)
    request.end()
  })
}

/** A TCP port before a server that may listen on a socket file only. */
export async function tcpBridge(address: Address): Promise<{ origin: URL; close(): Promise<void> }> {
  if (typeof address === 'number')
    return { origin: new URL(`http://127.0.0.1:${address}`), close: async () => undefined }
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const target = connect(address)
    for (const socket of [client, target]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
    }
    client.pipe(target).pipe(client)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    origin: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

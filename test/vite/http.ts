import { connect } from 'node:net'
import { request } from 'node:http'
import { onTestFinished } from 'vitest'

/** An answer as it came. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** Sends a request whose target goes out as it is written: no client normalises it. */
export function ask(
  url: string,
  target: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: target, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers as Answer['headers'],
          text: Buffer.concat(chunks).toString(),
        }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Sends bytes and gives everything that comes back until the server closes. */
export function askRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'))
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

/** Connects as Vite's client does; the list grows as messages come. */
export function listen<T>(url: string, token: string): Promise<T[]> {
  const { hostname, port } = new URL(url)
  const messages: T[] = []
  return new Promise((resolve, reject) => {
    const headers = {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      Origin: url,
      'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
      'Sec-WebSocket-Protocol': 'vite-hmr',
      'Sec-WebSocket-Version': '13',
    }
    const sent = request({ hostname, port, path: `/?token=${token}`, agent: false, headers })
    sent.on('error', reject)
    sent.on('upgrade', (_response, socket, head) => {
      onTestFinished(() => void socket.destroy())
      let bytes: Buffer = head
      const read = (): void => {
        for (let frame = takeFrame(bytes); frame; frame = takeFrame(bytes)) {
          messages.push(JSON.parse(frame.text) as T)
          bytes = frame.rest
        }
      }
      socket.on('data', (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk])
        read()
      })
      read()
      resolve(messages)
    })
    sent.end()
  })
}

/** The first frame of a server's stream, which is unmasked (RFC 6455, section 5.2). */
function takeFrame(bytes: Buffer): { text: string; rest: Buffer } | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes[1]! & 127
  const [at, length] = short < 126 ? [2, short] : bytes.length < 4 ? [4, Infinity] : [4, bytes.readUInt16BE(2)]
  return bytes.length < at + length
    ? undefined
    : { text: bytes.toString('utf8', at, at + length), rest: bytes.subarray(at + length) }
}
